import {
  ExternalError,
  type ExternalErrorKind,
  isExternalError,
} from '#clients/http/external-error'
import type { OAuthClient, TokenSet } from '#clients/http/oauth'
import type { VendorCall } from '#clients/http/transport'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { ownersOf } from '../../auth/queries.ts'
import { noteSecurity } from '../../auth/security-log/note.ts'
import { type GrantRow, markDead, markRefused } from '../grant-store.ts'
import { deadText, logAtCompanies } from '../grant-words.ts'
import { oauthOf } from '../providers.ts'
import {
  afterRefusal,
  mustAsk,
  refusalOf,
  type TokenRefusal,
  TRY_AGAIN_MS,
} from '../token-refusal.ts'
import { deadGrant, liveGrant, openToken, refusedGrant } from './grant-row.ts'
import { type RotatedPair, writePair } from './rotated-pair.ts'

export interface RenewalOptions {
  observe?: (call: VendorCall) => void
}

export interface Access {
  access: string
  expiresAt: Date | null
}

export type Renewed = Access & {
  /**
   * The tokens issued by the vendor, if they could not be stored in the database. The caller must
   * keep the limiter's slot until the tokens are stored.
   */
  unwritten?: RotatedPair
}

/**
 * Exchanges the refresh token for new tokens and stores them. The caller must hold the grant's slot
 * in the limiter.
 * @param inLane sends the request to the vendor when the lane is free
 * @throws HttpError 401 `reauthorize_…` when the grant has ended, or has been refused for so long
 * that the user must connect again; ExternalError `unavailable`, `rate_limited` or
 * `payment_required` when the vendor issues no tokens now
 */
export async function renewTokens(
  platform: Platform,
  row: GrantRow,
  options: RenewalOptions,
  inLane: <T>(run: () => Promise<T>) => Promise<T>,
): Promise<Renewed> {
  const { vendor, id: grantId } = row
  const old = openToken(platform, row, 'refresh')
  let next: TokenSet
  try {
    const oauth = oauthOf(platform, vendor, options.observe ? { observe: options.observe } : {})
    next = await inLane(() => askTwiceIfLost(oauth, old))
  } catch (error) {
    if (!isExternalError(error)) throw error
    if (error.kind === 'reauth_required') {
      platform.log.warn(
        { vendor, grantId, details: error.details },
        'the vendor refused a refresh token',
      )
      return giveUp(platform, row)
    }
    const refusal = refusalOf(error)
    if (refusal && (await noteRefusal(platform, row, refusal, error))) throw refusedGrant(vendor)
    throw asOutage(error)
  }
  const pair: RotatedPair = { grantId, vendor, old, next }
  const renewed = { access: next.accessToken, expiresAt: new Date(next.expiresAt) }
  try {
    if (await writePair(platform, pair, row)) return renewed
  } catch (err) {
    platform.log.warn(
      { err, vendor, grantId },
      'renewed tokens could not be stored; they are kept in memory',
    )
    return { ...renewed, unwritten: pair }
  }
  // A newer grant has been stored since the row was read, so its token is used.
  const now = await liveGrant(platform, row)
  return { access: openToken(platform, now, 'access'), expiresAt: now.expiresAt }
}

/**
 * Renews the tokens. If the response was lost, repeats the request once with the same refresh
 * token, because the vendor might have rotated it. If we ended the wait ourselves, the request is
 * not repeated: the vendor might still be processing it, and accepts one request at a time.
 */
async function askTwiceIfLost(oauth: OAuthClient, refreshToken: string): Promise<TokenSet> {
  try {
    return await oauth.refresh(refreshToken)
  } catch (error) {
    if (!isExternalError(error, 'unknown_outcome') || error.gaveUp) throw error
    return oauth.refresh(refreshToken)
  }
}

const SAID_AS_IT_IS: readonly ExternalErrorKind[] = [
  'rate_limited',
  'payment_required',
  'cancelled',
]

/**
 * Converts a refusal to an outage, because the caller needed the token for another request, for
 * which the vendor is simply unavailable.
 */
function asOutage(cause: ExternalError): ExternalError {
  const { vendor, kind, status, retryAfterMs, requestId, details, gaveUp } = cause
  if (SAID_AS_IT_IS.includes(kind)) return cause
  const doing = `renewing the token (${kind})`
  return new ExternalError({
    vendor,
    kind: 'unavailable',
    doing,
    status,
    retryAfterMs,
    requestId,
    details,
    gaveUp,
    cause,
  })
}

async function giveUp(platform: Platform, row: GrantRow): Promise<Access> {
  const { vendor } = row
  const problem = deadText(vendor)
  const at = instant(platform.clock)
  const declared = await platform.db.transaction(
    async (tx) =>
      (await markDead(tx, row, problem, at)) && logAtCompanies(tx, row, 'reauth_required', at),
  )
  if (declared) {
    for (const companyId of declared)
      platform.live.publish(companyId, 'status', 'connections', 'activity')
    const reason = `by_vendor_${vendor}` as const
    const [companyId = ''] = declared
    const owner = (await ownersOf(platform.db, [companyId])).get(companyId)
    const userId = row.personId ?? owner?.personId ?? null
    await noteSecurity(platform, 'grant_ended', { userId, reason })
    throw deadGrant(vendor, problem)
  }
  const now = await liveGrant(platform, row)
  return { access: openToken(platform, now, 'access'), expiresAt: now.expiresAt }
}

/**
 * Stores the token endpoint's refusal and keeps the tokens. Returns true if the user must connect
 * again.
 */
async function noteRefusal(
  platform: Platform,
  row: GrantRow,
  refusal: TokenRefusal,
  error: ExternalError,
): Promise<boolean> {
  const { vendor, id: grantId } = row
  const at = instant(platform.clock)
  const before =
    row.refusal !== null && row.refusedSince
      ? { reason: row.refusal, since: row.refusedSince }
      : null
  const standing = afterRefusal(before, refusal, at)
  const wasAsked = row.status === 'refused'
  const asks = wasAsked || mustAsk(standing, refusal, at)
  // Logs at level error, which alerts the operator, once per grant and reason. The gauge
  // `fakturabro_refused_grants` shows the number of refused grants for as long as they last.
  const level = refusal.isOurs && standing !== before ? 'error' : 'warn'
  const facts = {
    vendor,
    grantId,
    reason: refusal.reason,
    since: standing.since,
    details: error.details,
  }
  platform.log[level](
    facts,
    refusal.isOurs ? 'a vendor refuses this installation' : 'a token endpoint gives no tokens',
  )
  const checkAt = new Date(at.getTime() + TRY_AGAIN_MS * platform.ladderScale)
  const asked = await platform.db.transaction(async (tx) => {
    const status = asks ? 'refused' : 'connected'
    const noted = await markRefused(tx, row, { ...standing, status, checkAt, at })
    return noted && asks && !wasAsked ? logAtCompanies(tx, row, 'reauth_asked', at) : []
  })
  for (const companyId of asked)
    platform.live.publish(companyId, 'status', 'connections', 'activity')
  return asks
}
