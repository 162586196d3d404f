import { createHash } from 'node:crypto'
import type { Job } from '#clients/servicem8/types'

/** The fields that decide whether and how a job is transferred. */
export const FIELDS = [
  'editDate',
  'active',
  'status',
  'completedAt',
  'totalInvoiceAmount',
  'readyToInvoice',
  'paymentProcessed',
  'paymentReceived',
  'companyUuid',
  'billingAddress',
  'jobAddress',
  'purchaseOrderNumber',
  'jobDescription',
  'workDoneDescription',
] as const satisfies readonly (keyof Job)[]

/** The code of the field separator: a control character that never occurs in ServiceM8's texts. */
export const BETWEEN = 31

/**
 * Returns a hash of a job's fields: an equal hash means that the job is unchanged since it was last
 * checked. The edit date alone does not prove that, because it has whole seconds; nor do clock
 * comparisons, because our clock differs from ServiceM8's.
 */
export function jobStateOf(job: Job): string {
  const values = FIELDS.map((field) => String(job[field] ?? ''))
  return createHash('md5')
    .update(values.join(String.fromCharCode(BETWEEN)))
    .digest('hex')
}
