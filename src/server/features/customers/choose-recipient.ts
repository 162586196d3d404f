import type { FikenCompany } from '#clients/fiken/client'
import type { Contact } from '#clients/fiken/types'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { madeContact } from './made-contact.ts'
import { linkedContact, overrideOf, saveLink } from './link-store.ts'
import { matchContact, newContact, type Candidate } from './match.ts'
import { contactFromMirror, contactsFor, writeThroughContact } from './mirror.ts'
import { decideRecipient, type Recipient, type RecipientInput } from './recipient.ts'

type Snapshot = Omit<RecipientInput, 'override'>
type Settings = { enableFuzzyCustomerMatch: boolean; customerMatchThreshold: number }

export interface RecipientChoice {
  recipient: Recipient
  why: string
  candidates: (Candidate & { contact: Contact | undefined })[]
}

/** Who the invoice is for, and whom a person may choose among: those the matching doubts between, the chosen one first. */
export async function recipientChoice(
  platform: Platform,
  userId: string,
  slug: string,
  snapshot: Snapshot,
  settings: Settings,
): Promise<RecipientChoice> {
  const recipient = await recipientOf(platform, userId, snapshot)
  const contacts = await contactsFor(platform.db, userId, slug)
  // As if nothing were decided and names alone were enough: a person sees more than the machine may decide by itself.
  const match = matchContact({
    recipient,
    linkedContactId: null,
    contacts,
    settings: { ...settings, enableFuzzyCustomerMatch: false, customerMatchThreshold: 100 },
  })
  const doubtful = matchContact({ recipient, linkedContactId: null, contacts, settings })
  const ambiguous = doubtful.kind === 'ambiguous' ? doubtful : match.kind === 'ambiguous' ? match : null
  const linked = await linkedContact(platform.db, userId, slug, recipient)
  const candidates = ambiguous?.candidates ?? []
  const byId = new Map(contacts.map((contact) => [contact.contactId, contact]))
  return {
    recipient,
    why: ambiguous?.why ?? (linked === null ? 'Ingen kontakt i Fiken ligner; en ny blir laget.' : 'Valgt før for denne kunden.'),
    candidates: candidates.map((candidate) => ({ ...candidate, contact: byId.get(candidate.contactId) })),
  }
}

/**
 * Remembers the person's choice for (client, recipient), so that it is asked once. `contactId` null makes a new contact in Fiken.
 *
 * @throws Refusal 404 for a contact that is not in the company; ExternalError from Fiken
 */
export async function chooseRecipient(
  platform: Platform,
  userId: string,
  fiken: FikenCompany,
  snapshot: Snapshot,
  contactId: number | null,
): Promise<string> {
  const recipient = await recipientOf(platform, userId, snapshot)
  const chosen =
    contactId === null
      ? await makeContact(platform, userId, fiken, recipient)
      : await knownContact(platform, userId, fiken.slug, contactId)
  await saveLink(platform.db, {
    userId,
    slug: fiken.slug,
    clientUuid: recipient.clientUuid,
    recipientKey: recipient.key,
    contactId: chosen.contactId,
    foundBy: 'person',
    at: instant(platform.clock),
  })
  return chosen.name
}

async function recipientOf(platform: Platform, userId: string, snapshot: Snapshot): Promise<Recipient> {
  const clientUuid = (snapshot.headOffice ?? snapshot.client)?.uuid ?? ''
  const decided = decideRecipient({ ...snapshot, override: await overrideOf(platform.db, userId, clientUuid) })
  if (!decided.ok) throw new Refusal(409, decided.problem.code, decided.problem.message)
  return decided.recipient
}

async function knownContact(platform: Platform, userId: string, slug: string, contactId: number): Promise<Contact> {
  const contact = await contactFromMirror(platform.db, userId, slug, contactId)
  if (!contact) throw new Refusal(404, 'unknown_contact', 'Kontakten finnes ikke i det valgte selskapet.')
  return contact
}

/** A new contact carries the client's key where the recipient is the client, so a second click finds the first one's. */
async function makeContact(platform: Platform, userId: string, fiken: FikenCompany, recipient: Recipient): Promise<Contact> {
  const wanted = newContact(recipient)
  const linked = await linkedContact(platform.db, userId, fiken.slug, recipient)
  const before = linked === null ? null : await contactFromMirror(platform.db, userId, fiken.slug, linked)
  if (before) return before
  const contactId = await fiken.contacts.create(wanted)
  const contact = madeContact(contactId, wanted)
  await writeThroughContact(platform.db, userId, fiken.slug, contact)
  return contact
}
