import { randomUUID } from 'node:crypto'
import { createFiken } from '#clients/fiken/client'
import { ExternalError, isExternalError } from '#clients/http/external-error'
import type { TokenSet } from '#clients/http/oauth'
import { createServiceM8 } from '#clients/servicem8/client'
import { missingScopes } from '#clients/servicem8/oauth'
import { VENDOR_NAMES } from '#shared/access/vendor-names'
import type { Vendor } from '#shared/contracts/connections'
import { instant } from '../../../platform/clock.ts'
import { isUniqueViolation, type Db } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Actor, CompanyOfRequest } from '../../../platform/http/caller.ts'
import { requireAct } from '../../../platform/http/role.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { afterFiken, afterServicem8 } from './after-connecting.ts'
import { sealToken } from '../tokens/grant-row.ts'
import { laneLimiter } from '../tokens/open-clients.ts'
import { findConnection, saveGrant, type NewGrant } from '../store.ts'
import { leaveAccount } from '../webhooks/webhook-subscription.ts'
import {
  callbackUrl,
  fikenLane,
  oauthOf,
  observer,
  servicem8Bucket,
  userAgent,
} from '../providers.ts'

export interface Consent {
  company: CompanyOfRequest
  actor: Actor
  code: string
  state: string
}

/**
 * Exchanges the authorisation code for tokens, reads the account to which the grant applies, and
 * stores the grant. Stores nothing if an error is thrown.
 * @param scopes the scopes requested in the consent
 * @throws HttpError when the account belongs to another company (rule 13), the code has been used,
 * or the role does not allow another account than before; ExternalError, LimiterBusy
 */
export async function connectServicem8(
  platform: Platform,
  { company, actor, code, state }: Consent,
  scopes: readonly string[],
): Promise<void> {
  const companyId = company.id
  const tokens = await exchanged(platform, 'servicem8', () =>
    oauthOf(platform, 'servicem8').exchange({
      code,
      state,
      redirectUri: callbackUrl(platform, 'servicem8'),
    }),
  )
  const client = createServiceM8({
    apiUrl: platform.config.servicem8.apiUrl,
    token: () => Promise.resolve(tokens.accessToken),
    clock: platform.clock,
    limiter: (run) =>
      platform.limiter.throttled(`servicem8-connecting:${companyId}`, run, { interactive: true }),
    userAgent: userAgent(platform),
    observe: observer(platform),
  })
  const account = await client.account()
  const before = await findConnection(platform.db, companyId, 'servicem8')
  const missing = missingScopes(tokens.scope, scopes)
  const problem =
    missing.length > 0
      ? `ServiceM8 ga ikke alle tilgangene vi trenger (mangler ${missing.join(', ')}). Koble til på nytt og godkjenn alle.`
      : null
  const moves = before?.account != null && before.account !== account.uuid
  if (moves) {
    // Another account is no renewal.
    requireAct(company, 'connect_servicem8')
    // Must run while the old token, which it needs, is still stored.
    await leaveAccount(platform, companyId)
  }

  const { name, timeZone, currency } = account
  const sentence = `ServiceM8 er tilkoblet: ${name}.`
  try {
    await platform.db.transaction(async (tx) => {
      const identity = {
        account: account.uuid,
        accountName: name,
        timeZone,
        currency,
        lane: servicem8Bucket(account.uuid),
        problem,
      }
      const id = before?.grantId ?? randomUUID()
      const grant = grantOf(
        platform,
        { id, vendor: 'servicem8', personId: null },
        companyId,
        tokens,
        identity,
      )
      await saveGrant(tx, grant)
      await platform.hooks.run('granted', { tx, companyId, vendor: 'servicem8', at: grant.at })
      await logConnected(tx, grant, actor, sentence)
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'connections_servicem8_account')) throw error
    const message = `ServiceM8-kontoen «${name}» er allerede koblet til en annen bruker i Fakturabro. Koble den fra der først, eller velg en annen konto.`
    throw new HttpError(409, 'servicem8_account_taken', message)
  }
  await afterServicem8(platform, companyId)
}

/**
 * Connects Fiken in the same way as {@link connectServicem8}. Afterwards the company must be chosen
 * or confirmed, and transfers are paused until then.
 */
export async function connectFiken(
  platform: Platform,
  { company, actor, code, state }: Consent,
): Promise<void> {
  const companyId = company.id
  const before = await findConnection(platform.db, companyId, 'fiken')
  // The correct lane is known only after the exchange. The stored lane is the best guess; a wrong
  // lane leads at worst to a refusal by Fiken.
  const limiter = laneLimiter(platform, before?.lane ?? `fiken-connecting:${companyId}`, {
    interactive: true,
  })
  const tokens = await exchanged(platform, 'fiken', () =>
    oauthOf(platform, 'fiken', { limiter }).exchange({
      code,
      state,
      redirectUri: callbackUrl(platform, 'fiken'),
    }),
  )
  const client = createFiken({
    apiUrl: platform.config.fiken.apiUrl,
    token: () => Promise.resolve(tokens.accessToken),
    clock: platform.clock,
    limiter,
    userAgent: userAgent(platform),
    observe: observer(platform),
  })
  const user = await client.user()
  const email = user.email.trim().toLowerCase()
  if (email === '')
    throw new ExternalError({
      vendor: 'fiken',
      kind: 'bad_answer',
      doing: 'GET /user',
      details: 'no e-mail',
    })

  const sentence = `Fiken er tilkoblet: ${user.name || email}. Velg selskap for å starte overføringene.`
  await platform.db.transaction(async (tx) => {
    const identity = {
      account: email,
      accountName: user.name || email,
      timeZone: 'Europe/Oslo',
      currency: 'NOK',
      lane: fikenLane(email),
      problem: null,
    }
    const id = before?.grantId ?? randomUUID()
    const grant = grantOf(
      platform,
      { id, vendor: 'fiken', personId: actor.id },
      companyId,
      tokens,
      identity,
    )
    await saveGrant(tx, grant)
    await platform.hooks.run('granted', { tx, companyId, vendor: 'fiken', at: grant.at })
    await logConnected(tx, grant, actor, sentence)
  })
  await afterFiken(platform, companyId)
}

/**
 * Exchanges the authorisation code for tokens. A refused code has been used or has expired, which
 * does not affect an existing connection.
 */
async function exchanged(
  platform: Platform,
  vendor: Vendor,
  exchange: () => Promise<TokenSet>,
): Promise<TokenSet> {
  try {
    return await exchange()
  } catch (error) {
    if (isExternalError(error, 'unauthenticated')) {
      platform.log.error(
        { vendor, reason: error.oauthCode, details: error.details },
        'a vendor refuses this installation',
      )
      throw new HttpError(
        502,
        `${vendor}_credentials`,
        `${VENDOR_NAMES[vendor]} kjenner ikke igjen denne installasjonen. Feilen er hos oss; ta kontakt.`,
      )
    }
    if (!isExternalError(error, 'reauth_required')) throw error
    throw new HttpError(
      400,
      'code_refused',
      `Godkjenningen hos ${VENDOR_NAMES[vendor]} var brukt eller utløpt. Prøv igjen.`,
    )
  }
}

type Identity = Pick<
  NewGrant,
  'account' | 'accountName' | 'timeZone' | 'currency' | 'lane' | 'problem'
>

function grantOf(
  platform: Platform,
  grant: Pick<NewGrant, 'id' | 'vendor' | 'personId'>,
  companyId: string,
  tokens: TokenSet,
  identity: Identity,
): NewGrant {
  return {
    ...grant,
    companyId,
    accessToken: sealToken(platform, grant, 'access', tokens.accessToken),
    refreshToken: sealToken(platform, grant, 'refresh', tokens.refreshToken),
    expiresAt: new Date(tokens.expiresAt),
    scope: tokens.scope,
    at: instant(platform.clock),
    ...identity,
  }
}

async function logConnected(
  tx: Db,
  { companyId, vendor, at }: NewGrant,
  actor: Actor,
  description: string,
): Promise<void> {
  await recordActivity(tx, {
    companyId,
    actor,
    type: 'oauth',
    action: `${vendor}_connected`,
    description,
    success: true,
    at,
  })
}
