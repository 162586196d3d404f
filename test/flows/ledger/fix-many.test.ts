import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { putJob } from '#sandbox/seed/put'
import * as contract from '#shared/contracts/reconciliation'
import { formatMonth } from '#shared/dates'
import { taskOver } from '../../support/people/bulk.ts'
import { draftsOf } from '../../support/people/customer.ts'
import { check, longTimeCustomer } from '../../support/people/long-time-customer.ts'
import { startWorld, transferOf } from '../../support/world/world.ts'

const world = await startWorld()
const customer = await longTimeCustomer(world)

const jobOf = (uuid: string) => customer.tenant.account.tables.job[uuid]!
const drafts = (uuid: string) => draftsOf(customer, `Jobb #${jobOf(uuid).generated_job_id}`)

/** Makes jobs that were completed half an hour ago and never reported. */
function missedJobs(...keys: string[]): { jobs: string[]; month: string } {
  const { account } = customer.tenant
  const jobs = keys.map((key) =>
    putJob(world.vendors, account, {
      key,
      client: Object.values(account.tables.company)[0]!.name,
      state: 'completed',
      daysAgo: 0.02,
      description: 'Lekkasje på bad',
      lines: [{ name: 'Rørlegger, time', quantity: '2', price: '895', material: 'TIME-RL' }],
    }),
  )
  return { jobs, month: jobOf(jobs[0]!).completion_date.slice(0, 7) }
}

const fetchMany = (month: string, jobUuids: string[]) =>
  customer.visitor.call(contract.fixMany, { body: { month, act: 'fetch', jobUuids } })

test('many missed jobs are fetched by one task, which reports the outcome of each', async () => {
  const { jobs, month } = missedJobs('mistet en', 'mistet to', 'mistet tre')
  await check(customer, month)
  // The job was deleted in ServiceM8 after the check.
  jobOf(jobs[2]!).active = 0
  const { task } = await fetchMany(month, jobs)
  expect(task.title).toBe(`Henting av 3 jobber fra ${formatMonth(month)}`)
  const done = await taskOver(customer.visitor, task.id)
  expect(done.summary).toBe('2 jobber er hentet, 1 er ikke endret.')
  expect(new Map(done.items.map(({ subject, status }) => [subject, status]))).toEqual(
    new Map([
      [jobs[0], 'done'],
      [jobs[1], 'done'],
      [jobs[2], 'left_alone'],
    ]),
  )
  for (const job of jobs.slice(0, 2)) await transferOf(customer.visitor, job, 'completed')

  const again = await fetchMany(month, jobs.slice(1))
  await taskOver(customer.visitor, again.task.id)
  expect(jobs.slice(0, 2).map(drafts)).toEqual([1, 1])
})

test('what ServiceM8 does not answer has failed, and can be fixed again', async () => {
  const { jobs, month } = missedJobs('ubesvart en', 'ubesvart to')
  await check(customer, month)
  const { faults } = world.vendors
  const who = customer.tenant.account.uuid
  const down = faults.add({ vendor: 'servicem8', who, kind: 'status', status: 503 })
  const first = await taskOver(customer.visitor, (await fetchMany(month, jobs)).task.id)
  faults.remove(down.id)
  expect(first.counts).toMatchObject({ done: 0, leftAlone: 0, failed: 2 })

  const second = await taskOver(customer.visitor, (await fetchMany(month, jobs)).task.id)
  expect(second.counts).toMatchObject({ done: 2, failed: 0 })
  for (const job of jobs) await transferOf(customer.visitor, job, 'completed')
})

test('nothing is fixed that the check did not find, or found in another company', async () => {
  const { jobs, month } = missedJobs('annet selskap')
  await check(customer, month)
  const fixing = (jobUuids: string[]) =>
    customer.visitor.tryCall(contract.fixMany, { body: { month, act: 'fetch', jobUuids } })
  expect(await fixing([crypto.randomUUID()])).toMatchObject({ status: 404 })
  const checkedIn = (slug: string) =>
    world.product.platform.db.execute(
      sql`update reconciliations set fiken_company_slug = ${slug} where user_id = ${customer.userId}`,
    )
  await checkedIn('et-annet-selskap')
  expect(await fixing(jobs)).toMatchObject({ status: 404 })
})
