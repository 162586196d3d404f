import { sql } from 'drizzle-orm'
import type { Page } from '#clients/http/pages'
import { isExternalError } from '#clients/http/external-error'
import { stampOf } from '#clients/servicem8/time'
import { addDays, dateOf } from '#shared/dates'
import { instant } from '../../platform/clock.ts'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { LONGEST_LAG_MS } from '../transfers/absence.ts'
import { advanceMirror, mirrorCursor, type Mirror } from './mirror-cursor.ts'
import { connectionOf } from './read-connections.ts'

export interface WalkOptions {
  /** Read everything, not only what has changed. */
  full?: boolean | undefined
  /** Read only what has changed, also when Fiken's list is due to be walked from end to end: that can wait for the background. */
  changesOnly?: boolean | undefined
  signal?: AbortSignal | undefined
}

export interface Walked {
  /** Rows that the vendor answered. */
  rows: number
  /** Rows dropped because the vendor has them no longer. */
  removed: number
  /** Was everything read, or only what has changed? */
  whole: boolean
}

/** How often Fiken's lists are walked from end to end: it does not tell what was deleted, only what is there. */
const WHOLE_WALK_EVERY_MS = 7 * 24 * 60 * 60 * 1000

/** The ServiceM8 account that a user's mirrors follow. Null when there is none. */
export async function servicem8Scope(db: Db, userId: string): Promise<{ account: string; timeZone: string } | null> {
  const connection = await connectionOf(db, userId, 'servicem8')
  return connection?.account ? { account: connection.account, timeZone: connection.timeZone } : null
}

/**
 * Reads what ServiceM8 has edited since the last complete walk and stores it page by page. Deleted rows come along (active 0), so nothing
 * has to be compared. Only after the last page does the cursor move: to the newest edit_date seen, but never past ServiceM8's own time when
 * the walk began, because what is edited during a walk may lie on a page that was read before.
 *
 * @param list is asked from the cursor; the client reads an hour before it once more (October's repeated hour)
 * @param store must bear the same row twice
 * @param atTheEnd runs after the last page, before the cursor moves
 * @throws what the client throws; what was stored until then stays, the cursor too
 */
export async function walkEdited<T extends { editDate: string }>(
  platform: Platform,
  mirror: { userId: string; mirror: Mirror; account: string; timeZone: string },
  options: WalkOptions,
  list: (options: { editedAfter?: string; signal?: AbortSignal }) => AsyncIterable<Page<T>>,
  store: (rows: T[], askedAt: Date) => Promise<void>,
  atTheEnd?: () => Promise<void>,
): Promise<Walked> {
  const { db } = platform
  const known = await mirrorCursor(db, mirror.userId, mirror.mirror, mirror.account)
  const whole = options.full === true || known.completedAt === null || known.cursor === ''
  const startedAt = instant(platform.clock)
  let ceiling: string | null = null
  let newest = known.cursor
  let rows = 0
  for await (const page of paced(db, list({ editedAfter: whole ? undefined : known.cursor, signal: options.signal }))) {
    await store(page.rows, page.askedAt)
    reportUnreadable(platform, mirror, page)
    rows += page.rows.length
    ceiling ??= stampOf(page.vendorTime ?? startedAt, mirror.timeZone)
    for (const { editDate } of page.rows) if (editDate > newest && editDate <= ceiling) newest = editDate
  }
  await atTheEnd?.()
  await advanceMirror(db, mirror.userId, mirror.mirror, mirror.account, { cursor: newest, completedAt: startedAt })
  return { rows, removed: 0, whole }
}

/** Where the rows of a Fiken mirror lie. */
export interface MirrorRows<T> {
  idOf: (row: T) => number
  /** Must bear the same row twice. */
  store: (rows: T[], askedAt: Date) => Promise<void>
  ids: () => Promise<number[]>
  /** Drops these rows, unless they were written after `before`; answers how many. */
  drop: (ids: number[], before: Date) => Promise<number>
  /** Reads one at its own address, where Fiken answers truthfully. */
  get: (id: number) => Promise<T>
}

/**
 * Reads what Fiken has changed since the day before the last complete walk (it tells days apart, and names no zone), or everything: the
 * first time, once a week (unless only changes are asked for) and when asked. A whole walk that agrees with Fiken's own count also drops what is gone there.
 *
 * Fiken pages by offset, so a row deleted during a walk hides another one: a count that does not agree is walked once more at once, and
 * until one agrees nothing is dropped and the next refresh is a whole one again.
 *
 * @throws what the client throws; what was stored until then stays, the cursor too
 */
export async function walkModified<T>(
  platform: Platform,
  mirror: { userId: string; mirror: 'contacts' | 'products'; slug: string },
  options: WalkOptions,
  list: (options: { modifiedSince?: string; signal?: AbortSignal }) => AsyncIterable<Page<T>>,
  rows: MirrorRows<T>,
): Promise<Walked> {
  const { db } = platform
  const { userId, slug } = mirror
  const wholeMirror = `${mirror.mirror}_whole` as const
  const known = await mirrorCursor(db, userId, mirror.mirror, slug)
  const lastWhole = (await mirrorCursor(db, userId, wholeMirror, slug)).completedAt
  const startedAt = instant(platform.clock)
  const isOld = lastWhole === null || startedAt.getTime() - lastWhole.getTime() > WHOLE_WALK_EVERY_MS
  const isDue = isOld && options.changesOnly !== true
  const whole = options.full === true || known.completedAt === null || known.cursor === '' || isDue
  const modifiedSince = whole ? undefined : addDays(known.cursor, -1)

  const walk = async () => {
    const had = whole ? await rows.ids() : []
    const began = await databaseTime(db)
    const seen = new Set<number>()
    let [answered, total, unreadable]: [number, number | null, number] = [0, null, 0]
    for await (const page of paced(db, list({ modifiedSince, signal: options.signal }))) {
      await rows.store(page.rows, page.askedAt)
      reportUnreadable(platform, mirror, page)
      for (const row of page.rows) seen.add(rows.idOf(row))
      answered += page.rows.length
      unreadable += page.unreadable.length
      total = page.total
    }
    const agrees = unreadable === 0 && (total === null || total === seen.size)
    return { answered, agrees, gone: had.filter((id) => !seen.has(id)), began }
  }

  let walked = await walk()
  if (whole && !walked.agrees) walked = await walk()
  const removed = whole && walked.agrees && walked.gone.length > 0 ? await dropGone(platform, rows, walked) : 0
  await advanceMirror(db, userId, mirror.mirror, slug, { cursor: dateOf(startedAt), completedAt: startedAt })
  if (whole && walked.agrees) await advanceMirror(db, userId, wholeMirror, slug, { cursor: '', completedAt: startedAt })
  return { rows: walked.answered, removed, whole }
}

/** Of what was written within the longest lag, so many are asked for one by one; the rest is left for the next walk. */
const MOST_ASKED = 50

/** What the list lacks is gone, but for rows that were written a moment ago: they may only be missing from a list that lags. */
async function dropGone<T>(
  platform: Platform,
  rows: MirrorRows<T>,
  { gone, began }: { gone: number[]; began: Date },
): Promise<number> {
  let removed = await rows.drop(gone, new Date(began.getTime() - LONGEST_LAG_MS * platform.ladderScale))
  const kept = new Set(await rows.ids())
  for (const id of gone.filter((one) => kept.has(one)).slice(0, MOST_ASKED)) {
    try {
      await rows.get(id)
    } catch (error) {
      if (!isExternalError(error, 'not_found')) throw error
      removed += await rows.drop([id], began)
    }
  }
  return removed
}

/** Each page with the database's time just before it was asked for: a row written after that is newer than the page's copy of it. */
async function* paced<T>(db: Db, pages: AsyncIterable<Page<T>>): AsyncGenerator<Page<T> & { askedAt: Date }> {
  const iterator = pages[Symbol.asyncIterator]()
  try {
    for (;;) {
      const askedAt = await databaseTime(db)
      const next = await iterator.next()
      if (next.done) return
      yield { ...next.value, askedAt }
    }
  } finally {
    await iterator.return?.()
  }
}

/** The database's clock, which all processes share. */
export async function databaseTime(db: Db): Promise<Date> {
  const [row] = await rowsOf<{ ms: number }>(db, sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`)
  return new Date(Math.floor(row?.ms ?? 0))
}

function reportUnreadable(platform: Platform, mirror: { userId: string; mirror: Mirror }, page: Page<unknown>): void {
  const [first] = page.unreadable
  if (first)
    platform.log.warn(
      { userId: mirror.userId, mirror: mirror.mirror, rows: page.unreadable.length, first: first.message },
      'rows that cannot be read',
    )
}
