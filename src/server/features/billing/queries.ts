import { and, count, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import type { BillStatus } from '#shared/subscription-status'
import type { Db } from '../../platform/database/database.ts'
import { isOwnedBy } from '../auth/queries.ts'
import { subscriptionBills, subscriptionSettings } from './tables.ts'

/** Returns true if the monthly bills are sent from the Fiken connection of a company of this owner. */
export async function billsFrom(db: Db, ownerId: string): Promise<boolean> {
  const isSender = isOwnedBy(subscriptionSettings.adminUserId, ownerId)
  return (await db.$count(subscriptionSettings, isSender)) > 0
}

/** Returns true if the monthly bills are sent from this company's Fiken connection. */
export async function sendsTheBills(db: Db, companyId: string): Promise<boolean> {
  return (
    (await db.$count(subscriptionSettings, eq(subscriptionSettings.adminUserId, companyId))) > 0
  )
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
