import { and, asc, eq, inArray, isNull, like, lt, lte, or, sql, type SQL } from 'drizzle-orm'
import type { Contact } from '#clients/fiken/types'
import type { Client, ClientContact } from '#clients/servicem8/types'
import { foldText, nameKey } from '#shared/names'
import { emailAddress, organizationNumber } from '#shared/norwegian'
import { portions } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/database.ts'
import { containing } from '../../platform/http/paging.ts'
import type { SeenAt } from '../connections/mirror-cursor.ts'
import { fikenContacts, servicem8Clients } from './tables.ts'

/** Stores contacts as Fiken has them. A row that was written after `seenAt` is newer than this copy of it, and stays. */
export async function putContacts(
  db: Db,
  userId: string,
  slug: string,
  contacts: readonly Contact[],
  seenAt: SeenAt,
): Promise<void> {
  for (const some of portions(contacts, (contact) => contact.contactId)) {
    await db
      .insert(fikenContacts)
      .values(some.map((contact) => ({ userId, fikenCompanySlug: slug, ...searchable(contact), data: contact, seenAt })))
      .onConflictDoUpdate({
        target: [fikenContacts.userId, fikenContacts.fikenCompanySlug, fikenContacts.contactId],
        set: {
          searchName: sql`excluded.search_name`,
          organizationNumber: sql`excluded.organization_number`,
          memberNumber: sql`excluded.member_number`,
          email: sql`excluded.email`,
          inactive: sql`excluded.inactive`,
          data: sql`excluded.data`,
          seenAt: sql`excluded.seen_at`,
        },
        setWhere: sql`${fikenContacts.seenAt} <= excluded.seen_at`,
      })
  }
}

/** What a contact is found by, normalised; what is no organisation number or e-mail address is not found by it. */
function searchable(contact: Contact) {
  return {
    contactId: contact.contactId,
    searchName: nameWords(contact.name),
    organizationNumber: organizationNumber(contact.organizationNumber) ?? '',
    memberNumber: contact.memberNumber.trim().toLowerCase(),
    email: emailAddress(contact.email) ?? '',
    inactive: contact.inactive,
  }
}

/** The folded name, and its form in one spelling where that differs: "borettslaget solsiden" is also found by "solsiden brl". */
function nameWords(name: string): string {
  const folded = foldText(name)
  const key = nameKey(name)
  return folded === key ? folded : `${folded} ${key}`
}

const ofCompany = (userId: string, slug: string) =>
  and(eq(fikenContacts.userId, userId), eq(fikenContacts.fikenCompanySlug, slug))

export async function findContacts(db: Db, userId: string, slug: string, condition?: SQL, limit?: number): Promise<Contact[]> {
  const query = db
    .select({ data: fikenContacts.data })
    .from(fikenContacts)
    .where(and(ofCompany(userId, slug), condition))
    .orderBy(asc(fikenContacts.inactive), asc(fikenContacts.contactId))
  const rows = await (limit === undefined ? query : query.limit(limit))
  return rows.map((row) => row.data)
}

export const hasContactId = (contactId: number) => eq(fikenContacts.contactId, contactId)
export const hasOrganizationNumber = (number: string) => eq(fikenContacts.organizationNumber, organizationNumber(number) ?? '-')
export const hasMemberNumber = (number: string) => eq(fikenContacts.memberNumber, number.trim().toLowerCase() || '-')
export const hasEmail = (email: string) => eq(fikenContacts.email, emailAddress(email) ?? '-')

/** Every word of the text in the name, or the whole of it in the organisation number or e-mail. */
export function mentions(text: string): SQL | undefined {
  const words = foldText(text).split(' ').filter(Boolean)
  const number = text.replace(/\D/g, '')
  return or(
    words.length > 0 ? and(...words.map((word) => like(fikenContacts.searchName, containing(word)))) : undefined,
    number.length >= 3 ? like(fikenContacts.organizationNumber, `${number}%`) : undefined,
    text.includes('@') ? like(fikenContacts.email, containing(text.trim().toLowerCase())) : undefined,
  )
}

export async function contactIds(db: Db, userId: string, slug: string): Promise<number[]> {
  const rows = await db.select({ id: fikenContacts.contactId }).from(fikenContacts).where(ofCompany(userId, slug))
  return rows.map((row) => row.id)
}

/** Drops contacts that Fiken has no longer, but none that was written after `before`. Answers how many. */
export async function dropContacts(
  db: Db,
  userId: string,
  slug: string,
  ids: readonly number[],
  before: SeenAt,
): Promise<number> {
  let dropped = 0
  for (const some of portions(ids, (id) => id)) {
    const rows = await db
      .delete(fikenContacts)
      .where(and(ofCompany(userId, slug), inArray(fikenContacts.contactId, some), lt(fikenContacts.seenAt, before)))
      .returning({ id: fikenContacts.contactId })
    dropped += rows.length
  }
  return dropped
}

/** Stores clients as ServiceM8 has them; what is known of their contacts stays. */
export async function putClients(db: Db, userId: string, clients: readonly Client[], seenAt: SeenAt): Promise<void> {
  for (const some of portions(clients, (client) => client.uuid)) {
    await db
      .insert(servicem8Clients)
      .values(
        some.map((client) => ({ userId, uuid: client.uuid, name: client.name, active: client.active, data: client, seenAt })),
      )
      .onConflictDoUpdate({
        target: [servicem8Clients.userId, servicem8Clients.uuid],
        set: { name: sql`excluded.name`, active: sql`excluded.active`, data: sql`excluded.data`, seenAt: sql`excluded.seen_at` },
        setWhere: sql`${servicem8Clients.seenAt} <= excluded.seen_at`,
      })
  }
}

const ofUser = (userId: string) => eq(servicem8Clients.userId, userId)

/** Writes all contacts of one client, whose row must be there. Removed ones are left out. */
export async function setClientContacts(db: Db, userId: string, uuid: string, contacts: readonly ClientContact[]): Promise<void> {
  await db
    .update(servicem8Clients)
    .set({ contacts: contacts.filter((contact) => contact.active) })
    .where(and(ofUser(userId), eq(servicem8Clients.uuid, uuid)))
}

/**
 * Lays changed contacts over those that each client has. Clients whose contacts have never been read are passed over, and answered: theirs
 * are only known once a walk has come to its end.
 */
export async function mergeClientContacts(
  db: Db,
  userId: string,
  changed: ReadonlyMap<string, readonly ClientContact[]>,
): Promise<string[]> {
  const unread: string[] = []
  for (const owners of portions([...changed.keys()], (uuid) => uuid)) {
    await db.transaction(async (tx) => {
      const rows = await tx
        .select({ uuid: servicem8Clients.uuid, contacts: servicem8Clients.contacts })
        .from(servicem8Clients)
        .where(and(ofUser(userId), inArray(servicem8Clients.uuid, owners)))
        .for('update')
      const known = new Map(rows.map((row) => [row.uuid, row.contacts]))
      unread.push(...owners.filter((uuid) => !known.get(uuid)))
      const merged = owners.flatMap((uuid) => {
        const before = known.get(uuid)
        return before ? [{ uuid, contacts: laidOver(before, changed.get(uuid) ?? []) }] : []
      })
      await writeContacts(tx, userId, merged)
    })
  }
  return unread
}

/** Ends a complete walk of contacts: clients that had none read, and stood there when it began, now have what it found, or none. */
export async function settleUnreadContacts(
  db: Db,
  userId: string,
  found: ReadonlyMap<string, readonly ClientContact[]>,
  stoodThereAt: Date,
): Promise<void> {
  const unread = and(ofUser(userId), isNull(servicem8Clients.contacts), lte(servicem8Clients.seenAt, stoodThereAt))
  for (const owners of portions([...found.keys()], (uuid) => uuid)) {
    await db.transaction(async (tx) => {
      const rows = await tx
        .select({ uuid: servicem8Clients.uuid })
        .from(servicem8Clients)
        .where(and(unread, inArray(servicem8Clients.uuid, owners)))
        .for('update')
      await writeContacts(
        tx,
        userId,
        rows.map(({ uuid }) => ({ uuid, contacts: laidOver([], found.get(uuid) ?? []) })),
      )
    })
  }
  await db.update(servicem8Clients).set({ contacts: [] }).where(unread)
}

/** The later row of each contact wins, and removed ones go. */
function laidOver(before: readonly ClientContact[], changed: readonly ClientContact[]): ClientContact[] {
  return [...new Map([...before, ...changed].map((contact) => [contact.uuid, contact])).values()].filter(
    (contact) => contact.active,
  )
}

async function writeContacts(
  db: Db,
  userId: string,
  rows: readonly { uuid: string; contacts: ClientContact[] }[],
): Promise<void> {
  if (rows.length === 0) return
  await db.execute(
    sql`update servicem8_clients c set contacts = v.contacts
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(uuid text, contacts jsonb)
        where c.user_id = ${userId} and c.uuid = v.uuid`,
  )
}

export interface MirroredClient {
  client: Client
  /** Null until they have been read; without removed ones. */
  contacts: ClientContact[] | null
}

export async function findClients(db: Db, userId: string, condition?: SQL): Promise<MirroredClient[]> {
  return db
    .select({ client: servicem8Clients.data, contacts: servicem8Clients.contacts })
    .from(servicem8Clients)
    .where(and(ofUser(userId), condition))
    .orderBy(asc(servicem8Clients.name), asc(servicem8Clients.uuid))
}

export const isClient = (...uuids: string[]) => inArray(servicem8Clients.uuid, uuids)
export const isActiveClient = () => eq(servicem8Clients.active, true)

/** Another ServiceM8 account was connected. */
export async function dropClients(db: Db, userId: string): Promise<void> {
  await db.delete(servicem8Clients).where(ofUser(userId))
}
