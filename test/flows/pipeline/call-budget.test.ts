import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createRecord } from '#sandbox/servicem8/records'
import { SWEEP } from '#server/features/inbox/queue-names'
import { scheduleSweep, sweepOf } from '#server/features/inbox/store'
import { REFRESHES } from '#server/features/mirrors/schedule'
import { readSession } from '#shared/contracts/auth'
import { saveConfiguration } from '#shared/contracts/configuration'
import { retryTransfer } from '#shared/contracts/transfers/actions'
import { readTimeline, readTransfer } from '#shared/contracts/transfers/row'
import {
  atRest,
  completeNewJob,
  inboxEmpty,
  rateOf,
  ring,
  startPlumber,
  type CompletedJob,
} from '../../support/people/plumber.ts'
import { restingLanes } from '../../support/resting-lanes.ts'
import { until } from '../../support/wait.ts'
import { companiesDue } from '#test/support/world/users-due'

/** Tests the number of vendor requests per transfer. Fiken accepts one at a time per user. */

/** The request that a lane's first job sends after a quiet minute. */
const CHANGES = 'GET /contacts'
const QUIET_MS = 60_001
const LOOK_UPS = ['GET /invoices/drafts', 'GET /invoices']
const CREATE_AND_VERIFY = ['POST /invoices/drafts', 'GET /invoices/drafts/:id']
/** The requests for a job, which are sent simultaneously and arrive in any order. */
const JOB = ['GET company/:id', 'GET job/:id', 'GET jobcontact', 'GET jobmaterial']

const lanes = restingLanes()

const plumber = await startPlumber({ overrides: lanes.override })
expect(plumber.account.subscriptions).toHaveLength(1)
await callsFor(() => complete({ client: 'Ola Hansen', lines: [valve()] }))
await callsFor(() => complete({ client: 'Grieg avd. Minde', lines: [valve()] }))
// Refreshing the mirrors in the background uses the same requests.
const { product, sandbox } = plumber.world
await until('the mirrors to be up to date', async () => {
  const due = await companiesDue(product.platform.db, REFRESHES, new Date(sandbox.world.now()))
  return due.length === 0
})
await lanes.rest()

/** Completes a job and sends one webhook, because several can cause several reads. */
function complete(job: CompletedJob): string {
  const settings = plumber.vendors.settings.servicem8
  settings.webhooks = 'drop'
  const jobUuid = completeNewJob(plumber, job)
  settings.webhooks = 'normal'
  ring(plumber, jobUuid)
  return jobUuid
}

/** Creates a client in ServiceM8 that has no e-mail address and no organisation number. */
function newClient(name: string): string {
  const address = 'Nygata 8\n5003 Bergen'
  const fields = { name, address, billing_address: address }
  createRecord(plumber.vendors, plumber.account, 'company', fields)
  return name
}

function valve() {
  const material = Object.values(plumber.account.tables.material).find(
    (one) => one.item_number === '1001',
  )
  return {
    name: 'Kuleventil 1/2"',
    displayed_amount: '149.9000',
    material_uuid: material?.uuid ?? '',
  }
}

interface Calls {
  fiken: string[]
  servicem8: string[]
}

/** Returns the requests, background work included, from the action until its job is at rest. */
async function callsFor(
  act: () => string | Promise<string>,
  since = '',
): Promise<Calls & { id: string; updatedAt: string; status: string }> {
  const { ledger } = plumber.vendors
  const before = ledger.total
  const jobUuid = await act()
  const { id, updatedAt, status } = await atRest(plumber, jobUuid, since)
  await inboxEmpty(plumber)
  return { ...callsSince(before), id, updatedAt, status }
}

function callsSince(before: number): Calls {
  const entries = plumber.vendors.ledger.entries.filter((entry) => entry.seq > before)
  const of = (vendor: string) =>
    entries
      .filter((entry) => entry.vendor === vendor)
      .map(
        ({ method, path }) =>
          `${method} ${path.replace(/^\/api(\/v2\/companies\/[^/]+|_1\.0\/)/, '').replace(/\.json$/, '')}`,
      )
      .map((call) => call.replace(/\/([\da-f]{8}-[\da-f-]{27}|\d+)$/, '/:id'))
  return { fiken: of('fiken'), servicem8: of('servicem8').sort() }
}

test('the first job after a quiet minute costs five calls to Fiken, and the draft is among the first four', async () => {
  plumber.later(QUIET_MS)
  const calls = await callsFor(() => complete({ client: 'Ola Hansen', lines: [valve()] }))
  expect(calls).toMatchObject({
    status: 'completed',
    fiken: [CHANGES, ...LOOK_UPS, ...CREATE_AND_VERIFY],
    servicem8: JOB,
  })
})

test('a known customer with known products costs four calls to Fiken and four to ServiceM8', async () => {
  const calls = await callsFor(() => complete({ client: 'Ola Hansen', lines: [valve()] }))
  expect(calls).toMatchObject({
    status: 'completed',
    fiken: [...LOOK_UPS, ...CREATE_AND_VERIFY],
    servicem8: JOB,
  })
})

test('a site of a known head office costs the same', async () => {
  const calls = await callsFor(() =>
    complete({ client: 'Grieg avd. Fyllingsdalen', lines: [valve()] }),
  )
  expect(calls).toMatchObject({
    status: 'completed',
    fiken: [...LOOK_UPS, ...CREATE_AND_VERIFY],
    servicem8: JOB,
  })
})

test('every call is in the transfer’s own timeline, with its request id', async () => {
  const { id } = await callsFor(() => complete({ client: 'Ola Hansen', lines: [valve()] }))
  const timeline = await plumber.person.call(readTimeline, { params: { id } })
  const calls = timeline.filter((entry) => entry.kind === 'call')
  const seen = new Map(
    plumber.vendors.ledger.entries.map((entry) => [entry.requestId, entry.status]),
  )
  expect(calls).toHaveLength(8)
  for (const call of calls) expect(seen.get(call.requestId ?? '')).toBe(call.status)
})

test('a new customer costs two more calls, the first time only: the latest changes show that Fiken does not have it', async () => {
  const first = await callsFor(() =>
    complete({ client: 'Fjellsiden Tannlegesenter AS', lines: [valve()] }),
  )
  expect(first.fiken).toEqual([CHANGES, 'POST /contacts', ...LOOK_UPS, ...CREATE_AND_VERIFY])
  const second = await callsFor(() =>
    complete({ client: 'Fjellsiden Tannlegesenter AS', lines: [valve()] }),
  )
  expect(second.fiken).toEqual([...LOOK_UPS, ...CREATE_AND_VERIFY])
})

describe('a new customer is searched for in Fiken before it is created', () => {
  const searched = ['GET /contacts', 'GET /contacts']

  test('when the last full reading of the contacts is more than a week old', async () => {
    const { db } = plumber.world.product.platform
    const move = (days: number) =>
      db.execute(
        sql`update mirror_cursors set completed_at = completed_at + ${days} * interval '1 day' where mirror = 'contacts_whole'`,
      )
    await move(-8)
    const { fiken } = await callsFor(() =>
      complete({ client: newClient('Ukens Bakeri AS'), lines: [valve()] }),
    )
    await move(8)
    expect(fiken.slice(0, 4)).toEqual([CHANGES, ...searched, 'POST /contacts'])
  })

  test('when a contact that has changed cannot be read', async () => {
    const broken = plumber.addCustomer({ name: 'Uleselig' })
    const { contactId } = broken
    Object.assign(broken, { contactId: 'ukjent' })
    const { fiken } = await callsFor(() =>
      complete({ client: newClient('Tvilens Fisk AS'), lines: [valve()] }),
    )
    Object.assign(broken, { contactId })
    expect(fiken.slice(0, 4)).toEqual([CHANGES, ...searched, 'POST /contacts'])
  })

  test('when more has changed than one page shows', async () => {
    for (let n = 0; n < 120; n += 1) plumber.addCustomer({ name: `Importert ${n}` })
    const { fiken } = await callsFor(() =>
      complete({ client: newClient('Sidens Sko AS'), lines: [valve()] }),
    )
    expect(fiken.slice(0, 5)).toEqual([CHANGES, CHANGES, ...searched, 'POST /contacts'])
  })
})

test('a new product is looked up before it is created, the first time only', async () => {
  const material = Object.values(plumber.account.tables.material).find(
    (one) => one.item_number === '1002',
  )
  const lines = [
    { name: 'Kuleventil 3/4"', displayed_amount: '189.9000', material_uuid: material?.uuid ?? '' },
  ]
  const first = await callsFor(() => complete({ client: 'Ola Hansen', lines }))
  expect(first.fiken).toEqual([
    'GET /products',
    'POST /products',
    ...LOOK_UPS,
    ...CREATE_AND_VERIFY,
  ])
  expect((await callsFor(() => complete({ client: 'Ola Hansen', lines }))).fiken).toHaveLength(4)
})

test('a job that cannot be a draft costs Fiken nothing', async () => {
  plumber.later(QUIET_MS)
  const lines = [
    { name: 'Ferge', displayed_amount: '100.0000', tax_rate_uuid: rateOf(plumber.account, 12) },
  ]
  const calls = await callsFor(() => complete({ client: 'Ola Hansen', lines }))
  expect(calls).toMatchObject({ status: 'failed', fiken: [], servicem8: JOB })
})

test('retrying reads the job again, and then costs the same as the first time', async () => {
  const lines = [
    { name: 'Ferge', displayed_amount: '100.0000', tax_rate_uuid: rateOf(plumber.account, 13) },
  ]
  const failed = await callsFor(() => complete({ client: 'Ola Hansen', lines }))
  const jobUuid = await jobOf(failed.id)
  const again = await callsFor(async () => {
    await plumber.person.call(retryTransfer, { params: { id: failed.id } })
    return jobUuid
  }, failed.updatedAt)
  expect(again).toMatchObject({ status: 'failed', fiken: [], servicem8: JOB })
})

test('a second ping for a transferred job costs one look', async () => {
  const done = await callsFor(() => complete({ client: 'Ola Hansen', lines: [valve()] }))
  const jobUuid = await jobOf(done.id)
  const again = await callsFor(() => {
    ring(plumber, jobUuid)
    return jobUuid
  })
  expect(again).toMatchObject({ fiken: [], servicem8: JOB })
})

test('a ping for a job that is not completed costs one call', async () => {
  const before = plumber.vendors.ledger.total
  complete({ client: 'Ola Hansen', fields: { status: 'Work Order' } })
  await inboxEmpty(plumber)
  expect(callsSince(before)).toEqual({ fiken: [], servicem8: ['GET job/:id'] })
})

test('a user who waits for approval costs one more call, for the payments', async () => {
  await plumber.person.call(saveConfiguration, { body: { jobFetchType: 'awaiting_payment' } })
  const fields = { ready_to_invoice: '1' }
  const calls = await callsFor(() => complete({ client: 'Ola Hansen', lines: [valve()], fields }))
  expect(calls.servicem8).toEqual([...JOB, 'GET jobpayment'])
  expect(calls.fiken).toHaveLength(4)
})

async function jobOf(id: string): Promise<string> {
  return (await plumber.person.call(readTransfer, { params: { id } })).servicem8JobId
}

test('a sweep that the tick finds too is made once', async () => {
  const { product, sandbox } = plumber.world
  const { platform } = product
  const { id } = await plumber.person.call(readSession)
  const swept = async (after: Date) => ((await sweepOf(platform.db, id))?.lastAt ?? after) > after
  lanes.wake(SWEEP)
  const before = sandbox.world.ledger.total
  const asked = new Date(platform.clock.now())
  await scheduleSweep(platform.db, id, asked)
  platform.queue.wake(SWEEP, id)
  await until('the sweep to be over', () => swept(asked))
  platform.queue.wake(SWEEP, id)
  // A later job passes through the same queue, so the sweep has finished by the end of this job.
  const fields = { ready_to_invoice: '1' }
  await atRest(plumber, complete({ client: 'Ola Hansen', lines: [valve()], fields }))
  expect(callsSince(before).servicem8.filter((call) => call === 'GET job')).toHaveLength(1)
})
