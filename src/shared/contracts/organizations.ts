import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'

/**
 * Look-ups in Brønnøysundregistrene (Enhetsregisteret), so that an organisation's name and address
 * need not be typed. They fill in and warn; nothing depends on them.
 */

/** The register's own limit for a name. */
export const LONGEST_ORGANIZATION_QUERY = 180

/** The number that fits under a field. */
export const MOST_ORGANIZATIONS = 10

export const organization = z.object({
  /** Nine digits. */
  organizationNumber: z.string(),
  /**
   * The register writes capitals; here in ordinary case, with words in doubt as in the register. ""
   * when the register no longer tells the name of a deleted unit.
   */
  name: z.string(),
  /** The register's code: AS, ENK, NUF, FLI, BRL …; BEDR and AAFY are branches. "" = unknown. */
  form: z.string(),
  /** The postal address, else the business address. Parts may be "". */
  address: z.nullable(
    z.object({
      street: z.string(),
      postalCode: z.string(),
      city: z.string(),
      country: z.string(),
    }),
  ),
  vatRegistered: z.boolean(),
  /** null = still in operation, as far as the register knows. */
  ended: z.nullable(
    z.object({
      kind: z.enum(['deleted', 'bankrupt', 'reconstruction', 'winding_up']),
      /** yyyy-mm-dd, when the register says. */
      on: z.nullable(z.string()),
      /** The end and its meaning for an invoice, in Norwegian. */
      text: z.string(),
    }),
  ),
})
export type Organization = z.infer<typeof organization>

export const findOrganizations = endpoint({
  method: 'GET',
  path: '/api/organizations',
  access: 'user',
  summary:
    'Slår opp et organisasjonsnummer i Brønnøysundregistrene, eller søker etter et navn. Svarer registeret ikke, er lista tom og «unavailable» sier det.',
  query: z.object({
    query: z
      .string({ error: 'Skriv et navn eller et organisasjonsnummer' })
      .check(
        z.trim(),
        z.minLength(2, 'Skriv minst to tegn'),
        z.maxLength(LONGEST_ORGANIZATION_QUERY, `Skriv høyst ${LONGEST_ORGANIZATION_QUERY} tegn`),
      ),
  }),
  answer: z.object({
    /** The best match first, at most {@link MOST_ORGANIZATIONS}. */
    organizations: z.array(organization),
    /** A sentence when the register could not be asked; the list is empty then. */
    unavailable: z.nullable(z.string()),
  }),
})
