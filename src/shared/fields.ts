import * as z from 'zod/mini'

export function required(label: string, max = 200) {
  return z
    .string({ error: `${label} er påkrevd` })
    .check(
      z.trim(),
      z.minLength(1, `${label} er påkrevd`),
      z.maxLength(max, `${label} kan ha høyst ${max} tegn`),
    )
}

/** Declares an e-mail address, trimmed and in lower case, which is also the username (rule 17). */
export function email(missing = 'E-postadresse er påkrevd') {
  return z
    .string({ error: missing })
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(254, 'Ugyldig e-postadresse'),
      z.toLowerCase(),
      z.email('Ugyldig e-postadresse'),
    )
}

const FOUR_DIGITS = 'Postnummer har fire siffer'

export function postalCode(missing: string) {
  return z
    .string({ error: missing })
    .check(z.trim(), z.minLength(1, missing), z.regex(/^(\d{4})?$/, FOUR_DIGITS))
}

export function optionalPostalCode() {
  return z.nullish(z.string('Ugyldig verdi').check(z.trim(), z.regex(/^(\d{4})?$/, FOUR_DIGITS)))
}

/** The schema of our ids in paths. A malformed id gives 404; its error message is never shown. */
export const id = z.uuid('Finnes ikke')

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Returns true for the text of a UUID, whatever its version. */
export const isUuid = (text: string): boolean => UUID.test(text)

/**
 * Declares a stored code. The type lists this version's codes, but a row written by another version
 * can have another code, and is still accepted.
 */
export function storedCode<Code extends string>(...checks: z.core.$ZodCheck<string>[]) {
  return z.string().check(...checks) as z.ZodMiniType as z.ZodMiniType<Code, Code>
}

/**
 * Declares a day to search by (yyyy-mm-dd), within the two centuries about which calendars,
 * databases and time zones agree.
 */
export function day() {
  return z.iso.date('Ugyldig dato').check(z.regex(/^(19|20)/, 'Ugyldig dato'))
}

export function limit(max: number, fallback: number) {
  return z._default(
    z.coerce
      .number('Ugyldig antall')
      .check(
        z.int('Ugyldig antall'),
        z.minimum(1, 'Ugyldig antall'),
        z.maximum(max, 'Ugyldig antall'),
      ),
    fallback,
  )
}

/** A sum of several jobs (shared/needs/job-sum.ts). */
export const jobSum = z.object({
  count: z.int(),
  ore: z.int(),
  withoutAmount: z.int(),
  negative: z.int(),
})
