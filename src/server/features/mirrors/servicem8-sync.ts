import type { ListOptions } from '#clients/servicem8/client'
import type { Page } from '#clients/http/pages'
import { stampOf } from '#clients/servicem8/time'
import { instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { connectionOf } from '../connections/queries.ts'
import { findCursor, followScope, saveCursor } from './cursor-store.ts'
import { readShared, storedPages, type SyncOptions, type SyncResult } from './sync.ts'
import type { Mirror } from './tables.ts'

interface AccountScope {
  companyId: string
  account: string
  timeZone: string
}

export const NOTHING_READ: SyncResult = { rows: 0, removed: 0, full: false }

/**
 * Returns the account from which these mirrors are read; null when no account is connected. Deletes
 * rows of another account first.
 * @param store the mirror whose rows belong to the account
 */
export async function followAccount(
  db: Db,
  companyId: string,
  mirrors: readonly Mirror[],
  store: { dropAll: (tx: Db, owner: { companyId: string }) => Promise<void> },
): Promise<AccountScope | null> {
  const connection = await connectionOf(db, companyId, 'servicem8')
  if (!connection?.account) return null
  const { account, timeZone } = connection
  await followScope(db, companyId, mirrors, account, (tx) => store.dropAll(tx, { companyId }))
  return { companyId, account, timeZone }
}

/**
 * Reads what has been edited in ServiceM8 since the last complete sync, or everything. The list
 * includes deleted rows (active 0), so deletions need no comparison. The cursor moves only after
 * the last page: to the newest edit_date, but never past ServiceM8's own time at the start of the
 * sync, because a row edited during the sync might be on a page that was already read.
 * @param how.list reads from the cursor; the client starts one hour earlier, because of the
 * repeated hour in October
 * @param how.store must be idempotent
 * @param how.atTheEnd runs after the last page, before the cursor moves
 * @throws any error of the client; the pages stored before the error are kept, and the cursor does
 * not move
 */
export async function syncFromServiceM8<Item extends { editDate: string }>(
  platform: Platform,
  mirror: Mirror,
  scope: AccountScope,
  options: SyncOptions,
  ...how: How<Item>
): Promise<SyncResult> {
  const { companyId, account } = scope
  const known = await findCursor(platform.db, companyId, mirror, account)
  const read = () => syncAfter(platform, known, mirror, scope, options, ...how)
  return known.completedAt === null ? readShared([companyId, mirror, account], read) : read()
}

type How<Item> = [
  list: (options: ListOptions) => AsyncIterable<Page<Item>>,
  store: (rows: Item[], askedAt: Date) => Promise<void>,
  atTheEnd?: () => Promise<void>,
]

async function syncAfter<Item extends { editDate: string }>(
  platform: Platform,
  known: Awaited<ReturnType<typeof findCursor>>,
  mirror: Mirror,
  { companyId, account, timeZone }: AccountScope,
  options: SyncOptions,
  ...[list, store, atTheEnd]: How<Item>
): Promise<SyncResult> {
  const { db } = platform
  const full = options.full === true || known.completedAt === null || known.cursor === ''
  const startedAt = instant(platform.clock)
  const pages = storedPages(
    platform,
    { companyId, mirror },
    list({ editedAfter: full ? undefined : known.cursor, signal: options.signal }),
    store,
  )
  let ceiling: string | null = null
  let newest = known.cursor
  let rows = 0
  for await (const page of pages) {
    options.onPage?.()
    rows += page.rows.length
    ceiling ??= stampOf(page.vendorTime ?? startedAt, timeZone)
    for (const { editDate } of page.rows)
      if (editDate > newest && editDate <= ceiling) newest = editDate
  }
  await atTheEnd?.()
  await saveCursor(db, companyId, mirror, account, { cursor: newest, completedAt: startedAt })
  return { rows, removed: 0, full }
}
