import { sql } from 'drizzle-orm'
import { payJob } from '#sandbox/servicem8/workshop'
import { rowsOf } from '#sandbox/world/state'
import { rowsOf as sqlRows } from '#server/platform/database/database'
import { syncJobs } from '#shared/contracts/intake'
import type { Transfer } from '#shared/contracts/transfers/row'
import { until } from '../wait.ts'
import {
  atRest,
  completeNewJob,
  inboxEmpty,
  startPlumber,
  type CompletedJob,
  type Plumber,
} from './plumber.ts'

/** Starts a plumber who invoices jobs that are approved and not paid. */
export const startApprover = (): Promise<Plumber> =>
  startPlumber({ jobFetchType: 'awaiting_payment' })

/** Waits until no sweep is due, because a sweep would find the jobs that the test fetches. */
async function swept({ world }: Plumber): Promise<void> {
  const now = () => new Date(world.vendors.now()).toISOString()
  const due = () =>
    sqlRows(
      world.product.platform.db,
      sql`select user_id from job_sweeps where last_at is null or next_at <= ${now()}::timestamptz`,
    )
  await until('every sweep to be over', async () => (await due()).length === 0)
}

type Place = Pick<Plumber, 'vendors' | 'account'>

export function quietly<T>({ vendors }: Pick<Plumber, 'vendors'>, act: () => T): T {
  const { servicem8 } = vendors.settings
  servicem8.webhooks = 'drop'
  const result = act()
  servicem8.webhooks = 'normal'
  return result
}

export const approvedJob = (plumber: Plumber, job: CompletedJob = {}): string =>
  completeNewJob(plumber, {
    client: 'Ola Hansen',
    ...job,
    fields: { ready_to_invoice: '1', ...job.fields },
  })

/**
 * Adds payments that cover the job's total. The job's own payment flag stays unset, as on most real
 * accounts, and its edit date is unchanged. No webhook is sent.
 */
export function pay(plumber: Place, jobUuid: string): void {
  const job = jobOf(plumber, jobUuid)
  const { payment_received, edit_date } = job
  quietly(plumber, () => payJob(plumber.vendors, plumber.account, jobUuid))
  Object.assign(job, { payment_received, edit_date })
}

export function unpay({ account }: Pick<Place, 'account'>, jobUuid: string): void {
  for (const payment of Object.values(rowsOf(account, 'jobpayment'))) {
    if (payment['job_uuid'] === jobUuid) payment['active'] = 0
  }
}

export function setApproval(
  plumber: Pick<Place, 'account'>,
  jobUuid: string,
  approved: boolean,
): void {
  Object.assign(jobOf(plumber, jobUuid), { ready_to_invoice: approved ? '1' : '0' })
}

function jobOf({ account }: Pick<Place, 'account'>, jobUuid: string) {
  const job = account.tables.job[jobUuid]
  if (!job) throw new Error(`ServiceM8 has no job ${jobUuid}`)
  return job
}

export function draftsOf({ account, company }: Plumber, jobUuid: string): number {
  const reference = `Jobb #${account.tables.job[jobUuid]?.generated_job_id}`
  return company.drafts.filter((draft) => draft.ourReference === reference).length
}

/** Adds an approved job and fetches it by hand; returns its transfer, which waits for the user. */
export async function fetchedJob(plumber: Plumber, job: CompletedJob = {}): Promise<Transfer> {
  await swept(plumber)
  await inboxEmpty(plumber)
  const jobUuid = quietly(plumber, () => approvedJob(plumber, job))
  await plumber.person.call(syncJobs, { body: {} })
  await inboxEmpty(plumber)
  return atRest(plumber, jobUuid)
}

export async function isRefused(
  plumber: Plumber,
  jobUuid: string,
  errorCode: 'already_paid' | 'not_approved' = 'already_paid',
): Promise<Transfer> {
  const row = await until(`job ${jobUuid} to be refused`, async () => {
    const found = await atRest(plumber, jobUuid)
    return found.pendingReason === 'refused' && found.errorCode === errorCode && found
  })
  if (row.status !== 'pending' || !row.errorMessage)
    throw new Error(`refused, but ${row.status} with «${row.errorMessage}»`)
  return row
}
