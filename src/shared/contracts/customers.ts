import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'
import { billingFields } from '../forms/customer.ts'
import { TRANSFER_TOPICS } from '../live-topics.ts'

export type { BillingFields } from '../forms/customer.ts'

/**
 * The customers screen. Field names with underscores are the specification's (part 2, §3 and §7).
 * Schemas are combined without spreading: the bundler keeps spread schemas, and with them the whole
 * of zod on the screen's way to its first paint.
 */

/** The recipient of a customer's invoices, as the five fields of the edit dialog. "" = unknown. */
const billing = z.object({
  billing_company_name: z.string(),
  billing_address: z.string(),
  billing_city: z.string(),
  billing_postal_code: z.string(),
  billing_country: z.string(),
})

/** A client in ServiceM8, with what is known of it here and in Fiken. "" = unknown. */
export const customer = z.extend(billing, {
  uuid: z.string(),
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
  /** The recipient's nine digits. */
  billing_organization_number: z.string(),
  /** The billing address in ServiceM8, as free text. */
  billing_text: z.string(),
  /** True when the address could not be read with certainty, so the user should look at it. */
  needs_review: z.boolean(),
  /** The billed customer of a site, which an edit opens. */
  head_office: z.nullable(z.object({ uuid: z.string(), name: z.string() })),
  /** The recipient that was saved here, with its progress. Null = everything is as in ServiceM8. */
  saved: z.nullable(
    z.object({
      /**
       * `written`: it is in ServiceM8 too. `waiting`: retried until it is. `consent`: it waits for
       * a grant that may write customers. `changed`: the client has been edited in ServiceM8
       * meanwhile, and the user must choose.
       */
      servicem8: z.enum(['written', 'waiting', 'consent', 'changed']),
      /** The reason for which it is not in ServiceM8 yet: a Norwegian sentence. */
      why: z.string(),
      at: z.string(),
      /** ServiceM8's own values, for comparison with the saved ones. */
      theirs: billing,
    }),
  ),
  /** The contact in Fiken of the customer's last invoice. */
  contact: z.nullable(z.object({ contactId: z.int(), name: z.string() })),
  /** Transfers that wait for the user to identify the customer. */
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
    /** Reads ServiceM8 first; on a failure the known list stays. */
    forceRefresh: z.optional(z.enum(['true', 'false'], 'Ugyldig valg')),
  }),
  answer: z.array(customer),
})

export const readCustomersState = endpoint({
  method: 'GET',
  path: '/api/customers/state',
  access: 'user',
  shows: ['customers', 'connections', 'configuration'],
  summary: 'Hva kundeskjermen bygger på',
  answer: z.object({
    servicem8Connected: z.boolean(),
    /** True when contacts can be looked up: Fiken is connected and a company is chosen. */
    fikenReady: z.boolean(),
    /** The time of the first complete reading of the clients; null before it. */
    readAt: z.nullable(z.string()),
    /** True when the grant may write customers to ServiceM8. */
    mayWrite: z.boolean(),
  }),
})

/** ServiceM8's limit for a whole billing address. */
export const MOST_BILLING_TEXT = 500

const byUuid = z.object({ uuid: z.string().check(z.maxLength(100)) })

const saved = z.object({
  message: z.string(),
  customer,
  /** A token for undoing it, valid for a while; null when nothing changed. */
  undo: z.nullable(z.string()),
})

/**
 * Keeps the recipient here, and writes the address to ServiceM8; when that has to wait, it is
 * retried until it succeeds, and `customer.saved` says so. A client that has changed in ServiceM8
 * since `version` answers 409 `changed_elsewhere`, and nothing is saved: `theirs` has ServiceM8's
 * present five fields, `customer` the row with its new version; an unknown uuid answers 404, none
 * 400 "Customer UUID is required for updates". A site's is saved for its head office, which is
 * billed, and that one is answered.
 */
export const saveCustomer = endpoint({
  method: 'PUT',
  path: '/api/customers/companies/:uuid',
  access: 'user',
  changes: ['customers', ...TRANSFER_TOPICS],
  summary: 'Lagre hvem som får kundens fakturaer',
  params: byUuid,
  body: z.extend(billingFields, {
    /** The customer's `version` as the screen knew it; without it nothing is compared. */
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

export const writeCustomerAgain = endpoint({
  method: 'POST',
  path: '/api/customers/companies/:uuid/write',
  access: 'user',
  changes: ['customers'],
  summary: 'Prøv å skrive adressen til ServiceM8 igjen',
  params: byUuid,
  answer: saved,
})

/** A contact in Fiken for the user to pick. The address is one line, with its parts beside it. */
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

/** Searches our copy of Fiken's contacts by parts of the name, number or e-mail; 20 at most. */
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

/** The ways in which a contact is found for a recipient. */
export const FOUND_BY = [
  'person',
  'created',
  'member_number',
  'organization_number',
  'email_and_name',
  'fuzzy',
] as const

/** The user has rejected all similar contacts. */
const REJECTED = 'rejected'

/**
 * The contact decided for a client's recipient, so that the next job needs no question. With
 * `forJob` it holds for that job alone.
 */
export const decision = z.object({
  clientUuid: z.string(),
  /** "" for a client that is no longer known. */
  clientName: z.string(),
  recipientKey: z.string(),
  recipientName: z.string(),
  /** Null for `rejected`. */
  contactId: z.nullable(z.int()),
  /** "" for a contact that is no longer known. */
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
    /** Limits it to the choice for the job of this transfer. */
    transferId: z.optional(z.uuid()),
  }),
  answer: z.object({ message: z.string() }),
})
