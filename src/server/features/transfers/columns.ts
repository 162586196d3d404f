import type { Db } from '../../platform/database/database.ts'
import { taxRatesOf } from '../mirrors/tax-rates.ts'
import { columnsOfJob } from '../service-jobs/job-columns.ts'
import type { JobSnapshot } from '../service-jobs/snapshot.ts'
import { leftOutGrossOf } from '../drafts/excluded-lines.ts'

/**
 * Returns a transfer's columns that come from its job, with the lines left out by the user
 * subtracted from the amount. Calls no vendor.
 */
export async function columnsOfTransfer(
  db: Db,
  companyId: string,
  snapshot: JobSnapshot,
): Promise<ReturnType<typeof columnsOfJob>> {
  const columns = columnsOfJob(snapshot)
  if (columns.amount === null || snapshot.leftOut.length === 0) return columns
  const leftOut = leftOutGrossOf(snapshot, await taxRatesOf(db, companyId))
  return { ...columns, amount: columns.amount - (leftOut ?? 0) }
}
