import { expect, test } from 'vitest'
import { addJob } from '#sandbox/servicem8/workshop'
import { saveConfiguration } from '#shared/contracts/configuration'
import { listActivity } from '#shared/contracts/activity-log'
import { readTask } from '#shared/contracts/tasks'
import { actOnMany, type ManyAct } from '#shared/contracts/transfers/bulk'
import { restoreTransfer } from '#shared/contracts/transfers/actions'
import { readTimeline } from '#shared/contracts/transfers/row'
import { taskOver } from '../support/people/bulk.ts'
import { readyCustomer, transfersOf } from '../support/people/tenants.ts'
import { until } from '../support/wait.ts'
import { startCheckpointWorld } from '../support/world/checkpoint-world.ts'
import type { Checkpoint } from '../support/world/checkpoints.ts'
import { hangAt } from './support/kill-points.ts'

const JOBS = 6

const { world, desk } = await startCheckpointWorld()
const customer = await readyCustomer(world, 'Avbrutt Rør AS', {
  configuration: { isActive: false },
})
const { account } = customer.tenant
const client = Object.values(account.tables.company)[0]!
const job = {
  status: 'Completed',
  company_uuid: client.uuid,
  job_address: client.address,
  billing_address: client.billing_address,
}
for (let n = 0; n < JOBS; n += 1)
  addJob(world.vendors, account, job, [{ name: 'Arbeid', displayed_amount: '800.0000' }])
const rows = await until('the transfers to wait', async () => {
  const all = await transfersOf(customer)
  return all.length === JOBS && all.every(({ status }) => status === 'pending') && all
})
const ids: string[] = rows.map(({ id }) => id)

async function killAt(what: RegExp, time: number, act: ManyAct): Promise<string> {
  const isStep = (reached: Checkpoint) => reached.queue === 'tasks' && what.test(reached.what)
  const hangs = hangAt(desk, isStep, time - 1)
  const { task } = await customer.visitor.call(actOnMany, { body: { act, ids } })
  await until('the task to be in the middle', hangs)
  await world.kill()
  desk.judge = () => 'go on'
  await world.start()
  return task.id
}

const ACT = /\bupdate transfers\b/
const storyOf = async (id: string) =>
  (await customer.visitor.call(readTimeline, { params: { id } })).map(({ text }) => text)
const times = async (text: string) => {
  const stories = await Promise.all(ids.map(storyOf))
  return stories.map((story) => story.filter((each) => each === text).length)
}
const once = Array.from({ length: JOBS }, () => 1)
const entriesOf = async (title: string) =>
  (await customer.visitor.call(listActivity, { query: { limit: 500 } })).filter(
    ({ action, description }) => action === 'task_finished' && description?.startsWith(title),
  )

test('between an action and its record: the task continues, and the action is done once', async () => {
  const id = await killAt(ACT, 3, 'skip')
  const over = await taskOver(customer.visitor, id)
  expect(over.counts).toEqual({ total: JOBS, waiting: 0, done: JOBS, leftAlone: 0, failed: 0 })
  expect(await times('Slettet')).toEqual(once)
  expect(await entriesOf('Hopp over')).toHaveLength(1)
  for (const transfer of ids)
    await customer.visitor.call(restoreTransfer, { params: { id: transfer } })
})

test('between the mark and the action: the action is still done', async () => {
  const id = await killAt(/^update task_items/, 3, 'skip')
  const before = await customer.visitor.call(readTask, { params: { id } })
  expect(before.counts.total).toBe(JOBS)
  expect((await taskOver(customer.visitor, id)).counts.done).toBe(JOBS)
  expect(await times('Slettet')).toEqual(once.map((n) => n + 1))
  for (const transfer of ids)
    await customer.visitor.call(restoreTransfer, { params: { id: transfer } })
})

test('while transfers are started: each makes one draft', async () => {
  await customer.visitor.call(saveConfiguration, { body: { isActive: true } })
  const id = await killAt(ACT, 4, 'retry')
  expect((await taskOver(customer.visitor, id)).counts).toMatchObject({ done: JOBS })
  expect(await entriesOf('Overfør ')).toHaveLength(1)
  const rows = await until('the drafts', async () => {
    const all = await transfersOf(customer)
    return all.every(({ status }) => status === 'completed') && all
  })
  const { drafts } = customer.tenant.company
  expect(drafts.map(({ uuid }) => uuid).toSorted()).toEqual(
    rows.map(({ fikenDraftUuid }) => fikenDraftUuid).toSorted(),
  )
})
