import type { ServiceM8Client } from '#clients/servicem8/client'
import { stampOf } from '#clients/servicem8/time'
import type { Job, JobPayment } from '#clients/servicem8/types'
import type { AnswerOf } from '#shared/contract'
import { FETCH_DAYS, type findJobs } from '#shared/contracts/intake'
import { osloInstant } from '#shared/dates'
import type { Platform } from '../../platform/platform.ts'
import { instant } from '../../platform/clock.ts'
import { configurationOf } from '../configuration/queries.ts'
import { openServicem8 } from '../connections/tokens/open-clients.ts'
import { decide, isPaid } from '../service-jobs/eligibility.ts'
import { knownStates } from '../transfers/queries.ts'
import { columnsOfListedJob } from './listed-job.ts'

export type Found = AnswerOf<typeof findJobs>

const DAY_MS = 86_400_000
/** A deposit is older than the completion; whoever pays earlier than this has paid long ago. */
const PAID_BEFORE_MS = 90 * DAY_MS

/**
 * The completed jobs that a person's fetch would make waiting rows of, from a day on: read with list
 * calls, and nothing is stored. Payments are listed too, because only they say of most jobs that
 * they are paid.
 *
 * @throws ExternalError, HttpError (not connected), LimiterBusy
 */
export async function findFetchable(
  platform: Platform,
  userId: string,
  from: string,
): Promise<Found> {
  const now = instant(platform.clock)
  const since = Math.max(osloInstant(from).getTime(), now.getTime() - FETCH_DAYS * DAY_MS)
  const configuration = await configurationOf(platform.db, userId)
  const { client, timeZone } = await openServicem8(platform, userId, { interactive: true })
  const found: Found = { jobs: [], paidLeftOut: 0, unapproved: 0, known: 0 }
  const payments = await paymentsSince(client, stampOf(since - PAID_BEFORE_MS, timeZone))
  for await (const { rows } of client.jobs.list({
    status: 'Completed',
    active: true,
    completedAfter: stampOf(since, timeZone),
  })) {
    const known = await knownStates(
      platform.db,
      userId,
      rows.map(({ uuid }) => uuid),
    )
    for (const job of rows) {
      if (known.has(job.uuid)) {
        found.known += 1
        continue
      }
      const own = payments.get(job.uuid) ?? []
      const verdict = decide({ job, payments: own, configuration, origin: 'manual' })
      if (verdict.kind !== 'skip')
        found.jobs.push({
          ...(await shown(platform, userId, job, now)),
          paid: isPaid(job, own),
        })
      else if (verdict.code === 'paid') found.paidLeftOut += 1
      else if (verdict.code === 'not_approved') found.unapproved += 1
    }
  }
  found.jobs.sort((a, b) => (b.completedAt ?? '').localeCompare(a.completedAt ?? ''))
  return found
}

async function shown(platform: Platform, userId: string, job: Job, now: Date) {
  const columns = await columnsOfListedJob(platform.db, userId, job, now)
  return {
    jobUuid: job.uuid,
    jobNumber: job.number,
    customer: columns.customerName,
    amount: columns.amount,
    completedAt: job.completedAt,
  }
}

async function paymentsSince(
  client: ServiceM8Client,
  editedAfter: string,
): Promise<Map<string, JobPayment[]>> {
  const byJob = new Map<string, JobPayment[]>()
  for await (const { rows } of client.payments.list({ editedAfter }))
    for (const payment of rows)
      byJob.set(payment.jobUuid, [...(byJob.get(payment.jobUuid) ?? []), payment])
  return byJob
}
