import { and, eq, sql } from 'drizzle-orm'
import type { DataExport } from '#shared/contracts/profile'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { dataExports } from './tables.ts'

/** How an export ended. */
export type ExportOutcome = NonNullable<(typeof dataExports.$inferSelect)['outcome']>

/** How long the lease of a process that was killed keeps its user waiting. */
export const LEASE_MS = 15_000
const lease = sql`${LEASE_MS}::float8 * interval '1 millisecond'`

/**
 * Is somebody making it? A lease that ends later than it could have been taken until dates from
 * before the database's clock was set back, and is none.
 */
const held = sql`(${dataExports.holder} is not null and ${dataExports.leaseUntil} > clock_timestamp()
  and ${dataExports.leaseUntil} <= clock_timestamp() + ${lease})`

/** False when an export of this user is being made, whichever process makes it. */
export async function takeExport(db: Db, userId: string, holder: string): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`insert into data_exports (user_id, holder, lease_until, started_at)
        values (${userId}, ${holder}, clock_timestamp() + ${lease}, clock_timestamp())
        on conflict (user_id) do update set holder = excluded.holder, lease_until = excluded.lease_until,
          started_at = excluded.started_at, outcome = null
        where not ${held} returning user_id`,
  )
  return rows.length > 0
}

/** False when it is not this holder's any more. */
export async function keepExport(db: Db, userId: string, holder: string): Promise<boolean> {
  const rows = await db
    .update(dataExports)
    .set({ leaseUntil: sql`clock_timestamp() + ${lease}` })
    .where(and(eq(dataExports.userId, userId), eq(dataExports.holder, holder)))
    .returning({ userId: dataExports.userId })
  return rows.length > 0
}

export async function endExport(
  db: Db,
  userId: string,
  holder: string,
  outcome: ExportOutcome,
): Promise<void> {
  await db
    .update(dataExports)
    .set({ holder: null, leaseUntil: null, outcome })
    .where(and(eq(dataExports.userId, userId), eq(dataExports.holder, holder)))
}

/**
 * What the screen says of it. Without a holder and without an end: the process that made it was
 * killed.
 */
export async function readExport(db: Db, userId: string): Promise<DataExport> {
  const { startedAt, outcome } = dataExports
  const [row] = await db
    .select({ startedAt, outcome, held: sql<boolean>`coalesce(${held}, false)` })
    .from(dataExports)
    .where(eq(dataExports.userId, userId))
  if (!row) return { state: 'none', startedAt: null }
  return {
    state: row.held ? 'running' : (row.outcome ?? 'failed'),
    startedAt: row.startedAt.toISOString(),
  }
}
