import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'
import { billingFields } from '../forms/customer.ts'
import { TRANSFER_TOPICS } from '../live-topics.ts'

export type { BillingFields } from '../forms/customer.ts'

/**
 * The customers screen. Field names with underscores are the specification's (part 2, §3 and §7).
 * Schemas are put together without spreading: the bundler keeps what is spread, and with it the
 * whole of zod on the screen's way to its first paint.
 */

/** Who receives a customer's invoices, as the five fields of the edit dialog. "" = unknown. */
const billing = z.object({
  billing_company_name: z.string(),
  billing_address: z.string(),
  billing_city: z.string(),
  billing_postal_code: z.string(),
  billing_country: z.string(),
})

/** A client in ServiceM8, and what is known of it here and in Fiken. "" = unknown. */
export const customer = z.extend(billing, {
  uuid: z.string(),
  /** The same as uuid. */
  id: z.string(),
  company_name: z.string(),
  contact_name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  postal_code: z.string(),
  country: z.string(),
  organization_number: z.string(),
  /** Of who receives the invoices: nine digits. */
  billing_organization_number: z.string(),
  /** The billing address as ServiceM8 has it: free text. */
  billing_text: z.string(),
  /** The address could not be read with certainty, so a person should look at it. */
  needs_review: z.boolean(),
  /** For a site: who is billed, and what an edit opens. */
  head_office: z.nullable(z.object({ uuid: z.string(), name: z.string() })),
  /** What was saved here, and how far it has come. Null = everything is as in ServiceM8. */
  saved: z.nullable(
    z.object({
      /**
       * `written`: it is in ServiceM8 too. `waiting`: that is tried again until it is there.
       * `consent`: it waits for a grant that may write customers. `changed`: somebody has edited
       * the client in ServiceM8 in the meantime, and a person must choose.
       */
      servicem8: z.enum(['written', 'waiting', 'consent', 'changed']),
      /** Why it is not in ServiceM8 yet: a Norwegian sentence. */
      why: z.string(),
      at: z.string(),
      /** What ServiceM8 itself says, to be held against what was saved. */
      theirs: billing,
    }),
  ),
  /** The contact in Fiken that the customer was last invoiced as. */
  contact: z.nullable(z.object({ contactId: z.int(), name: z.string() })),
  /** Transfers that wait for a person to say who the customer is. */
  waiting: z.int(),
  /** One of those, whose question can be answered. */
  waiting_transfer: z.nullable(z.string()),
  /** Names this state of the customer: sent back when it is saved. */
  version: z.string(),
})
export type Customer = z.infer<typeof customer>

export const readCustomers = endpoint({
  method: 'GET',
  path: '/api/customers/companies',
  access: 'user',
  shows: ['customers', 'transfers', 'connections'],
  summary: 'Kundene i ServiceM8, med fakturamottaker',
  query: z.object({
    /** Reads ServiceM8 first; fails as that does, and what was known stays known. */
    forceRefresh: z.optional(z.enum(['true', 'false'], 'Ugyldig valg')),
  }),
  answer: z.array(customer),
})

/** What the screen says around the list. */
export const readCustomersState = endpoint({
  method: 'GET',
  path: '/api/customers/state',
  access: 'user',
  shows: ['customers', 'connections', 'configuration'],
  summary: 'Hva kundeskjermen bygger på',
  answer: z.object({
    servicem8Connected: z.boolean(),
    /** Contacts can be looked up: Fiken is connected and a company is chosen. */
    fikenReady: z.boolean(),
    /** The clients have been read to the end at least once; when, else null. */
    readAt: z.nullable(z.string()),
    /** The grant may write customers to ServiceM8. */
    mayWrite: z.boolean(),
  }),
})

/** The most that ServiceM8 takes for a whole billing address. */
export const MOST_BILLING_TEXT = 500

const byUuid = z.object({ uuid: z.string().check(z.maxLength(100)) })

/** What became of a save, an undo or a choice. */
const saved = z.object({
  message: z.string(),
  /** The customer as it is now. */
  customer,
  /** Names what can be undone for a while; null when nothing changed. */
  undo: z.nullable(z.string()),
})

/**
 * Keeps the recipient here, and writes the address to ServiceM8; when that has to wait, it is tried
 * until it succeeds, and `customer.saved` says so. A client that has changed in ServiceM8 since
 * `version` answers 409 `changed_elsewhere`, and nothing is saved: `theirs` has the five fields as
 * ServiceM8 has them now, `customer` the row with its new version; an unknown uuid answers 404, none 400 "Customer UUID is required for updates". For a site
 * it is saved for its head office, which is who is billed, and that one is answered.
 */
export const saveCustomer = endpoint({
  method: 'PUT',
  path: '/api/customers/companies/:uuid',
  access: 'user',
  changes: ['customers', ...TRANSFER_TOPICS],
  summary: 'Lagre hvem som får kundens fakturaer',
  params: byUuid,
  body: z.extend(billingFields, {
    /** The customer's `version` as the screen knew it; without one nothing is compared. */
    version: z.optional(z.string().check(z.maxLength(100))),
  }),
  answer: saved,
})

/** Takes a save back, in both places. 409 `changed_elsewhere` when something was saved since. */
export const undoCustomer = endpoint({
  method: 'POST',
  path: '/api/customers/companies/:uuid/undo',
  access: 'user',
  changes: ['customers', ...TRANSFER_TOPICS],
  summary: 'Angre den siste lagringen',
  params: byUuid,
  body: z.object({ undo: z.string().check(z.maxLength(100)) }),
  answer: saved,
})

/** Tries at once to write to ServiceM8 what waits for that. */
export const writeCustomerAgain = endpoint({
  method: 'POST',
  path: '/api/customers/companies/:uuid/write',
  access: 'user',
  changes: ['customers'],
  summary: 'Prøv å skrive adressen til ServiceM8 igjen',
  params: byUuid,
  answer: saved,
})

/** A contact in Fiken as a person picks it. The address is one line, its parts beside it. */
export const foundContact = z.object({
  name: z.string(),
  address: z.string(),
  contactId: z.int(),
  organizationNumber: z.string(),
  street: z.string(),
  postalCode: z.string(),
  city: z.string(),
  country: z.string(),
})
export type FoundContact = z.infer<typeof foundContact>

/** Longer than any name in Fiken. */
export const LONGEST_CONTACT_QUERY = 200

/** From our copy of Fiken's contacts, by parts of the name, number or e-mail; 20 at most. */
export const searchFikenContacts = endpoint({
  method: 'GET',
  path: '/api/fiken/search-contacts',
  access: 'user',
  summary: 'Søk blant kontaktene i Fiken',
  query: z.object({
    query: z
      .string({ error: 'Skriv minst to tegn' })
      .check(z.trim(), z.minLength(2, 'Skriv minst to tegn'), z.maxLength(LONGEST_CONTACT_QUERY)),
  }),
  answer: z.object({ success: z.boolean(), contacts: z.array(foundContact) }),
})

/** How a contact was found for a recipient. */
export const FOUND_BY = [
  'person',
  'created',
  'member_number',
  'organization_number',
  'email_and_name',
  'fuzzy',
] as const

/** Or a person has said that it is none of the contacts that are alike. */
const REJECTED = 'rejected'

/**
 * Who a recipient of a client has been decided to be in Fiken: the next job asks nobody. With
 * `forJob` it is for that one alone, and the next one asks.
 */
export const decision = z.object({
  clientUuid: z.string(),
  /** "" for a client that is not known any more. */
  clientName: z.string(),
  recipientKey: z.string(),
  recipientName: z.string(),
  /** Null for `rejected`. */
  contactId: z.nullable(z.int()),
  /** "" for a contact that is not known any more. */
  contactName: z.string(),
  foundBy: z.union([z.enum(FOUND_BY), z.literal(REJECTED)]),
  forJob: z.nullable(z.object({ transferId: z.string(), title: z.string() })),
  at: z.string(),
})
export type Decision = z.infer<typeof decision>

export const readDecisions = endpoint({
  method: 'GET',
  path: '/api/customers/decisions',
  access: 'user',
  shows: ['customers', 'transfers', 'configuration'],
  summary: 'Hvem kundene er i Fiken: valgt av deg først, så funnet automatisk',
  answer: z.array(decision),
})

/** 404 when it is taken back already. */
export const undoDecision = endpoint({
  method: 'POST',
  path: '/api/customers/decisions/undo',
  access: 'user',
  changes: ['customers', 'transfers'],
  summary: 'Glem et valg: neste jobb for kunden sammenlignes på nytt',
  body: z.object({
    clientUuid: z.string().check(z.maxLength(100)),
    recipientKey: z.string().check(z.maxLength(500)),
    /** What was chosen for the job of this transfer alone. */
    transferId: z.optional(z.uuid()),
  }),
  answer: z.object({ message: z.string() }),
})
