import { stampOf } from '#clients/servicem8/time'
import type { ServiceM8Client } from '#clients/servicem8/client'
import { allRows } from '#clients/http/pages'
import type { Job, JobPayment } from '#clients/servicem8/types'
import type { ConfigurationRow } from '../configuration/queries.ts'
import { decide, isPaid } from '../service-jobs/eligibility.ts'
import { totalOf } from '../service-jobs/job-columns.ts'
import type { LedgerTransfer } from '../transfers/ledger-queries.ts'
import type { ListedJob } from './compare.ts'

/** A time before any real date, to select jobs without completion date ("0000-00-00 00:00:00"). */
const NEVER = '1900-01-01 00:00:00'
/**
 * The period in milliseconds before a job's completion in which its payments are searched for;
 * earlier payments are ignored.
 */
const PAYMENTS_BACK_MS = 366 * 86_400_000

export interface ServiceM8Account {
  client: ServiceM8Client
  timeZone: string
}

/**
 * Lists the jobs that ServiceM8 has as completed in the period, and those completed without a date.
 * All statuses are included, because a reopened job can keep its completion date.
 */
export async function listCompleted(
  { client, timeZone }: ServiceM8Account,
  { from, to }: { from: Date; to: Date },
  signal: AbortSignal,
): Promise<Job[]> {
  // ServiceM8's filter supports only "greater" and "less".
  const completedAfter = stampOf(from.getTime() - 1_000, timeZone)
  const dated = await allRows(
    client.jobs.list({ completedAfter, completedBefore: stampOf(to, timeZone), signal }),
  )
  const undated = await allRows(
    client.jobs.list({ status: 'Completed', completedBefore: NEVER, signal }),
  )
  return [...dated, ...undated]
}

/**
 * Lists jobs that have a transfer but are missing from the list. Such a job has been edited since
 * its transfer was created.
 */
export async function listSince(
  { client, timeZone }: ServiceM8Account,
  missing: readonly LedgerTransfer[],
  signal: AbortSignal,
): Promise<Job[]> {
  if (missing.length === 0) return []
  const since = Math.min(...missing.map((transfer) => transfer.createdAt.getTime()))
  const jobUuids = new Set(missing.map((transfer) => transfer.jobUuid))
  const edited = await allRows(client.jobs.list({ editedAfter: stampOf(since, timeZone), signal }))
  return edited.filter((job) => jobUuids.has(job.uuid))
}

/**
 * Reads the payments that decide whether the given jobs are paid. Sends no request if the list of
 * jobs is empty.
 */
export async function paymentsFor(
  { client, timeZone }: ServiceM8Account,
  jobs: readonly Job[],
  from: Date,
  signal: AbortSignal,
): Promise<Map<string, JobPayment[]>> {
  const byJob = new Map<string, JobPayment[]>()
  if (jobs.length === 0) return byJob
  const editedAfter = stampOf(from.getTime() - PAYMENTS_BACK_MS, timeZone)
  const jobUuids = new Set(jobs.map((job) => job.uuid))
  for (const payment of await allRows(client.payments.list({ editedAfter, signal }))) {
    if (jobUuids.has(payment.jobUuid))
      byJob.set(payment.jobUuid, [...(byJob.get(payment.jobUuid) ?? []), payment])
  }
  return byJob
}

export function turnsOnPayments(job: Job, configuration: ConfigurationRow): boolean {
  return configuration.jobFetchType === 'awaiting_payment' && isDone(job) && !isPaid(job, [])
}

export function listedJob(
  job: Job,
  payments: readonly JobPayment[],
  configuration: ConfigurationRow,
): ListedJob {
  const verdict = decide({ job, payments, configuration, origin: 'sweep' })
  return {
    uuid: job.uuid,
    number: job.number,
    customer: firstLine(job.billingAddress) || firstLine(job.jobAddress),
    completed: isDone(job),
    completedAt: job.completedAt ?? job.editedAt,
    editedAt: job.editedAt,
    total: totalOf(job),
    skip: verdict.kind === 'skip' ? verdict.code : null,
  }
}

const isDone = (job: Job) => job.active && job.status === 'Completed'

function firstLine(text: string): string {
  return text.trim().split(/\r?\n/)[0]?.trim() ?? ''
}
