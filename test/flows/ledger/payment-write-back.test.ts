import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { takePaymentBack } from '#sandbox/fiken/sales'
import { deleteRecord } from '#sandbox/servicem8/records'
import { payJob } from '#sandbox/servicem8/workshop'
import { rowsOf as recordsOf, type StoredInvoice } from '#sandbox/world/state'
import { readConfiguration, saveConfiguration } from '#shared/contracts/configuration'
import { readServicem8AuthUrl } from '#shared/contracts/connections'
import { syncNow } from '#shared/contracts/intake'
import type { Transfer } from '#shared/contracts/transfers/row'
import { transfersOf } from '../../support/people/tenants.ts'
import { useFollowedPayments } from '../../support/people/followed-payments.ts'
import { until } from '../../support/wait.ts'
import { consent } from '../../support/world/world.ts'

/** Tests that each payment in Fiken is recorded in ServiceM8 once, if this is switched on. */

const { world, customer, now, anHourLater, drafts, invoice, pay, timelineOf, log } =
  useFollowedPayments('Tilbake', 'write_back')

async function switchOn({ agree = true } = {}): Promise<void> {
  await customer().visitor.call(saveConfiguration, { body: { writeBackPayments: true } })
  if (!agree) return
  expect(await consent(customer().visitor, 'servicem8', customer().tenant.account.uuid)).toContain(
    'result=success',
  )
}

async function invoiced(): Promise<{ row: Transfer; made: StoredInvoice }> {
  const [row] = await drafts(1)
  return { row: row!, made: invoice(row!) }
}

/** Returns the job's payments in ServiceM8 that are not deleted. */
const registered = ({ servicem8JobId }: Transfer) =>
  Object.values(customer().tenant.account.tables.jobpayment).filter(
    (one) => one.job_uuid === servicem8JobId && one.active === 1,
  )

const amounts = (row: Transfer) => registered(row).map((one) => Number(one.amount))

/** Counts reads and writes of the job payments, without the mirror's reads of all payments. */
function asked(): { reads: number; writes: number } {
  const mine = world().vendors.ledger.entries.filter(
    ({ who, path }) => who === customer().tenant.account.uuid && /jobpayment/.test(path),
  )
  return {
    reads: mine.filter(({ method, query }) => method === 'GET' && /job_uuid/.test(query)).length,
    writes: mine.filter(({ method }) => method === 'POST').length,
  }
}

const paymentOf = async ({ id }: Transfer) =>
  (await transfersOf(customer())).find((one) => one.id === id)?.payment

test('off, as it is by default, makes no call and asks for no permission', async () => {
  const { authUrl } = await customer().visitor.call(readServicem8AuthUrl)
  expect(new URL(authUrl).searchParams.get('scope')).not.toContain('manage_job_payments')
  expect(await customer().visitor.call(readConfiguration)).toMatchObject({
    writeBackPayments: false,
    writeBackAllowed: false,
  })
  const { row, made } = await invoiced()
  pay(made)
  await anHourLater()
  expect(await paymentOf(row)).toMatchObject({ status: 'paid', toldAt: null })
  expect(asked()).toEqual({ reads: 0, writes: 0 })
  // A payment from before the switch is not recorded afterwards.
  await switchOn()
  await anHourLater()
  expect(asked()).toEqual({ reads: 0, writes: 0 })
})

test('on, what is paid in part and then in full is registered on the job, to the øre, and the transfer is left as it was', async () => {
  await switchOn()
  expect(await customer().visitor.call(readConfiguration)).toMatchObject({
    writeBackPayments: true,
    writeBackAllowed: true,
  })
  const { row, made } = await invoiced()
  const paidOn = now()
  pay(made, 40_050)
  await anHourLater()
  expect(amounts(row)).toEqual([400.5])
  expect(registered(row)[0]).toMatchObject({ method: 'Fiken', timestamp: `${paidOn} 12:00:00` })
  pay(made)
  await anHourLater()
  expect(amounts(row)).toEqual([400.5, 849.5])
  expect(customer().tenant.account.tables.job[row.servicem8JobId]).toMatchObject({
    payment_received: 1,
  })
  expect((await paymentOf(row))?.toldAt).not.toBeNull()
  expect(await timelineOf(row)).toEqual([
    'Betalingen er meldt til ServiceM8: 400,50 kr',
    'Betalingen er meldt til ServiceM8: 849,50 kr',
  ])
  expect(await log('payment_written_back')).toHaveLength(2)

  // Our own payment triggers a webhook, which must not start, change or report anything.
  await world().sandbox.webhooks.idle()
  await customer().visitor.call(syncNow, {})
  await anHourLater()
  const all = await transfersOf(customer())
  expect(all).toHaveLength(1)
  expect(all[0]).toMatchObject({ status: 'completed', updatedAt: row.updatedAt })
  expect(await log('job_changed_after_transfer')).toEqual([])
  expect(asked().writes).toBe(2)
  expect(customer().tenant.company.drafts).toEqual([])
})

test('a job that is paid in ServiceM8, where only unpaid jobs are fetched, is neither skipped nor fetched again', async () => {
  await switchOn()
  const { row, made } = await invoiced()
  await customer().visitor.call(saveConfiguration, { body: { jobFetchType: 'awaiting_payment' } })
  pay(made)
  await anHourLater()
  expect(amounts(row)).toEqual([1250])
  await world().sandbox.webhooks.idle()
  await customer().visitor.call(syncNow, {})
  await anHourLater()
  expect(await transfersOf(customer())).toMatchObject([
    { id: row.id, status: 'completed', updatedAt: row.updatedAt },
  ])
  expect(await log('job_skipped')).toEqual([])
})

test.each([
  ['is lost', { kind: 'lost' }],
  ['is an error after all', { kind: 'html' }],
] as const)('a payment whose answer %s is registered once', async (_, fault) => {
  await switchOn()
  const { row, made } = await invoiced()
  pay(made)
  const rule = {
    ...fault,
    vendor: 'servicem8',
    method: 'POST',
    path: 'jobpayment',
    count: 1,
  } as const
  const struck = world().vendors.faults.add({ ...rule, who: customer().tenant.account.uuid })
  await anHourLater()
  expect(struck.hits).toBe(1)
  expect(await timelineOf(row)).toEqual([])
  expect(amounts(row)).toEqual([1250])
  await anHourLater()
  await until('it to be known', async () => (await timelineOf(row)).length === 1)
  expect(amounts(row)).toEqual([1250])
  expect(await timelineOf(row)).toEqual(['Betalingen er meldt til ServiceM8: 1 250,00 kr'])
  expect(asked().writes).toBe(1)
})

test('while ServiceM8 is down nothing is lost and nobody is notified; afterwards it catches up', async () => {
  await switchOn()
  const { row, made } = await invoiced()
  pay(made)
  const { faults } = world().vendors
  const down = faults.add({
    kind: 'status',
    status: 503,
    vendor: 'servicem8',
    path: 'jobpayment',
    who: customer().tenant.account.uuid,
  })
  await anHourLater()
  expect([amounts(row), await log('payment_write_back_failed')]).toEqual([[], []])
  faults.remove(down.id)
  await anHourLater()
  expect(amounts(row)).toEqual([1250])
})

test('what somebody has already registered in ServiceM8 is not registered again', async () => {
  await switchOn()
  const { row, made } = await invoiced()
  payJob(world().vendors, customer().tenant.account, row.servicem8JobId)
  pay(made)
  await anHourLater()
  expect(amounts(row)).toEqual([1250])
  expect(asked().writes).toBe(0)
  expect(await timelineOf(row)).toEqual(['ServiceM8 har allerede registrert betalingen'])
  expect((await paymentOf(row))?.toldAt).toBeNull()
})

test('switched on without consent nothing is tried; it is reported once, and catches up when ServiceM8 has consented', async () => {
  await switchOn({ agree: false })
  const { authUrl } = await customer().visitor.call(readServicem8AuthUrl)
  expect(new URL(authUrl).searchParams.get('scope')?.split(' ')).toContain('manage_job_payments')
  const { row, made } = await invoiced()
  pay(made)
  await anHourLater()
  await anHourLater()
  expect(asked()).toEqual({ reads: 0, writes: 0 })
  expect(await log('payment_write_back_failed')).toEqual([
    expect.stringContaining('Godkjenn ServiceM8 på nytt'),
  ])
  await switchOn()
  await until('it to be registered', () => amounts(row).length === 1)
  expect(amounts(row)).toEqual([1250])
})

test('a permission that ServiceM8 denies after all is reported once for all payments, and tried again after a new consent', async () => {
  await switchOn()
  const first = await invoiced()
  const second = await invoiced()
  pay(first.made)
  pay(second.made)
  const { faults } = world().vendors
  const who = customer().tenant.account.uuid
  const denied = faults.add({
    kind: 'status',
    status: 403,
    vendor: 'servicem8',
    method: 'POST',
    path: 'jobpayment',
    who,
  })
  await anHourLater()
  await anHourLater()
  expect(asked().writes).toBe(1)
  expect(await log('payment_write_back_failed')).toHaveLength(1)
  expect((await timelineOf(first.row))[0]).toContain('Godkjenn ServiceM8 på nytt')
  faults.remove(denied.id)
  await switchOn()
  await until(
    'both to be registered',
    () => amounts(first.row).length + amounts(second.row).length === 2,
  )
})

test('a payment that ServiceM8 refuses is reported to the user, and not retried for ever', async () => {
  await switchOn()
  const { row, made } = await invoiced()
  pay(made)
  const who = customer().tenant.account.uuid
  world().vendors.faults.add({
    kind: 'status',
    status: 400,
    vendor: 'servicem8',
    method: 'POST',
    path: 'jobpayment',
    who,
  })
  await anHourLater()
  await anHourLater()
  expect(asked().writes).toBe(1)
  expect(await timelineOf(row)).toEqual([
    expect.stringContaining('Registrer den på jobben i ServiceM8 selv'),
  ])
  expect(await log('payment_write_back_failed')).toHaveLength(1)
})

test('a payment that is reversed in Fiken is reported to the user, and a new payment is registered again', async () => {
  await switchOn()
  const { row, made } = await invoiced()
  pay(made)
  await anHourLater()
  takePaymentBack(world().vendors, made, now())
  await anHourLater()
  expect(await log('payment_taken_back')).toHaveLength(1)
  // No payment is recorded while the recorded one exists; the user must delete it.
  pay(made)
  await anHourLater()
  expect(amounts(row)).toEqual([1250])
  takePaymentBack(world().vendors, made, now())
  const { account } = customer().tenant
  const table = recordsOf(account, 'jobpayment')
  for (const { uuid } of registered(row))
    deleteRecord(world().vendors, account, 'jobpayment', table[uuid]!)
  await anHourLater()
  pay(made)
  await anHourLater()
  expect(amounts(row)).toEqual([1250])
  expect(asked().writes).toBe(2)
})

test('a job of another account than the one connected now is not looked up there', async () => {
  await switchOn()
  const { row, made } = await invoiced()
  const { db } = world().product.platform
  await db.execute(
    sql`update transfers set servicem8_account_id = 'en annen konto' where id = ${row.id}`,
  )
  pay(made)
  await anHourLater()
  await anHourLater()
  expect(asked()).toEqual({ reads: 0, writes: 0 })
  expect(await timelineOf(row)).toEqual([expect.stringContaining('en annen ServiceM8-konto')])
})

test('malformed answers are retried a few times, do not block the other payments, and are then left to the user', async () => {
  await switchOn()
  const first = await invoiced()
  const second = await invoiced()
  pay(first.made)
  pay(second.made)
  const who = customer().tenant.account.uuid
  const odd = world().vendors.faults.add({
    kind: 'garbage',
    vendor: 'servicem8',
    method: 'GET',
    path: 'jobpayment',
    who,
    count: 3,
  })
  await anHourLater()
  expect([odd.hits, amounts(first.row), amounts(second.row)]).toEqual([3, [], []])
  await anHourLater()
  expect([amounts(first.row), amounts(second.row)]).toEqual([[1250], [1250]])

  const third = await invoiced()
  pay(third.made)
  world().vendors.faults.add({
    kind: 'garbage',
    vendor: 'servicem8',
    method: 'GET',
    path: 'jobpayment',
    who,
  })
  for (let time = 0; time < 6; time += 1) await anHourLater()
  const before = asked().reads
  await anHourLater()
  expect(asked().reads).toBe(before)
  expect(await timelineOf(third.row)).toEqual([
    expect.stringContaining('heller ikke etter flere forsøk'),
  ])
})
