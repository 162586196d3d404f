import { expect, test } from 'vitest'
import { payJob } from '#sandbox/servicem8/workshop'
import { findJobs, syncJobs } from '#shared/contracts/intake'
import { saveConfiguration } from '#shared/contracts/configuration'
import { listTransfers } from '#shared/contracts/transfers/list'
import { addDays, dateOf } from '#shared/dates'
import {
  atRest,
  completeNewJob,
  DAY_MS,
  inboxEmpty,
  startPlumber,
} from '../../support/people/plumber.ts'
import { signUp } from '../../support/world/world.ts'

/** Tests "Hent jobber manuelt": the list shown before fetching, and the fetched jobs. */

const jobs: Record<'paid' | 'one' | 'two', string> = { paid: '', one: '', two: '' }
const daysAgo = (days: number) => addDays(dateOf(new Date(plumber.vendors.now())), -days)
const found = (days: number) => plumber.person.call(findJobs, { query: { from: daysAgo(days) } })
const rows = () => plumber.person.call(listTransfers)

const plumber = await startPlumber()
const sandbox = plumber.vendors
// The integration starts tomorrow, so that no webhook or sweep fetches the jobs.
const activatedAt = new Date(sandbox.now() + DAY_MS).toISOString()
await plumber.person.call(saveConfiguration, { body: { activatedAt } })
for (const key of ['paid', 'one', 'two'] as const)
  jobs[key] = completeNewJob(plumber, { client: 'Ola Hansen' })
payJob(sandbox, plumber.account, jobs.paid)
await inboxEmpty(plumber)

test('the jobs of the days are shown with their amounts, the paid ones marked, and nothing is fetched', async () => {
  const { jobs: listed, known } = await found(1)
  const own = (uuid: string) => listed.find(({ jobUuid }) => jobUuid === uuid)
  expect(own(jobs.one)).toMatchObject({ amount: 100_000, customer: 'Ola Hansen', paid: false })
  expect(own(jobs.paid)).toMatchObject({ paid: true })
  expect(known).toBe(0)
  expect(await rows()).toEqual([])
  expect((await found(90)).jobs.length).toBeGreaterThan(listed.length)
})

test('only the chosen jobs are fetched, also by a double click, and they are not found again', async () => {
  const body = { jobUuids: [jobs.one] }
  const [first, second] = await Promise.all([
    plumber.person.call(syncJobs, { body }),
    plumber.person.call(syncJobs, { body }),
  ])
  expect(first.jobsProcessed + second.jobsProcessed).toBe(1)
  expect(first.message).toMatch(/^Hentet 1 fullførte jobber, opprettet \d nye/)
  expect((await atRest(plumber, jobs.one)).status).toBe('pending')
  expect((await rows()).map(({ servicem8JobId }) => servicem8JobId)).toEqual([jobs.one])
  const again = await found(1)
  expect(again.jobs.map(({ jobUuid }) => jobUuid)).not.toContain(jobs.one)
  expect(again.known).toBe(1)
})

test('where only unpaid, approved jobs become drafts, the others are counted and not offered', async () => {
  await plumber.person.call(saveConfiguration, { body: { jobFetchType: 'awaiting_payment' } })
  const { jobs: listed, unapproved } = await found(1)
  expect(listed.map(({ jobUuid }) => jobUuid)).not.toContain(jobs.two)
  expect(unapproved).toBeGreaterThanOrEqual(2)
  const none = { jobUuids: ['00000000-0000-4000-8000-000000000000'] }
  expect((await plumber.person.call(syncJobs, { body: none })).message).toBe(
    'Hentet 0 jobber som venter på betaling, opprettet 0 nye overføringer',
  )
  await plumber.person.call(saveConfiguration, { body: { jobFetchType: 'completed' } })
})

test('an empty body still fetches all of 90 days', async () => {
  const { jobsProcessed } = await plumber.person.call(syncJobs, { body: {} })
  expect(jobsProcessed).toBeGreaterThan(2)
  expect((await found(90)).jobs).toEqual([])
})

test('a search needs both systems, and says when ServiceM8 is away', async () => {
  const newcomer = await signUp(plumber.world)
  expect(await newcomer.tryCall(findJobs, { query: { from: daysAgo(7) } })).toMatchObject({
    status: 409,
  })
  const { faults } = plumber.vendors
  const down = faults.add({ vendor: 'servicem8', kind: 'status', status: 503 })
  expect(await plumber.person.tryCall(findJobs, { query: { from: daysAgo(7) } })).toMatchObject({
    status: 503,
  })
  faults.remove(down.id)
})
