import * as z from 'zod/mini'
import { email, postalCode, required } from '../fields.ts'

/** The minimum length of a password, shown under the password field (rule 23). */
export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 256

export const registration = z.object({
  email: email('E-postadresse er påkrevd'),
  password: z
    .string({ error: 'Passord er påkrevd' })
    .check(
      z.minLength(1, 'Passord er påkrevd'),
      z.minLength(PASSWORD_MIN, `Passordet må være minst ${PASSWORD_MIN} tegn`),
      z.maxLength(PASSWORD_MAX, `Passordet kan være høyst ${PASSWORD_MAX} tegn`),
    ),
  firstName: required('Fornavn'),
  lastName: required('Etternavn'),
  companyName: required('Firmanavn').check(
    // An organisation number with a digit too few or too many would become the name.
    z.refine(
      (name) => /[^\d\s]/.test(name) || name.replace(/\s/g, '').length === 9,
      'Skriv navnet, eller et organisasjonsnummer med ni siffer',
    ),
  ),
  address: required('Adresse'),
  postalCode: postalCode('Postnummer er påkrevd'),
  city: required('Poststed'),
})
export type Registration = z.infer<typeof registration>

export const credentials = z.object({
  email: email('E-postadresse er påkrevd'),
  password: z
    .string({ error: 'Passord er påkrevd' })
    .check(
      z.minLength(1, 'Passord er påkrevd'),
      z.maxLength(PASSWORD_MAX, 'Passordet er for langt'),
    ),
  /** A code from the authenticator app, or a recovery code; required with a second factor. */
  code: z.optional(z.string().check(z.trim(), z.maxLength(40, 'Koden er for lang'))),
})
export type Credentials = z.infer<typeof credentials>
