import { createFiken } from '#clients/fiken/client'
import { ExternalError, isExternalError } from '#clients/http/external-error'
import type { TokenSet } from '#clients/http/oauth'
import { createServiceM8 } from '#clients/servicem8/client'
import { missingScopes } from '#clients/servicem8/oauth'
import type { Vendor } from '#shared/contracts/connections'
import { recordActivity } from '../activity-log/record.ts'
import { requireCompanySelection } from '../configuration/company-selection.ts'
import { instant } from '../../platform/clock.ts'
import { isUniqueViolation, type Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { afterFiken, afterServicem8 } from './after-connecting.ts'
import { sealToken } from './grant-row.ts'
import { laneGate } from './open-clients.ts'
import { callbackUrl, fikenLane, oauthOf, servicem8Bucket, userAgent, VENDOR_NAMES } from './providers.ts'
import { servicem8Scopes } from './servicem8-scopes.ts'
import { findConnection, saveGrant, type NewGrant } from './store.ts'
import { leaveAccount } from './webhook-subscription.ts'

/** A code that the vendor sent the person back with; its state is verified. */
export interface Consent {
  userId: string
  code: string
  state: string
}

/**
 * Exchanges the code, asks whose account it is, and stores the grant. Answers the sentence for the person.
 *
 * @throws Refusal when the account is another user's (decision 13) or the code is used up; ExternalError, GateBusy. Nothing is stored then.
 */
export async function connectServicem8(platform: Platform, { userId, code, state }: Consent): Promise<string> {
  const tokens = await exchanged(platform, 'servicem8', () =>
    oauthOf(platform, 'servicem8').exchange({ code, state, redirectUri: callbackUrl(platform, 'servicem8') }),
  )
  const client = createServiceM8({
    apiUrl: platform.config.servicem8.apiUrl,
    token: () => Promise.resolve(tokens.accessToken),
    clock: platform.clock,
    gate: (run) => platform.gate.inBucket(`servicem8-connecting:${userId}`, run, { interactive: true }),
    userAgent: userAgent(platform),
  })
  const account = await client.account()
  const before = await findConnection(platform.db, userId, 'servicem8')
  const missing = missingScopes(tokens.scope, await servicem8Scopes(platform.db, userId))
  const problem =
    missing.length > 0
      ? `ServiceM8 ga ikke alle tilgangene vi trenger (mangler ${missing.join(', ')}). Koble til på nytt og godkjenn alle.`
      : null
  const moves = before?.account != null && before.account !== account.uuid
  // With the old token, while we still have it.
  if (moves) await leaveAccount(platform, userId)

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
      const grant = grantOf(platform, userId, 'servicem8', tokens, identity)
      await saveGrant(tx, grant)
      await tellConnected(tx, grant, sentence)
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'connections_servicem8_account')) throw error
    const message = `ServiceM8-kontoen «${name}» er allerede koblet til en annen bruker i Fakturabro. Koble den fra der først, eller velg en annen konto.`
    throw new Refusal(409, 'servicem8_account_taken', message)
  }
  await afterServicem8(platform, userId)
  return [sentence, problem].filter(Boolean).join(' ')
}

/** As {@link connectServicem8}. Afterwards the company must be chosen (again), and transfers pause until then (specification part 2 §4). */
export async function connectFiken(platform: Platform, { userId, code, state }: Consent): Promise<string> {
  const before = await findConnection(platform.db, userId, 'fiken')
  // Whose lane it is shows only afterwards; the one we know of is the best guess, and a wrong one costs at most a refusal by Fiken.
  const gate = laneGate(platform, before?.lane ?? `fiken-connecting:${userId}`, { interactive: true })
  const tokens = await exchanged(platform, 'fiken', () =>
    oauthOf(platform, 'fiken', { gate }).exchange({ code, state, redirectUri: callbackUrl(platform, 'fiken') }),
  )
  const client = createFiken({
    apiUrl: platform.config.fiken.apiUrl,
    token: () => Promise.resolve(tokens.accessToken),
    clock: platform.clock,
    gate,
    userAgent: userAgent(platform),
  })
  const user = await client.user()
  const email = user.email.trim().toLowerCase()
  if (email === '') throw new ExternalError({ vendor: 'fiken', kind: 'bad_answer', doing: 'GET /user', details: 'no e-mail' })

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
    const grant = grantOf(platform, userId, 'fiken', tokens, identity)
    await saveGrant(tx, grant)
    await requireCompanySelection(tx, userId, grant.at)
    await tellConnected(tx, grant, sentence)
  })
  await afterFiken(platform, userId)
  return sentence
}

/** A code that the vendor refuses is spent or too old; that is no dead grant, and what is connected stays so. */
async function exchanged(platform: Platform, vendor: Vendor, exchange: () => Promise<TokenSet>): Promise<TokenSet> {
  try {
    return await exchange()
  } catch (error) {
    if (isExternalError(error, 'unauthenticated')) {
      platform.log.error({ vendor, reason: error.oauthCode, details: error.details }, 'a vendor refuses this installation')
      throw new Refusal(
        502,
        `${vendor}_credentials`,
        `${VENDOR_NAMES[vendor]} kjenner ikke igjen denne installasjonen. Feilen er hos oss; ta kontakt.`,
      )
    }
    if (!isExternalError(error, 'reauth_required')) throw error
    throw new Refusal(400, 'code_refused', `Godkjenningen hos ${VENDOR_NAMES[vendor]} var brukt eller utløpt. Prøv igjen.`)
  }
}

type Identity = Pick<NewGrant, 'account' | 'accountName' | 'timeZone' | 'currency' | 'lane' | 'problem'>

function grantOf(platform: Platform, userId: string, vendor: Vendor, tokens: TokenSet, identity: Identity): NewGrant {
  return {
    userId,
    vendor,
    accessToken: sealToken(platform, userId, vendor, 'access', tokens.accessToken),
    refreshToken: sealToken(platform, userId, vendor, 'refresh', tokens.refreshToken),
    expiresAt: new Date(tokens.expiresAt),
    scope: tokens.scope,
    at: instant(platform.clock),
    ...identity,
  }
}

async function tellConnected(tx: Db, { userId, vendor, at }: NewGrant, description: string): Promise<void> {
  await recordActivity(tx, { userId, type: 'oauth', action: `${vendor}_connected`, description, success: true, at })
}
