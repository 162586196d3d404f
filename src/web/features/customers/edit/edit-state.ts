import type { BillingFields, Customer, FoundContact } from '#shared/contracts/customers'
import type { Organization } from '#shared/contracts/organizations'
import { organizationNumber } from '#shared/norwegian'
import { ApiError } from '../../../lib/api.ts'
import {
  billingFieldsOf,
  billingLine,
  DEFAULT_COUNTRY,
  isEqual,
  isSameAsCustomer,
  ownBilling,
} from '../billing-state.ts'
import type { Complaints } from '../../../lib/form.ts'

/**
 * The state of the form. While the customer receives its own invoices (`same`), only the
 * organisation number can be changed. Typed values are kept until the switch is turned off.
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

export const shownIn = ({ same, own, typed }: Draft): BillingFields => (same ? own : typed)

/**
 * Returns the fields to save. A customer's own organisation number is included only if changed,
 * because it can be corrected in ServiceM8.
 */
export function savedIn(draft: Draft, customer: Customer): BillingFields {
  const { billing_organization_number: number, ...fields } = draft.own
  if (!draft.same) return draft.typed
  return number === ownBilling(customer).billing_organization_number ? fields : draft.own
}

/** Returns the draft with changed fields; while `same`, only the number can change. */
export const changedBy = (draft: Draft, fields: Partial<BillingFields>): Draft =>
  draft.same
    ? { ...draft, own: { ...draft.own, ...fields } }
    : { ...draft, typed: { ...draft.typed, ...fields } }

/** Returns true if closing the dialog would discard changes. */
export const isChanged = (draft: Draft, customer: Customer): boolean =>
  !isEqual(shownIn(draft), shownIn(draftOf(customer)))

/**
 * Returns the stored address on one line if saving would replace it without any edit by the user;
 * otherwise "".
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
  // An invalid organisation number in Fiken is not copied.
  billing_organization_number: organizationNumber(contact.organizationNumber) ?? '',
})

/**
 * Returns the fields that a search result fills in. For a customer that receives its own invoices,
 * this is only the number, because ServiceM8 has the name and address.
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

export const fieldsOfNew = (name: string): BillingFields => ({
  billing_company_name: name,
  billing_address: '',
  billing_city: '',
  billing_postal_code: '',
  billing_country: DEFAULT_COUNTRY,
  billing_organization_number: '',
})

/** Returns true if a contact has this name, in which case creating a customer is not offered. */
export const isAmong = (name: string, contacts: readonly FoundContact[]): boolean =>
  contacts.some((contact) => contact.name.trim().toLowerCase() === name.trim().toLowerCase())

export interface Conflict {
  mine: BillingFields
  theirs: BillingFields
  version: string
}

export function conflictOf(customer: Customer): Conflict | null {
  if (customer.saved?.servicem8 !== 'changed') return null
  return {
    mine: billingFieldsOf(customer),
    theirs: customer.saved.theirs,
    version: customer.version,
  }
}

/** Returns both versions if the client was edited in ServiceM8 during editing; otherwise null. */
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

export const inOneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim().replace(/,$/, ''))
    .filter(Boolean)
    .join(', ')

/** Removes validation errors of fields that have been changed since they were sent. */
export function stillTrue(
  complaints: Complaints,
  sent: BillingFields,
  now: BillingFields,
): Complaints {
  const isSame = (field: string) =>
    sent[field as keyof BillingFields] === now[field as keyof BillingFields]
  return Object.fromEntries(Object.entries(complaints).filter(([field]) => isSame(field)))
}
