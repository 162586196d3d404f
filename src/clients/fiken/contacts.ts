import { ExternalError } from '../http/external-error.ts'
import { allRows } from '../http/pages.ts'
import type { Page } from '../http/pages.ts'
import { given } from './access.ts'
import type { Access, SendOptions } from './access.ts'
import { asNumber, parseContact } from './parse.ts'
import type { Contact, ContactChange, NewContact, PostalAddress } from './types.ts'
import type { WireAddress, WireContactRequest } from './wire.ts'

/** An exact search for contacts; Fiken cannot search for part of a name. */
export type ContactCriterion =
  | { organizationNumber: string }
  | { email: string }
  | { name: string }
  | { memberNumberString: string }

export interface Contacts {
  /**
   * Lists the contacts. `modifiedSince` (yyyy-mm-dd) is included; Fiken compares whole days, so
   * pass the day before the last run.
   */
  list(options?: { modifiedSince?: string; signal?: AbortSignal }): AsyncIterable<Page<Contact>>
  /**
   * Returns the contacts that match exactly (ignoring case), active contacts first. Several
   * contacts in Fiken can have the same number, e-mail or name.
   */
  find(criterion: ContactCriterion, signal?: AbortSignal): Promise<Contact[]>
  get(contactId: number, signal?: AbortSignal): Promise<Contact>
  /**
   * Creates a contact and returns its id. After `unknown_outcome`, search for the customer before
   * retrying.
   */
  create(contact: NewContact, options?: SendOptions): Promise<number>
  /**
   * Changes a contact. The whole contact is read, merged and written, since Fiken's PUT clears the
   * fields left out. The last writer wins, because Fiken has no version check.
   */
  update(contactId: number, change: ContactChange): Promise<void>
}

/** The fields that Fiken's PUT accepts; all other fields that GET returns are read-only. */
const WRITABLE = [
  'name',
  'email',
  'organizationNumber',
  'phoneNumber',
  'customer',
  'supplier',
  'memberNumberString',
  'address',
  'bankAccountNumber',
  'contactPerson',
  'currency',
  'language',
  'daysUntilInvoicingDueDate',
  'discount',
  'inactive',
  'groups',
] as const satisfies readonly (keyof WireContactRequest)[]

export function createContacts(access: Access, root: string): Contacts {
  const path = `${root}/contacts`
  const readRaw = async (contactId: number, signal?: AbortSignal) =>
    (await access.send({ method: 'GET', path: `${path}/${contactId}`, signal })).body

  return {
    list: ({ modifiedSince, signal } = {}) =>
      access.pages(path, { lastModifiedGe: modifiedSince }, parseContact, signal),
    async find(criterion, signal) {
      const rows = await allRows(access.pages(path, { ...criterion }, parseContact, signal))
      return rows
        .filter((contact) => agrees(contact, criterion))
        .sort((a, b) => Number(a.inactive) - Number(b.inactive) || a.contactId - b.contactId)
    },
    get: async (contactId, signal) => parseContact(await readRaw(contactId, signal)),
    create: (contact, options) =>
      access.create(path, given({ ...written(contact), customer: true }), options),
    async update(contactId, change) {
      const current = await readRaw(contactId)
      const { contactId: found } = parseContact(current)
      if (found !== contactId) {
        throw new ExternalError({
          vendor: 'fiken',
          kind: 'bad_answer',
          doing: `GET ${path}/${contactId}`,
          details: `contact ${found} instead`,
        })
      }
      const kept = pick(current as Record<string, unknown>)
      await access.send({
        method: 'PUT',
        path: `${path}/${contactId}`,
        json: given({ ...kept, ...written(change) }),
        safe: true,
      })
    },
  }
}

function agrees(contact: Contact, criterion: ContactCriterion): boolean {
  const same = (a: string, b: string) =>
    a.trim().toLocaleLowerCase('nb') === b.trim().toLocaleLowerCase('nb')
  if ('organizationNumber' in criterion)
    return same(asNumber(contact.organizationNumber), asNumber(criterion.organizationNumber))
  if ('email' in criterion) return same(contact.email, criterion.email)
  if ('memberNumberString' in criterion)
    return same(contact.memberNumber, criterion.memberNumberString)
  return same(contact.name, criterion.name)
}

function pick(current: Record<string, unknown>): Partial<WireContactRequest> {
  return Object.fromEntries(
    WRITABLE.filter((key) => current[key] !== undefined && current[key] !== null).map((key) => [
      key,
      current[key],
    ]),
  )
}

/**
 * Returns a change in Fiken's spelling, within Fiken's limits: name and e-mail 200 characters,
 * phone 20.
 */
function written(change: ContactChange): Partial<WireContactRequest> {
  const body: Partial<WireContactRequest> = {}
  if (change.name !== undefined) body.name = change.name.trim().slice(0, 200)
  // A truncated e-mail or phone number would be wrong, so a value that is too long is left out.
  if (change.email !== undefined && change.email.trim().length <= 200)
    body.email = change.email.trim()
  if (change.phone !== undefined && change.phone.trim().length <= 20)
    body.phoneNumber = change.phone.trim()
  if (change.organizationNumber !== undefined)
    body.organizationNumber = asNumber(change.organizationNumber)
  if (change.memberNumber !== undefined) body.memberNumberString = change.memberNumber
  if (change.address !== undefined) body.address = writtenAddress(change.address)
  if (change.inactive !== undefined) body.inactive = change.inactive
  if (change.customer !== undefined) body.customer = change.customer
  return body
}

/**
 * Returns an address in Fiken's spelling, with the country that Fiken requires; "Norway" is the
 * spelling in Fiken's own example.
 */
function writtenAddress(address: PostalAddress): WireAddress {
  return given({
    streetAddress: address.street.trim(),
    streetAddressLine2: address.street2.trim(),
    postCode: address.postalCode.trim(),
    city: address.city.trim(),
    country: address.country.trim() || 'Norway',
  })
}
