import { redact } from './redact.ts'

export type Vendor = 'servicem8' | 'fiken' | 'brreg'

/**
 * A closed list of error kinds, so that every switch can be exhaustive. The kind depends on the
 * status code and on how far the request got, never on the error message: a message that mentions
 * account 4001 does not mean status 400.
 */
export const EXTERNAL_ERROR_KINDS = [
  /** Status 429: the limit was reached, and nothing was done. */
  'rate_limited',
  /** The vendor could not be reached, or a call that is safe to repeat got a 5xx or no response. */
  'unavailable',
  /** A write got a 5xx or no response, and may have been done. Look before retrying. */
  'unknown_outcome',
  /**
   * Status 401 again after the token was renewed once. For a token call, the vendor refuses this
   * installation or its request (`oauthCode`).
   */
  'unauthenticated',
  /**
   * The vendor reports that the grant is invalid (`invalid_grant`); the user must connect again.
   */
  'reauth_required',
  /** Status 402: the account is not in good standing, or the module is not paid for. */
  'payment_required',
  /** Status 403: a scope, permission, module or bank verification is missing. */
  'forbidden',
  /** Status 404 or 410. */
  'not_found',
  'conflict',
  /** Any other 4xx status: the vendor refused the request itself, and nothing was done. */
  'invalid',
  /** A response that cannot be read: HTML, truncated, or in an undocumented shape. */
  'bad_answer',
  /** The caller aborted before anything was sent, or during a call that is safe to repeat. */
  'cancelled',
] as const
export type ExternalErrorKind = (typeof EXTERNAL_ERROR_KINDS)[number]

export const OAUTH_CODES = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
] as const
export type OAuthCode = (typeof OAUTH_CODES)[number]

const RETRYABLE: Record<ExternalErrorKind, boolean> = {
  rate_limited: true,
  unavailable: true,
  unknown_outcome: false,
  unauthenticated: false,
  reauth_required: false,
  payment_required: false,
  forbidden: false,
  not_found: false,
  conflict: false,
  invalid: false,
  bad_answer: false,
  cancelled: false,
}

const DETAILS_LIMIT = 500

export interface ExternalErrorInit {
  vendor: Vendor
  kind: ExternalErrorKind
  /** The request, e.g. "GET /companies/x/contacts", without query, token or body. */
  doing: string
  status?: number | null
  /** The milliseconds to wait, when the vendor requests a wait. */
  retryAfterMs?: number | null
  requestId?: string | null
  details?: string
  retryable?: boolean
  gaveUp?: boolean
  oauthCode?: OAuthCode | null
  cause?: unknown
}

export class ExternalError extends Error {
  readonly vendor: Vendor
  readonly kind: ExternalErrorKind
  readonly status: number | null
  /**
   * The milliseconds to wait before a retry, when the vendor gives them or its rule is known;
   * otherwise null.
   */
  readonly retryAfterMs: number | null
  readonly requestId: string | null
  /** The vendor's own message, redacted and cut; shown only as details, never as our own text. */
  readonly details: string
  /**
   * True when the same call can simply be retried later; false for unknown_outcome, where the
   * caller must look first.
   */
  readonly retryable: boolean
  /** True when the request timed out on our side, so the vendor can still be working on it. */
  readonly gaveUp: boolean
  /**
   * The OAuth error code of a refused token call; null for other calls and when the refusal has no
   * code.
   */
  readonly oauthCode: OAuthCode | null

  constructor(init: ExternalErrorInit) {
    // The details are stored, and PostgreSQL cannot store NUL.
    const details = cut(redact(init.details ?? '').replaceAll('\u0000', ''), DETAILS_LIMIT)
    const status = init.status ?? null
    super(
      [`${init.vendor} ${init.kind}: ${init.doing}`, status === null ? '' : `→ ${status}`, details]
        .filter(Boolean)
        .join(' '),
      {
        cause: init.cause,
      },
    )
    this.name = 'ExternalError'
    this.vendor = init.vendor
    this.kind = init.kind
    this.status = status
    this.retryAfterMs = init.retryAfterMs ?? null
    this.requestId = init.requestId ?? null
    this.details = details
    this.retryable = init.retryable ?? RETRYABLE[init.kind]
    this.gaveUp = init.gaveUp ?? false
    this.oauthCode = init.oauthCode ?? null
  }
}

/** Returns true for an ExternalError of one of the kinds, or of any kind when none is given. */
export function isExternalError(
  error: unknown,
  ...kinds: ExternalErrorKind[]
): error is ExternalError {
  return error instanceof ExternalError && (kinds.length === 0 || kinds.includes(error.kind))
}

/** Returns what was asked for; null when the vendor does not have it. */
export async function unlessGone<Item>(asked: Promise<Item>): Promise<Item | null> {
  try {
    return await asked
  } catch (error) {
    if (isExternalError(error, 'not_found')) return null
    throw error
  }
}

/**
 * Returns the kind of failure for an HTTP status.
 * @param safe true when the call can be repeated without harm. If false, a 5xx leaves the outcome
 * unknown: Fiken also responds with 500 to a draft uuid that it has accepted before.
 */
export function kindOfStatus(status: number, safe: boolean): ExternalErrorKind {
  switch (status) {
    case 401:
      return 'unauthenticated'
    case 402:
      return 'payment_required'
    case 403:
      return 'forbidden'
    case 404:
    case 410:
      return 'not_found'
    case 408:
      return safe ? 'unavailable' : 'unknown_outcome'
    case 409:
      return 'conflict'
    case 429:
      return 'rate_limited'
    default:
      if (status >= 500) return safe ? 'unavailable' : 'unknown_outcome'
      if (status >= 400) return 'invalid'
      return safe ? 'bad_answer' : 'unknown_outcome'
  }
}

function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`
}
