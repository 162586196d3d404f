import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'
import { billingFields } from '../forms/customer.ts'
import { TRANSFER_TOPICS } from '../live-topics.ts'

export type { BillingFields } from '../forms/customer.ts'

/**
 * This file declares the endpoints of the customers screen. Field names with underscores come from
 * the specification (part 2, §3 and §7). Schemas are combined without spreading, because the
 * bundler cannot remove spread schemas and would load all of zod before the screen's first paint.
 */

/** The five fields of the edit dialog. "" means unknown. */
const billing = z.object({
  billing_company_name: z.string(),
  billing_address: z.string(),
  billing_city: z.string(),
  billing_postal_code: z.string(),
  billing_country: z.string(),
})

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
  /** The organisation number: nine digits. */
  billing_organization_number: z.string(),
  billing_text: z.string(),
  needs_review: z.boolean(),
  /** The billed customer, if this client is a site. Editing the site opens the billed customer. */
  head_office: z.nullable(z.object({ uuid: z.string(), name: z.string() })),
  /**
   * The recipient that the user saved here, and the state of saving it in ServiceM8. Null if
   * everything is as in ServiceM8.
   */
  saved: z.nullable(
    z.object({
      /**
       * The state of saving the recipient in ServiceM8. `written`: it is saved there too.
       * `waiting`: saving there is retried until it succeeds. `consent`: the user must first grant
       * access to change customers. `changed`: the client has since been edited in ServiceM8, and
       * the user must choose.
       */
      servicem8: z.enum(['written', 'waiting', 'consent', 'changed']),
      why: z.string(),
      at: z.string(),
      theirs: billing,
    }),
  ),
  contact: z.nullable(z.object({ contactId: z.int(), name: z.string() })),
  waiting: z.int(),
  waiting_transfer: z.nullable(z.string()),
  /** The version of the row, which the screen sends back when saving. */
  version: z.string(),
})
export type Customer = z.infer<typeof customer>

export const readCustomers = endpoint({
  method: 'GET',
  path: '/api/customers/companies',
  access: 'user',
  act: 'read',
  shows: ['customers', 'transfers', 'connections'],
  summary: 'Kundene i ServiceM8, med fakturamottaker',
  query: z.object({
    /** "true" to read the clients from ServiceM8 first; if that fails, the known list is used. */
    forceRefresh: z.optional(z.enum(['true', 'false'], 'Ugyldig valg')),
  }),
  answer: z.array(customer),
})

export const readCustomersState = endpoint({
  method: 'GET',
  path: '/api/customers/state',
  access: 'user',
  act: 'read',
  shows: ['customers', 'connections', 'configuration'],
  summary: 'Hva kundeskjermen bygger på',
  answer: z.object({
    servicem8Connected: z.boolean(),
    fikenReady: z.boolean(),
    readAt: z.nullable(z.string()),
    mayWrite: z.boolean(),
  }),
})

/** ServiceM8's limit of a billing address in characters. */
export const MOST_BILLING_TEXT = 500

const byUuid = z.object({ uuid: z.string().check(z.maxLength(100)) })

const saved = z.object({
  message: z.string(),
  customer,
  /** The key for undoing the change, valid for a limited time; null if nothing changed. */
  undo: z.nullable(z.string()),
})

/**
 * Saves the recipient here and the address in ServiceM8. If ServiceM8 cannot be reached yet, saving
 * there is retried until it succeeds, and `customer.saved` shows it.
 * If the client has changed in ServiceM8 since `version`, the response is 409 `changed_elsewhere`
 * and nothing is saved: `theirs` has ServiceM8's current five fields, `customer` the row with its
 * new version. An unknown uuid gives 404; a missing one gives 400 "Customer UUID is required for
 * updates".
 * A site's recipient is saved on its head office, which is the billed customer and is returned.
 */
export const saveCustomer = endpoint({
  method: 'PUT',
  path: '/api/customers/companies/:uuid',
  access: 'user',
  act: 'customers',
  changes: ['customers', ...TRANSFER_TOPICS],
  summary: 'Lagre hvem som får kundens fakturaer',
  params: byUuid,
  body: z.extend(billingFields, {
    version: z.optional(z.string().check(z.maxLength(100))),
  }),
  answer: saved,
})

/**
 * Undoes the last saving of a recipient, also in ServiceM8. Responds 409 `changed_elsewhere` if
 * something has been saved since.
 */
export const undoCustomer = endpoint({
  method: 'POST',
  path: '/api/customers/companies/:uuid/undo',
  access: 'user',
  act: 'customers',
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
  act: 'customers',
  changes: ['customers'],
  summary: 'Prøv å skrive adressen til ServiceM8 igjen',
  params: byUuid,
  answer: saved,
})

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

export const LONGEST_CONTACT_QUERY = 200

export const searchFikenContacts = endpoint({
  method: 'GET',
  path: '/api/fiken/search-contacts',
  access: 'user',
  act: 'read',
  summary: 'Søk blant kontaktene i Fiken',
  query: z.object({
    query: z
      .string({ error: 'Skriv minst to tegn' })
      .check(z.trim(), z.minLength(2, 'Skriv minst to tegn'), z.maxLength(LONGEST_CONTACT_QUERY)),
  }),
  answer: z.object({ success: z.boolean(), contacts: z.array(foundContact) }),
})

export const FOUND_BY = [
  'person',
  'created',
  'member_number',
  'organization_number',
  'email_and_name',
  'fuzzy',
] as const

/** The decision that the user has rejected all similar contacts. */
const REJECTED = 'rejected'

/** A user's choice of a contact; with `forJob`, it applies only to that job. */
export const decision = z.object({
  clientUuid: z.string(),
  clientName: z.string(),
  recipientKey: z.string(),
  recipientName: z.string(),
  /** The chosen contact; null if `foundBy` is `rejected`. */
  contactId: z.nullable(z.int()),
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
  act: 'read',
  shows: ['customers', 'transfers', 'configuration'],
  summary: 'Hvem kundene er i Fiken: valgt av deg først, så funnet automatisk',
  answer: z.array(decision),
})

/** Undoes a choice. Responds 404 if it has already been undone. */
export const undoDecision = endpoint({
  method: 'POST',
  path: '/api/customers/decisions/undo',
  access: 'user',
  act: 'customers',
  changes: ['customers', 'transfers'],
  summary: 'Glem et valg: neste jobb for kunden sammenlignes på nytt',
  body: z.object({
    clientUuid: z.string().check(z.maxLength(100)),
    recipientKey: z.string().check(z.maxLength(500)),
    /** If given, only the choice for this transfer's job is undone. */
    transferId: z.optional(z.uuid()),
  }),
  answer: z.object({ message: z.string() }),
})
