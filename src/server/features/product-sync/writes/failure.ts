import { isExternalError, type ExternalErrorKind } from '#clients/http/external-error'
import { errorReply } from '../../../platform/http/errors.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { LimiterBusy } from '../../../platform/limiter/vendor-limiter.ts'

/**
 * The statuses and codes of vendor failures for which the product screens have texts; other errors
 * get the general response.
 */
const OWN: Partial<Record<ExternalErrorKind, { status: number; code: string }>> = {
  not_found: { status: 404, code: 'vendor_not_found' },
  conflict: { status: 409, code: 'vendor_conflict' },
  invalid: { status: 400, code: 'vendor_refused' },
  bad_answer: { status: 503, code: 'vendor_bad_answer' },
}

export function productFailure(error: unknown): unknown {
  if (!(error instanceof LimiterBusy) && !isExternalError(error)) return error
  const { status, body, retryAfter } = errorReply(error, '')
  const own = isExternalError(error) ? OWN[error.kind] : undefined
  const { message, code, ...more } = body
  return new HttpError(own?.status ?? status, own?.code ?? code, message, {
    ...more,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  })
}
