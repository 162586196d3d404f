import { LONGEST_LAG_MS } from '#clients/fiken/list-lag'
import { unlessGone } from '#clients/http/external-error'
import type { Page } from '#clients/http/pages'
import { addDays, dateOf } from '#shared/dates'
import { instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { findCursor, saveCursor } from './cursor-store.ts'
import { databaseTime, type SeenAt } from './store.ts'
import { readShared, storedPages, type SyncOptions, type SyncResult } from './sync.ts'

export type CompanyMirror = 'contacts' | 'products'

export interface CompanyOwner {
  companyId: string
  fikenCompanySlug: string
}

export interface CompanyStore<Item> {
  idOf: (item: Item) => number
  upsertSeen: (db: Db, owner: CompanyOwner, items: readonly Item[], seenAt: SeenAt) => Promise<void>
  idsOf: (db: Db, owner: CompanyOwner) => Promise<number[]>
  dropIds: (
    db: Db,
    owner: CompanyOwner,
    ids: readonly number[],
    before: SeenAt | null,
  ) => Promise<number>
}

export interface CompanyList<Item> {
  list: (options: { modifiedSince?: string; signal?: AbortSignal }) => AsyncIterable<Page<Item>>
  /** Reads one object from its own endpoint, which is always up to date. */
  get: (id: number, signal?: AbortSignal) => Promise<Item>
}

/** The interval between full reads, since changes in Fiken's lists do not include deletions. */
const FULL_SYNC_EVERY_MS = 7 * 24 * 60 * 60 * 1000

export interface FikenSyncResult extends SyncResult {
  /** True when our copy then had every row that Fiken's list had when it was asked for. */
  isProof: boolean
}

interface CompanySync<Item> {
  mirror: CompanyMirror
  owner: CompanyOwner
  store: CompanyStore<Item>
  source: CompanyList<Item>
  onSeen?:
    ((owner: CompanyOwner, items: readonly Item[], askedAt: Date) => Promise<void>) | undefined
}

/**
 * Reads what has changed in Fiken since the day before the last complete sync (Fiken's filter takes
 * whole days in an undocumented time zone). Reads the whole list the first time, once a week
 * (unless only changes are requested) and on request. If a full read agrees with Fiken's own count,
 * objects that are no longer in the list are dropped. Fiken's pages use offsets, so a row that is
 * deleted during the read makes another row disappear. If the count does not agree, the list is
 * read once more. If it still does not agree, nothing is dropped and the next sync is a full read
 * again.
 * @throws any error of the client; the pages stored before the error are kept, and the cursor does
 * not move
 */
export async function syncFromFiken<Item>(
  platform: Platform,
  sync: CompanySync<Item>,
  options: SyncOptions,
): Promise<FikenSyncResult> {
  const { companyId, fikenCompanySlug: slug } = sync.owner
  const known = await findCursor(platform.db, companyId, sync.mirror, slug)
  const read = () => syncAfter(platform, known, sync, options)
  return known.completedAt === null ? readShared([companyId, sync.mirror, slug], read) : read()
}

async function syncAfter<Item>(
  platform: Platform,
  known: Awaited<ReturnType<typeof findCursor>>,
  sync: CompanySync<Item>,
  options: SyncOptions,
): Promise<FikenSyncResult> {
  const { db } = platform
  const { companyId, fikenCompanySlug: slug } = sync.owner
  const fullSync = `${sync.mirror}_whole` as const
  const lastFull = (await findCursor(db, companyId, fullSync, slug)).completedAt
  const startedAt = instant(platform.clock)
  const isOld = lastFull === null || startedAt.getTime() - lastFull.getTime() > FULL_SYNC_EVERY_MS
  const isDue = isOld && options.changesOnly !== true
  const full = options.full === true || known.completedAt === null || known.cursor === '' || isDue
  const since = full ? undefined : addDays(known.cursor, -1)

  let reading = await readList(platform, sync, since, options)
  if (full && !reading.agrees) reading = await readList(platform, sync, since, options)
  const removed =
    full && reading.agrees && reading.missing.length > 0
      ? await dropMissing(platform, sync, reading, options.signal)
      : 0
  await saveCursor(db, companyId, sync.mirror, slug, {
    cursor: dateOf(startedAt),
    completedAt: startedAt,
  })
  if (full && reading.agrees)
    await saveCursor(db, companyId, fullSync, slug, { cursor: '', completedAt: startedAt })
  const isProof = await proves(platform, sync, reading, { since, isOld, startedAt })
  return { rows: reading.rows, removed, full, isProof }
}

/**
 * Returns true if this reading proves that our copy has every row that Fiken's list had when it was
 * asked for. The proof begins with a full read that agrees with Fiken's count, at most a week ago.
 * Changes continue it if they were asked for from before the day up to which it holds, and all came
 * on one page: between two pages, a deletion can move a row unseen.
 */
async function proves<Item>(
  platform: Platform,
  { mirror, owner: { companyId, fikenCompanySlug: slug } }: CompanySync<Item>,
  { isCounted, pages }: Reading,
  { since, isOld, startedAt }: { since: string | undefined; isOld: boolean; startedAt: Date },
): Promise<boolean> {
  if (!isCounted) return false
  const proved = `${mirror}_proved` as const
  const isOnePage = pages === 1
  if (since !== undefined) {
    const { cursor } = await findCursor(platform.db, companyId, proved, slug)
    if (!isOnePage || isOld || cursor === '' || since >= cursor) return false
  }
  const upTo = { cursor: dateOf(startedAt), completedAt: startedAt }
  await saveCursor(platform.db, companyId, proved, slug, upTo)
  return isOnePage
}

interface Reading {
  rows: number
  pages: number
  /** True when Fiken's count, the same on all pages, is the number of rows read. */
  isCounted: boolean
  /** The same, and true also when Fiken states no count. */
  agrees: boolean
  /** The ids in the mirror that were not in the list; empty when only changes were read. */
  missing: number[]
  beganAt: Date
}

async function readList<Item>(
  platform: Platform,
  { mirror, owner, store, source, onSeen }: CompanySync<Item>,
  modifiedSince: string | undefined,
  { signal, onPage }: SyncOptions,
): Promise<Reading> {
  const { db } = platform
  const had = modifiedSince === undefined ? await store.idsOf(db, owner) : []
  const beganAt = await databaseTime(db)
  const pages = storedPages(
    platform,
    { companyId: owner.companyId, mirror },
    source.list({ modifiedSince, signal }),
    async (items, askedAt) => {
      await onSeen?.(owner, items, askedAt)
      await store.upsertSeen(db, owner, items, askedAt)
    },
  )
  const seen = new Set<number>()
  const totals = new Set<number | null>()
  let [rows, count, unreadable] = [0, 0, 0]
  for await (const page of pages) {
    onPage?.()
    for (const item of page.rows) seen.add(store.idOf(item))
    rows += page.rows.length
    count += 1
    unreadable += page.unreadable.length
    totals.add(page.total)
  }
  const isCounted = unreadable === 0 && totals.size === 1 && totals.has(seen.size)
  const agrees = isCounted || (unreadable === 0 && totals.has(null))
  const missing = had.filter((id) => !seen.has(id))
  return { rows, pages: count, isCounted, agrees, missing, beganAt }
}

/**
 * The maximum number of recently written rows that are checked individually; the remaining rows are
 * left for the next full sync.
 */
const MOST_ASKED = 50

/**
 * Deletes rows that are missing in the list. Recently written rows can be missing because Fiken's
 * list lags, so each of these rows is checked at its own endpoint first.
 */
async function dropMissing<Item>(
  platform: Platform,
  { owner, store, source }: CompanySync<Item>,
  { missing, beganAt }: Reading,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { db } = platform
  const listedBy = new Date(beganAt.getTime() - LONGEST_LAG_MS * platform.ladderScale)
  let removed = await store.dropIds(db, owner, missing, listedBy)
  const kept = new Set(await store.idsOf(db, owner))
  for (const id of missing.filter((one) => kept.has(one)).slice(0, MOST_ASKED)) {
    const isGone = (await unlessGone(source.get(id, signal))) === null
    if (isGone) removed += await store.dropIds(db, owner, [id], beganAt)
  }
  return removed
}
