import type { ExternalError, OAuthCode } from '#clients/http/external-error'

/**
 * Classifies a token endpoint's response without tokens, except invalid_grant, which ends the
 * grant.
 */

/** The time for which the same refusal must last before the user is asked to connect again. */
export const ASK_AFTER_MS = 6 * 3_600_000
/** The interval at which a refused grant is retried, even if no work needs the grant. */
export const TRY_AGAIN_MS = 10 * 60_000

/**
 * The error codes about this installation's credentials or registration. A new consent cannot help,
 * because the code exchange would be refused in the same way (RFC 6749 §5.2).
 */
const ABOUT_THE_INSTALLATION: readonly OAuthCode[] = [
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
]

export interface TokenRefusal {
  /**
   * The HTTP status and OAuth code, such as "403" or "400 invalid_request". Refusals with equal
   * reasons count as the same refusal.
   */
  reason: string
  /**
   * True when the token endpoint itself refuses, so that this installation must be fixed; the
   * operator is alerted.
   */
  isOurs: boolean
  /** True when the user may be asked to connect again if the refusal lasts. */
  mayAsk: boolean
}

/**
 * Returns the refusal that an error describes. Returns null for errors that are not refusals: no
 * response, 5xx, too many requests, an unpaid account, an unreadable response, or a grant that has
 * ended.
 */
export function refusalOf(error: ExternalError): TokenRefusal | null {
  const { kind, status, oauthCode } = error
  if (status === null || status < 400 || status >= 500 || status === 408) return null
  if (kind === 'unauthenticated' && oauthCode !== null)
    return {
      reason: `${status} ${oauthCode}`,
      isOurs: true,
      mayAsk: !ABOUT_THE_INSTALLATION.includes(oauthCode),
    }
  return kind === 'unavailable' ? { reason: String(status), isOurs: false, mayAsk: true } : null
}

/**
 * Returns true if the stored reason means that the vendor itself refuses this installation, rather
 * than a server in front of the vendor.
 */
export const isOurReason = (reason: string): boolean => reason.includes(' ')

export interface RefusalSince {
  reason: string
  since: Date
}

/**
 * Returns the refusal with the time at which it began. A different reason counts as a new refusal.
 */
export function afterRefusal(
  before: RefusalSince | null,
  { reason }: TokenRefusal,
  now: Date,
): RefusalSince {
  return before?.reason === reason ? before : { reason, since: now }
}

export function mustAsk({ since }: RefusalSince, { mayAsk }: TokenRefusal, now: Date): boolean {
  return mayAsk && now.getTime() - since.getTime() >= ASK_AFTER_MS
}
