import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'
import { email, optionalPostalCode } from '../fields.ts'
import { PASSWORD_MAX, PASSWORD_MIN, sessionUser } from './auth.ts'

/** Profile, passwords, the user's own data and the end of an account. */

const optionalText = (max: number) =>
  z.optional(
    z.nullable(
      z.string('Ugyldig verdi').check(z.trim(), z.maxLength(max, `Kan ha høyst ${max} tegn`)),
    ),
  )

export const profile = z.object({
  firstName: z
    .string({ error: 'Fornavn er påkrevet' })
    .check(
      z.trim(),
      z.minLength(1, 'Fornavn er påkrevet'),
      z.maxLength(200, 'Fornavn kan ha høyst 200 tegn'),
    ),
  lastName: z
    .string({ error: 'Etternavn er påkrevet' })
    .check(
      z.trim(),
      z.minLength(1, 'Etternavn er påkrevet'),
      z.maxLength(200, 'Etternavn kan ha høyst 200 tegn'),
    ),
  email: email('Ugyldig e-postadresse'),
  address: optionalText(200),
  postalCode: optionalPostalCode(),
  city: optionalText(200),
})
export type Profile = z.infer<typeof profile>

const newPassword = (tooShort: string) =>
  z
    .string({ error: tooShort })
    .check(
      z.minLength(PASSWORD_MIN, tooShort),
      z.maxLength(PASSWORD_MAX, `Passordet kan være høyst ${PASSWORD_MAX} tegn`),
    )

export const passwordChange = z
  .object({
    currentPassword: z
      .string({ error: 'Nåværende passord er påkrevet' })
      .check(
        z.minLength(1, 'Nåværende passord er påkrevet'),
        z.maxLength(PASSWORD_MAX, 'Passordet er for langt'),
      ),
    newPassword: newPassword('Nytt passord må være minst 6 tegn'),
    confirmPassword: z
      .string({ error: 'Bekreft nytt passord' })
      .check(z.minLength(1, 'Bekreft nytt passord')),
  })
  .check(
    z.refine((form) => form.newPassword === form.confirmPassword, {
      error: 'Passordene stemmer ikke overens',
      path: ['confirmPassword'],
    }),
  )
export type PasswordChange = z.infer<typeof passwordChange>

export const forgottenPassword = z.object({ email: email('Ugyldig e-postadresse') })

export const passwordReset = z
  .object({
    token: z
      .string({ error: 'Token er påkrevd' })
      .check(z.minLength(1, 'Token er påkrevd'), z.maxLength(200, 'Ugyldig eller utløpt token')),
    password: newPassword('Passord må være minst 6 tegn'),
    confirmPassword: z
      .string({ error: 'Bekreft passord' })
      .check(z.minLength(PASSWORD_MIN, 'Bekreft passord')),
  })
  .check(
    z.refine((form) => form.password === form.confirmPassword, {
      error: 'Passordene må være like',
      path: ['confirmPassword'],
    }),
  )
export type PasswordReset = z.infer<typeof passwordReset>

const done = z.object({ message: z.string() })

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/profile',
  access: 'user',
  changes: [],
  summary:
    'Endre egne opplysninger; e-postadressen er også brukernavnet, og en ny krever at passordet nylig er skrevet',
  body: profile,
  answer: sessionUser,
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/change-password',
  access: 'user',
  changes: [],
  summary: 'Bytt passord; andre innlogginger avsluttes',
  body: passwordChange,
  answer: done,
})

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/session/delete-account',
  access: 'user',
  changes: [],
  freshPassword: true,
  summary: 'Slett kontoen og alt som hører til',
  answer: done,
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/forgot-password',
  access: 'public',
  changes: [],
  summary: 'Send en lenke for nytt passord; svaret røper ikke om adressen har en konto',
  body: forgottenPassword,
  answer: done,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/reset-password',
  access: 'public',
  changes: [],
  summary: 'Sett nytt passord med lenken fra e-posten',
  body: passwordReset,
  answer: done,
})

/** Which mails a user wants: one per cause that stops transfers, and a summary on Mondays. */
export const mailPreferences = z.object({
  failureMail: z.boolean('Ugyldig verdi'),
  weeklySummary: z.boolean('Ugyldig verdi'),
})
export type MailPreferences = z.infer<typeof mailPreferences>

export const readMailPreferences = endpoint({
  method: 'GET',
  path: '/api/notification-preferences',
  access: 'user',
  summary: 'Hvilke e-poster brukeren vil ha',
  answer: mailPreferences,
})

export const saveMailPreferences = endpoint({
  method: 'PUT',
  path: '/api/notification-preferences',
  access: 'user',
  changes: [],
  summary: 'Velg e-poster',
  body: mailPreferences,
  answer: mailPreferences,
})

/** An export of one's own data: how the latest one is going, or has ended. */
export const dataExport = z.object({
  /**
   * done: all was handed over · left: the caller went away · failed: it broke, so the download is
   * incomplete.
   */
  state: z.enum(['none', 'running', 'done', 'left', 'failed']),
  startedAt: z.nullable(z.string()),
})
export type DataExport = z.infer<typeof dataExport>

/**
 * A ZIP of everything that is stored; a download from our own pages, so no call of the contracts.
 */
export const EXPORT_PATH = '/api/profile/export'

export const readDataExport = endpoint({
  method: 'GET',
  path: '/api/profile/export/status',
  access: 'user',
  summary: 'Hvordan det går med nedlastingen av egne data',
  answer: dataExport,
})
