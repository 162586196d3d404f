import { redact } from './redact.ts'

export type Vendor = 'servicem8' | 'fiken' | 'brreg'

/**
 * What can go wrong with a call to a vendor. Closed, so that every reader of it can be exhaustive.
 * Decided by the status code and by how far the request came, never by a message: one that mentions
 * account 4001 is no 400.
 */
export const EXTERNAL_ERROR_KINDS = [
  /** 429. Nothing was performed. */
  'rate_limited',
  /** Not reached, or a 5xx or a lost answer to a call that may safely be made again. */
  'unavailable',
  /**
   * A write whose answer was lost or a 5xx: it may have been performed. Look before anything is
   * sent again.
   */
  'unknown_outcome',
  /**
   * 401 also after one renewal of the token; on a token call: the vendor refuses this installation,
   * or how it asks (`oauthCode`).
   */
  'unauthenticated',
  /**
   * The grant is dead, in the vendor's own words (`invalid_grant`): a person must connect again.
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
  /**
   * The caller's signal was aborted before anything was sent, or during a call that may safely be
   * made again.
   */
  'cancelled',
] as const
export type ExternalErrorKind = (typeof EXTERNAL_ERROR_KINDS)[number]

/** The codes with which a token endpoint refuses (RFC 6749 §5.2). */
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

/** As much of a vendor's own text as is worth keeping. */
const DETAILS_LIMIT = 500

export interface ExternalErrorInit {
  vendor: Vendor
  kind: ExternalErrorKind
  /** What was being done, e.g. "GET /companies/x/contacts"; without query, token or body. */
  doing: string
  status?: number | null
  /** How long the vendor asks us to wait, in milliseconds. */
  retryAfterMs?: number | null
  requestId?: string | null
  /** The vendor's text. */
  details?: string
  retryable?: boolean
  gaveUp?: boolean
  oauthCode?: OAuthCode | null
  cause?: unknown
}

/** The only error the clients throw for what happens outside this program. */
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
  /** May the same call simply be made again later? False for unknown_outcome: look first. */
  readonly retryable: boolean
  /** It was we who stopped waiting: the vendor may still be at work on the request. */
  readonly gaveUp: boolean
  /**
   * The code of a refused token call; null for any other call, and for a refusal that names none.
   */
  readonly oauthCode: OAuthCode | null

  constructor(init: ExternalErrorInit) {
    // It is stored with what it stopped, and PostgreSQL stores no NUL.
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

/** Is this one of ours, and (when named) of one of these kinds? */
export function isExternalError(
  error: unknown,
  ...kinds: ExternalErrorKind[]
): error is ExternalError {
  return error instanceof ExternalError && (kinds.length === 0 || kinds.includes(error.kind))
}

/**
 * The kind of failure a status stands for.
 *
 * @param safe may the call be made again without harm? If not, a 5xx leaves its outcome unknown:
 *   Fiken answers 500 also to a repeated draft uuid that it has accepted before.
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
