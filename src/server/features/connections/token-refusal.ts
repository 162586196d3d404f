import type { ExternalError, OAuthCode } from '#clients/http/external-error'

/**
 * Pure: what a token endpoint that answers without giving tokens means for the grant. An
 * invalid_grant is none of these: it ends the grant.
 */

/** How long the same refusal must last before the person is asked to connect again. */
export const ASK_AFTER_MS = 6 * 3_600_000
/** A refused grant is tried again this often, whether or not anything needs it. */
export const TRY_AGAIN_MS = 10 * 60_000

/**
 * The codes that no new consent can help against, because the code exchange would be refused in
 * the same way (RFC 6749 §5.2): they are about this installation's credentials or registration.
 */
const ABOUT_THE_INSTALLATION: readonly OAuthCode[] = [
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
]

export interface TokenRefusal {
  /**
   * Status and OAuth code, e.g. "403" or "400 invalid_request". Two refusals with the same reason
   * are the same refusal.
   */
  reason: string
  /**
   * Said by the token endpoint itself, so something about this installation must be fixed: the
   * operator is alarmed.
   */
  isOurs: boolean
  /** The person is asked to connect again when it has lasted. */
  mayAsk: boolean
}

/**
 * Null for what is no refusal: no answer, 5xx, too many calls, an unpaid account, an answer that
 * cannot be read, and a dead grant.
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
 * Does a stored reason mean a refusal of this installation? As opposed to one by something in
 * front of the vendor.
 */
export const isOurReason = (reason: string): boolean => reason.includes(' ')

/** Since when a grant has been refused for this reason. */
export interface RefusalSince {
  reason: string
  since: Date
}

/** The refusal as it stands after one more; another reason starts again. */
export function afterRefusal(
  before: RefusalSince | null,
  { reason }: TokenRefusal,
  now: Date,
): RefusalSince {
  return before?.reason === reason ? before : { reason, since: now }
}

/** Is the person to be asked to connect again? */
export function mustAsk({ since }: RefusalSince, { mayAsk }: TokenRefusal, now: Date): boolean {
  return mayAsk && now.getTime() - since.getTime() >= ASK_AFTER_MS
}
