import { ApiError } from '../../lib/api.ts'
import { complaintsOf } from '../../lib/field-errors.ts'
import { text } from './text.ts'

/** Returns `first` if the login requires a code, and `again` after a wrong code. */
export function asksForCode(error: unknown): 'first' | 'again' | null {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'second_factor_required') return 'first'
  return error.code === 'second_factor_wrong' ? 'again' : null
}

export function loginError(error: unknown): string {
  if (asksForCode(error) !== null && error instanceof ApiError) return error.text
  if (error instanceof ApiError && (error.status === 401 || 'email' in complaintsOf(error)))
    return text.wrongCredentials
  return (error instanceof ApiError && error.text) || text.loginFailed
}

export function registerError(error: unknown): string {
  return (error instanceof ApiError && error.text) || text.registerFailed
}

/** Returns the errors of the first step's fields: an address or a password that was refused. */
export function accountComplaints(error: unknown): { email?: string; password?: string } {
  if (isTaken(error)) return { email: text.alreadyRegistered }
  const { email, password } = complaintsOf(error)
  return { ...(email ? { email } : {}), ...(password ? { password } : {}) }
}

/** Returns the message for a failed reset; for a too easy password, the server's own sentence. */
export function resetError(error: unknown): string {
  if (!(error instanceof ApiError)) return text.resetFailed
  switch (error.code) {
    case 'token_invalid':
      return text.resetExpired
    case 'token_used':
      return text.resetUsed
    case 'invalid':
      return error.text || text.resetFailed
    default:
      return text.resetFailed
  }
}

export function isDeadLink(error: unknown): boolean {
  return error instanceof ApiError && ['token_invalid', 'token_used'].includes(error.code)
}

const isTaken = (error: unknown) => error instanceof ApiError && error.code === 'email_taken'
