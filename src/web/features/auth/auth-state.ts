import { ApiError } from '../../lib/api.ts'
import { text } from './text.ts'

/**
 * Does the account have a second factor? `first`: the password was right, and its code is asked for;
 * `again`: the code was wrong.
 */
export function asksForCode(error: unknown): 'first' | 'again' | null {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'second_factor_required') return 'first'
  return error.code === 'second_factor_wrong' ? 'again' : null
}

/** What the login form says about a failure. */
export function loginError(error: unknown): string {
  if (asksForCode(error) !== null && error instanceof ApiError) return error.text
  const raw = error instanceof Error ? error.message : ''
  // The raw form begins with the status; asking for the status itself keeps a "401" elsewhere in a
  // text from misleading.
  if ((error instanceof ApiError && error.status === 401) || raw.includes('Ugyldig'))
    return text.wrongCredentials
  return (error instanceof ApiError && error.text) || text.loginFailed
}

/** What the registration form says about a failure. */
export function registerError(error: unknown): string {
  if (error instanceof Error && error.message.includes('eksisterer allerede'))
    return text.alreadyRegistered
  return (error instanceof ApiError && error.text) || text.registerFailed
}

/** Is it about the address or the password, which are on the first page of the registration? */
export function isAboutAccount(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const fields = error.answer['fields']
  const named = typeof fields === 'object' && fields !== null ? Object.keys(fields) : []
  return (
    registerError(error) === text.alreadyRegistered ||
    named.some((name) => name === 'email' || name === 'password')
  )
}

/**
 * What the reset form says about a failure. A password that is too easy is the server's own
 * sentence.
 */
export function resetError(error: unknown): string {
  const raw = error instanceof Error ? error.message : ''
  if (raw.includes('Ugyldig eller utløpt token')) return text.resetExpired
  if (raw.includes('allerede brukt')) return text.resetUsed
  return error instanceof ApiError && error.code === 'invalid'
    ? error.text || text.resetFailed
    : text.resetFailed
}

/** Is the link itself what is wrong? Then no password, however good, will be accepted. */
export function isDeadLink(error: unknown): boolean {
  return [text.resetExpired, text.resetUsed].includes(resetError(error))
}
