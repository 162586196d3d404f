/**
 * An expected refusal of a request: an HTTP status, a stable code, and a Norwegian sentence that
 * says what to do (rule 14). Any other thrown error is our bug and becomes a 500 response without
 * details.
 */
export class HttpError extends Error {
  readonly status: number
  readonly code: string
  readonly more: Record<string, unknown>

  constructor(status: number, code: string, message: string, more: Record<string, unknown> = {}) {
    super(message)
    this.name = 'HttpError'
    this.status = status
    this.code = code
    this.more = more
  }
}

export const notFound = (what = 'Finnes ikke.') => new HttpError(404, 'not_found', what)
