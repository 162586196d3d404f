import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'

/**
 * This file declares the lookups in Brønnøysundregistrene (Enhetsregisteret), so that users need
 * not type an organisation's name and address. The results fill in fields and give warnings;
 * nothing depends on them.
 */

/** The longest query in characters, which is the register's own limit. */
export const LONGEST_ORGANIZATION_QUERY = 180

export const MOST_ORGANIZATIONS = 10

export const organization = z.object({
  /** The organisation number: nine digits. */
  organizationNumber: z.string(),
  /**
   * The name in ordinary case, although the register uses capitals; words of uncertain case stay as
   * in the register. "" if the register no longer shows a deleted unit's name.
   */
  name: z.string(),
  /**
   * The register's code for the legal form: AS, ENK, NUF, FLI, BRL …; BEDR and AAFY are branches.
   * "" means unknown.
   */
  form: z.string(),
  address: z.nullable(
    z.object({
      street: z.string(),
      postalCode: z.string(),
      city: z.string(),
      country: z.string(),
    }),
  ),
  vatRegistered: z.boolean(),
  /** The end of the organisation; null if it still operates, as far as the register knows. */
  ended: z.nullable(
    z.object({
      kind: z.enum(['deleted', 'bankrupt', 'reconstruction', 'winding_up']),
      /** The date (yyyy-mm-dd); null if the register has no date. */
      on: z.nullable(z.string()),
      /** A text about how the organisation ended, and what that means for an invoice. */
      text: z.string(),
    }),
  ),
})
export type Organization = z.infer<typeof organization>

const question = z.object({
  query: z
    .string({ error: 'Skriv et navn eller et organisasjonsnummer' })
    .check(
      z.trim(),
      z.minLength(2, 'Skriv minst to tegn'),
      z.maxLength(LONGEST_ORGANIZATION_QUERY, `Skriv høyst ${LONGEST_ORGANIZATION_QUERY} tegn`),
    ),
})

const found = z.object({
  /** The organisations, best match first, at most {@link MOST_ORGANIZATIONS}. */
  organizations: z.array(organization),
  /** The message when the register could not be reached and the list is empty; otherwise null. */
  unavailable: z.nullable(z.string()),
})

export const findOrganizations = endpoint({
  method: 'GET',
  path: '/api/organizations',
  access: 'user',
  act: 'read',
  summary:
    'Slår opp et organisasjonsnummer i Brønnøysundregistrene, eller søker etter et navn. Svarer registeret ikke, er lista tom og «unavailable» sier det.',
  query: question,
  answer: found,
})

export const findOwnOrganization = endpoint({
  method: 'GET',
  path: '/api/public/organizations',
  access: 'public',
  summary: 'Det samme for den som registrerer seg; med færre oppslag per adresse',
  query: question,
  answer: found,
})

export const findPlace = endpoint({
  method: 'GET',
  path: '/api/public/places',
  access: 'public',
  summary: 'Poststedet til et norsk postnummer, etter adressene i Enhetsregisteret',
  query: z.object({
    postalCode: z.string().check(z.regex(/^\d{4}$/, 'Postnummer har fire siffer')),
  }),
  /** The place is null if the register does not respond or knows no address with the postcode. */
  answer: z.object({ city: z.nullable(z.string()) }),
})
