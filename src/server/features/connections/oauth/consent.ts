import type { Vendor } from '#shared/contracts/connections'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { fingerprint, randomSecret, sameSecret } from '../../../platform/vault.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { insertState, takeState } from '../store.ts'
import { reasonOf } from '../vendor-failure.ts'
import { connectFiken, connectServicem8 } from './connect.ts'
import { callbackUrl, oauthOf, VENDOR_NAMES } from './providers.ts'

/** How long a person may take at the vendor's consent page. */
const STATE_MS = 10 * 60_000

/**
 * What a user's consent asks ServiceM8 for; which permissions are needed depends on what the user
 * has switched on.
 */
export type ScopesOf = (userId: string) => Promise<string[]>

/** Who is authorising, and in which session: another session of the same person does not count. */
export interface ConsentCaller {
  userId: string
  /** The hash that the session is stored under; never the cookie's own value. */
  sessionKey: string
}

/**
 * The address of the vendor's consent page, with a state that is good once, for ten minutes, in
 * this session, for this vendor.
 *
 * @throws HttpError 503 when the vendor is not set up on this installation
 */
export async function startConsent(
  platform: Platform,
  vendor: Vendor,
  { userId, sessionKey }: ConsentCaller,
  servicem8Scopes: ScopesOf,
): Promise<string> {
  const oauth = oauthOf(platform, vendor)
  const state = randomSecret()
  const now = instant(platform.clock)
  const expiresAt = new Date(now.getTime() + STATE_MS)
  await insertState(
    platform.db,
    { state: fingerprint(state), userId, vendor, session: sessionKey, expiresAt },
    now,
  )
  const scope = vendor === 'servicem8' ? { scope: (await servicem8Scopes(userId)).join(' ') } : {}
  return oauth.authorizeUrl({ state, redirectUri: callbackUrl(platform, vendor), ...scope })
}

export interface ConsentResult {
  result: 'success' | 'error'
  /** Norwegian, for the person. Never a text that came with the address. */
  message: string
}

export interface CallbackQuery {
  code?: string | undefined
  state?: string | undefined
  error?: string | undefined
}

/**
 * What the vendor sent the person back with. Nothing is believed before the state is ours; nothing
 * is thrown that a person could see.
 */
export async function finishConsent(
  platform: Platform,
  vendor: Vendor,
  caller: ConsentCaller | null,
  query: CallbackQuery,
  servicem8Scopes: ScopesOf,
): Promise<ConsentResult> {
  const name = VENDOR_NAMES[vendor]
  // Taken before anything else is looked at: whatever comes of it, a state is used up.
  const state = query.state ? await takeState(platform.db, fingerprint(query.state)) : null
  if (!caller) return failed('Økten din er utløpt. Logg inn og prøv igjen.')
  const mine =
    state !== null &&
    state.vendor === vendor &&
    state.userId === caller.userId &&
    sameSecret(state.session, caller.sessionKey)
  if (!mine || state.expiresAt.getTime() <= platform.clock.now()) {
    return failed(
      `Godkjenningen hos ${name} kunne ikke bekreftes: lenken er brukt, utløpt eller startet et annet sted. Prøv igjen.`,
    )
  }
  const { userId } = caller
  if (query.error === 'access_denied')
    return logged(
      platform,
      userId,
      vendor,
      `Du avbrøt godkjenningen hos ${name}. Ingenting er endret.`,
    )
  if (query.error || !query.code)
    return logged(platform, userId, vendor, `${name} fullførte ikke godkjenningen. Prøv igjen.`)
  try {
    const grant = { userId, code: query.code, state: query.state ?? '' }
    const message =
      vendor === 'fiken'
        ? await connectFiken(platform, grant)
        : await connectServicem8(platform, grant, await servicem8Scopes(userId))
    return { result: 'success', message }
  } catch (error) {
    const known = error instanceof HttpError
    platform.log[known ? 'info' : 'warn']({ err: error, vendor, userId }, 'connecting failed')
    return logged(
      platform,
      userId,
      vendor,
      known ? error.message : `Kunne ikke koble til ${name}. ${reasonOf(error)}`,
    )
  }
}

const failed = (message: string): ConsentResult => ({ result: 'error', message })

async function logged(
  platform: Platform,
  userId: string,
  vendor: Vendor,
  message: string,
): Promise<ConsentResult> {
  const at = instant(platform.clock)
  await recordActivity(platform.db, {
    userId,
    type: 'oauth',
    action: `${vendor}_connect_failed`,
    description: message,
    success: false,
    at,
  })
  return failed(message)
}
