import { isDecimal, oreFromDecimal } from '#shared/money'
import { customerDisplayName } from '#shared/transfer-display'
import type { JobSnapshot } from './snapshot.ts'
import { orderNumber } from './order-number.ts'
import { storedJobOf } from './display-job.ts'

/** Returns a transfer's columns that come from its job. The amount is gross, in øre (rule 6). */
export function columnsOfJob(snapshot: JobSnapshot) {
  const { job } = snapshot
  const stored = storedJobOf(snapshot)
  return {
    snapshot,
    servicem8Data: stored,
    customerName: customerDisplayName(stored),
    jobCompletedAt: job.completedAt === null ? null : new Date(job.completedAt),
    amount: totalOf(job),
    poNumber: orderNumber(job.purchaseOrderNumber) || null,
    jobNumber: job.number,
    lineItemsCount: snapshot.lines.filter(
      (line) => line.active && !snapshot.leftOut.includes(line.uuid),
    ).length,
  }
}

/** Returns the job's total in øre; null when the total cannot be read. */
export function totalOf(job: Pick<JobSnapshot['job'], 'totalInvoiceAmount'>): number | null {
  return isDecimal(job.totalInvoiceAmount) ? oreFromDecimal(job.totalInvoiceAmount) : null
}
