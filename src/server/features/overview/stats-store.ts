import { and, eq, inArray, isNotNull, not, sql } from 'drizzle-orm'
import type { AnswerOf } from '#shared/contract'
import { VENDORS, type Vendor } from '#shared/contracts/connections'
import type { readStats } from '#shared/contracts/overview'
import type { Db } from '../../platform/database/database.ts'
import { transfers } from '../transfers/tables.ts'

export async function statsOf(db: Db, userId: string): Promise<AnswerOf<typeof readStats>> {
  const rows = await db
    .select({ status: transfers.status, n: sql<number>`count(*)::int` })
    .from(transfers)
    .where(and(eq(transfers.userId, userId), not(transfers.skipTransfer)))
    .groupBy(transfers.status)
  const count = (...statuses: string[]) =>
    rows.filter((r) => statuses.includes(r.status)).reduce((sum, r) => sum + r.n, 0)
  const pending = count('pending', 'queued', 'processing')
  const silent = pending > 0 ? await silentVendors(db, userId) : []
  return {
    total: rows.reduce((sum, r) => sum + r.n, 0),
    successful: count('completed'),
    pending,
    failed: count('failed'),
    ...(silent.length > 0 ? { notAnswering: silent } : {}),
  }
}

/**
 * Whom the rows that have met an outage wait for. When the vendor is back their waits are cleared
 * (transfers/delivery/claim-store.ts), but not their codes.
 */
async function silentVendors(db: Db, userId: string): Promise<Vendor[]> {
  const rows = await db
    .selectDistinct({ code: transfers.errorCode })
    .from(transfers)
    .where(
      and(
        eq(transfers.userId, userId),
        not(transfers.skipTransfer),
        // Also the one that asks right now whether the vendor is back.
        inArray(transfers.status, ['queued', 'processing']),
        inArray(transfers.errorCode, ['servicem8_down', 'fiken_down']),
        isNotNull(transfers.nextAttemptAt),
      ),
    )
  return VENDORS.filter((vendor) => rows.some(({ code }) => code === `${vendor}_down`))
}
