import { describe, expect, test } from 'vitest'
import {
  chooseCollective,
  endCollective,
  makeCollective,
  previewCollective,
  readJobsCollective,
} from '#shared/contracts/collective'
import { deleteTransfer, restoreTransfer, undoTransfer } from '#shared/contracts/transfers/actions'
import { actOnMany } from '#shared/contracts/transfers/bulk'
import { deleteLineItem } from '#shared/contracts/transfers/lines'
import { listTransfers } from '#shared/contracts/transfers/list'
import { readTransfer } from '#shared/contracts/transfers/row'
import { addMonths, monthOf, today } from '#shared/dates'
import {
  completeSet,
  collectiveCustomer,
  type CollectiveCustomer,
} from '../../support/people/collective/customer.ts'
import { openJobs, complete } from '../../support/people/customer.ts'
import { until } from '../../support/wait.ts'
import { daytime } from '../../support/clock/daytime.ts'
import { startWorld, transferOf } from '../../support/world/world.ts'

const world = await startWorld(daytime())

const list = ({ visitor }: CollectiveCustomer, query = {}) => visitor.call(listTransfers, { query })
const preview = ({ visitor, client }: CollectiveCustomer) =>
  visitor.call(previewCollective, { params: { clientUuid: client.uuid } })

async function otherJob(customer: CollectiveCustomer): Promise<string> {
  const uuid = openJobs(customer).find(
    (job) => customer.tenant.account.tables.job[job]?.company_uuid !== customer.client.uuid,
  )
  if (!uuid) throw new Error('There is no job of another client')
  complete(world, customer, uuid)
  return (await transferOf(customer.visitor, uuid, 'completed')).id
}

describe('a job that waits', () => {
  test('says whose invoice it waits for, and until when', async () => {
    const customer = await collectiveCustomer(world, { time: { every: 'month', day: 1 } })
    const { visitor, client } = customer
    const [job] = await completeSet(world, customer, {})
    const alone = await otherJob(customer)
    const first = `${addMonths(monthOf(today(new Date(world.vendors.now()))), 1)}-01`
    const collective = { stands: 'waits', clientUuid: client.uuid, nextOn: first, jobs: 0 }
    const rows = await list(customer)
    expect(rows.find(({ id }) => id === job?.row.id)?.collective).toEqual(collective)
    expect(rows.find(({ id }) => id === alone)?.collective).toBeNull()
    expect(await visitor.call(readTransfer, { params: { id: job?.row.id ?? '' } })).toMatchObject({
      pendingReason: 'collective',
      collective,
    })
    expect((await list(customer, { reason: 'collective' })).map(({ id }) => id)).toEqual([
      job?.row.id,
    ])
  })

  test('names who is billed, what is chosen for them, and the jobs that wait with it', async () => {
    const customer = await collectiveCustomer(world)
    const { visitor, client } = customer
    const [one, other] = await completeSet(world, customer, {}, {})
    const about = await visitor.call(readJobsCollective, { params: { id: one?.row.id ?? '' } })
    expect(about).toMatchObject({
      client,
      choice: { time: { every: 'hand' }, nextOn: null, jobs: 2 },
      shared: [{ id: other?.row.id, title: other?.name, amount: other?.row.amount }],
    })
    const stranger = await collectiveCustomer(world)
    const asked = await stranger.visitor.tryCall(readJobsCollective, {
      params: { id: one?.row.id ?? '' },
    })
    expect(asked.status).toBe(404)
  })

  test('can be one of a customer for whom nothing is chosen, and shares with nobody', async () => {
    const customer = await collectiveCustomer(world, null)
    const id = await otherJob(customer)
    expect(await customer.visitor.call(readJobsCollective, { params: { id } })).toMatchObject({
      choice: null,
      shared: [],
    })
  })
})

describe('a job that was taken back', () => {
  test('says that it would wait if it were started, and many are taken along at once', async () => {
    const customer = await collectiveCustomer(world)
    const { visitor, client } = customer
    const jobs = await completeSet(world, customer, {}, {})
    const ids = jobs.map(({ row }) => row.id)
    await visitor.call(makeCollective, { body: { ids } })
    const [made] = await Promise.all(jobs.map(({ uuid }) => transferOf(visitor, uuid, 'completed')))
    await visitor.call(undoTransfer, { params: { id: made?.id ?? '' }, body: {} })
    const stands = async () => (await list(customer)).map(({ collective }) => collective?.stands)
    expect(await stands()).toEqual(['outside', 'outside'])
    const { task } = await visitor.call(actOnMany, { body: { act: 'retry', ids } })
    expect(task.title).toBe('Ta med 2 jobber på samlefaktura')
    await until('them to wait again', async () => (await stands()).every((one) => one === 'waits'))
    // Once collective drafts are switched off for the client, there is no draft to wait for.
    const params = { clientUuid: client.uuid }
    await visitor.call(makeCollective, { body: { ids } })
    await Promise.all(jobs.map(({ uuid }) => transferOf(visitor, uuid, 'completed')))
    await visitor.call(undoTransfer, { params: { id: made?.id ?? '' }, body: {} })
    await visitor.call(endCollective, { params })
    expect(await stands()).toEqual([undefined, undefined])
  })
})

test('a job that is deleted and restored says so, and waits for its draft only when it is taken along', async () => {
  const customer = await collectiveCustomer(world)
  const { visitor } = customer
  const [one, other] = await completeSet(world, customer, {}, {})
  const params = { id: one?.row.id ?? '' }
  await visitor.call(deleteTransfer, { params })
  await visitor.call(restoreTransfer, { params })
  expect(await visitor.call(readTransfer, { params })).toMatchObject({
    status: 'pending',
    pendingReason: 'restored',
    collective: { stands: 'outside' },
  })
  // Jobs chosen by the user get their draft immediately.
  const ids = [one, other].map((job) => job?.row.id ?? '')
  expect(await visitor.call(makeCollective, { body: { ids } })).toMatchObject({ started: 2 })
  await transferOf(visitor, one?.uuid ?? '', 'completed')
  expect(customer.tenant.company.drafts).toHaveLength(1)
})

describe('a draft that several jobs share', () => {
  test('is said of each of them, in the list, in the drawer and in the file', async () => {
    const customer = await collectiveCustomer(world)
    const { visitor, client } = customer
    const jobs = await completeSet(world, customer, {}, {}, {})
    await visitor.call(makeCollective, { body: { clientUuid: client.uuid } })
    await Promise.all(jobs.map(({ uuid }) => transferOf(visitor, uuid, 'completed')))
    const rows = await list(customer)
    expect(rows.map(({ collective }) => collective?.jobs)).toEqual([3, 3, 3])
    const [one, ...others] = jobs
    const about = await visitor.call(readJobsCollective, { params: { id: one?.row.id ?? '' } })
    expect(about.shared.map(({ id }) => id).toSorted()).toEqual(
      others.map(({ row }) => row.id).toSorted(),
    )
    const file = await (await visitor.fetch('/api/transfers/export')).text()
    const [head = '', first = ''] = file.split('\r\n')
    const column = head.split(';').findIndex((name) => name.includes('Jobber på utkastet'))
    expect(first.split(';')[column]?.replaceAll('"', '')).toBe('3')
  })

  test('is made of the chosen ones alone, and what does not wait is counted', async () => {
    const customer = await collectiveCustomer(world)
    const { visitor } = customer
    const [one, other] = await completeSet(world, customer, {}, {})
    const alone = await otherJob(customer)
    const ids = [one?.row.id ?? '', alone]
    expect(await visitor.call(makeCollective, { body: { ids } })).toMatchObject({
      started: 1,
      leftOut: 1,
      transferId: one?.row.id,
    })
    await transferOf(visitor, one?.uuid ?? '', 'completed')
    await transferOf(visitor, other?.uuid ?? '', 'pending')
    const none = await visitor.tryCall(makeCollective, { body: { ids: [alone] } })
    expect(none.status).toBe(409)
    const both = { ids, clientUuid: customer.client.uuid }
    expect((await visitor.tryCall(makeCollective, { body: both })).status).toBe(400)
    expect((await visitor.tryCall(makeCollective, { body: {} })).status).toBe(400)
  })
})

describe('the preview', () => {
  test('is the draft that is then made, line by line, and asks nobody', async () => {
    const customer = await collectiveCustomer(world)
    const { visitor, tenant, client } = customer
    const jobs = await completeSet(
      world,
      customer,
      { purchase_order_number: 'A-1' },
      { purchase_order_number: 'B-2' },
    )
    // Both vendors are down, and the preview must not send them any requests.
    const faults = (['servicem8', 'fiken'] as const).map((vendor) =>
      world.vendors.faults.add({ vendor, kind: 'status', status: 503 }),
    )
    const { drafts, stopped } = await preview(customer)
    for (const { id } of faults) world.vendors.faults.remove(id)
    expect(stopped).toEqual([])
    expect(drafts).toMatchObject([
      {
        why: [],
        jobs: jobs.map(({ name, row }) => ({ id: row.id, title: name })),
        preview: { state: 'planned', problems: [], editable: false, difference: 0 },
      },
    ])
    await visitor.call(makeCollective, { body: { clientUuid: client.uuid } })
    const done = await Promise.all(jobs.map(({ uuid }) => transferOf(visitor, uuid, 'completed')))
    const [made, ...more] = tenant.company.drafts
    const shown = drafts[0]?.preview
    expect(more).toEqual([])
    expect(shown?.gross).toBe(done.reduce((sum, { amount }) => sum + (amount ?? 0), 0))
    expect(shown?.net).toBe(done.reduce((sum, { netAmount }) => sum + (netAmount ?? 0), 0))
    expect(shown?.lines.map(({ description }) => description)).toEqual(
      made?.lines.map(({ description }) => description),
    )
    expect(shown?.head?.ourReference).toBe(made?.ourReference)
  })

  test('says beforehand that there will be several, and why', async () => {
    const customer = await collectiveCustomer(world, { byPurchaseOrder: true })
    const orders = ['A-1', 'B-2', 'A-1'].map((number) => ({ purchase_order_number: number }))
    await completeSet(world, customer, ...orders)
    const { drafts } = await preview(customer)
    expect(
      drafts.map(({ why, jobs, preview: { head } }) => [why, jobs.length, head?.orderReference]),
    ).toEqual([
      [['purchase_order'], 2, 'A-1'],
      [['purchase_order'], 1, 'B-2'],
    ])
  })

  test('names a job that cannot be on the draft, and shows the rest without it', async () => {
    const customer = await collectiveCustomer(world)
    const [good, bad] = await completeSet(world, customer, {}, {})
    await customer.visitor.call(deleteLineItem, {
      params: { id: bad?.row.id ?? '', lineIndex: 0 },
      query: {},
    })
    const { drafts, stopped } = await preview(customer)
    expect(drafts.map(({ jobs }) => jobs.map(({ title }) => title))).toEqual([[good?.name]])
    expect(stopped).toMatchObject([{ title: bad?.name, problems: [{ code: 'empty_job' }] }])
  })

  test('is empty while nothing waits, and for whoever is not the customer’s own', async () => {
    const customer = await collectiveCustomer(world)
    const nothing = { isStarted: false, mode: 'draft', drafts: [], stopped: [], outside: [] }
    expect(await preview(customer)).toEqual(nothing)
    await completeSet(world, customer, {})
    const { visitor } = await collectiveCustomer(world)
    const params = { clientUuid: customer.client.uuid }
    expect(await visitor.call(previewCollective, { params })).toEqual(nothing)
  })
})

test('switched off, what waited goes on alone', async () => {
  const customer = await collectiveCustomer(world)
  const { visitor, client, tenant } = customer
  const jobs = await completeSet(world, customer, {}, {})
  const params = { clientUuid: client.uuid }
  expect(await visitor.call(endCollective, { params })).toMatchObject({ released: 2 })
  await Promise.all(jobs.map(({ uuid }) => transferOf(visitor, uuid, 'completed')))
  expect(tenant.company.drafts).toHaveLength(2)
  expect((await list(customer)).map(({ collective }) => collective)).toEqual([null, null])
  // Collective drafts that are switched on again apply only to jobs completed afterwards.
  await visitor.call(chooseCollective, {
    params,
    body: { time: { every: 'week', weekday: 1 }, byPurchaseOrder: false },
  })
  expect((await list(customer, { reason: 'collective' })).length).toBe(0)
})
