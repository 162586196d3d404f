import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'
import { id } from '../fields.ts'

/**
 * This file declares the endpoints by which one authorisation at Fiken is used for several companies
 * of ours. A pairing stores the company in Fiken as if it was chosen under Konfigurasjoner; it
 * switches nothing on.
 */

const slug = z.string().check(z.minLength(1), z.maxLength(200))

/** A company in Fiken that a grant gives access to. */
const fikenCompany = z.object({
  grantId: z.string(),
  slug: z.string(),
  name: z.string(),
  organizationNumber: z.string(),
})

const pairing = z.object({
  companyId: z.string(),
  companyName: z.nullable(z.string()),
  /** Its digits; null while neither Fiken nor ServiceM8 has told us. */
  organizationNumber: z.nullable(z.string()),
  /** The one choice with the same organisation number; null when none or several have it. */
  proposed: z.nullable(fikenCompany),
  /**
   * The companies in Fiken to choose from. Only the company used before, if there was one and the
   * person may not choose another.
   */
  choices: z.array(fikenCompany),
})
export type Pairing = z.infer<typeof pairing>

export const readPairings = endpoint({
  method: 'GET',
  path: '/api/fiken/pairings',
  access: 'user',
  act: 'self',
  shows: ['connections'],
  summary: 'Firmaer uten Fiken som brukerens egen tilgang kan brukes for; tom for den som har ett',
  answer: z.array(pairing),
})

export const confirmPairings = endpoint({
  method: 'POST',
  path: '/api/fiken/pairings',
  access: 'user',
  act: 'self',
  changes: ['connections'],
  summary: 'Bruk tilgangen for disse firmaene; ingenting slås på',
  body: z.object({
    pairs: z
      .array(z.object({ companyId: id, grantId: id, slug }))
      .check(z.minLength(1, 'Velg minst ett firma'), z.maxLength(200)),
  }),
  /** What stopped each pair, in the order of the request; null for those that are stored. */
  answer: z.array(z.object({ companyId: z.string(), problem: z.nullable(z.string()) })),
})

export const readFikenOffers = endpoint({
  method: 'GET',
  path: '/api/fiken/offers',
  access: 'user',
  act: 'change_fiken_company',
  shows: ['connections', 'members'],
  summary:
    'Medlemmenes tilganger til selskapet i Fiken med firmaets organisasjonsnummer, for eieren',
  answer: z.array(z.extend(fikenCompany, { person: z.string() })),
})

export const acceptFikenOffer = endpoint({
  method: 'POST',
  path: '/api/fiken/offers',
  access: 'user',
  act: 'change_fiken_company',
  changes: ['connections', 'status', 'configuration', 'transfers', 'stats', 'activity', 'setup'],
  summary: 'Bruk et medlems tilgang til Fiken for firmaet; ingenting slås på',
  body: z.object({ grantId: id, slug }),
  answer: z.object({ message: z.string() }),
})
