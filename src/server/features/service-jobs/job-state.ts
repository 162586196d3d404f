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

/** The separator, a control character that occurs in no text of ServiceM8's. */
export const BETWEEN = 31

/**
 * Hashes a job as ServiceM8 shows it: the same hash means that it is unchanged since the last look.
 * Its edit date alone does not prove that, because it has whole seconds, and comparing clocks would
 * not either, because ours is not ServiceM8's.
 */
export function jobStateOf(job: Job): string {
  const values = FIELDS.map((field) => String(job[field] ?? ''))
  return createHash('md5')
    .update(values.join(String.fromCharCode(BETWEEN)))
    .digest('hex')
}
