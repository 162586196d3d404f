import * as z from 'zod/mini'
import { email, optionalPostalCode } from '../fields.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from './auth.ts'

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
  companyName: optionalText(200),
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

/** A code from the authenticator app, or a recovery code. */
export const factorCode = z.object({
  code: z
    .string({ error: 'Skriv koden' })
    .check(z.trim(), z.minLength(1, 'Skriv koden'), z.maxLength(40, 'Koden er for lang')),
})
export type FactorCode = z.infer<typeof factorCode>

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
