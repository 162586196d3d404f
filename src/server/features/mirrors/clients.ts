import type { ServiceM8Client } from '#clients/servicem8/client'
import type { Client, ClientContact } from '#clients/servicem8/types'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { connectionOf } from '../connections/queries.ts'
import { mergeClientContacts, setClientContacts, settleUnreadContacts } from './client-store.ts'
import { findCursor } from './cursor-store.ts'
import { followAccount, NOTHING_READ, syncFromServiceM8 } from './servicem8-sync.ts'
import { databaseTime, mirrorStore, NOW } from './store.ts'
import type { SyncOptions, SyncResult } from './sync.ts'
import { servicem8Clients } from './tables.ts'

export { clientFromMirror, clientsByUuid, clientsFor, type MirroredClient } from './client-store.ts'

/**
 * The mirror of ServiceM8's clients. ServiceM8 lists client contacts separately, so storing a
 * client again does not change the client's contacts.
 */
const clients = mirrorStore({
  table: servicem8Clients,
  scope: ['companyId'],
  id: 'uuid',
  columns: ({ uuid, name, active }) => ({ uuid, name, active }),
  orderBy: ['name', 'uuid'],
})

/**
 * Stores a client that was just read or written, and replaces the client's contacts if they are
 * given.
 */
export async function writeThroughClient(
  db: Db,
  companyId: string,
  client: Client,
  contacts?: readonly ClientContact[],
): Promise<void> {
  await clients.upsertSeen(db, { companyId }, [client], NOW)
  if (contacts) await setClientContacts(db, companyId, client.uuid, contacts)
}

export async function clientsReadAt(db: Db, companyId: string): Promise<Date | null> {
  const connection = await connectionOf(db, companyId, 'servicem8')
  if (!connection?.account) return null
  const { completedAt } = await findCursor(db, companyId, 'clients', connection.account)
  return completedAt
}

export async function clientContactsReadAt(db: Db, companyId: string): Promise<Date | null> {
  const connection = await connectionOf(db, companyId, 'servicem8')
  if (!connection?.account) return null
  return (await findCursor(db, companyId, 'client_contacts', connection.account)).completedAt
}

/**
 * Fetches changes to the account's clients and their contacts into our copies.
 * @throws ExternalError, LimiterClosed; the pages read before the error have been stored
 */
export async function refreshClients(
  platform: Platform,
  companyId: string,
  client: ServiceM8Client,
  options: SyncOptions = {},
): Promise<SyncResult> {
  const { db } = platform
  const account = await followAccount(db, companyId, ['clients', 'client_contacts'], clients)
  if (!account) return NOTHING_READ
  const seen = new Set<string>()
  const owners = await syncFromServiceM8(
    platform,
    'clients',
    account,
    options,
    (from) => client.clients.list(from),
    (rows, askedAt) => {
      rows.forEach(({ uuid }) => seen.add(uuid))
      return clients.upsertSeen(db, { companyId }, rows, askedAt)
    },
  )
  const beganAt = await databaseTime(db)
  // Contacts of clients whose contacts were never read. They are collected until the last page,
  // because a client's contacts can be spread over several pages.
  const waiting = new Map<string, ClientContact[]>()
  const contacts = await syncFromServiceM8(
    platform,
    'client_contacts',
    account,
    options,
    (from) => client.clientContacts.list(from),
    async (rows) => {
      const byOwner = Map.groupBy(rows, (contact) => contact.ownerUuid)
      for (const owner of byOwner.keys()) seen.add(owner)
      for (const owner of await mergeClientContacts(db, companyId, byOwner)) {
        waiting.set(owner, [...(waiting.get(owner) ?? []), ...(byOwner.get(owner) ?? [])])
      }
    },
    () => settleUnreadContacts(db, companyId, waiting, beganAt),
  )
  if (seen.size > 0) await platform.hooks.run('clientsSeen', { companyId, uuids: [...seen] })
  return { rows: owners.rows + contacts.rows, removed: 0, full: owners.full && contacts.full }
}
