import type { ExternalError, OAuthCode } from '#clients/http/external-error'

/**
 * Judges an answer of a token endpoint that gives no tokens. An invalid_grant is not judged here:
 * it ends the grant.
 */

/** The time the same refusal must last before the user is asked to connect again. */
export const ASK_AFTER_MS = 6 * 3_600_000
/** The interval at which a refused grant is tried, whether or not anything needs it. */
export const TRY_AGAIN_MS = 10 * 60_000

/**
 * Codes about this installation's credentials or registration. A new consent cannot help, because
 * the code exchange would be refused in the same way (RFC 6749 §5.2).
 */
const ABOUT_THE_INSTALLATION: readonly OAuthCode[] = [
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
]

export interface TokenRefusal {
  /**
   * Status and OAuth code, such as "403" or "400 invalid_request". Two refusals with the same
   * reason are the same refusal.
   */
  reason: string
  /**
   * True when the token endpoint itself refuses, so that this installation must be fixed: the
   * operator is alarmed.
   */
  isOurs: boolean
  /** True when the user may be asked to connect again once it has lasted. */
  mayAsk: boolean
}

/**
 * Returns null for errors other than refusals: no answer, 5xx, too many calls, an unpaid account,
 * an unreadable answer, and a dead grant.
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
 * Returns true when a stored reason is a refusal of this installation, as opposed to one by
 * something in front of the vendor.
 */
export const isOurReason = (reason: string): boolean => reason.includes(' ')

export interface RefusalSince {
  reason: string
  since: Date
}

/** Returns the refusal after one more; another reason starts anew. */
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
