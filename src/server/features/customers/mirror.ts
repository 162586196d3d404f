import type { FikenCompany } from '#clients/fiken/client'
import type { Contact } from '#clients/fiken/types'
import type { ServiceM8Client } from '#clients/servicem8/client'
import type { Client, ClientContact } from '#clients/servicem8/types'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { followScope, NOW, stateOfMirror, type MirrorState } from '../connections/mirror-cursor.ts'
import {
  databaseTime,
  servicem8Scope,
  walkEdited,
  walkModified,
  type Walked,
  type WalkOptions,
} from '../connections/mirror-walk.ts'
import * as store from './store.ts'

export type { MirroredClient } from './store.ts'

/**
 * Copies of Fiken's contacts and of ServiceM8's clients with their contacts: Fiken's own search is by equality only, so likeness is looked
 * for here (decision 7). Filled page by page in the background, refreshed by what has changed, and written through by whoever writes at a vendor.
 */

// Reading Fiken's contacts

/** All contacts of a company, active ones first, inactive ones too: a customer who was put aside must not be made a second time. */
export function contactsFor(db: Db, userId: string, slug: string): Promise<Contact[]> {
  return store.findContacts(db, userId, slug)
}

export async function contactFromMirror(db: Db, userId: string, slug: string, contactId: number): Promise<Contact | null> {
  const [contact] = await store.findContacts(db, userId, slug, store.hasContactId(contactId))
  return contact ?? null
}

/** Fiken allows several with the same number, address or key; active ones come first. */
export function contactsByOrganizationNumber(db: Db, userId: string, slug: string, number: string): Promise<Contact[]> {
  return store.findContacts(db, userId, slug, store.hasOrganizationNumber(number))
}

export function contactsByMemberNumber(db: Db, userId: string, slug: string, memberNumber: string): Promise<Contact[]> {
  return store.findContacts(db, userId, slug, store.hasMemberNumber(memberNumber))
}

export function contactsByEmail(db: Db, userId: string, slug: string, email: string): Promise<Contact[]> {
  return store.findContacts(db, userId, slug, store.hasEmail(email))
}

/** By parts of the name in any order, by the beginning of an organisation number, or by part of an e-mail address. */
export async function searchContacts(db: Db, userId: string, slug: string, text: string, limit = 20): Promise<Contact[]> {
  const condition = store.mentions(text)
  return condition ? store.findContacts(db, userId, slug, condition, limit) : []
}

// Writing through

/** To be called with what Fiken answers after a contact was made or changed. */
export function writeThroughContact(db: Db, userId: string, slug: string, contact: Contact): Promise<void> {
  return store.putContacts(db, userId, slug, [contact], NOW)
}

/** Fiken has answered that it does not know this contact any more. */
export async function forgetContact(db: Db, userId: string, slug: string, contactId: number): Promise<void> {
  await store.dropContacts(db, userId, slug, [contactId], NOW)
}

/** To be called with what ServiceM8 answers about a client. Contacts are replaced when given, else kept as they are. */
export async function writeThroughClient(
  db: Db,
  userId: string,
  client: Client,
  contacts?: readonly ClientContact[],
): Promise<void> {
  await store.putClients(db, userId, [client], NOW)
  if (contacts) await store.setClientContacts(db, userId, client.uuid, contacts)
}

// Reading ServiceM8's clients

/** Null when the client is not mirrored yet. */
export async function clientFromMirror(db: Db, userId: string, uuid: string): Promise<store.MirroredClient | null> {
  const [found] = await store.findClients(db, userId, store.isClient(uuid))
  return found ?? null
}

/** All active clients by name, sites and head offices alike. */
export function clientsFor(db: Db, userId: string): Promise<store.MirroredClient[]> {
  return store.findClients(db, userId, store.isActiveClient())
}

// Refreshing

/**
 * Brings the mirror of a company's contacts up to date.
 *
 * @throws ExternalError, GateClosed, GateBusy; the pages read until then are stored
 */
export function refreshContacts(
  platform: Platform,
  userId: string,
  company: FikenCompany,
  options: WalkOptions = {},
): Promise<Walked> {
  const { db } = platform
  const { slug } = company
  return walkModified(platform, { userId, mirror: 'contacts', slug }, options, (from) => company.contacts.list(from), {
    idOf: (contact) => contact.contactId,
    store: (contacts, askedAt) => store.putContacts(db, userId, slug, contacts, askedAt),
    ids: () => store.contactIds(db, userId, slug),
    drop: (ids, before) => store.dropContacts(db, userId, slug, ids, before),
    get: (id) => company.contacts.get(id, options.signal),
  })
}

/**
 * For whoever is about to look for a contact and would make one that is not found: a mirror that was never read to its end is read now,
 * by the caller's own client, and so is one older than `maxAgeMs`. `ready` = nothing had to be read.
 *
 * @throws as refreshContacts; then there is nothing to match against, and nothing must be created
 */
export async function ensureContactsMirror(
  platform: Platform,
  userId: string,
  company: FikenCompany,
  options: { maxAgeMs?: number; signal?: AbortSignal } = {},
): Promise<MirrorState> {
  const state = await stateOfMirror(platform, userId, 'contacts', company.slug, options.maxAgeMs)
  if (state !== 'ready') await refreshContacts(platform, userId, company, { signal: options.signal })
  return state
}

/**
 * Brings the mirror of the account's clients up to date, and then that of their contacts.
 *
 * @throws ExternalError, GateClosed; the pages read until then are stored
 */
export async function refreshClients(
  platform: Platform,
  userId: string,
  client: ServiceM8Client,
  options: WalkOptions = {},
): Promise<Walked> {
  const { db } = platform
  const scope = await servicem8Scope(db, userId)
  if (!scope) return { rows: 0, removed: 0, whole: false }
  await followScope(db, userId, ['clients', 'client_contacts'], scope.account, (tx) => store.dropClients(tx, userId))
  const clients = await walkEdited(
    platform,
    { userId, mirror: 'clients', ...scope },
    options,
    (from) => client.clients.list(from),
    (rows, askedAt) => store.putClients(db, userId, rows, askedAt),
  )
  const beganAt = await databaseTime(db)
  // A client whose contacts nobody has read: what comes on one page may not be all of them, so it waits here for the last page.
  const waiting = new Map<string, ClientContact[]>()
  const contacts = await walkEdited(
    platform,
    { userId, mirror: 'client_contacts', ...scope },
    options,
    (from) => client.clientContacts.list(from),
    async (rows) => {
      const byOwner = Map.groupBy(rows, (contact) => contact.ownerUuid)
      for (const owner of await store.mergeClientContacts(db, userId, byOwner)) {
        waiting.set(owner, [...(waiting.get(owner) ?? []), ...(byOwner.get(owner) ?? [])])
      }
    },
    () => store.settleUnreadContacts(db, userId, waiting, beganAt),
  )
  return { rows: clients.rows + contacts.rows, removed: 0, whole: clients.whole && contacts.whole }
}
