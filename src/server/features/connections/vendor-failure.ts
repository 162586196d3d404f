import { isExternalError } from '#clients/http/external-error'
import { errorReply } from '../../platform/http/errors.ts'
import { HttpError } from '../../platform/http-error.ts'
import { LimiterBusy } from '../../platform/limiter/vendor-limiter.ts'

/**
 * Returns an HttpError that describes a failed vendor request to the user: what was being done and
 * why it failed, with the status and code used everywhere for that failure. Other errors, such as a
 * request that we cancelled, are returned unchanged for the caller to throw.
 * @param what a complete Norwegian sentence, e.g. "Kunne ikke laste selskaper fra Fiken."
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

/**
 * Returns only the reason for a failure, as a sentence, for texts that already say what was being
 * done.
 */
export function reasonOf(error: unknown): string {
  return sentence(errorReply(error, '').body.message)
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
