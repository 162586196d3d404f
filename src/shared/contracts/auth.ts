import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'
import { credentials, PASSWORD_MAX, registration } from '../forms/auth.ts'

export type { Credentials, Registration } from '../forms/auth.ts'

/** Accounts and sessions (rules 17, 18 and 23). */

/** The logged-in user as every session call answers it. Never a password, token or hash. */
export const sessionUser = z.object({
  id: z.string(),
  /** The lower-cased e-mail address. */
  username: z.string(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  companyName: z.nullable(z.string()),
  address: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  city: z.nullable(z.string()),
  isAdmin: z.boolean(),
  /** The confirmed address, for mails with customers' data; null = none, and mails name nobody. */
  confirmedEmail: z.nullable(z.string()),
  /**
   * True when the present address is not confirmed, and the user has not been asked about it yet.
   */
  asksToConfirm: z.boolean(),
  /**
   * True when the password was set by a link, and the connections have not been looked at since.
   */
  reviewsConnections: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Only in the demo: the pages for acting as the tradesperson and the accountant. */
  workshopUrl: z.optional(z.string()),
})
export type SessionUser = z.infer<typeof sessionUser>

export const readSession = endpoint({
  method: 'GET',
  path: '/api/session/user',
  access: 'user',
  summary: 'Den innloggede brukeren',
  answer: sessionUser,
})

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  changes: [],
  summary: 'Logg inn',
  body: credentials,
  answer: sessionUser,
})

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  access: 'public',
  changes: [],
  summary: 'Opprett konto',
  body: registration,
  answer: sessionUser,
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'public',
  changes: [],
  summary: 'Logg ut',
  answer: z.object({ message: z.string() }),
})

export const passwordAgain = z.object({
  password: z
    .string({ error: 'Skriv passordet ditt' })
    .check(
      z.minLength(1, 'Skriv passordet ditt'),
      z.maxLength(PASSWORD_MAX, 'Passordet er for langt'),
    ),
})

export const confirmPassword = endpoint({
  method: 'POST',
  path: '/api/auth/confirm-password',
  access: 'user',
  changes: [],
  summary: 'Skriv passordet på nytt; i et kvarter etterpå kan det gjøres som krever det',
  body: passwordAgain,
  answer: z.object({ message: z.string() }),
})

export const publicPricing = endpoint({
  method: 'GET',
  path: '/api/public/pricing',
  access: 'public',
  summary: 'Månedspris i øre, uten MVA',
  answer: z.object({ monthlyPrice: z.int() }),
})
