import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { changeJob, changeLine } from '#sandbox/servicem8/workshop'
import { readSession } from '#shared/contracts/auth'
import { listActivity } from '#shared/contracts/activity-log'
import { endCollective, listCollective, makeCollective } from '#shared/contracts/collective'
import { clearCompanySelection, saveConfiguration } from '#shared/contracts/configuration'
import { syncNow } from '#shared/contracts/intake'
import { startTransfer, undoTransfer, updateDraft } from '#shared/contracts/transfers/actions'
import { deleteAllPending } from '#shared/contracts/transfers/waiting'
import {
  BY_HAND,
  completeForSet,
  completeSet,
  waitingForSet,
  collectiveCustomer,
  headingsOf,
  make,
  makeDrafts,
  numbersOf,
  onDrafts,
  rowsThat,
} from '../../support/people/collective-customer.ts'
import { transfersOf } from '../../support/people/tenants.ts'
import { until } from '../../support/wait.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()

const fiken = () => world.vendors.faults

test('the jobs of a customer wait, and one draft takes them all', async () => {
  const customer = await collectiveCustomer(world, 'Samler AS')
  const { visitor, tenant, client } = customer
  const rows = await completeSet(customer, [{}, { prices: ['333.3300', '66.6700'] }, {}])
  expect(tenant.company.drafts).toEqual([])
  const total = rows.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  expect(await visitor.call(listCollective)).toMatchObject([
    { clientUuid: client, nextOn: null, jobs: 3, amount: total },
  ])

  expect(await make(customer, rows)).toMatchObject({ started: 3, leftOut: 0 })
  const done = await onDrafts(
    customer,
    rows.map(({ servicem8JobId }) => servicem8JobId),
  )
  expect(headingsOf(customer)).toEqual([numbersOf(rows)])
  const [draft] = tenant.company.drafts
  expect(new Set(done.map(({ fikenInvoiceDraftId }) => fikenInvoiceDraftId))).toEqual(
    new Set([String(draft?.draftId)]),
  )
  expect(done.map(({ amount }) => amount)).toEqual(rows.map(({ amount }) => amount))
  expect(done.reduce((sum, { netAmount }) => sum + (netAmount ?? 0), 0)).toBe(240_000)
})

test('the log has one entry for the draft, and names its jobs', async () => {
  const customer = await collectiveCustomer(world, 'Logget AS')
  const rows = await completeSet(customer, [{}, {}])
  await makeDrafts(customer, rows)
  const entries = await customer.visitor.call(listActivity, { query: { type: 'transfer' } })
  const made = entries.filter(({ action }) =>
    ['transfer_completed', 'webhook_auto_transfer'].includes(action),
  )
  expect(made).toHaveLength(1)
  for (const number of numbersOf(rows)) expect(made[0]?.description).toContain(number)
})

test('taken back, all of them wait again, and one may be left out', async () => {
  const customer = await collectiveCustomer(world, 'Angrer AS')
  const { visitor, tenant } = customer
  const rows = await makeDrafts(customer, await completeSet(customer, [{}, {}]))
  await visitor.call(undoTransfer, { params: { id: rows[0]?.id ?? '' } })
  const jobs = rows.map(({ servicem8JobId }) => servicem8JobId)
  const back = await rowsThat(
    customer,
    jobs,
    'to be undone',
    (row) => row.pendingReason === 'undone',
  )
  expect(back.map(({ fikenInvoiceDraftId }) => fikenInvoiceDraftId)).toEqual([null, null])
  expect(tenant.company.drafts).toEqual([])

  await makeDrafts(customer, back.slice(1))
  expect(headingsOf(customer)).toEqual([numbersOf(back.slice(1))])
  const made = world.vendors.ledger.draftsCreated.filter(({ slug }) => slug === tenant.company.slug)
  expect(new Set(made.map(({ uuid }) => uuid)).size).toBe(2)
})

test('each order number gets a draft of its own where the customer wants that', async () => {
  const customer = await collectiveCustomer(world, 'Bestiller AS', { byPurchaseOrder: true })
  const order = (purchase_order_number: string) => ({ fields: { purchase_order_number } })
  const rows = await completeSet(customer, [order('A-1'), order('B-2'), order('A-1'), {}])
  await makeDrafts(customer, rows)
  const [first, second, third, fourth] = numbersOf(rows)
  expect(headingsOf(customer)).toEqual([[first, third], [second], [fourth]])
  expect(customer.tenant.company.drafts.map(({ orderReference }) => orderReference ?? '')).toEqual([
    'A-1',
    'B-2',
    '',
  ])
})

test('an order number with blanks around it is the same number, and stands on the draft', async () => {
  const customer = await collectiveCustomer(world, 'Blanke AS', { byPurchaseOrder: true })
  const order = (purchase_order_number: string) => ({ fields: { purchase_order_number } })
  const rows = await completeSet(customer, [order('A-1'), order('A-1 '), order(' '), {}])
  expect(rows.map(({ poNumber }) => poNumber)).toEqual(['A-1', 'A-1', null, null])
  await makeDrafts(customer, rows)
  const { drafts } = customer.tenant.company
  expect(drafts.map(({ orderReference }) => orderReference ?? '')).toEqual(['A-1', ''])
  for (const { lines } of drafts)
    for (const { description } of lines) expect(description).not.toContain('Bestilling')
})

test('more than 200 lines become several drafts, and no job is spread over two', async () => {
  const customer = await collectiveCustomer(world, 'Mange linjer AS')
  const many = Array.from({ length: 90 }, () => '10.0000')
  const rows = await completeSet(customer, [{ prices: many }, { prices: many }, { prices: many }])
  await makeDrafts(customer, rows)
  const [first, second, third] = numbersOf(rows)
  expect(headingsOf(customer)).toEqual([[first, second], [third]])
})

test('a job that changes while it waits is built again', async () => {
  const customer = await collectiveCustomer(world, 'Endrer AS')
  const { tenant } = customer
  const [row] = await completeSet(customer, [{}])
  const uuid = row?.servicem8JobId ?? ''
  const line = Object.values(tenant.account.tables.jobmaterial).find((one) => one.job_uuid === uuid)
  changeLine(world.vendors, tenant.account, line?.uuid ?? '', {
    displayed_amount: '1500.0000',
  })
  const [changed] = await rowsThat(
    customer,
    [uuid],
    'to wait with its new sum',
    ({ amount, pendingReason }) => amount === 187_500 && pendingReason === 'collective',
  )
  const [done] = await makeDrafts(customer, changed ? [changed] : [])
  expect(done?.amount).toBe(187_500)
})

test('a job that is no longer right stops alone, and the others get their draft', async () => {
  const customer = await collectiveCustomer(world, 'Gjenåpner AS')
  const { tenant } = customer
  const rows = await completeSet(customer, [{}, {}, {}])
  const [, reopened] = rows
  const { settings } = world.vendors
  settings.servicem8.webhooks = 'drop'
  changeJob(world.vendors, tenant.account, reopened?.servicem8JobId ?? '', {
    status: 'Work Order',
  })
  settings.servicem8.webhooks = 'normal'
  await make(customer, rows)
  const [first, , third] = rows
  await onDrafts(customer, [first?.servicem8JobId ?? '', third?.servicem8JobId ?? ''])
  const [stopped] = await rowsThat(
    customer,
    [reopened?.servicem8JobId ?? ''],
    'to be stopped',
    ({ status }) => status === 'failed',
  )
  expect(stopped?.errorCode).toBe('job_reopened')
  expect(headingsOf(customer)).toEqual([numbersOf([first, third].flatMap((row) => row ?? []))])
})

test('when ServiceM8 does not answer for one job, all wait for it together', async () => {
  const customer = await collectiveCustomer(world, 'Treg AS')
  const rows = await completeSet(customer, [{}, {}])
  const [, slow] = rows
  const down = fiken().add({
    vendor: 'servicem8',
    kind: 'status',
    status: 503,
    path: `/job/${slow?.servicem8JobId}`,
  })
  await make(customer, rows)
  const jobs = rows.map(({ servicem8JobId }) => servicem8JobId)
  await rowsThat(
    customer,
    jobs,
    'to be tried again',
    ({ status, errorCode }) => status === 'queued' && errorCode === 'servicem8_down',
  )
  expect(customer.tenant.company.drafts).toEqual([])
  fiken().remove(down.id)
  await onDrafts(customer, jobs)
  expect(headingsOf(customer)).toEqual([numbersOf(rows)])
})

test('an answer from Fiken that is lost makes no second draft', async () => {
  const customer = await collectiveCustomer(world, 'Tapt svar AS')
  const rows = await completeSet(customer, [{}, {}])
  fiken().add({
    vendor: 'fiken',
    kind: 'lost',
    method: 'POST',
    path: '/invoices/drafts$',
    who: customer.tenant.user.email,
    count: 1,
  })
  const done = await makeDrafts(customer, rows)
  expect(headingsOf(customer)).toEqual([numbersOf(rows)])
  expect(done.map(({ amount }) => amount)).toEqual([125_000, 125_000])
})

test('a draft that Fiken refuses holds its jobs, and is made when they are started again', async () => {
  const customer = await collectiveCustomer(world, 'Avvist AS')
  const rows = await completeSet(customer, [{}, {}])
  fiken().add({
    vendor: 'fiken',
    kind: 'status',
    status: 400,
    message: 'Ugyldig',
    method: 'POST',
    path: '/invoices/drafts$',
    who: customer.tenant.user.email,
    count: 1,
  })
  await make(customer, rows)
  const jobs = rows.map(({ servicem8JobId }) => servicem8JobId)
  const failed = await rowsThat(customer, jobs, 'to fail', ({ status }) => status === 'failed')
  for (const { id } of failed) await customer.visitor.call(startTransfer, { params: { id } })
  await makeDrafts(customer, await waitingForSet(customer, jobs))
  expect(headingsOf(customer)).toEqual([numbersOf(rows)])
})

test('what has changed after the draft is written into it for all of its jobs', async () => {
  const customer = await collectiveCustomer(world, 'Oppdaterer AS')
  const { visitor, tenant } = customer
  const rows = await makeDrafts(customer, await completeSet(customer, [{}, {}]))
  const [first] = rows
  const line = Object.values(tenant.account.tables.jobmaterial).find(
    (one) => one.job_uuid === first?.servicem8JobId,
  )
  changeLine(world.vendors, tenant.account, line?.uuid ?? '', {
    displayed_amount: '2000.0000',
  })
  await visitor.call(updateDraft, { params: { id: rows[1]?.id ?? '' } })
  const [one, other] = await rowsThat(
    customer,
    rows.map(({ servicem8JobId }) => servicem8JobId),
    'to be on the changed draft',
    ({ status }) => status === 'completed',
  )
  expect([one?.amount, other?.amount]).toEqual([250_000, 125_000])
  expect(headingsOf(customer)).toEqual([numbersOf(rows)])
})

test('a job may leave the others, and gets a draft of its own', async () => {
  const customer = await collectiveCustomer(world, 'Alene AS')
  const { visitor, tenant } = customer
  const [leaving, staying] = await completeSet(customer, [{}, {}])
  const params = { id: leaving?.id ?? '' }
  const asked = await visitor.tryCall(startTransfer, { params })
  expect(asked).toMatchObject({ status: 409, body: { code: 'collective', confirm: 'collective' } })
  await visitor.call(startTransfer, { params, query: { confirm: 'collective' } })
  await onDrafts(customer, [leaving?.servicem8JobId ?? ''])
  await waitingForSet(customer, [staying?.servicem8JobId ?? ''])
  expect(tenant.company.drafts.map(({ lines }) => lines.length)).toEqual([1])
})

test('with the choice ended, what waited goes on one by one', async () => {
  const customer = await collectiveCustomer(world, 'Slår av AS')
  const rows = await completeSet(customer, [{}, {}])
  const params = { clientUuid: customer.client }
  expect(await customer.visitor.call(endCollective, { params })).toMatchObject({ released: 2 })
  await onDrafts(
    customer,
    rows.map(({ servicem8JobId }) => servicem8JobId),
  )
  expect(customer.tenant.company.drafts.map(({ lines }) => lines.length)).toEqual([1, 1])
})

test('clearing the list and «Synkroniser nå» leave what waits for a set, and say how many', async () => {
  const customer = await collectiveCustomer(world, 'Rydder AS')
  const { visitor } = customer
  const rows = await completeSet(customer, [{}, {}])
  expect(await visitor.call(deleteAllPending)).toEqual({
    deletedCount: 0,
    message: 'Ingen ventende jobber å slette. 2 jobber venter fortsatt på samlefaktura.',
  })
  const { message } = await visitor.call(syncNow)
  expect(message).toBe(
    'Alt er oppdatert. Ingen nye jobber. 2 jobber venter fortsatt på samlefaktura.',
  )
  await waitingForSet(
    customer,
    rows.map(({ servicem8JobId }) => servicem8JobId),
  )
})

test('in invoice mode the jobs become one invoice', async () => {
  const customer = await collectiveCustomer(world, 'Fakturerer AS', {
    configuration: { invoiceCreationMode: 'invoice' },
  })
  const rows = await makeDrafts(customer, await completeSet(customer, [{}, {}]))
  expect(customer.tenant.company.invoices).toHaveLength(1)
  const [first, second] = rows
  expect(first?.fikenInvoiceNumber).toMatch(/\d/)
  expect(second?.fikenInvoiceNumber).toBe(first?.fikenInvoiceNumber)
  expect([first?.amount, second?.amount]).toEqual([125_000, 125_000])
})

test('nothing is made while the integration is off, and nobody is left behind', async () => {
  const customer = await collectiveCustomer(world, 'Avslått AS')
  const { visitor, tenant } = customer
  const rows = await completeSet(customer, [{}])
  await visitor.call(saveConfiguration, { body: { isActive: false } })
  const late = completeForSet(customer)
  await rowsThat(customer, [late], 'to wait', ({ pendingReason }) => pendingReason === 'inactive')
  expect((await transfersOf(customer)).map(({ pendingReason }) => pendingReason).sort()).toEqual([
    'collective',
    'inactive',
  ])
  // Jobs can be started by hand while the integration is off.
  await makeDrafts(customer, rows)
  expect(tenant.company.drafts).toHaveLength(1)
})

test('a set that waits for the company to be chosen goes on as one', async () => {
  const customer = await collectiveCustomer(world, 'Velger selskap AS')
  const { visitor } = customer
  const rows = await completeSet(customer, [{}, {}])
  const { id: userId } = await visitor.call(readSession)
  const { db } = world.product.platform
  const down = fiken().add({ vendor: 'fiken', kind: 'status', status: 503 })
  await make(customer, rows)
  const jobs = rows.map(({ servicem8JobId }) => servicem8JobId)
  await rowsThat(customer, jobs, 'to wait for Fiken', ({ errorCode }) => errorCode === 'fiken_down')
  await db.execute(
    sql`update configurations set requires_company_selection = true where user_id = ${userId}`,
  )
  const refused = await visitor.tryCall(makeCollective, { body: { ids: rows.map(({ id }) => id) } })
  expect(refused).toMatchObject({ status: 409, body: { code: 'no_company' } })
  fiken().remove(down.id)
  await rowsThat(customer, jobs, 'to wait', ({ pendingReason }) => pendingReason === 'company')
  await visitor.call(clearCompanySelection)
  await onDrafts(customer, jobs)
  expect(headingsOf(customer)).toEqual([numbersOf(rows)])
})

test('two who press at once start the jobs once', async () => {
  const customer = await collectiveCustomer(world, 'To faner AS')
  const rows = await completeSet(customer, [{}, {}])
  const body = { ids: rows.map(({ id }) => id) }
  const answers = await Promise.all([
    customer.visitor.tryCall(makeCollective, { body }),
    customer.visitor.tryCall(makeCollective, { body }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  await onDrafts(
    customer,
    rows.map(({ servicem8JobId }) => servicem8JobId),
  )
  await until('the lane to be at rest', async () =>
    (await transfersOf(customer)).every(({ isProcessing }) => !isProcessing),
  )
  expect(customer.tenant.company.drafts).toHaveLength(1)
})

test.for([
  { time: { every: 'month', day: 32 }, says: 'Velg en dag fra 1 til 31' },
  { time: { every: 'week', weekday: 0 }, says: 'Velg en ukedag' },
] as const)('a day that does not exist is refused: $says', async ({ time, says }) => {
  const customer = await collectiveCustomer(world, `Feil dag ${says}`, { time: BY_HAND })
  const answer = await customer.visitor.fetch(`/api/collective/${customer.client}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ time, byPurchaseOrder: false }),
  })
  expect(answer.status).toBe(400)
  expect(JSON.stringify(await answer.json())).toContain(says)
})
