import type { FikenCompany } from '#clients/fiken/client'
import type { Contact } from '#clients/fiken/types'
import { foldText, nameKey } from '#shared/names'
import { emailAddress, organizationNumber } from '#shared/norwegian'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { findCursor } from './cursor-store.ts'
import { fikenMirror } from './fiken-mirror.ts'
import { mentions } from './search-store.ts'
import { mirrorStore } from './store.ts'
import { readShared } from './sync.ts'
import { fikenContacts } from './tables.ts'

/**
 * The mirror of Fiken's contacts, needed because Fiken's own search only finds exact values (rule
 * 7).
 */
const contacts = mirrorStore({
  table: fikenContacts,
  scope: ['companyId', 'fikenCompanySlug'],
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
 * Normalises a number for both storing and searching; returns "" for an invalid organisation
 * number.
 */
const normalNumber = (number: string) => organizationNumber(number) ?? ''
const normalKey = (memberNumber: string) => memberNumber.trim().toLowerCase()
const normalEmail = (email: string) => emailAddress(email) ?? ''
/**
 * Returns the name with its comparison key, so that "borettslaget solsiden" is also found by
 * "solsiden brl".
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

const CHANGES_LAST_MS = 60_000

/**
 * Fetches changed contacts of a company unless they were fetched less than `maxAgeMs` ago. The
 * default suits a queue lane that is about to create drafts. A caller that creates a missing
 * contact passes 0; others share a reading that is in progress.
 *
 * @returns true if our copy now has every contact that a search in Fiken can find: searches use the
 * same list as the changes, and show nothing that the changes do not
 * @throws ExternalError, LimiterClosed, LimiterBusy
 */
export async function readChangedContacts(
  platform: Platform,
  companyId: string,
  company: FikenCompany,
  { signal, maxAgeMs = CHANGES_LAST_MS }: { signal?: AbortSignal; maxAgeMs?: number },
): Promise<boolean> {
  const readAt = await contactsReadAt(platform.db, companyId, company.slug)
  const age = platform.clock.now() - (readAt?.getTime() ?? Number.NEGATIVE_INFINITY)
  if (age >= 0 && age < maxAgeMs) return false
  const read = () => refreshContacts(platform, companyId, company, { signal, changesOnly: true })
  const shared = () => readShared([companyId, 'changed contacts', company.slug], read)
  return (await (maxAgeMs === 0 ? read() : shared())).isProof
}

export async function contactsReadAt(
  db: Db,
  companyId: string,
  slug: string,
): Promise<Date | null> {
  return (await findCursor(db, companyId, 'contacts', slug)).completedAt
}

/**
 * Returns all contacts of the company, the active ones first. Inactive contacts are included so
 * that an inactive customer is not created again.
 */
export function contactsFor(db: Db, companyId: string, slug: string): Promise<Contact[]> {
  return contacts.find(db, { companyId, fikenCompanySlug: slug })
}

export async function contactFromMirror(
  db: Db,
  companyId: string,
  slug: string,
  contactId: number,
): Promise<Contact | null> {
  const owner = { companyId, fikenCompanySlug: slug }
  const [contact] = await contacts.find(db, owner, { match: { contactId } })
  return contact ?? null
}

/**
 * Searches the contacts by parts of the name, the start of an organisation number, or part of an
 * e-mail address.
 */
export async function searchContacts(
  db: Db,
  companyId: string,
  slug: string,
  text: string,
  limit = 20,
): Promise<Contact[]> {
  const condition = mentions(text)
  return condition
    ? contacts.find(db, { companyId, fikenCompanySlug: slug }, { condition, limit })
    : []
}
