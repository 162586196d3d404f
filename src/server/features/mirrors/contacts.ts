import type { FikenCompany } from '#clients/fiken/client'
import type { Contact } from '#clients/fiken/types'
import { foldText, nameKey } from '#shared/names'
import { emailAddress, organizationNumber } from '#shared/norwegian'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { mentions } from './contact-search-store.ts'
import { findCursor } from './cursor-store.ts'
import { fikenMirror } from './fiken-mirror.ts'
import { mirrorStore } from './store.ts'
import { fikenContacts } from './tables.ts'

/**
 * Copies of Fiken's contacts: its own search is by equality only, so similar ones are looked for
 * here (rule 7).
 */
const contacts = mirrorStore({
  table: fikenContacts,
  scope: ['userId', 'fikenCompanySlug'],
  id: 'contactId',
  columns: (contact) => ({
    contactId: contact.contactId,
    searchName: nameWords(contact.name),
    organizationNumber: normalNumber(contact.organizationNumber),
    memberNumber: normalKey(contact.memberNumber),
    email: normalEmail(contact.email),
    inactive: contact.inactive,
  }),
  orderBy: ['inactive', 'contactId'],
})

/**
 * Normalised the same way when written and when looked for; "" for what is no organisation number
 * or e-mail address.
 */
const normalNumber = (number: string) => organizationNumber(number) ?? ''
const normalKey = (memberNumber: string) => memberNumber.trim().toLowerCase()
const normalEmail = (email: string) => emailAddress(email) ?? ''
/**
 * The folded name, and its form in one spelling where that differs: "borettslaget solsiden" is also
 * found by "solsiden brl".
 */
function nameWords(name: string): string {
  const folded = foldText(name)
  const key = nameKey(name)
  return folded === key ? folded : `${folded} ${key}`
}

export const {
  refresh: refreshContacts,
  ensure: ensureContactsMirror,
  writeThrough: writeThroughContact,
  drop: dropContact,
} = fikenMirror('contacts', contacts, (company) => company.contacts)

/** So long what was last read of a company's contacts may be gone by. */
const CHANGES_LAST_MS = 60_000

/**
 * Reads what has changed among a company's contacts: before a lane's drafts at most once a minute,
 * whoever has read it last; and at once where one is looked for, which would be made otherwise.
 *
 * @throws ExternalError, LimiterClosed, LimiterBusy
 */
export async function readChangedContacts(
  platform: Platform,
  userId: string,
  company: FikenCompany,
  { signal, maxAgeMs = CHANGES_LAST_MS }: { signal: AbortSignal; maxAgeMs?: number },
): Promise<void> {
  const readAt = await contactsReadAt(platform.db, userId, company.slug)
  const age = platform.clock.now() - (readAt?.getTime() ?? Number.NEGATIVE_INFINITY)
  if (age >= 0 && age < maxAgeMs) return
  await refreshContacts(platform, userId, company, { signal, changesOnly: true })
}

/** When the company's contacts were last read to the end; null: never. */
export async function contactsReadAt(db: Db, userId: string, slug: string): Promise<Date | null> {
  return (await findCursor(db, userId, 'contacts', slug)).completedAt
}

/**
 * All contacts of a company, active ones first. Inactive ones are included: a customer who was made
 * inactive must not be created again.
 */
export function contactsFor(db: Db, userId: string, slug: string): Promise<Contact[]> {
  return contacts.find(db, { userId, fikenCompanySlug: slug })
}

export async function contactFromMirror(
  db: Db,
  userId: string,
  slug: string,
  contactId: number,
): Promise<Contact | null> {
  const owner = { userId, fikenCompanySlug: slug }
  const [contact] = await contacts.find(db, owner, { match: { contactId } })
  return contact ?? null
}

/**
 * By parts of the name in any order, by the beginning of an organisation number, or by part of an
 * e-mail address.
 */
export async function searchContacts(
  db: Db,
  userId: string,
  slug: string,
  text: string,
  limit = 20,
): Promise<Contact[]> {
  const condition = mentions(text)
  return condition
    ? contacts.find(db, { userId, fikenCompanySlug: slug }, { condition, limit })
    : []
}
