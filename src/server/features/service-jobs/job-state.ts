import { createHash } from 'node:crypto'
import type { Job } from '#clients/servicem8/types'

/** The fields that decide whether a job is transferred, and how. */
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

/** Occurs in no text of ServiceM8's. */
export const BETWEEN = 31

/**
 * A job as ServiceM8 shows it, as one text. The same text means that it is as it was when it was
 * looked at. Its edit date alone does not say so, because it has whole seconds, and no clock is
 * asked, because ours is not ServiceM8's.
 */
export function jobStateOf(job: Job): string {
  const values = FIELDS.map((field) => String(job[field] ?? ''))
  return createHash('md5')
    .update(values.join(String.fromCharCode(BETWEEN)))
    .digest('hex')
}
