import { expect, test } from 'vitest'
import { listActivity } from '#shared/contracts/activity-log'
import {
  chooseCollective,
  forecastCollective,
  listCollective,
  makeCollective,
  previewCollective,
} from '#shared/contracts/collective'
import { saveConfiguration } from '#shared/contracts/configuration'
import { undoTransfer } from '#shared/contracts/transfers/actions'
import { deleteLineItem } from '#shared/contracts/transfers/lines'
import { addDays, dateOf } from '#shared/dates'
import { finishJob } from '../../support/people/finished-jobs.ts'
import {
  completeSet,
  collectiveCustomer,
  type JobForSet,
  type CollectiveCustomer,
} from '../../support/people/collective/customer.ts'
import { startTimedWorld } from '../../support/people/person.ts'
import { until } from '../../support/wait.ts'
import { transferOf } from '../../support/world/world.ts'

/** Tests that jobs left out of a collective draft are listed before the draft is made. */

const world = await startTimedWorld({ byDay: true })

const forecast = (
  { visitor }: CollectiveCustomer,
  body: { ids: string[] } | { clientUuid: string },
) => visitor.call(forecastCollective, { body })
const forClient = (customer: CollectiveCustomer) =>
  forecast(customer, { clientUuid: customer.client.uuid })
const preview = ({ visitor, client }: CollectiveCustomer) =>
  visitor.call(previewCollective, { params: { clientUuid: client.uuid } })
const outsideOf = async ({ visitor }: CollectiveCustomer) =>
  (await visitor.call(listCollective)).map(({ outside }) => outside)
const idOf = (job: JobForSet | undefined) => job?.row.id ?? ''

/** Makes a job that has failed, because its only line is left out of the draft. */
async function failedJob(customer: CollectiveCustomer): Promise<JobForSet> {
  const { visitor } = customer
  const [job] = await completeSet(world, customer, {})
  await visitor.call(deleteLineItem, { params: { id: idOf(job), lineIndex: 0 }, query: {} })
  await visitor.call(makeCollective, { body: { ids: [idOf(job)] } })
  await transferOf(visitor, job!.uuid, 'failed')
  return job!
}

test('a failed job and one that is held are named, with what stops each, where the draft is looked at and asked about', async () => {
  const customer = await collectiveCustomer(world)
  const { visitor } = customer
  const failed = await failedJob(customer)
  const [ready] = await completeSet(world, customer, {})
  await visitor.call(saveConfiguration, { body: { isActive: false } })
  const held = finishJob(world, customer)
  const heldRow = await transferOf(visitor, held.uuid, 'pending')
  const outside = [
    { id: idOf(failed), title: failed.name, why: 'Jobben har ingenting å fakturere' },
    { id: heldRow.id, title: held.name, why: 'Ble liggende mens integrasjonen var av' },
  ]
  expect(await outsideOf(customer)).toEqual([2])
  const shown = await preview(customer)
  expect(shown.drafts.map(({ jobs }) => jobs.map(({ id }) => id))).toEqual([[idOf(ready)]])
  expect(shown.outside).toMatchObject(outside)
  expect(await forClient(customer)).toMatchObject({
    customers: 1,
    jobs: 1,
    drafts: 1,
    mode: 'draft',
    amount: ready?.row.amount,
    leftOut: 0,
    outside: shown.outside,
  })
})

test('one that is skipped, or already on a draft, is not missed', async () => {
  const customer = await collectiveCustomer(world)
  const jobs = await completeSet(world, customer, {}, {})
  await customer.visitor.call(makeCollective, { body: { ids: [idOf(jobs[0])] } })
  await transferOf(customer.visitor, jobs[0]!.uuid, 'completed')
  expect(await outsideOf(customer)).toEqual([0])
  expect((await forClient(customer)).outside).toEqual([])
})

test('one that was taken back can be taken along, and that is said', async () => {
  const customer = await collectiveCustomer(world)
  const { visitor } = customer
  const [back] = await completeSet(world, customer, {})
  await visitor.call(makeCollective, { body: { ids: [idOf(back)] } })
  await transferOf(visitor, back!.uuid, 'completed')
  await visitor.call(undoTransfer, { params: { id: idOf(back) }, body: {} })
  await transferOf(visitor, back!.uuid, 'pending')
  const [ready] = await completeSet(world, customer, {})
  const { outside } = await forClient(customer)
  expect(outside).toMatchObject([{ id: idOf(back), why: 'Angret, og kan tas med' }])
  const ids = [back, ready].map(idOf)
  expect(await forecast(customer, { ids })).toMatchObject({ jobs: 2, outside: [] })
})

test('the preview of a set that has started says so: there is nothing left to start', async () => {
  const customer = await collectiveCustomer(world)
  const { visitor } = customer
  const jobs = await completeSet(world, customer, {}, {})
  expect(await preview(customer)).toMatchObject({ isStarted: false, mode: 'draft' })
  const { faults } = world.vendors
  const down = faults.add({ vendor: 'fiken', kind: 'status', status: 503 })
  await visitor.call(makeCollective, { body: { ids: jobs.map(idOf) } })
  const shown = await preview(customer)
  expect(shown).toMatchObject({ isStarted: true, drafts: [{ jobs: [{}, {}] }] })
  faults.remove(down.id)
  await transferOf(visitor, jobs[0]!.uuid, 'completed')
})

test('what is asked about many is counted by customer, job, draft and sum, as it is then made', async () => {
  const customer = await collectiveCustomer(world, { byPurchaseOrder: true })
  const { visitor, tenant, client } = customer
  const [, other] = Object.values(tenant.account.tables.company)
  await visitor.call(chooseCollective, {
    params: { clientUuid: other?.uuid ?? '' },
    body: { time: { every: 'hand' }, byPurchaseOrder: false },
  })
  const jobs = await completeSet(
    world,
    customer,
    { purchase_order_number: 'A-1' },
    { purchase_order_number: 'B-2' },
    { company_uuid: other?.uuid, billing_address: other?.billing_address },
    { purchase_order_number: 'A-1' },
  )
  const [one, two, three, unchosen] = jobs
  const failed = await failedJob(customer)
  const ids = [one, two, three, failed].map(idOf)
  const sum = [one, two, three].reduce((total, job) => total + (job?.row.amount ?? 0), 0)
  const foreseen = await forecast(customer, { ids })
  expect(foreseen).toMatchObject({ customers: 2, jobs: 3, drafts: 3, amount: sum, leftOut: 0 })
  // The chosen, failed job is left out. The waiting job that was not chosen is not listed.
  expect(foreseen.outside.map(({ id }) => id)).toEqual([idOf(failed)])
  expect(foreseen.ids.toSorted()).toEqual([one, two, three].map(idOf).toSorted())
  expect(await visitor.call(makeCollective, { body: { ids: foreseen.ids } })).toMatchObject({
    started: 3,
    leftOut: 0,
  })
  for (const job of [one, two, three]) await transferOf(visitor, job!.uuid, 'completed')
  expect(tenant.company.drafts).toHaveLength(3)
  await transferOf(visitor, unchosen!.uuid, 'pending')
  // Another user gets no forecast with these jobs or this client.
  const stranger = await collectiveCustomer(world)
  for (const body of [{ ids }, { clientUuid: client.uuid }])
    expect(await stranger.visitor.tryCall(forecastCollective, { body })).toMatchObject({
      status: 409,
      body: { code: 'nothing_waits' },
    })
})

test('a job that waits and cannot be on the draft is not counted as on it', async () => {
  const customer = await collectiveCustomer(world)
  const [good, bad] = await completeSet(world, customer, {}, {})
  await customer.visitor.call(deleteLineItem, {
    params: { id: idOf(bad), lineIndex: 0 },
    query: {},
  })
  expect(await forClient(customer)).toMatchObject({
    jobs: 1,
    drafts: 1,
    amount: good?.row.amount,
    outside: [{ id: idOf(bad), why: 'Jobben har ingenting å fakturere' }],
  })
})

test('on the day, the log says which jobs the draft is made without', async () => {
  const day = Number(addDays(dateOf(new Date(world.vendors.now())), 1).slice(-2))
  const customer = await collectiveCustomer(world, { time: { every: 'month', day } })
  const { visitor, client } = customer
  const failed = await failedJob(customer)
  const [ready] = await completeSet(world, customer, {})
  world.advance(86_400_000)
  await transferOf(visitor, ready!.uuid, 'completed')
  const said = await until('the log', async () => {
    const entries = await visitor.call(listActivity, { query: {} })
    return entries.find(({ action }) => action === 'collective_outside')
  })
  expect(said.description).toBe(`Samlefakturaen til ${client.name} lages uten ${failed.name}`)
})
