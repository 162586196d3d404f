import type { BillingFields, Customer, FoundContact } from '#shared/contracts/customers'
import type { Organization } from '#shared/contracts/organizations'
import { organizationNumber } from '#shared/norwegian'
import { ApiError } from '../../../lib/api.ts'
import type { Complaints } from '../../../lib/forms/form.ts'
import {
  billingFieldsOf,
  billingLine,
  DEFAULT_COUNTRY,
  isEqual,
  isSameAsCustomer,
  ownBilling,
} from '../billing-state.ts'

/** The edit dialog, as pure rules. */

/**
 * What is being edited. The customer's own values are shown, and cannot be changed, while the
 * customer receives its own invoices; what was typed is kept for when that is switched off again.
 */
export interface Draft {
  same: boolean
  own: BillingFields
  typed: BillingFields
}

export function draftOf(customer: Customer): Draft {
  const own = ownBilling(customer)
  const stored = billingFieldsOf(customer)
  const typed = {
    ...(billingLine(stored) === '' ? own : stored),
    billing_company_name: stored.billing_company_name.trim() || own.billing_company_name,
  }
  return { same: isSameAsCustomer(customer), own, typed }
}

/** What the fields show. */
export const shownIn = ({ same, own, typed }: Draft): BillingFields => (same ? own : typed)

/**
 * What is saved. The organisation number that a customer has of its own goes along only when it was
 * changed: ServiceM8's may be corrected there.
 */
export function savedIn(draft: Draft, customer: Customer): BillingFields {
  const { billing_organization_number: number, ...fields } = draft.own
  if (!draft.same) return draft.typed
  return number === ownBilling(customer).billing_organization_number ? fields : draft.own
}

/**
 * A person has changed these fields. While the customer receives its own invoices, that can only be
 * its organisation number.
 */
export const changedBy = (draft: Draft, fields: Partial<BillingFields>): Draft =>
  draft.same
    ? { ...draft, own: { ...draft.own, ...fields } }
    : { ...draft, typed: { ...draft.typed, ...fields } }

/** Would closing lose anything? */
export const isChanged = (draft: Draft, customer: Customer): boolean =>
  !isEqual(shownIn(draft), shownIn(draftOf(customer)))

/**
 * The stored address in one line, where saving replaces it by the customer's own though nobody has
 * touched a field; else "".
 */
export function replacedIn(draft: Draft, customer: Customer): string {
  const stored = billingLine(customer)
  return draft.same && stored !== billingLine(draft.own) ? stored : ''
}

export const fieldsOfContact = (contact: FoundContact): BillingFields => ({
  billing_company_name: contact.name,
  billing_address: contact.street,
  billing_city: contact.city,
  billing_postal_code: contact.postalCode,
  billing_country: contact.country.trim() || DEFAULT_COUNTRY,
  // A mistyped one in the books is not carried on.
  billing_organization_number: organizationNumber(contact.organizationNumber) ?? '',
})

/**
 * What the register knows of an organisation. Of a customer that receives its own invoices only the
 * number: its name and address are ServiceM8's. A part that the register does not tell stays.
 */
export function fieldsOfOrganization(
  { organizationNumber, name, address }: Organization,
  same: boolean,
): Partial<BillingFields> {
  const number = { billing_organization_number: organizationNumber }
  if (same) return number
  return {
    ...number,
    ...(name === '' ? {} : { billing_company_name: name }),
    ...(address
      ? {
          billing_address: address.street,
          billing_postal_code: address.postalCode,
          billing_city: address.city,
          billing_country: address.country.trim() || DEFAULT_COUNTRY,
        }
      : {}),
  }
}

/** Somebody new, of whom only the name is known. */
export const fieldsOfNew = (name: string): BillingFields => ({
  billing_company_name: name,
  billing_address: '',
  billing_city: '',
  billing_postal_code: '',
  billing_country: DEFAULT_COUNTRY,
  billing_organization_number: '',
})

/** Is there no need to offer a new customer of this name, because it is one of these? */
export const isAmong = (name: string, contacts: readonly FoundContact[]): boolean =>
  contacts.some((contact) => contact.name.trim().toLowerCase() === name.trim().toLowerCase())

/** Two versions of the same customer, between which a person chooses. */
export interface Conflict {
  mine: BillingFields
  theirs: BillingFields
  /** With this one either of them can be saved. */
  version: string
}

/** What waits for a choice already when the dialog opens. */
export function conflictOf(customer: Customer): Conflict | null {
  if (customer.saved?.servicem8 !== 'changed') return null
  return {
    mine: billingFieldsOf(customer),
    theirs: customer.saved.theirs,
    version: customer.version,
  }
}

/** Somebody has edited the client in ServiceM8 in the meantime: the row as it is now, and theirs. */
export function changedElsewhere(
  error: unknown,
): { customer: Customer; theirs: BillingFields } | null {
  if (!(error instanceof ApiError) || error.code !== 'changed_elsewhere') return null
  const { customer, theirs } = error.answer
  if (typeof customer !== 'object' || typeof theirs !== 'object') return null
  return customer && theirs
    ? { customer: customer as Customer, theirs: theirs as BillingFields }
    : null
}

/** Free text of several lines, as it is quoted in a sentence. */
export const inOneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim().replace(/,$/, ''))
    .filter(Boolean)
    .join(', ')

/** Without what is said of fields that have been changed since they were sent. */
export function stillTrue(
  complaints: Complaints,
  sent: BillingFields,
  now: BillingFields,
): Complaints {
  const isSame = (field: string) =>
    sent[field as keyof BillingFields] === now[field as keyof BillingFields]
  return Object.fromEntries(Object.entries(complaints).filter(([field]) => isSame(field)))
}
