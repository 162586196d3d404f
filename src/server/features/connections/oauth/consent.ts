import { VENDOR_NAMES } from '#shared/access/vendor-names'
import { consentSentence, type ConsentReason } from '#shared/access/consent-reasons'
import type { Vendor } from '#shared/contracts/connections'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Actor, CompanyOfRequest } from '../../../platform/http/caller.ts'
import { errorReply } from '../../../platform/http/errors.ts'
import { requireAct } from '../../../platform/http/role.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { fingerprint, randomSecret, sameSecret } from '../../../platform/vault.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { isActiveCompany, roleOf } from '../../auth/queries.ts'
import { findConnection, insertState, takeState } from '../store.ts'
import { reasonOf } from '../vendor-failure.ts'
import { connectFiken, connectServicem8 } from './connect.ts'
import { callbackUrl, oauthOf } from '../providers.ts'

const STATE_MS = 10 * 60_000

export type ScopesOf = (companyId: string) => Promise<string[]>

/**
 * The person and the session that start or finish a consent. A consent is not valid in another
 * session of the same person.
 */
export interface ConsentCaller {
  personId: string
  /** The hash under which the session is stored; not the cookie's value. */
  sessionKey: string
}

/**
 * Returns the URL of the vendor's consent page. The URL contains a state that is valid once, for
 * ten minutes, in this session and for this vendor.
 * @throws HttpError 403 when the role does not allow it, 503 when the vendor is not configured on this
 * installation
 */
export async function startConsent(
  platform: Platform,
  vendor: Vendor,
  { personId, company, sessionKey }: ConsentCaller & { company: CompanyOfRequest },
  servicem8Scopes: ScopesOf,
): Promise<string> {
  await requireConsent(platform, company, vendor)
  const companyId = company.id
  const oauth = oauthOf(platform, vendor)
  const state = randomSecret()
  const now = instant(platform.clock)
  const expiresAt = new Date(now.getTime() + STATE_MS)
  await insertState(
    platform.db,
    { state: fingerprint(state), personId, companyId, vendor, session: sessionKey, expiresAt },
    now,
  )
  const scope =
    vendor === 'servicem8' ? { scope: (await servicem8Scopes(companyId)).join(' ') } : {}
  return oauth.authorizeUrl({ state, redirectUri: callbackUrl(platform, vendor), ...scope })
}

/**
 * Renewing a connection, also one that the vendor has ended, may be done by more roles than
 * connecting the vendor.
 * @throws HttpError 403
 */
async function requireConsent(
  { db }: Platform,
  company: CompanyOfRequest,
  vendor: Vendor,
): Promise<void> {
  const before = await findConnection(db, company.id, vendor)
  const renews = before !== null && before.status !== 'disconnected'
  requireAct(company, renews ? `renew_${vendor}` : `connect_${vendor}`)
}

/**
 * The consent's outcome, which is the only information in the URL of the final redirect, with the
 * company that it was started for if that is known.
 */
export type ConsentResult = ({ result: 'success' } | { result: 'error'; reason: ConsentReason }) & {
  company?: string
}

export interface CallbackQuery {
  code?: string | undefined
  state?: string | undefined
  error?: string | undefined
}

/**
 * Handles the vendor's redirect after the consent page. Trusts no parameter before the state is
 * verified, and turns every error into a result.
 */
export async function finishConsent(
  platform: Platform,
  vendor: Vendor,
  caller: ConsentCaller | null,
  query: CallbackQuery,
  servicem8Scopes: ScopesOf,
): Promise<ConsentResult> {
  // The state is deleted before any other check, so that it cannot be used again regardless of the
  // outcome.
  const state = query.state ? await takeState(platform.db, fingerprint(query.state)) : null
  if (!caller) return failed('session_ended')
  const mine =
    state !== null &&
    state.vendor === vendor &&
    state.personId === caller.personId &&
    sameSecret(state.session, caller.sessionKey)
  if (!mine || state.expiresAt.getTime() <= platform.clock.now()) return failed('not_confirmed')
  const { personId, companyId } = state
  // The state is older than this request: the person may have been removed, or their role changed.
  const role = await roleOf(platform.db, personId, companyId)
  if (!role) return failed('not_confirmed')
  const grantee = { companyId, actor: { id: personId } }
  if (query.error === 'access_denied') return logged(platform, grantee, vendor, 'cancelled')
  if (query.error || !query.code) return logged(platform, grantee, vendor, 'not_finished')
  try {
    const isActive = await isActiveCompany(platform.db, companyId)
    const company = { id: companyId, name: null, role, isActive }
    await requireConsent(platform, company, vendor)
    const { actor } = grantee
    const grant = { company, actor, code: query.code, state: query.state ?? '' }
    if (vendor === 'fiken') await connectFiken(platform, grant)
    else await connectServicem8(platform, grant, await servicem8Scopes(companyId))
    return { result: 'success', company: companyId }
  } catch (error) {
    const known = error instanceof HttpError
    platform.log[known ? 'info' : 'warn']({ err: error, vendor, companyId }, 'connecting failed')
    const description = known
      ? error.message
      : `Kunne ikke koble til ${VENDOR_NAMES[vendor]}. ${reasonOf(error)}`
    return logged(platform, grantee, vendor, consentReasonOf(error), description)
  }
}

export function consentReasonOf(error: unknown): ConsentReason {
  return REASON_OF[errorReply(error, '').body.code.replace(/^(servicem8|fiken)_/, '')] ?? 'failed'
}

const REASON_OF: Partial<Record<string, ConsentReason>> = {
  account_taken: 'account_taken',
  role_refused: 'role_refused',
  credentials: 'not_recognised',
  not_set_up: 'not_set_up',
  code_refused: 'code_refused',
  unauthenticated: 'session_ended',
  busy: 'busy',
  vendor_unavailable: 'unavailable',
}

const failed = (reason: ConsentReason): ConsentResult => ({ result: 'error', reason })

async function logged(
  platform: Platform,
  { companyId, actor }: { companyId: string; actor: Actor },
  vendor: Vendor,
  reason: ConsentReason,
  description = consentSentence(reason, VENDOR_NAMES[vendor]),
): Promise<ConsentResult> {
  await recordActivity(platform.db, {
    companyId,
    actor,
    type: 'oauth',
    action: `${vendor}_connect_failed`,
    description,
    success: false,
    at: instant(platform.clock),
  })
  return { ...failed(reason), company: companyId }
}
