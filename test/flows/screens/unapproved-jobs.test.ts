import { expect, test } from 'vitest'
import { approveJob, changeJob, completeJob, payJob } from '#sandbox/servicem8/workshop'
import { saveConfiguration } from '#shared/contracts/configuration'
import { readUnapproved } from '#shared/contracts/overview'
import { listTransfers } from '#shared/contracts/transfers/list'
import { atRest, completeNewJob, inboxEmpty, startPlumber } from '../../support/people/plumber.ts'
import { until } from '../../support/wait.ts'
import { signUp } from '../../support/world/world.ts'

const CLIENT = 'Ola Hansen'
const ASK_AGAIN_MS = 10 * 60_000

const plumber = await startPlumber({ jobFetchType: 'awaiting_payment' })

const read = () => plumber.person.call(readUnapproved)
const listed = async () => (await read()).jobs.map(({ jobUuid }) => jobUuid)
const sandbox = () => plumber.vendors
async function completed(): Promise<string> {
  const job = completeNewJob(plumber, { client: CLIENT })
  await inboxEmpty(plumber)
  return job
}
async function unreported(act: () => unknown): Promise<void> {
  sandbox().settings.servicem8.webhooks = 'drop'
  await act()
  sandbox().settings.servicem8.webhooks = 'normal'
}

test('a completed job is listed as soon as ServiceM8 reports it, and has no transfer', async () => {
  const job = await completed()
  const { count, jobs } = await read()
  expect(jobs.find(({ jobUuid }) => jobUuid === job)).toMatchObject({
    customer: CLIENT,
    amount: 100_000,
    jobNumber: plumber.account.tables.job[job]?.generated_job_id,
  })
  expect(count).toBe(jobs.length)
  expect(await plumber.person.call(listTransfers)).toEqual([])
  expect(await (await signUp(plumber.world)).call(readUnapproved)).toMatchObject({ jobs: [] })
})

test('it leaves the list when it is approved, paid, reopened or deleted', async () => {
  const [approved, paid, reopened, deleted] = [
    await completed(),
    await completed(),
    await completed(),
    await completed(),
  ]
  expect(await listed()).toEqual(expect.arrayContaining([approved, paid, reopened, deleted]))
  approveJob(sandbox(), plumber.account, approved)
  payJob(sandbox(), plumber.account, paid)
  changeJob(sandbox(), plumber.account, paid, { work_done_description: 'Betalt kontant' })
  changeJob(sandbox(), plumber.account, reopened, { status: 'Work Order' })
  changeJob(sandbox(), plumber.account, deleted, { active: 0 })
  expect((await atRest(plumber, approved)).status).toBe('completed')
  await inboxEmpty(plumber)
  const now = await listed()
  for (const job of [approved, paid, reopened, deleted]) expect(now).not.toContain(job)

  completeJob(sandbox(), plumber.account, reopened)
  await inboxEmpty(plumber)
  expect(await listed()).toContain(reopened)
})

test('what no webhook has reported is found with one list for all viewers', async () => {
  plumber.later(ASK_AGAIN_MS)
  let job = ''
  const gone = await completed()
  await unreported(() => {
    job = completeNewJob(plumber, { client: CLIENT })
    changeJob(sandbox(), plumber.account, gone, { status: 'Work Order' })
  })
  const { ledger } = sandbox()
  plumber.later(ASK_AGAIN_MS)
  ledger.reset()
  await Promise.all([read(), read(), read()])
  await until('the job to be found', async () => {
    const now = await listed()
    return now.includes(job) && !now.includes(gone)
  })
  const lists = ledger.entries.filter(({ query }) => query.includes('completion_date'))
  expect(lists).toHaveLength(1)
})

test('the list stays as it was while ServiceM8 does not answer', async () => {
  const before = await listed()
  expect(before.length).toBeGreaterThan(0)
  plumber.later(ASK_AGAIN_MS)
  const down = sandbox().faults.add({ vendor: 'servicem8', kind: 'status', status: 503 })
  expect(await listed()).toEqual(before)
  sandbox().faults.remove(down.id)
})

test('there is no such list where all completed jobs are transferred', async () => {
  const [job = ''] = await listed()
  await plumber.person.call(saveConfiguration, { body: { jobFetchType: 'completed' } })
  expect(await read()).toMatchObject({ count: null, checkedAt: null, jobs: [] })
  expect((await atRest(plumber, job)).status).toBe('completed')
  await plumber.person.call(saveConfiguration, { body: { jobFetchType: 'awaiting_payment' } })
  expect(await listed()).not.toContain(job)
})
