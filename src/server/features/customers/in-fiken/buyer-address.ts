import type { FikenCompany } from '#clients/fiken/client'
import type { Contact, PostalAddress } from '#clients/fiken/types'
import { problem } from '#shared/causes/index'
import { emailAddress } from '#shared/norwegian'
import type { Platform } from '../../../platform/platform.ts'
import { fullAddress } from '../reading/address.ts'
import type { Recipient } from '../reading/recipient.ts'
import {
  contactFromMirror,
  readChangedContacts,
  writeThroughContact,
} from '../../mirrors/contacts.ts'

interface Stated {
  address?: PostalAddress | null
  organizationNumber?: string
}

/**
 * Returns true if an invoice to this contact would state neither address nor organisation number.
 * One of the two is required (bokføringsforskriften § 5-1-1).
 */
export const statesNeither = (contact: Stated): boolean =>
  (contact.organizationNumber ?? '').trim() === '' && !hasAddress(contact)

function hasAddress({ address }: Pick<Stated, 'address'>): boolean {
  const { street = '', street2 = '', postalCode = '', city = '' } = address ?? {}
  return `${street}${street2}${postalCode}${city}`.trim() !== ''
}

export const addressMissing = (name: string, isNew: boolean) =>
  problem(
    'address_missing',
    isNew
      ? `Jobben har verken adresse eller organisasjonsnummer for «${name}», og en faktura skal ha ett av dem.`
      : `«${name}» har verken adresse eller organisasjonsnummer i Fiken, og jobben har ingen adresse. En faktura skal ha ett av dem.`,
  )

/** Returns the recipient's address, never the job site's; null when no address is known. */
const knownAddress = ({ address, source }: Recipient): PostalAddress | null =>
  source === 'job_address' ? null : (fullAddress(address) ?? null)

/**
 * Returns `stated` when the contact has an address or organisation number, otherwise the address
 * that must be written to the contact first; `missing` when no address is known.
 */
export const buyerOf = (
  contact: Stated,
  recipient: Recipient,
): 'stated' | 'missing' | PostalAddress =>
  statesNeither(contact) ? (knownAddress(recipient) ?? 'missing') : 'stated'

type Buyer =
  { kind: 'stated'; contact: Contact } | { kind: 'written'; contact: Contact } | { kind: 'missing' }

/**
 * Ensures that an invoice to the contact shows an address or organisation number. If our copy of
 * the contact has neither, reads the contact from Fiken, and if Fiken has neither, writes the
 * address from ServiceM8 to the contact.
 * @throws ExternalError, LimiterClosed
 */
export async function stateBuyer(
  platform: Platform,
  companyId: string,
  fiken: FikenCompany,
  { contact: known, recipient }: { contact: Contact; recipient: Recipient },
  signal: AbortSignal,
): Promise<Buyer> {
  if (!statesNeither(known)) return { kind: 'stated', contact: known }
  const { db } = platform
  const { contactId } = known
  await readChangedContacts(platform, companyId, fiken, { signal, maxAgeMs: 0 })
  const contact = (await contactFromMirror(db, companyId, fiken.slug, contactId)) ?? known
  const buyer = buyerOf(contact, recipient)
  if (buyer === 'stated') return { kind: 'stated', contact }
  if (buyer === 'missing') return { kind: 'missing' }
  return {
    kind: 'written',
    contact: await writeAddress(platform, companyId, fiken, contact, buyer),
  }
}

/**
 * Writes an address to the contact in Fiken and to our copy of the contact.
 * @throws ExternalError, LimiterBusy, LimiterClosed
 */
export async function writeAddress(
  { db }: Platform,
  companyId: string,
  fiken: FikenCompany,
  contact: Contact,
  address: PostalAddress,
): Promise<Contact> {
  await fiken.contacts.update(contact.contactId, { address })
  const written = { ...contact, address }
  await writeThroughContact(db, companyId, fiken.slug, written)
  return written
}

/**
 * Writes an address entered by the user to a contact in Fiken, unless the contact has got an
 * address in the meantime.
 *
 * @throws ExternalError, LimiterBusy, LimiterClosed
 */
export async function giveAddress(
  platform: Platform,
  companyId: string,
  fiken: FikenCompany,
  contactId: number,
  address: PostalAddress,
): Promise<void> {
  const contact = await fiken.contacts.get(contactId)
  if (statesNeither(contact)) await writeAddress(platform, companyId, fiken, contact, address)
  else await writeThroughContact(platform.db, companyId, fiken.slug, contact)
}

/**
 * Returns Norwegian sentences about details that the contact in Fiken lacks: an address, or an
 * e-mail address that ServiceM8 has in a form that Fiken rejects.
 */
export function leftOut(
  { wrongEmail, email }: Pick<Recipient, 'wrongEmail' | 'email'>,
  contact: { email?: string; address?: PostalAddress | null },
): string[] {
  const notes = hasAddress(contact) ? [] : ['Kunden i Fiken står uten adresse.']
  if (wrongEmail === undefined) return notes
  const known = emailAddress(contact.email)
  if (known === null)
    notes.push(
      `«${wrongEmail}» er ikke en gyldig e-postadresse og er utelatt. Kunden i Fiken står uten e-post.`,
    )
  else if (known === email)
    notes.push(`«${wrongEmail}» er ikke en gyldig e-postadresse og er utelatt; «${known}» brukes.`)
  return notes
}
