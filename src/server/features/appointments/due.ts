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

/** A kind of recurring work, and the query of its times. */
export interface Recurring {
  work: Work
  /**
   * A query of `user_id` and `since`, the time from which each user's work is due. Users without a
   * row or time have no such work until something changes.
   */
  times: (now: Date, among: Among) => SQL
}

/** The time after which work that was returned is returned again, if it is still due. */
const AGAIN_MS = 30_000
/**
 * The least number of users looked at per call, however few are to be returned: most are not due.
 */
const LOOKED_AT = 500
/**
 * The longest time until a user is looked at again: a safety net under the triggers, and a limit to
 * the harm of a clock that is set back.
 */
const LONGEST_MS = 86_400_000

/**
 * Returns users whose work is due, those waiting longest first. The cost depends only on the
 * appointments that have come: users whose work is far off, or who have none, are not read
 * (decision 0044).
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

/** Counts the users whose work is due. Reads all users; for the operator. */
export function backlogOfUsers(db: Db, { times }: Recurring, now: Date): Promise<Backlog> {
  return backlogOf(db, now, times(now, everybody))
}
