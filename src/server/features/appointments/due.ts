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

export interface Recurring {
  work: Work
  /**
   * Returns a query for the time at which each user's work becomes due, with the columns `user_id`
   * and `since`. A user without a row or a time has no due work until the user's data changes.
   */
  times: (now: Date, among: Among) => SQL
}

/** The interval after which a user with due work is returned again if the work is still due. */
const AGAIN_MS = 30_000
/** The minimum number of users checked per call; most of them have no due work. */
const LOOKED_AT = 500
/**
 * The longest interval between two checks of a user, in case a trigger fails or the clock is set
 * back.
 */
const LONGEST_MS = 86_400_000

/**
 * Returns users whose work is due, those waiting longest first. Reads only the users whose
 * appointment time has passed, so users without due work cost nothing (decision 0044).
 */
export async function dueCompanies(
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
  const read = await readTimes(db, times(now, those(kept.map(({ companyId }) => companyId))))
  const due = read.filter((one) => one.since <= now).slice(0, limit)
  const named = new Set(due.map(({ companyId }) => companyId))
  const since = new Map(read.map((one) => [one.companyId, one.since.getTime()]))
  const latest = now.getTime() + LONGEST_MS
  const next = kept
    .filter(({ companyId }) => !named.has(companyId))
    .map((one) => ({
      ...one,
      lookAt: new Date(Math.min(since.get(one.companyId) ?? latest, latest)),
    }))
  if (next.length > 0) await makeAppointments(db, work, next)
  return [...named]
}

export async function isCompanyDue(
  db: Db,
  { times }: Recurring,
  now: Date,
  companyId: string,
): Promise<boolean> {
  const [time] = await readTimes(db, times(now, those([companyId])))
  return time !== undefined && time.since <= now
}

/** Counts the users whose work is due, for the operator. Reads all users. */
export function backlogOfCompanies(db: Db, { times }: Recurring, now: Date): Promise<Backlog> {
  return backlogOf(db, now, times(now, everybody))
}
