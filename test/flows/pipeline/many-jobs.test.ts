import { expect, test } from 'vitest'
import { createRecord, updateRecord } from '#sandbox/servicem8/records'
import { backlogOfCompanies } from '#server/features/appointments/due'
import { INTAKE } from '#server/features/inbox/queue-names'
import { SWEEPS } from '#server/features/inbox/queries'
import { addEvents } from '#server/features/inbox/store'
import { refreshMirrors } from '#server/features/mirrors/refresh'
import { REFRESHES } from '#server/features/mirrors/schedule'
import { fetchJob } from '#server/features/service-jobs/fetch-job'
import type { JobSnapshot } from '#server/features/service-jobs/snapshot'
import { transferOfJob } from '#server/features/transfers/queries'
import { readSession } from '#shared/contracts/auth'
import { saveConfiguration } from '#shared/contracts/configuration'
import {
  atRest,
  clientNamed,
  completeNewJob,
  inboxEmpty,
  startPlumber,
  type CompletedJob,
} from '../../support/people/plumber.ts'
import { restingLanes } from '../../support/resting-lanes.ts'
import { until } from '../../support/wait.ts'

/** Tests many jobs that are read from lists: few requests, and the same result as alone. */

const lanes = restingLanes()
const plumber = await startPlumber({ overrides: lanes.override })
const { id: userId } = await plumber.person.call(readSession)
await atRest(plumber, (await completeTogether([{ client: 'Ola Hansen' }]))[0] ?? '')
await nothingIsDue()
await lanes.rest()
await inboxEmpty(plumber)

/** Waits until mirrors and sweep are up to date, so that their requests are not counted. */
async function nothingIsDue(): Promise<void> {
  const { product, sandbox } = plumber.world
  await until('the mirrors and the sweep to be up to date', async () => {
    const { db } = product.platform
    const now = new Date(sandbox.world.now())
    const backlogs = [REFRESHES, SWEEPS].map((work) => backlogOfCompanies(db, work, now))
    return (await Promise.all(backlogs)).every(({ waiting }) => waiting === 0)
  })
}

async function completeTogether(
  jobs: CompletedJob[],
  before: (jobUuids: string[]) => void = () => undefined,
): Promise<string[]> {
  const { platform } = plumber.world.product
  const settings = plumber.vendors.settings.servicem8
  settings.webhooks = 'drop'
  const jobUuids = jobs.map((job) => completeNewJob(plumber, job))
  before(jobUuids)
  settings.webhooks = 'normal'
  const now = new Date(plumber.vendors.now())
  await addEvents(platform.db, userId, 'job.completed', jobUuids, now)
  platform.queue.wake(INTAKE, userId)
  return jobUuids
}

const times = (count: number, job: CompletedJob = { client: 'Ola Hansen' }) =>
  Array.from({ length: count }, () => job)

async function servicem8CallsFor(act: () => Promise<unknown>): Promise<string[]> {
  const { ledger } = plumber.vendors
  const before = ledger.total
  await act()
  await inboxEmpty(plumber)
  return ledger.entries
    .filter((entry) => entry.seq > before && entry.vendor === 'servicem8')
    .map(({ method, path }) =>
      `${method} ${path.replace('/api_1.0/', '').replace(/\.json$/, '')}`.replace(
        /\/[\da-f]{8}-[\da-f-]{27}$/,
        '/:id',
      ),
    )
    .sort()
}

const LISTS = ['GET company', 'GET companycontact', 'GET job', 'GET jobcontact', 'GET jobmaterial']

async function snapshotOf(jobUuid: string): Promise<Omit<JobSnapshot, 'fetchedAt'>> {
  const row = await transferOfJob(plumber.world.product.platform.db, userId, jobUuid)
  if (!row?.snapshot) throw new Error('the job has no transfer')
  const { fetchedAt: _, ...snapshot } = row.snapshot
  return snapshot
}

async function snapshotAlone(jobUuid: string, withPayments = false) {
  const { platform } = plumber.world.product
  const { fetchedAt: _, ...snapshot } = (
    await fetchJob(platform, userId, jobUuid, { withPayments })
  ).snapshot
  return snapshot
}

test('eight jobs at once cost five calls to ServiceM8, and each is what it would have been alone', async () => {
  const jobs = times(6).concat(
    { client: 'Grieg avd. Fyllingsdalen' },
    {
      client: 'Ola Hansen',
      lines: [
        { name: 'Arbeid', displayed_amount: '800.0000', quantity: '2.5' },
        { name: 'Takk for oppdraget', displayed_amount: '0.0000' },
        { name: 'Rabatt', displayed_amount: '-125.0000', inclusive: true },
      ],
    },
  )
  let jobUuids: string[] = []
  const calls = await servicem8CallsFor(async () => {
    jobUuids = await completeTogether(jobs, (uuids) => {
      const contact = {
        job_uuid: uuids[3],
        first: 'Kari',
        email: 'kari@eksempel.no',
        type: 'BILLING',
      }
      createRecord(plumber.vendors, plumber.account, 'jobcontact', contact)
    })
  })
  expect(calls).toEqual(LISTS)
  for (const jobUuid of jobUuids) {
    expect(await atRest(plumber, jobUuid)).toMatchObject({ status: 'completed' })
    expect(await snapshotOf(jobUuid)).toEqual(await snapshotAlone(jobUuid))
  }
  expect((await snapshotOf(jobUuids[3] ?? '')).jobContacts).toHaveLength(1)
})

test('one job, or three, are fetched by themselves', async () => {
  const calls = await servicem8CallsFor(async () => {
    for (const jobUuid of await completeTogether(times(3))) await atRest(plumber, jobUuid)
  })
  expect(calls.filter((call) => call === 'GET job/:id')).toHaveLength(3)
})

test('a job whose lines do not come to its total, or cannot be read, is fetched by itself', async () => {
  const { job, jobmaterial } = plumber.account.tables
  let jobUuids: string[] = []
  const calls = await servicem8CallsFor(async () => {
    jobUuids = await completeTogether(times(6), ([odd, unreadable]) => {
      const other = job[odd ?? '']
      if (other) other.total_invoice_amount = '999.0000'
      setQuantity(unreadable, 'to')
    })
    for (const jobUuid of jobUuids.slice(2))
      expect(await atRest(plumber, jobUuid)).toMatchObject({ status: 'completed' })
    setQuantity(jobUuids[1], '1')
  })
  function setQuantity(jobUuid: string | undefined, quantity: string) {
    for (const line of Object.values(jobmaterial))
      if (line.job_uuid === jobUuid) line.quantity = quantity
  }
  const alone = calls.filter((call) => call === 'GET job/:id')
  expect(alone.length).toBeGreaterThanOrEqual(2)
  expect(await atRest(plumber, jobUuids[0] ?? '')).toMatchObject({ errorCode: 'amount_mismatch' })
})

test('a client that was renamed a moment ago is read with the new name', async () => {
  const { world: sandbox } = plumber.world.sandbox
  const client = clientNamed(plumber.account, 'Ola Hansen')
  updateRecord(sandbox, plumber.account, 'company', client, { name: 'Ola Normann' })
  const jobUuids = await completeTogether(times(4, { client: 'Ola Normann' }))
  for (const jobUuid of jobUuids) {
    await atRest(plumber, jobUuid)
    expect((await snapshotOf(jobUuid)).client?.name).toBe('Ola Normann')
  }
  // Restore the name, because later jobs would ask about a renamed client.
  updateRecord(sandbox, plumber.account, 'company', client, { name: 'Ola Hansen' })
})

test('where payments count, they are read by a list too, and a paid job is not sent', async () => {
  const { world: sandbox } = plumber.world.sandbox
  await plumber.person.call(saveConfiguration, { body: { jobFetchType: 'awaiting_payment' } })
  // Read the payments once completely, as the background does within a quarter of an hour.
  const approved = { client: 'Ola Hansen', fields: { ready_to_invoice: '1' } }
  await refreshMirrors(plumber.world.product.platform, userId)
  await nothingIsDue()
  await inboxEmpty(plumber)
  let jobUuids: string[] = []
  const calls = await servicem8CallsFor(async () => {
    jobUuids = await completeTogether(times(5, approved), (uuids) => {
      const payment = { job_uuid: uuids[2], amount: '1000.0000', method: 'Kort' }
      createRecord(sandbox, plumber.account, 'jobpayment', payment)
    })
  })
  expect(calls).toEqual([...LISTS, 'GET jobpayment'])
  const [first, , paid] = jobUuids
  expect(await atRest(plumber, first ?? '')).toMatchObject({ status: 'completed' })
  expect(await snapshotOf(first ?? '')).toEqual(await snapshotAlone(first ?? '', true))
  const { db } = plumber.world.product.platform
  expect(await transferOfJob(db, userId, paid ?? '')).toBeNull()
})
