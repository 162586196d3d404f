import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteDraft } from '#sandbox/fiken/drafts'
import { settlementOf } from '#sandbox/fiken/invoicing'
import { creditInFull, takePaymentBack } from '#sandbox/fiken/sales'
import { localDate } from '#sandbox/world/local-time'
import type { StoredInvoice } from '#sandbox/world/state'
import { rowsOf } from '#server/platform/database/database'
import { listActivity } from '#shared/contracts/activity-log'
import { login, readSession } from '#shared/contracts/auth'
import { undoTransfer } from '#shared/contracts/transfer-preview'
import { listTransfers, readTimeline, startTransfer, type Transfer } from '#shared/contracts/transfers'
import { addDays, addMonths, today } from '#shared/dates'
import type { PaymentStatus } from '#shared/payment-status'
import { completePlainJobs } from '../faults/support/plain-jobs.ts'
import { followedCustomer, invoiceDraft, payIn, type FollowedCustomer } from '../support/accountant.ts'
import { seedBusyMonth } from '../support/busy-month.ts'
import { listen } from '../support/event-listener.ts'
import { nextLook } from '../support/payment-looks.ts'
import { startTimedWorld, type TimedWorld } from '../support/person.ts'
import { readyCustomer, transfersOf } from '../support/tenants.ts'
import { until } from '../support/wait.ts'

/** What becomes of the invoice in Fiken, shown on its transfer. */

const HOUR_MS = 3_600_000
let world: TimedWorld
let customer: FollowedCustomer
let customers = 0

beforeAll(async () => {
  world = await startTimedWorld()
})
afterAll(() => world.stop())
beforeEach(async () => {
  customers += 1
  customer = await followedCustomer(world, `Betaling ${customers} AS`)
})

/** An hour later Fiken has been asked, whatever it answered. */
const anHourLater = (milliseconds?: number) => nextLook(world, customer.userId, milliseconds)

const now = () => localDate(world.sandbox.world.now())

/** So many jobs, each with its draft in Fiken; oldest first. */
async function drafts(count: number): Promise<Transfer[]> {
  const jobs = completePlainJobs(world.sandbox.world, customer.tenant, count)
  return until(`${count} drafts`, async () => {
    const rows = (await transfersOf(customer)).filter((row) => jobs.includes(row.servicem8JobId) && row.status === 'completed')
    return rows.length === count && rows.sort((a, b) => jobs.indexOf(a.servicem8JobId) - jobs.indexOf(b.servicem8JobId))
  })
}

const invoice = (row: Transfer) => invoiceDraft(world, customer.tenant.company, row)

const pay = (made: StoredInvoice, ore?: number) => payIn(world, made, ore)

const shown = async (query: { payment?: PaymentStatus } = {}) =>
  new Map((await customer.visitor.call(listTransfers, { query: { limit: 500, ...query } })).map((row) => [row.id, row.payment]))

async function told({ id }: Transfer): Promise<string[]> {
  const timeline = await customer.visitor.call(readTimeline, { params: { id } })
  return timeline.filter((entry) => entry.step === 'payment').map((entry) => entry.text.replaceAll(/\s/g, ' '))
}

interface Asked {
  method: string
  path: string
  query: string
}

/** What Fiken has been asked about drafts and what came of them. */
function asked(): Asked[] {
  const mine = world.sandbox.world.ledger.entries.filter((entry) => entry.who === customer.tenant.user.email)
  return mine.filter(({ path }) => /\/(invoices|drafts|creditNotes|sales)/.test(path))
}

/** Anything but reading a list. */
const isOfOne = ({ method, path, query }: Asked) => method !== 'GET' || /\/\d+$/.test(path) || /uuid/i.test(query)

describe('each invoice is shown as Fiken has it', () => {
  test('draft, invoiced, partly paid, paid, overdue, credited, and settled without payment', { timeout: 60_000 }, async () => {
    const rows = await drafts(8)
    const [draft, open, part, paid, late, credited, settled, gone] = rows as [Transfer, ...Transfer[]] & Transfer[]
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
    customer.tenant.company.creditNoteCounter = 1
    creditInFull(world.sandbox.world, customer.tenant.company, invoice(credited!), now(), undefined)
    invoice(settled!).settledDate = now()
    deleteDraft(
      world.sandbox.world,
      customer.tenant.company,
      customer.tenant.company.drafts.find((one) => one.uuid === gone!.fikenDraftUuid)!,
    )
    await anHourLater()

    const payments = await shown()
    const of = (row: Transfer | undefined) => payments.get(row?.id ?? '')
    expect(of(draft)).toMatchObject({ status: 'draft', dueDate: null, paidAmount: null })
    expect(of(open)).toMatchObject({ status: 'invoiced', dueDate: due, paidAmount: 0 })
    expect(of(part)).toMatchObject({ status: 'part_paid', dueDate: addDays(due, 13), paidAmount: 40_000 })
    expect(of(paid)).toMatchObject({ status: 'paid', paidAmount: paid!.amount })
    expect(of(late)).toMatchObject({ status: 'overdue', dueDate: overdue.dueDate })
    expect(of(credited)).toMatchObject({ status: 'credited', paidAmount: 0 })
    expect(of(settled)).toMatchObject({ status: 'settled' })
    expect(of(gone)).toBeNull()
    expect(Date.parse(of(open)?.checkedAt ?? '')).toBeGreaterThan(world.sandbox.world.now() - HOUR_MS)
    expect(await told(part!)).toEqual(['Delvis betalt i Fiken: 400,00 kr til sammen'])
    expect(await told(draft)).toEqual([])
    // Each carries the number of its invoice, on the screen and in the file.
    const listed = await transfersOf(customer)
    const numbers = rows.map(({ id }) => listed.find((row) => row.id === id)?.fikenInvoiceNumber)
    const inFiken = customer.tenant.company.invoices.slice(-6).map((made) => String(made.invoiceNumber))
    expect(numbers).toEqual([null, ...inFiken, null])
    const found = await customer.visitor.call(listTransfers, { query: { q: `Faktura ${inFiken[1]}` } })
    expect(found.map(({ id }) => id)).toEqual([part!.id])

    // Each is found by its status in the list and in the file.
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
    const file = (await (await customer.visitor.fetch('/api/transfers/export?payment=part_paid')).text()).split('\r\n')
    expect(file[0]).toContain('Betaling')
    expect(file.slice(1).join()).toMatch(/Delvis betalt.+400,00/)
    expect(file.slice(1).join()).toContain(`;${numbers[2]};`)

    // The day after the due date they are overdue, and nobody has told: nothing is stored for it.
    world.advance(48 * HOUR_MS)
    expect((await shown()).get(open!.id)).toMatchObject({ status: 'overdue', dueDate: due })
  })
})

test(
  'a draft is invoiced, paid in part and in full, and the payment taken back, each step told once',
  { timeout: 60_000 },
  async () => {
    const [row] = await drafts(1)
    const made = invoice(row!)
    const hints = await listen(customer.visitor)
    await anHourLater()
    await until('the open screens to have heard', () => hints.heard().has('transfers'))
    hints.close()
    pay(made, 25_000)
    await anHourLater()
    pay(made)
    await anHourLater()
    expect((await shown()).get(row!.id)).toMatchObject({ status: 'paid', paidAmount: row!.amount })
    const before = await transfersOf(customer)
    // Twice more with nothing new: nothing is written, nothing is told.
    await anHourLater()
    await anHourLater()
    expect(await transfersOf(customer)).toEqual(before)
    takePaymentBack(world.sandbox.world, made, now())
    await anHourLater()
    expect((await shown()).get(row!.id)).toMatchObject({ status: 'part_paid', paidAmount: 25_000 })
    takePaymentBack(world.sandbox.world, made, now())
    await anHourLater()
    expect((await shown()).get(row!.id)).toMatchObject({ status: 'invoiced', paidAmount: 0 })
    expect(await told(row!)).toEqual([
      'Fakturert i Fiken',
      'Delvis betalt i Fiken: 250,00 kr til sammen',
      'Betalt i Fiken: 1 250,00 kr',
      'Delvis betalt i Fiken: 250,00 kr til sammen',
      'Betalingen er tatt tilbake i Fiken',
    ])
    // The transfer itself has not moved.
    expect((await transfersOf(customer))[0]?.updatedAt).toBe(row!.updatedAt)
  },
)

test('what was paid long ago is not asked about any more', { timeout: 60_000 }, async () => {
  const [row] = await drafts(1)
  const { email } = await customer.visitor.call(readSession)
  pay(invoice(row!))
  await anHourLater()
  const paidAt = asked().length
  await anHourLater(80 * 24 * HOUR_MS)
  const before = asked().length
  expect(before).toBeGreaterThan(paidAt)
  await anHourLater(20 * 24 * HOUR_MS)
  expect(asked().slice(before)).toEqual([])
  // Nobody stays logged in so long.
  await customer.visitor.call(login, { body: { email, password: 'et langt nok passord' } })
  expect((await shown()).get(row!.id)).toMatchObject({ status: 'paid' })
})

test.each([
  ['fails', { kind: 'status', status: 500 }],
  ['is asked too much of', { kind: 'status', status: 429 }],
  ['answers garbage', { kind: 'garbage' }],
  ['cuts its answers in half', { kind: 'truncate' }],
] as const)(
  'while Fiken %s nothing changes and nobody is told; when it is well again, what has happened is seen',
  { timeout: 60_000 },
  async (_, fault) => {
    const [row] = await drafts(1)
    const made = invoice(row!)
    await anHourLater()
    const before = await transfersOf(customer)
    pay(made)
    const who = customer.tenant.user.email
    const { faults } = world.sandbox.world
    const rule = faults.add({ ...fault, vendor: 'fiken', who, path: '/invoices$' })
    await anHourLater()
    expect(faults.rules.find(({ id }) => id === rule.id)?.hits).toBeGreaterThan(0)
    faults.remove(rule.id)
    expect(await transfersOf(customer)).toEqual(before)
    const log = await customer.visitor.call(listActivity, {})
    expect(log.filter((entry) => entry.action === 'payments_failed')).toEqual([])
    await anHourLater()
    expect((await shown()).get(row!.id)).toMatchObject({ status: 'paid' })
  },
)

test('what only a person can mend is told once, however often it is tried', { timeout: 60_000 }, async () => {
  await drafts(1)
  customer.tenant.company.info.hasApiAccess = false
  await anHourLater()
  await anHourLater()
  const log = await customer.visitor.call(listActivity, {})
  const mine = log.filter((entry) => entry.action === 'payments_failed')
  expect(mine).toHaveLength(1)
  expect(mine[0]?.description).toMatch(/^Kunne ikke hente betalinger fra Fiken\. /)
})

test('a grant that is dead shows on the connection and is not asked with again', { timeout: 60_000 }, async () => {
  await drafts(1)
  const before = await transfersOf(customer)
  world.sandbox.world.faults.add({ kind: 'revoke', vendor: 'fiken', who: customer.tenant.user.email, count: 1 })
  await anHourLater()
  await until('the connection to be known dead', async () => {
    const rows = await rowsOf(
      world.product.platform.db,
      sql`select 1 from connections where user_id = ${customer.userId} and vendor = 'fiken' and status = 'reauth_required'`,
    )
    return rows.length === 1
  })
  const calls = asked().length
  world.advance(3 * HOUR_MS)
  const other = await readyCustomer(world, `Betaling ${customers} nabo AS`)
  await until('others to be served meanwhile', async () => (await other.visitor.call(listTransfers)).length === 0)
  expect(asked().length).toBe(calls)
  expect(await transfersOf(customer)).toEqual(before)
})

test(
  'an invoice that was made by hand after the draft was deleted is known by our reference and the amount',
  { timeout: 60_000 },
  async () => {
    const [row] = await drafts(1)
    const made = invoice(row!)
    delete made.invoiceDraftUuid
    await anHourLater()
    expect((await shown()).get(row!.id)).toMatchObject({ status: 'invoiced' })
    made.ourReference = 'noe annet'
    pay(made)
    await anHourLater()
    // It cannot be told any more whose it is, so what was known stays.
    expect((await shown()).get(row!.id)).toMatchObject({ status: 'invoiced' })
  },
)

test('a transfer that is taken back and made anew begins as a draft again', { timeout: 60_000 }, async () => {
  const [row] = await drafts(1)
  await anHourLater()
  expect((await shown()).get(row!.id)?.checkedAt).not.toBeNull()
  await customer.visitor.call(undoTransfer, { params: { id: row!.id } })
  await until('it to be taken back', async () => (await transfersOf(customer)).some((one) => one.status === 'pending'))
  expect((await shown()).get(row!.id)).toBeNull()
  await customer.visitor.call(startTransfer, { params: { id: row!.id } })
  await until('it to be made anew', async () => (await transfersOf(customer)).some((one) => one.status === 'completed'))
  expect((await shown()).get(row!.id)).toEqual({
    status: 'draft',
    dueDate: null,
    paidAmount: null,
    checkedAt: null,
    toldAt: null,
  })
})

test(
  '300 transfers are asked about with a handful of calls, all of them lists, and their payments found',
  { timeout: 120_000 },
  async () => {
    const { tenant, userId } = customer
    const { expected } = await seedBusyMonth(world, {
      tenant,
      userId,
      month: addMonths(today(new Date()).slice(0, 7), -1),
      count: 300,
      each: 1,
    })
    const overlaps = world.sandbox.world.ledger.overlaps
    const start = asked().length
    await anHourLater()
    const first = asked().slice(start)
    expect(first.length).toBeLessThanOrEqual(8)
    expect(first.filter(isOfOne)).toEqual([])
    const states = [...(await shown()).values()].map((payment) => payment?.status)
    expect(states.filter((state) => state === 'draft').length).toBeGreaterThan(100)
    expect(states.filter((state) => state === 'overdue' || state === 'invoiced').length).toBeGreaterThan(100)
    expect(expected.size).toBeGreaterThan(10)

    const open = tenant.company.invoices.filter((one) => settlementOf(one).outstanding > 0)
    for (const made of open.slice(0, 40)) pay(made)
    const again = asked().length
    await anHourLater()
    expect(asked().slice(again).length).toBeLessThanOrEqual(8)
    expect((await shown({ payment: 'paid' })).size).toBeGreaterThanOrEqual(35)
    expect(world.sandbox.world.ledger.overlaps).toBe(overlaps)
  },
)
