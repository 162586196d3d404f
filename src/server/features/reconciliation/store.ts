import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { CauseCode } from '#shared/causes/index'
import type {
  ReconciliationProgress,
  ReconciliationRow,
  ReconciliationSummary,
} from '#shared/contracts/reconciliation'
import { backlogOf, type Backlog } from '../../platform/queue/backlog.ts'
import type { Db } from '../../platform/database/database.ts'
import { companies } from '../auth/tables.ts'
import { reconciliations } from './tables.ts'

export type ReconciliationRecord = typeof reconciliations.$inferSelect

const DUE = ['asked', 'running'] as const

const ofMonth = (companyId: string, month: string) =>
  and(eq(reconciliations.companyId, companyId), eq(reconciliations.month, month))

export async function reconciliationOf(
  db: Db,
  companyId: string,
  month: string,
): Promise<ReconciliationRecord | null> {
  const [row] = await db.select().from(reconciliations).where(ofMonth(companyId, month))
  return row ?? null
}

/**
 * Requests a check. A check that is already requested or running is left unchanged. The last result
 * is kept until the new check is complete.
 */
export async function ask(db: Db, companyId: string, month: string, now: Date): Promise<void> {
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
    .values({ companyId, month, ...asked })
    .onConflictDoUpdate({
      target: [reconciliations.companyId, reconciliations.month],
      set: asked,
      setWhere: sql`${reconciliations.status} not in ('asked', 'running')`,
    })
}

/** The SQL condition for an active company, because a check sends requests to both vendors. */
const isOfActiveCompany = sql`exists (select from ${companies} where ${companies.id} = ${reconciliations.companyId} and ${companies.isActive})`

const isDue = (now: Date) =>
  and(
    isOfActiveCompany,
    inArray(reconciliations.status, [...DUE]),
    or(isNull(reconciliations.nextAt), lte(reconciliations.nextAt, now)),
  )

/**
 * Returns the companies with a check to run. A check marked as running that does not run in this
 * process was left behind by a killed process.
 */
export async function companiesWithChecks(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectDistinct({ companyId: reconciliations.companyId })
    .from(reconciliations)
    .where(isDue(now))
  return rows.map(({ companyId }) => companyId)
}

/**
 * Starts the check that was requested first, and returns its month. The queue ensures that a
 * company has only one running check.
 */
export async function begin(
  db: Db,
  companyId: string,
  now: Date,
): Promise<{ month: string; attempts: number } | null> {
  const [next] = await db
    .select({ month: reconciliations.month })
    .from(reconciliations)
    .where(and(eq(reconciliations.companyId, companyId), isDue(now)))
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
    .where(ofMonth(companyId, next.month))
    .returning({ month: reconciliations.month, attempts: reconciliations.attempts })
  return row ?? null
}

export async function storeProgress(
  db: Db,
  companyId: string,
  month: string,
  progress: ReconciliationProgress,
): Promise<void> {
  await db
    .update(reconciliations)
    .set({ progress })
    .where(and(ofMonth(companyId, month), eq(reconciliations.status, 'running')))
}

export interface MonthResult {
  checkedAt: Date
  fikenCompanySlug: string
  summary: ReconciliationSummary
  rows: ReconciliationRow[]
  fingerprint: string
}

export async function finish(
  db: Db,
  companyId: string,
  month: string,
  result: MonthResult,
): Promise<void> {
  await db
    .update(reconciliations)
    .set({ status: 'done', progress: null, errorCode: null, attempts: 0, ...result })
    .where(ofMonth(companyId, month))
}

export async function putBack(
  db: Db,
  companyId: string,
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
    .where(ofMonth(companyId, month))
}

export async function fail(
  db: Db,
  companyId: string,
  month: string,
  errorCode: CauseCode,
): Promise<void> {
  await db
    .update(reconciliations)
    .set({ status: 'failed', progress: null, nextAt: null, errorCode })
    .where(ofMonth(companyId, month))
}

export function backlogOfChecks(db: Db, now: Date): Promise<Backlog> {
  const open = and(isOfActiveCompany, inArray(reconciliations.status, [...DUE]))
  return backlogOf(
    db,
    now,
    sql`select coalesce(next_at, asked_at) as since from ${reconciliations} where ${open}`,
  )
}
