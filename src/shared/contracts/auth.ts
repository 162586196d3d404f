import * as z from 'zod/mini'
import { ROLES } from '../access/roles.ts'
import { endpoint } from '../contract.ts'
import { credentials, PASSWORD_MAX, registration } from '../forms/auth.ts'

export type { Credentials, Registration } from '../forms/auth.ts'

/** This file declares the endpoints of accounts and sessions (rules 17, 18 and 23). */

/**
 * The parts of the product that are hidden until the user has used them once: saved, chosen or
 * pressed there, or has anything that they show.
 */
export const HIDDEN_UNTIL_USED = [
  'collective',
  'account_rules',
  'webhooks',
  'matching',
  'deposits',
  'files',
] as const
export type HiddenUntilUsed = (typeof HIDDEN_UNTIL_USED)[number]

/** A company that the logged-in user is a member of. */
const ownCompany = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  role: z.enum(ROLES),
})

/** The logged-in user, never with a password, token or hash. */
export const sessionUser = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  companyName: z.nullable(z.string()),
  address: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  city: z.nullable(z.string()),
  isAdmin: z.boolean(),
  /** The confirmed address; null if unconfirmed, and mails then contain no customers' names. */
  confirmedEmail: z.nullable(z.string()),
  asksToConfirm: z.boolean(),
  reviewsConnections: z.boolean(),
  used: z.array(z.enum(HIDDEN_UNTIL_USED)),
  /** The company that the call acts for; null when it names none of several, or there is none. */
  company: z.nullable(ownCompany),
  companies: z.array(ownCompany),
  createdAt: z.string(),
  updatedAt: z.string(),
  workshopUrl: z.optional(z.string()),
})
export type SessionUser = z.infer<typeof sessionUser>

export const readSession = endpoint({
  method: 'GET',
  path: '/api/session/user',
  access: 'user',
  act: 'self',
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

export const checkRegistration = endpoint({
  method: 'POST',
  path: '/api/auth/check-registration',
  access: 'public',
  changes: [],
  summary: 'Om en konto kan opprettes med e-postadressen og passordet; ingenting lagres',
  body: z.pick(registration, { email: true, password: true }),
  answer: z.object({ message: z.string() }),
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
  act: 'self',
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
