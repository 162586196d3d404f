import type { FikenCompany } from '#clients/fiken/client'
import type { Contact, PostalAddress } from '#clients/fiken/types'
import { problem } from '#shared/causes/index'
import type { Platform } from '../../../platform/platform.ts'
import {
  contactFromMirror,
  readChangedContacts,
  writeThroughContact,
} from '../../mirrors/contacts.ts'

/** What an invoice states of its buyer besides the name. */
interface Stated {
  address?: PostalAddress | null
  organizationNumber?: string
}

/**
 * Would an invoice to this contact state neither address nor organisation number? One of them is
 * required on it (bokføringsforskriften § 5-1-1).
 */
export const statesNeither = (contact: Stated): boolean =>
  (contact.organizationNumber ?? '').trim() === '' && !hasAddress(contact)

export function hasAddress({ address }: Pick<Stated, 'address'>): boolean {
  const { street = '', street2 = '', postalCode = '', city = '' } = address ?? {}
  return `${street}${street2}${postalCode}${city}`.trim() !== ''
}

/** The problem of a job whose buyer's contact in Fiken, or the one to be made, has neither. */
export const addressMissing = (name: string, isNew: boolean) =>
  problem(
    'address_missing',
    isNew
      ? `Jobben har verken adresse eller organisasjonsnummer for «${name}», og en faktura skal ha ett av dem.`
      : `«${name}» i Fiken har verken adresse eller organisasjonsnummer, og en faktura skal ha ett av dem.`,
  )

/**
 * Returns the contact as it is now where ours has neither: somebody may have entered it in Fiken.
 *
 * @throws ExternalError, LimiterClosed
 */
export async function lookForAddress(
  platform: Platform,
  userId: string,
  fiken: FikenCompany,
  contact: Contact,
  signal: AbortSignal,
): Promise<Contact> {
  if (!statesNeither(contact)) return contact
  await readChangedContacts(platform, userId, fiken, { signal, maxAgeMs: 0 })
  return (await contactFromMirror(platform.db, userId, fiken.slug, contact.contactId)) ?? contact
}

/**
 * Writes an address that a person has entered on a contact in Fiken. One that it has got there
 * meanwhile stays.
 *
 * @throws ExternalError, LimiterBusy, LimiterClosed
 */
export async function giveAddress(
  { db }: Platform,
  userId: string,
  fiken: FikenCompany,
  contactId: number,
  address: PostalAddress,
): Promise<void> {
  const contact = await fiken.contacts.get(contactId)
  const given = statesNeither(contact) ? { ...contact, address } : contact
  if (given !== contact) await fiken.contacts.update(contactId, { address })
  await writeThroughContact(db, userId, fiken.slug, given)
}
