import { expect, test } from 'vitest'
import { findAccount, type World } from '#sandbox/world/world'
import { completeJob } from '#sandbox/servicem8/workshop'
import { listActivity } from '#shared/contracts/activity-log'
import { readStats } from '#shared/contracts/overview'
import { readTimeline } from '#shared/contracts/transfers/row'
import { until } from '../../support/wait.ts'
import { makeReady, signUp, startWorld, transferOf } from '../../support/world/world.ts'

const world = await startWorld()
const person = await signUp(world)
await makeReady(world, person)

function workOrders(sandbox: World): string[] {
  const account = findAccount(sandbox)
  return Object.values(account?.tables.job ?? {})
    .filter((job) => job.status === 'Work Order' && job.active === 1)
    .map((job) => job.uuid)
}

function complete(jobUuid: string): void {
  const sandbox = world.vendors
  const account = findAccount(sandbox)
  if (!account || !completeJob(sandbox, account, jobUuid)) throw new Error('no such job')
}

test('a completed job automatically becomes one correct draft in Fiken', async () => {
  const [job] = workOrders(world.vendors)
  if (!job) throw new Error('the seeded world has no work order')
  complete(job)
  const transfer = await transferOf(person, job, 'completed')
  const { draftsCreated } = world.vendors.ledger
  expect(draftsCreated).toHaveLength(1)
  expect(draftsCreated[0]?.uuid).toBe(transfer.fikenDraftUuid)
  expect(transfer.amount).toBeGreaterThan(0)
  expect(await person.call(readStats)).toEqual({ total: 1, successful: 1, pending: 0, failed: 0 })
  const timeline = await person.call(readTimeline, { params: { id: transfer.id } })
  expect(
    timeline.filter(
      (entry) =>
        entry.kind === 'call' &&
        entry.vendor === 'fiken' &&
        entry.method === 'POST' &&
        entry.path?.endsWith('/drafts'),
    ),
  ).toHaveLength(1)
})

test('after three pings and a double click there is still one draft', async () => {
  const before = world.vendors.ledger.draftsCreated.length
  const job = workOrders(world.vendors)[0]
  if (!job) throw new Error('the seeded world has no work order left')
  complete(job)
  const account = findAccount(world.vendors)
  if (account) world.sandbox.webhooks.again(account.uuid, job, 3)
  await transferOf(person, job, 'completed')
  await until('every ping to be answered', async () => {
    const log = await person.call(listActivity, { query: { type: 'transfer' } })
    return log.some(
      (entry) => entry.metadata?.jobUuid === job && entry.action === 'webhook_auto_transfer',
    )
  })
  expect(world.vendors.ledger.draftsCreated).toHaveLength(before + 1)
  expect(world.vendors.ledger.overlaps).toBe(0)
})
