import { isExternalError } from '#clients/http/external-error'
import { errorReply } from '../../platform/http/errors.ts'
import { HttpError } from '../../platform/http-error.ts'
import { LimiterBusy } from '../../platform/limiter/vendor-limiter.ts'

/**
 * Describes a failed vendor call to the user: first what was being done, then why it did not work,
 * with the status and code that such a failure has everywhere. Errors other than a vendor's
 * failure, such as a call that we cancelled, are returned as they are, for the caller to throw.
 * @param what a whole Norwegian sentence, e.g. "Kunne ikke laste selskaper fra Fiken."
 */
export function vendorFailure(error: unknown, what: string): unknown {
  const failed = isExternalError(error) && error.kind !== 'cancelled'
  if (!failed && !(error instanceof LimiterBusy)) return error
  const { status, body, retryAfter } = errorReply(error, '')
  const { message, code, ...more } = body
  return new HttpError(status, code, `${what} ${sentence(message)}`, {
    ...more,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  })
}

/** Returns only the reason, as one sentence, for texts that already say what was being done. */
export function reasonOf(error: unknown): string {
  return sentence(errorReply(error, '').body.message)
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
