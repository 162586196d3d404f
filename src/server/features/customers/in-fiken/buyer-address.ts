import type { FikenCompany } from '#clients/fiken/client'
import type { Contact, PostalAddress } from '#clients/fiken/types'
import { problem } from '#shared/causes/index'
import type { Platform } from '../../../platform/platform.ts'
import { fullAddress } from '../reading/address.ts'
import type { Recipient } from '../reading/recipient.ts'
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
      : `«${name}» har verken adresse eller organisasjonsnummer i Fiken, og jobben har ingen adresse. En faktura skal ha ett av dem.`,
  )

/**
 * The address that ServiceM8 has of a buyer whose contact in Fiken states neither; null where it has
 * none. A place where work was done is not the buyer's.
 */
export const knownAddress = ({ address, source }: Recipient): PostalAddress | null =>
  source === 'job_address' ? null : (fullAddress(address) ?? null)

/** What an invoice says of its buyer, or what is to be written on the contact first. */
export const buyerOf = (
  contact: Stated,
  recipient: Recipient,
): 'stated' | 'missing' | PostalAddress =>
  statesNeither(contact) ? (knownAddress(recipient) ?? 'missing') : 'stated'

/** What the last look at a buyer's address came to. */
export type Buyer =
  { kind: 'stated'; contact: Contact } | { kind: 'written'; contact: Contact } | { kind: 'missing' }

/**
 * Sees to it that the invoice to a contact states its address or organisation number. Where it has
 * neither, somebody may have entered one in Fiken; else what ServiceM8 has is written there.
 *
 * @throws ExternalError, LimiterClosed
 */
export async function stateBuyer(
  platform: Platform,
  userId: string,
  fiken: FikenCompany,
  { contact: known, recipient }: { contact: Contact; recipient: Recipient },
  signal: AbortSignal,
): Promise<Buyer> {
  if (!statesNeither(known)) return { kind: 'stated', contact: known }
  const { db } = platform
  const { contactId } = known
  await readChangedContacts(platform, userId, fiken, { signal, maxAgeMs: 0 })
  const contact = (await contactFromMirror(db, userId, fiken.slug, contactId)) ?? known
  const buyer = buyerOf(contact, recipient)
  if (buyer === 'stated') return { kind: 'stated', contact }
  if (buyer === 'missing') return { kind: 'missing' }
  return { kind: 'written', contact: await writeAddress(platform, userId, fiken, contact, buyer) }
}

/**
 * Writes an address on a contact in Fiken, and into our copy of it.
 *
 * @throws ExternalError, LimiterBusy, LimiterClosed
 */
export async function writeAddress(
  { db }: Platform,
  userId: string,
  fiken: FikenCompany,
  contact: Contact,
  address: PostalAddress,
): Promise<Contact> {
  await fiken.contacts.update(contact.contactId, { address })
  const written = { ...contact, address }
  await writeThroughContact(db, userId, fiken.slug, written)
  return written
}

/**
 * Writes an address that a person has entered on a contact in Fiken. One that it has got there
 * meanwhile stays.
 *
 * @throws ExternalError, LimiterBusy, LimiterClosed
 */
export async function giveAddress(
  platform: Platform,
  userId: string,
  fiken: FikenCompany,
  contactId: number,
  address: PostalAddress,
): Promise<void> {
  const contact = await fiken.contacts.get(contactId)
  if (statesNeither(contact)) await writeAddress(platform, userId, fiken, contact, address)
  else await writeThroughContact(platform.db, userId, fiken.slug, contact)
}
