import * as z from 'zod/mini'
import { endpoint, LIST_BODY } from '../contract.ts'
import { TRANSFER_TOPICS } from '../live-topics.ts'
import { MOST_ITEMS, task, TOO_MANY } from './tasks.ts'

/**
 * This file declares the endpoints of the customer import, which compares all ServiceM8 clients
 * with all Fiken contacts. Certain matches are linked automatically, and the user decides the rest.
 * Nothing is created in Fiken without the user's confirmation.
 */

export const LINK_CUSTOMERS = 'link_customers'
export const CREATE_CONTACTS = 'create_contacts'

/**
 * The result of comparing a client. `linked`: the client has a contact, so its next job needs no
 * question. `uncertain`: the user chooses a contact. `missing`: no contact in Fiken is similar.
 */
export const MATCH_KINDS = ['linked', 'uncertain', 'missing'] as const
export type MatchKind = (typeof MATCH_KINDS)[number]

export const MOST_CANDIDATES = 10

/** A contact in Fiken that can be the client; "" means unknown. */
const candidate = z.object({
  contactId: z.int(),
  name: z.string(),
  organizationNumber: z.string(),
  email: z.string(),
  address: z.string(),
  /** The similarity, from 0 to 100. */
  score: z.int(),
  /** A text about the other facts that agree and differ; "" in older comparisons. */
  comparison: z.string(),
})
export type MatchCandidate = z.infer<typeof candidate>

export const startImport = endpoint({
  method: 'POST',
  path: '/api/customers/import',
  access: 'user',
  act: 'customers',
  changes: ['tasks', 'customers'],
  summary: 'Sammenlign alle kundene i ServiceM8 med kontaktene i Fiken. Ingenting lages i Fiken.',
  answer: z.object({
    message: z.string(),
    taskId: z.string(),
    /** True if the comparison was started, false if one was already running. */
    started: z.boolean(),
  }),
})

export const readImport = endpoint({
  method: 'GET',
  path: '/api/customers/import',
  access: 'user',
  act: 'read',
  shows: ['tasks', 'customers', 'transfers', 'configuration', 'connections'],
  summary: 'Hvor langt sammenligningen har kommet, og hvor mange kunder som er i hver liste',
  answer: z.object({
    task: z.nullable(task),
    matchedAt: z.nullable(z.string()),
    counts: z.object({ linked: z.int(), uncertain: z.int(), missing: z.int() }),
  }),
})

export const ROWS_A_PAGE = 50

const row = z.object({
  uuid: z.string(),
  name: z.string(),
  recipientName: z.string(),
  contact: z.nullable(z.object({ contactId: z.int(), name: z.string() })),
  why: z.string(),
  /** The similar contacts, best match first, at most ten. */
  candidates: z.array(candidate),
  rejected: z.boolean(),
})
export type MatchRow = z.infer<typeof row>

export const readImportRows = endpoint({
  method: 'GET',
  path: '/api/customers/import/rows',
  access: 'user',
  act: 'read',
  shows: ['customers', 'transfers', 'configuration'],
  summary: 'En av de tre listene etter navn, 50 om gangen. Hodet X-Total-Count følger med.',
  query: z.object({
    kind: z.enum(MATCH_KINDS, 'Ugyldig liste'),
    page: z._default(
      z.coerce
        .number('Ugyldig side')
        .check(
          z.int('Ugyldig side'),
          z.minimum(1, 'Ugyldig side'),
          z.maximum(100_000, 'Ugyldig side'),
        ),
      1,
    ),
  }),
  answer: z.array(row),
})

const uuid = z.string().check(z.minLength(1), z.maxLength(100))

export const chooseContact = endpoint({
  method: 'POST',
  path: '/api/customers/import/choose',
  access: 'user',
  act: 'customers',
  changes: ['customers', ...TRANSFER_TOPICS],
  summary: 'Koble en kunde til en kontakt i Fiken',
  body: z.object({ uuid, contactId: z.int() }),
  answer: z.object({
    message: z.string(),
    /** The number of transfers that waited for this customer's identity and now continue. */
    resumed: z.int(),
  }),
})

/**
 * Rejects contacts, so that they are not suggested for the client again. If no other contacts are
 * similar, the client counts as missing from Fiken. Responds 404 if the client or a contact does
 * not belong to the user, 409 if the match has already been decided.
 */
export const rejectContacts = endpoint({
  method: 'POST',
  path: '/api/customers/import/reject',
  access: 'user',
  act: 'customers',
  changes: ['customers'],
  summary: 'Ingen av disse kontaktene er kunden. Ingenting lages i Fiken.',
  body: z.object({
    uuid,
    contactIds: z.array(z.int()).check(z.minLength(1), z.maxLength(MOST_CANDIDATES)),
  }),
  answer: z.object({
    message: z.string(),
    left: z.int(),
  }),
})

export const reconsiderCustomer = endpoint({
  method: 'POST',
  path: '/api/customers/import/reconsider',
  access: 'user',
  act: 'customers',
  changes: ['customers'],
  summary: 'Se på kontaktene som ligner på kunden igjen, også dem du har sagt nei til',
  body: z.object({ uuid }),
  answer: z.object({
    message: z.string(),
    kind: z.nullable(z.enum(MATCH_KINDS)),
  }),
})

/**
 * Creates contacts for the missing customers. Responds 404 if none of them is missing from Fiken
 * any more.
 */
export const createContacts = endpoint({
  method: 'POST',
  path: '/api/customers/import/create',
  access: 'user',
  act: 'customers',
  bodyLimit: LIST_BODY,
  changes: ['tasks', 'customers'],
  summary: 'Lag kundene som mangler, i Fiken. Hver slås opp der først, og ingen lages to ganger.',
  body: z.object({
    uuids: z.array(uuid).check(z.minLength(1, 'Velg minst én'), z.maxLength(MOST_ITEMS, TOO_MANY)),
  }),
  answer: z.object({ message: z.string(), taskId: z.string(), started: z.boolean() }),
})
