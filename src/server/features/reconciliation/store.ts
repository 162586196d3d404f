import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { CauseCode } from '#shared/causes/index'
import type {
  ReconciliationProgress,
  ReconciliationRow,
  ReconciliationSummary,
} from '#shared/contracts/reconciliation'
import { backlogOf, type Backlog } from '../../platform/queue/backlog.ts'
import type { Db } from '../../platform/database/database.ts'
import { users } from '../auth/tables.ts'
import { reconciliations } from './tables.ts'

export type ReconciliationRecord = typeof reconciliations.$inferSelect

const DUE = ['asked', 'running'] as const

const ofMonth = (userId: string, month: string) =>
  and(eq(reconciliations.userId, userId), eq(reconciliations.month, month))

export async function reconciliationOf(
  db: Db,
  userId: string,
  month: string,
): Promise<ReconciliationRecord | null> {
  const [row] = await db.select().from(reconciliations).where(ofMonth(userId, month))
  return row ?? null
}

/**
 * Requests a check. A check that is already requested or running is left unchanged. The last result
 * is kept until the new check is complete.
 */
export async function ask(db: Db, userId: string, month: string, now: Date): Promise<void> {
  const asked = {
    status: 'asked' as const,
    askedAt: now,
    nextAt: null,
    attempts: 0,
    progress: null,
    errorCode: null,
  }
  await db
    .insert(reconciliations)
    .values({ userId, month, ...asked })
    .onConflictDoUpdate({
      target: [reconciliations.userId, reconciliations.month],
      set: asked,
      setWhere: sql`${reconciliations.status} not in ('asked', 'running')`,
    })
}

/** The SQL condition for an active user, because a check sends requests to both vendors. */
const isOfActiveUser = sql`exists (select from ${users} where ${users.id} = ${reconciliations.userId} and ${users.isActive})`

const isDue = (now: Date) =>
  and(
    isOfActiveUser,
    inArray(reconciliations.status, [...DUE]),
    or(isNull(reconciliations.nextAt), lte(reconciliations.nextAt, now)),
  )

/**
 * Returns the users with a check to run. A check marked as running that does not run in this
 * process was left behind by a killed process.
 */
export async function usersWithChecks(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectDistinct({ userId: reconciliations.userId })
    .from(reconciliations)
    .where(isDue(now))
  return rows.map(({ userId }) => userId)
}

/**
 * Starts the check that was requested first, and returns its month. The queue ensures that a user
 * has only one running check.
 */
export async function begin(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ month: string; attempts: number } | null> {
  const [next] = await db
    .select({ month: reconciliations.month })
    .from(reconciliations)
    .where(and(eq(reconciliations.userId, userId), isDue(now)))
    .orderBy(reconciliations.askedAt)
    .limit(1)
  if (!next) return null
  const [row] = await db
    .update(reconciliations)
    .set({
      status: 'running',
      nextAt: null,
      progress: null,
      attempts: sql`${reconciliations.attempts} + 1`,
    })
    .where(ofMonth(userId, next.month))
    .returning({ month: reconciliations.month, attempts: reconciliations.attempts })
  return row ?? null
}

export async function storeProgress(
  db: Db,
  userId: string,
  month: string,
  progress: ReconciliationProgress,
): Promise<void> {
  await db
    .update(reconciliations)
    .set({ progress })
    .where(and(ofMonth(userId, month), eq(reconciliations.status, 'running')))
}

export interface MonthResult {
  checkedAt: Date
  fikenCompanySlug: string
  summary: ReconciliationSummary
  rows: ReconciliationRow[]
}

export async function finish(
  db: Db,
  userId: string,
  month: string,
  result: MonthResult,
): Promise<void> {
  await db
    .update(reconciliations)
    .set({ status: 'done', progress: null, errorCode: null, attempts: 0, ...result })
    .where(ofMonth(userId, month))
}

export async function putBack(
  db: Db,
  userId: string,
  month: string,
  nextAt: Date | null,
  attempts?: number,
): Promise<void> {
  await db
    .update(reconciliations)
    .set({
      status: 'asked',
      progress: null,
      nextAt,
      ...(attempts === undefined ? {} : { attempts }),
    })
    .where(ofMonth(userId, month))
}

export async function fail(
  db: Db,
  userId: string,
  month: string,
  errorCode: CauseCode,
): Promise<void> {
  await db
    .update(reconciliations)
    .set({ status: 'failed', progress: null, nextAt: null, errorCode })
    .where(ofMonth(userId, month))
}

export function backlogOfChecks(db: Db, now: Date): Promise<Backlog> {
  const open = and(isOfActiveUser, inArray(reconciliations.status, [...DUE]))
  return backlogOf(
    db,
    now,
    sql`select coalesce(next_at, asked_at) as since from ${reconciliations} where ${open}`,
  )
}
