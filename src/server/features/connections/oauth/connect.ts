import { createFiken } from '#clients/fiken/client'
import { ExternalError, isExternalError } from '#clients/http/external-error'
import type { TokenSet } from '#clients/http/oauth'
import { createServiceM8 } from '#clients/servicem8/client'
import { missingScopes } from '#clients/servicem8/oauth'
import { VENDOR_NAMES } from '#shared/access/vendor-names'
import type { Vendor } from '#shared/contracts/connections'
import { instant } from '../../../platform/clock.ts'
import { isUniqueViolation } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Actor, CompanyOfRequest } from '../../../platform/http/caller.ts'
import { requireAct } from '../../../platform/http/role.ts'
import { HttpError, notFound } from '../../../platform/http-error.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { holdMembership } from '../../auth/queries.ts'
import { logAt } from '../grant-words.ts'
import { holdGrant, mergeGrants } from '../pointer-store.ts'
import { GRANTS } from '../tokens/grant-lane.ts'
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

  const { name, timeZone, currency, organizationNumber } = account
  const identity = {
    account: account.uuid,
    accountName: name,
    timeZone,
    currency,
    organizationNumber,
    lane: servicem8Bucket(account.uuid),
    problem,
  }
  const sentence = `ServiceM8 er tilkoblet: ${name}.`
  try {
    await store(platform, { companyId, vendor: 'servicem8', actor, tokens, identity, sentence })
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

  const identity = {
    account: email,
    accountName: user.name || email,
    timeZone: 'Europe/Oslo',
    currency: 'NOK',
    organizationNumber: '',
    lane: fikenLane(email),
    problem: null,
  }
  const sentence = `Fiken er tilkoblet: ${user.name || email}. Velg selskap for å starte overføringene.`
  await store(platform, { companyId, vendor: 'fiken', actor, tokens, identity, sentence })
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

type Identity = Omit<NewGrant, keyof TokenSet | 'id' | 'vendor' | 'personId' | 'companyId' | 'at'>

interface Granted {
  companyId: string
  vendor: Vendor
  actor: Actor
  tokens: TokenSet
  identity: Identity
  /** What the company's log says. */
  sentence: string
}

/**
 * Stores the tokens in the person's grant, of which there is one for a Fiken user, and makes the
 * company use it. Other companies that use it go on, too; a grant that the company has left is
 * revoked if nobody else uses it.
 * @throws HttpError 404 when the person's membership has ended in the meantime
 */
async function store(platform: Platform, granted: Granted): Promise<void> {
  const { companyId, vendor, actor, tokens, identity, sentence } = granted
  const { hooks, live, queue } = platform
  const at = instant(platform.clock)
  const { held, ending } = await platform.db.transaction(async (tx) => {
    if (!(await holdMembership(tx, actor.id, companyId)))
      throw notFound('Du er ikke lenger med i firmaet.')
    const consent = { companyId, vendor, personId: actor.id, account: identity.account, at }
    const held = await holdGrant(tx, consent)
    const grant = { id: held.id, vendor, personId: vendor === 'fiken' ? actor.id : null }
    await saveGrant(tx, {
      ...grant,
      companyId,
      accessToken: sealToken(platform, grant, 'access', tokens.accessToken),
      refreshToken: sealToken(platform, grant, 'refresh', tokens.refreshToken),
      expiresAt: new Date(tokens.expiresAt),
      scope: tokens.scope,
      at,
      ...identity,
    })
    const ending = await mergeGrants(tx, held, at)
    await hooks.run('granted', { tx, companyId, vendor, at })
    const success = { type: 'oauth', success: true, at } as const
    const action = `${vendor}_connected`
    await recordActivity(tx, { ...success, companyId, actor, action, description: sentence })
    await logAt(tx, held.revived, vendor, 'recovered', at)
    return { held, ending }
  })
  for (const one of held.revived) live.publish(one, 'status', 'connections', 'activity')
  for (const id of [...ending, ...(held.revived.length > 0 ? [held.id] : [])])
    queue.wake(GRANTS, id)
}
