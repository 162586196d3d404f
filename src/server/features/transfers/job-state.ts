import { createHash } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import type { Job } from '#clients/servicem8/types'

/** What of a job decides whether it is transferred, and how. */
const FIELDS = [
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

/** Stands in no text of ServiceM8's. */
const BETWEEN = 31

/**
 * A job as ServiceM8 shows it, in one word. The same word: it is as it was when it was looked at. Its edit date alone does not say so, since
 * that tells seconds, and no clock is asked, since ours is not ServiceM8's.
 */
export function jobStateOf(job: Job): string {
  const values = FIELDS.map((field) => String(job[field] ?? ''))
  return createHash('md5')
    .update(values.join(String.fromCharCode(BETWEEN)))
    .digest('hex')
}

/** The same of a job that is stored as JSON. */
export function storedJobState(job: SQL): SQL<string> {
  const values = FIELDS.map((field) => sql`coalesce(${job}->>${sql.raw(`'${field}'`)}, '')`)
  return sql<string>`md5(concat_ws(chr(${sql.raw(String(BETWEEN))}), ${sql.join(values, sql`, `)}))`
}
