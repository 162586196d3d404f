import { and, asc, eq, inArray, isNull, lte, sql, type SQL } from 'drizzle-orm'
import type { Client, ClientContact } from '#clients/servicem8/types'
import { portions } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/database.ts'
import { servicem8Clients } from './tables.ts'

export interface MirroredClient {
  client: Client
  /** The client's active contacts; null until contacts have been read. */
  contacts: ClientContact[] | null
}

const ofCompany = (companyId: string) => eq(servicem8Clients.companyId, companyId)

export async function clientFromMirror(
  db: Db,
  companyId: string,
  uuid: string,
): Promise<MirroredClient | null> {
  const [found] = await findClients(db, companyId, eq(servicem8Clients.uuid, uuid))
  return found ?? null
}

export async function clientsByUuid(
  db: Db,
  companyId: string,
  uuids: readonly string[],
): Promise<Map<string, MirroredClient>> {
  const found = new Map<string, MirroredClient>()
  for (const some of portions(uuids, (uuid) => uuid)) {
    for (const one of await findClients(db, companyId, inArray(servicem8Clients.uuid, some)))
      found.set(one.client.uuid, one)
  }
  return found
}

/** Returns all active clients, both sites and head offices, sorted by name. */
export function clientsFor(db: Db, companyId: string): Promise<MirroredClient[]> {
  return findClients(db, companyId, eq(servicem8Clients.active, true))
}

function findClients(db: Db, companyId: string, condition: SQL): Promise<MirroredClient[]> {
  return db
    .select({ client: servicem8Clients.data, contacts: servicem8Clients.contacts })
    .from(servicem8Clients)
    .where(and(ofCompany(companyId), condition))
    .orderBy(asc(servicem8Clients.name), asc(servicem8Clients.uuid))
}

/** Replaces the contacts of one client, whose row must exist. Inactive contacts are not stored. */
export async function setClientContacts(
  db: Db,
  companyId: string,
  uuid: string,
  contacts: readonly ClientContact[],
): Promise<void> {
  await db
    .update(servicem8Clients)
    .set({ contacts: contacts.filter((contact) => contact.active) })
    .where(and(ofCompany(companyId), eq(servicem8Clients.uuid, uuid)))
}

/**
 * Merges changed contacts into the contacts stored for each client. Skips and returns the clients
 * whose contacts were never read, because their contacts are complete only after a complete sync.
 */
export async function mergeClientContacts(
  db: Db,
  companyId: string,
  changed: ReadonlyMap<string, readonly ClientContact[]>,
): Promise<string[]> {
  const unread: string[] = []
  for (const owners of portions([...changed.keys()], (uuid) => uuid)) {
    await db.transaction(async (tx) => {
      const rows = await tx
        .select({ uuid: servicem8Clients.uuid, contacts: servicem8Clients.contacts })
        .from(servicem8Clients)
        .where(and(ofCompany(companyId), inArray(servicem8Clients.uuid, owners)))
        .for('update')
      const known = new Map(rows.map((row) => [row.uuid, row.contacts]))
      unread.push(...owners.filter((uuid) => !known.get(uuid)))
      const merged = owners.flatMap((uuid) => {
        const before = known.get(uuid)
        return before ? [{ uuid, contacts: merge(before, changed.get(uuid) ?? []) }] : []
      })
      await writeContacts(tx, companyId, merged)
    })
  }
  return unread
}

/**
 * Completes a sync of contacts. Clients that existed when the sync started and whose contacts were
 * never read get the contacts that the sync found, or an empty list.
 */
export async function settleUnreadContacts(
  db: Db,
  companyId: string,
  found: ReadonlyMap<string, readonly ClientContact[]>,
  beganAt: Date,
): Promise<void> {
  const unread = and(
    ofCompany(companyId),
    isNull(servicem8Clients.contacts),
    lte(servicem8Clients.seenAt, beganAt),
  )
  for (const owners of portions([...found.keys()], (uuid) => uuid)) {
    await db.transaction(async (tx) => {
      const rows = await tx
        .select({ uuid: servicem8Clients.uuid })
        .from(servicem8Clients)
        .where(and(unread, inArray(servicem8Clients.uuid, owners)))
        .for('update')
      await writeContacts(
        tx,
        companyId,
        rows.map(({ uuid }) => ({ uuid, contacts: merge([], found.get(uuid) ?? []) })),
      )
    })
  }
  await db.update(servicem8Clients).set({ contacts: [] }).where(unread)
}

function merge(
  before: readonly ClientContact[],
  changed: readonly ClientContact[],
): ClientContact[] {
  return [
    ...new Map([...before, ...changed].map((contact) => [contact.uuid, contact])).values(),
  ].filter((contact) => contact.active)
}

async function writeContacts(
  db: Db,
  companyId: string,
  rows: readonly { uuid: string; contacts: ClientContact[] }[],
): Promise<void> {
  if (rows.length === 0) return
  await db.execute(
    sql`update servicem8_clients c set contacts = v.contacts
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(uuid text, contacts jsonb)
        where c.user_id = ${companyId} and c.uuid = v.uuid`,
  )
}
