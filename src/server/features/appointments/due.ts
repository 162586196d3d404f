import type { SQL } from 'drizzle-orm'
import { backlogOf, type Backlog } from '../../platform/queue/backlog.ts'
import type { Db } from '../../platform/database/database.ts'
import {
  everybody,
  keepAppointments,
  makeAppointments,
  readTimes,
  those,
  type Among,
} from './store.ts'
import type { Work } from './tables.ts'

export type { Among } from './store.ts'

/** Recurring work, and how its time is read. */
export interface Recurring {
  work: Work
  /**
   * A query of `user_id` and `since`: from when on the work of each of these users is due. Nobody's
   * is whom it does not name, or names without a time, until something changes.
   */
  times: (now: Date, among: Among) => SQL
}

/** Work that is due and has been named is named again after this, if it still is. */
const AGAIN_MS = 30_000
/** So many users are looked at at least, however few are to be named: most are not due. */
const LOOKED_AT = 500
/**
 * Every user is looked at this often whatever the appointment says: a safety net under the triggers,
 * and what limits how far a clock that was set back can lead astray.
 */
const LONGEST_MS = 86_400_000

/**
 * Users whose work is due, those waiting longest first. Costs what has come: users whose work is far
 * off, or who have none, are not read (decision 0044).
 */
export async function dueUsers(
  db: Db,
  { work, times }: Recurring,
  now: Date,
  limit: number,
): Promise<string[]> {
  const kept = await keepAppointments(db, work, now, {
    limit: Math.max(limit, LOOKED_AT),
    againMs: AGAIN_MS,
    longestMs: LONGEST_MS,
  })
  if (kept.length === 0) return []
  const read = await readTimes(db, times(now, those(kept.map(({ userId }) => userId))))
  const due = read.filter((one) => one.since <= now).slice(0, limit)
  const named = new Set(due.map(({ userId }) => userId))
  const since = new Map(read.map((one) => [one.userId, one.since.getTime()]))
  const latest = now.getTime() + LONGEST_MS
  const next = kept
    .filter(({ userId }) => !named.has(userId))
    .map((one) => ({
      ...one,
      lookAt: new Date(Math.min(since.get(one.userId) ?? latest, latest)),
    }))
  if (next.length > 0) await makeAppointments(db, work, next)
  return [...named]
}

export async function isUserDue(
  db: Db,
  { times }: Recurring,
  now: Date,
  userId: string,
): Promise<boolean> {
  const [time] = await readTimes(db, times(now, those([userId])))
  return time !== undefined && time.since <= now
}

/** A row is a user whose work comes again and again. Reads everybody's: for the operator. */
export function backlogOfUsers(db: Db, { times }: Recurring, now: Date): Promise<Backlog> {
  return backlogOf(db, now, times(now, everybody))
}
