import { redact } from './redact.ts'

export type Vendor = 'servicem8' | 'fiken' | 'brreg'

/**
 * The kinds of failure of a vendor call. Closed, so that every reader can be exhaustive. Decided by
 * the status code and by how far the request came, never by a message: one that mentions account
 * 4001 is no 400.
 */
export const EXTERNAL_ERROR_KINDS = [
  /** 429. Nothing was performed. */
  'rate_limited',
  /** A vendor that was not reached, or a 5xx or lost answer to a call that may safely be made again. */
  'unavailable',
  /**
   * A write whose answer was lost or a 5xx: it may have been performed. Look before sending again.
   */
  'unknown_outcome',
  /**
   * 401 also after one renewal of the token; on a token call: the vendor refuses this installation,
   * or its request (`oauthCode`).
   */
  'unauthenticated',
  /**
   * The grant is dead, in the vendor's own words (`invalid_grant`): the user must connect again.
   */
  'reauth_required',
  /** 402: the account is not in good standing, or the module is not paid for. */
  'payment_required',
  /** 403: scope, permission, module or bank verification. */
  'forbidden',
  /** 404 or 410. */
  'not_found',
  /** 409. */
  'conflict',
  /** Any other 4xx: the request itself was refused, nothing was performed. */
  'invalid',
  /** An answer that cannot be read: HTML, cut off, or not of the agreed shape. */
  'bad_answer',
  /** The caller aborted before anything was sent, or during a call that may be made again. */
  'cancelled',
] as const
export type ExternalErrorKind = (typeof EXTERNAL_ERROR_KINDS)[number]

/** A token endpoint's codes of refusal (RFC 6749 §5.2). */
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

/** The most characters kept of a vendor's own text. */
const DETAILS_LIMIT = 500

export interface ExternalErrorInit {
  vendor: Vendor
  kind: ExternalErrorKind
  /** The request, e.g. "GET /companies/x/contacts"; without query, token or body. */
  doing: string
  status?: number | null
  /** The wait that the vendor asks for, in milliseconds. */
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
  /** The HTTP status, or null when no answer came. */
  readonly status: number | null
  /** Milliseconds to wait, when the vendor said so or its rule is known; else null. */
  readonly retryAfterMs: number | null
  /** The X-Request-ID of the attempt, for the vendor's support. */
  readonly requestId: string | null
  /** The vendor's own words, redacted and cut. Never shown as our text, only as details. */
  readonly details: string
  /**
   * True when the same call may simply be made again later. False for unknown_outcome: look first.
   */
  readonly retryable: boolean
  /** True when we stopped waiting: the vendor may still be at work on the request. */
  readonly gaveUp: boolean
  /** The code of a refused token call; null for any other call, and for a refusal without one. */
  readonly oauthCode: OAuthCode | null

  constructor(init: ExternalErrorInit) {
    // The text is stored, and PostgreSQL stores no NUL.
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

/** Returns true for an ExternalError of one of the kinds, or of any when none is named. */
export function isExternalError(
  error: unknown,
  ...kinds: ExternalErrorKind[]
): error is ExternalError {
  return error instanceof ExternalError && (kinds.length === 0 || kinds.includes(error.kind))
}

/**
 * Returns the kind of failure that a status means.
 * @param safe true when the call may be made again without harm. If not, a 5xx leaves its outcome
 *   unknown: Fiken answers 500 also to a repeated draft uuid that it has accepted before.
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
