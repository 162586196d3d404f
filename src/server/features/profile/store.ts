import { and, eq, sql } from 'drizzle-orm'
import type { DataExport } from '#shared/contracts/profile'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { dataExports } from './tables.ts'

export type ExportOutcome = NonNullable<(typeof dataExports.$inferSelect)['outcome']>

/**
 * The duration of a lease in milliseconds; after a process is killed, its user waits this long
 * before a new export can start.
 */
export const LEASE_MS = 15_000
const lease = sql`${LEASE_MS}::float8 * interval '1 millisecond'`

/**
 * The SQL condition for a running export. A lease that ends later than a new lease would was taken
 * before the database's clock was set back, and does not count.
 */
const held = sql`(${dataExports.holder} is not null and ${dataExports.leaseUntil} > clock_timestamp()
  and ${dataExports.leaseUntil} <= clock_timestamp() + ${lease})`

/** Acquires the lease. Returns false if any process is producing an export for this user. */
export async function takeExport(db: Db, companyId: string, holder: string): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`insert into data_exports (user_id, holder, lease_until, started_at)
        values (${companyId}, ${holder}, clock_timestamp() + ${lease}, clock_timestamp())
        on conflict (user_id) do update set holder = excluded.holder, lease_until = excluded.lease_until,
          started_at = excluded.started_at, outcome = null
        where not ${held} returning user_id`,
  )
  return rows.length > 0
}

export async function keepExport(db: Db, companyId: string, holder: string): Promise<boolean> {
  const rows = await db
    .update(dataExports)
    .set({ leaseUntil: sql`clock_timestamp() + ${lease}` })
    .where(and(eq(dataExports.companyId, companyId), eq(dataExports.holder, holder)))
    .returning({ companyId: dataExports.companyId })
  return rows.length > 0
}

export async function endExport(
  db: Db,
  companyId: string,
  holder: string,
  outcome: ExportOutcome,
): Promise<void> {
  await db
    .update(dataExports)
    .set({ holder: null, leaseUntil: null, outcome })
    .where(and(eq(dataExports.companyId, companyId), eq(dataExports.holder, holder)))
}

/**
 * Returns the export's state for the screen. An export without a holder and without an outcome was
 * produced by a process that was killed.
 */
export async function readExport(db: Db, companyId: string): Promise<DataExport> {
  const { startedAt, outcome } = dataExports
  const [row] = await db
    .select({ startedAt, outcome, held: sql<boolean>`coalesce(${held}, false)` })
    .from(dataExports)
    .where(eq(dataExports.companyId, companyId))
  if (!row) return { state: 'none', startedAt: null }
  return {
    state: row.held ? 'running' : (row.outcome ?? 'failed'),
    startedAt: row.startedAt.toISOString(),
  }
}
