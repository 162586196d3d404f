import { and, count, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import type { BillStatus } from '#shared/subscription-status'
import type { Db } from '../../platform/database/database.ts'
import { subscriptionBills, subscriptionSettings } from './tables.ts'

/** Returns true if the monthly bills are sent from this user's Fiken connection. */
export async function billsFrom(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: subscriptionSettings.id })
    .from(subscriptionSettings)
    .where(eq(subscriptionSettings.adminUserId, userId))
  return rows.length > 0
}

export async function countBills(db: Db): Promise<{ status: BillStatus; count: number }[]> {
  return db
    .select({ status: subscriptionBills.status, count: count() })
    .from(subscriptionBills)
    .groupBy(subscriptionBills.status)
}

/**
 * Counts the open bills that wait because Fiken did not respond, including the bills postponed
 * together with the bill that was tried.
 */
export async function countBillsWaitingForFiken(db: Db, now: Date): Promise<number> {
  const { status, cause, nextAttemptAt } = subscriptionBills
  const isPutOff = and(isNull(cause), gt(nextAttemptAt, now))
  return db.$count(
    subscriptionBills,
    and(inArray(status, ['queued', 'ending']), or(eq(cause, 'fiken_down'), isPutOff)),
  )
}
