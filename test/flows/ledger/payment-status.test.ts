import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { deleteDraft } from '#sandbox/fiken/drafts'
import { settlementOf } from '#sandbox/fiken/invoicing'
import { creditInFull, takePaymentBack } from '#sandbox/fiken/sales'
import { rowsOf } from '#server/platform/database/database'
import { login, readSession } from '#shared/contracts/auth'
import { startTransfer, undoTransfer } from '#shared/contracts/transfers/actions'
import { listTransfers } from '#shared/contracts/transfers/list'
import type { Transfer } from '#shared/contracts/transfers/row'
import { addDays, addMonths } from '#shared/dates'
import type { PaymentStatus } from '#shared/payment-status'
import { followedCustomer } from '../../support/people/accountant.ts'
import { seedBusyMonth } from '../../support/people/reconciled/busy-month.ts'
import { listen } from '../../support/people/event-listener.ts'
import { transfersOf } from '../../support/people/tenants.ts'
import { useFollowedPayments } from '../../support/people/followed-payments.ts'
import { until } from '../../support/wait.ts'

const HOUR_MS = 3_600_000
const { world, customer, now, anHourLater, looked, drafts, invoice, pay, timelineOf, log } =
  useFollowedPayments('Betaling', 'payment')

const shown = async (query: { payment?: PaymentStatus } = {}) =>
  new Map(
    (await customer().visitor.call(listTransfers, { query: { limit: 500, ...query } })).map(
      (row) => [row.id, row.payment],
    ),
  )

interface Asked {
  method: string
  path: string
  query: string
}

function asked(): Asked[] {
  const mine = world().vendors.ledger.entries.filter(
    (entry) => entry.who === customer().tenant.user.email,
  )
  return mine.filter(({ path }) => /\/(invoices|drafts|creditNotes|sales)/.test(path))
}

const isOfOne = ({ method, path, query }: Asked) =>
  method !== 'GET' || /\/\d+$/.test(path) || /uuid/i.test(query)

describe('each invoice is shown as it is in Fiken', () => {
  test('draft, invoiced, partly paid, paid, overdue, credited, and settled without payment', async () => {
    const rows = await drafts(8)
    const [draft, open, part, paid, late, credited, settled, gone] = rows as [
      Transfer,
      ...Transfer[],
    ] &
      Transfer[]
    for (const row of rows)
      expect((await shown()).get(row.id)).toEqual({
        status: 'draft',
        dueDate: null,
        paidAmount: null,
        checkedAt: null,
        toldAt: null,
      })
    const due = addDays(now(), 1)
    invoice(open!).dueDate = due
    pay(invoice(part!), 40_000)
    pay(invoice(paid!))
    const overdue = invoice(late!)
    overdue.dueDate = addDays(now(), -1)
    customer().tenant.company.creditNoteCounter = 1
    creditInFull(world().vendors, customer().tenant.company, invoice(credited!), now(), undefined)
    invoice(settled!).settledDate = now()
    deleteDraft(
      world().vendors,
      customer().tenant.company,
      customer().tenant.company.drafts.find((one) => one.uuid === gone!.fikenDraftUuid)!,
    )
    await anHourLater()

    const payments = await shown()
    const of = (row: Transfer | undefined) => payments.get(row?.id ?? '')
    expect(of(draft)).toMatchObject({ status: 'draft', dueDate: null, paidAmount: null })
    expect(of(open)).toMatchObject({ status: 'invoiced', dueDate: due, paidAmount: 0 })
    expect(of(part)).toMatchObject({
      status: 'part_paid',
      dueDate: addDays(due, 13),
      paidAmount: 40_000,
    })
    expect(of(paid)).toMatchObject({ status: 'paid', paidAmount: paid!.amount })
    expect(of(late)).toMatchObject({ status: 'overdue', dueDate: overdue.dueDate })
    expect(of(credited)).toMatchObject({ status: 'credited', paidAmount: 0 })
    expect(of(settled)).toMatchObject({ status: 'settled' })
    expect(of(gone)).toBeNull()
    expect(Date.parse(of(open)?.checkedAt ?? '')).toBeGreaterThan(world().vendors.now() - HOUR_MS)
    expect(await timelineOf(part!)).toEqual(['Delvis betalt i Fiken: 400,00 kr til sammen'])
    expect(await timelineOf(draft)).toEqual([])
    const listed = await transfersOf(customer())
    const numbers = rows.map(({ id }) => listed.find((row) => row.id === id)?.fikenInvoiceNumber)
    const inFiken = customer()
      .tenant.company.invoices.slice(-6)
      .map((made) => String(made.invoiceNumber))
    expect(numbers).toEqual([null, ...inFiken, null])
    const found = await customer().visitor.call(listTransfers, {
      query: { q: `Faktura ${inFiken[1]}` },
    })
    expect(found.map(({ id }) => id)).toEqual([part!.id])

    for (const [row, status] of [
      [draft, 'draft'],
      [open, 'invoiced'],
      [part, 'part_paid'],
      [paid, 'paid'],
      [late, 'overdue'],
      [credited, 'credited'],
      [settled, 'settled'],
    ] as const) {
      expect([status, [...(await shown({ payment: status })).keys()]]).toEqual([status, [row?.id]])
    }
    const file = (
      await (await customer().visitor.fetch('/api/transfers/export?payment=part_paid')).text()
    ).split('\r\n')
    expect(file[0]).toContain('Betaling')
    expect(file.slice(1).join()).toMatch(/Delvis betalt.+400,00/)
    expect(file.slice(1).join()).toContain(`;${numbers[2]};`)

    // The day after the due date, the invoice is shown as overdue, although nothing was stored.
    world().advance(48 * HOUR_MS)
    expect((await shown()).get(open!.id)).toMatchObject({ status: 'overdue', dueDate: due })
  })
})

test('a draft is invoiced, paid in part and in full, and the payment reversed, each step reported once', async () => {
  const [row] = await drafts(1)
  const made = invoice(row!)
  const hints = await listen(customer().visitor)
  await anHourLater()
  await until('the open screens to be updated', () => hints.heard().has('transfers'))
  hints.close()
  pay(made, 25_000)
  await anHourLater()
  pay(made)
  await anHourLater()
  expect((await shown()).get(row!.id)).toMatchObject({ status: 'paid', paidAmount: row!.amount })
  const before = await transfersOf(customer())
  // Two more checks without changes write and report nothing.
  await anHourLater()
  await anHourLater()
  expect(await transfersOf(customer())).toEqual(before)
  takePaymentBack(world().vendors, made, now())
  await anHourLater()
  expect((await shown()).get(row!.id)).toMatchObject({ status: 'part_paid', paidAmount: 25_000 })
  takePaymentBack(world().vendors, made, now())
  await anHourLater()
  expect((await shown()).get(row!.id)).toMatchObject({ status: 'invoiced', paidAmount: 0 })
  expect(await timelineOf(row!)).toEqual([
    'Fakturert i Fiken',
    'Delvis betalt i Fiken: 250,00 kr til sammen',
    'Betalt i Fiken: 1 250,00 kr',
    'Delvis betalt i Fiken: 250,00 kr til sammen',
    'Betalingen er tatt tilbake i Fiken',
  ])
  expect((await transfersOf(customer()))[0]?.updatedAt).toBe(row!.updatedAt)
})

test('what was paid long ago is no longer checked', async () => {
  const [row] = await drafts(1)
  const { email } = await customer().visitor.call(readSession)
  pay(invoice(row!))
  await anHourLater()
  const paidAt = asked().length
  await anHourLater(80 * 24 * HOUR_MS)
  const before = asked().length
  expect(before).toBeGreaterThan(paidAt)
  await anHourLater(20 * 24 * HOUR_MS)
  expect(asked().slice(before)).toEqual([])
  // The session has expired in the meantime.
  await customer().visitor.call(login, { body: { email, password: 'et langt nok passord' } })
  expect((await shown()).get(row!.id)).toMatchObject({ status: 'paid' })
})

test.each([
  ['fails', { kind: 'status', status: 500 }],
  ['answers that there were too many requests', { kind: 'status', status: 429 }],
  ['answers garbage', { kind: 'garbage' }],
  ['truncates its answers', { kind: 'truncate' }],
] as const)(
  'while Fiken %s nothing changes and nobody is notified; once it recovers, what has happened is seen',
  async (_, fault) => {
    const [row] = await drafts(1)
    const made = invoice(row!)
    await anHourLater()
    const before = await transfersOf(customer())
    pay(made)
    const who = customer().tenant.user.email
    const { faults } = world().vendors
    const rule = faults.add({ ...fault, vendor: 'fiken', who, path: '/invoices$' })
    await anHourLater()
    expect(faults.rules.find(({ id }) => id === rule.id)?.hits).toBeGreaterThan(0)
    faults.remove(rule.id)
    expect(await transfersOf(customer())).toEqual(before)
    expect(await log('payments_failed')).toEqual([])
    await anHourLater()
    expect((await shown()).get(row!.id)).toMatchObject({ status: 'paid' })
  },
)

test('what only a person can fix is reported once, however often it is retried', async () => {
  await drafts(1)
  customer().tenant.company.info.hasApiAccess = false
  await anHourLater()
  await anHourLater()
  expect(await log('payments_failed')).toEqual([
    expect.stringMatching(/^Kunne ikke hente betalinger fra Fiken\. /),
  ])
})

test('a dead grant is shown on the connection and not used again', async () => {
  await drafts(1)
  const before = await transfersOf(customer())
  world().vendors.faults.add({
    kind: 'revoke',
    vendor: 'fiken',
    who: customer().tenant.user.email,
    count: 1,
  })
  await anHourLater()
  await until('the connection to be marked dead', async () => {
    const rows = await rowsOf(
      world().product.platform.db,
      sql`select 1 from connections where user_id = ${customer().userId} and vendor = 'fiken' and status = 'reauth_required'`,
    )
    return rows.length === 1
  })
  await looked()
  const calls = asked().length
  world().advance(3 * HOUR_MS)
  // Another user's payment check in the same queue shows that this user's check would have run.
  await followedCustomer(world(), 'Betaling nabo AS')
  await looked()
  expect(asked().length).toBe(calls)
  expect(await transfersOf(customer())).toEqual(before)
})

test('an invoice made by hand after the draft was deleted is recognised by our reference and the amount', async () => {
  const [row] = await drafts(1)
  const made = invoice(row!)
  delete made.invoiceDraftUuid
  await anHourLater()
  expect((await shown()).get(row!.id)).toMatchObject({ status: 'invoiced' })
  made.ourReference = 'noe annet'
  pay(made)
  await anHourLater()
  // The invoice can no longer be matched to the job, so the last known status is kept.
  expect((await shown()).get(row!.id)).toMatchObject({ status: 'invoiced' })
})

test('a transfer that is undone and sent again starts as a draft again', async () => {
  const [row] = await drafts(1)
  await anHourLater()
  expect((await shown()).get(row!.id)?.checkedAt).not.toBeNull()
  await customer().visitor.call(undoTransfer, { params: { id: row!.id } })
  await until('it to be undone', async () =>
    (await transfersOf(customer())).some((one) => one.status === 'pending'),
  )
  expect((await shown()).get(row!.id)).toBeNull()
  await customer().visitor.call(startTransfer, { params: { id: row!.id } })
  await until('it to be sent again', async () =>
    (await transfersOf(customer())).some((one) => one.status === 'completed'),
  )
  expect((await shown()).get(row!.id)).toEqual({
    status: 'draft',
    dueDate: null,
    paidAmount: null,
    checkedAt: null,
    toldAt: null,
  })
})

test('300 transfers are checked with a handful of calls, all of them lists, and their payments found', async () => {
  const { tenant, userId } = customer()
  const { expected } = await seedBusyMonth(world(), {
    tenant,
    companyId: userId,
    month: addMonths(now().slice(0, 7), -1),
    count: 300,
    each: 1,
  })
  const overlaps = world().vendors.ledger.overlaps
  const start = asked().length
  await anHourLater()
  const first = asked().slice(start)
  expect(first.length).toBeLessThanOrEqual(8)
  expect(first.filter(isOfOne)).toEqual([])
  const states = [...(await shown()).values()].map((payment) => payment?.status)
  expect(states.filter((state) => state === 'draft').length).toBeGreaterThan(100)
  expect(
    states.filter((state) => state === 'overdue' || state === 'invoiced').length,
  ).toBeGreaterThan(100)
  expect(expected.size).toBeGreaterThan(10)

  const open = tenant.company.invoices.filter((one) => settlementOf(one).outstanding > 0)
  for (const made of open.slice(0, 40)) pay(made)
  const again = asked().length
  await anHourLater()
  expect(asked().slice(again).length).toBeLessThanOrEqual(8)
  expect((await shown({ payment: 'paid' })).size).toBeGreaterThanOrEqual(35)
  expect(world().vendors.ledger.overlaps).toBe(overlaps)
})
