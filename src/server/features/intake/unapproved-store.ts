import { and, desc, eq, lt, not, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { unapprovedJobs } from './tables.ts'

export type NewUnapproved = typeof unapprovedJobs.$inferInsert
export type UnapprovedRow = typeof unapprovedJobs.$inferSelect

/**
 * Stores unapproved jobs. A list (`by: 'list'`) shows no payments, so the stored `paid` is kept
 * while the job is unchanged.
 */
export async function noteUnapproved(
  db: Db,
  rows: readonly NewUnapproved[],
  by: 'look' | 'list',
): Promise<void> {
  const same = sql`${unapprovedJobs.jobState} = excluded.job_state`
  for (let i = 0; i < rows.length; i += 500)
    await db
      .insert(unapprovedJobs)
      .values(rows.slice(i, i + 500))
      .onConflictDoUpdate({
        target: [unapprovedJobs.companyId, unapprovedJobs.jobUuid],
        set: {
          servicem8AccountId: sql`excluded.servicem8_account_id`,
          jobNumber: sql`excluded.job_number`,
          customerName: sql`excluded.customer_name`,
          amount: sql`excluded.amount`,
          jobCompletedAt: sql`excluded.job_completed_at`,
          jobState: sql`excluded.job_state`,
          paid:
            by === 'look'
              ? sql`excluded.paid`
              : sql`case when ${same} then ${unapprovedJobs.paid} else excluded.paid end`,
          notedAt: sql`excluded.noted_at`,
        },
      })
}

export async function forgetUnapproved(db: Db, companyId: string, jobUuid: string): Promise<void> {
  await db
    .delete(unapprovedJobs)
    .where(and(eq(unapprovedJobs.companyId, companyId), eq(unapprovedJobs.jobUuid, jobUuid)))
}

/**
 * Deletes the jobs that are missing from a list begun at `begunAt`, because they have since been
 * approved, paid, reopened or deleted.
 */
export async function forgetUnlisted(
  db: Db,
  companyId: string,
  listed: readonly string[],
  begunAt: Date,
): Promise<void> {
  await db
    .delete(unapprovedJobs)
    .where(
      and(
        eq(unapprovedJobs.companyId, companyId),
        lt(unapprovedJobs.notedAt, begunAt),
        listed.length === 0 ? undefined : notInArray(unapprovedJobs.jobUuid, [...listed]),
      ),
    )
}

/** Returns the unpaid jobs that are not approved, latest first. */
export async function unapprovedOf(
  db: Db,
  companyId: string,
  accountUuid: string,
  limit: number,
): Promise<UnapprovedRow[]> {
  return db
    .select()
    .from(unapprovedJobs)
    .where(
      and(
        eq(unapprovedJobs.companyId, companyId),
        eq(unapprovedJobs.servicem8AccountId, accountUuid),
        not(unapprovedJobs.paid),
      ),
    )
    .orderBy(sql`${desc(unapprovedJobs.jobCompletedAt)} nulls last`, desc(unapprovedJobs.jobNumber))
    .limit(limit)
}
