import { ApiError } from '../../lib/api.ts'
import { text } from './text.ts'

/** Returns `first` if the login requires a code, and `again` after a wrong code. */
export function asksForCode(error: unknown): 'first' | 'again' | null {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'second_factor_required') return 'first'
  return error.code === 'second_factor_wrong' ? 'again' : null
}

export function loginError(error: unknown): string {
  if (asksForCode(error) !== null && error instanceof ApiError) return error.text
  if (error instanceof ApiError && (error.status === 401 || fieldsOf(error).includes('email')))
    return text.wrongCredentials
  return (error instanceof ApiError && error.text) || text.loginFailed
}

export function registerError(error: unknown): string {
  if (isTaken(error)) return text.alreadyRegistered
  return (error instanceof ApiError && error.text) || text.registerFailed
}

export function isAboutAccount(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return isTaken(error) || fieldsOf(error).some((name) => name === 'email' || name === 'password')
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

function fieldsOf({ answer: { fields } }: ApiError): string[] {
  return typeof fields === 'object' && fields !== null ? Object.keys(fields) : []
}
