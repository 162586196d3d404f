import { expect, test } from 'vitest'
import { creditInPart } from '#sandbox/fiken/sales'
import { changeJob } from '#sandbox/servicem8/workshop'
import { listActivity } from '#shared/contracts/activity-log'
import { reinvoice, startTransfer, undoTransfer } from '#shared/contracts/transfers/actions'
import { readTimeline, readTransfer, type Transfer } from '#shared/contracts/transfers/row'
import * as deposits from '../../support/people/deposits/jobs-with-deposits.ts'
import { useFollowedPayments } from '../../support/people/followed-payments.ts'
import { transfersOf } from '../../support/people/tenants.ts'

/** Tests that only the user can start a new draft after the invoice was credited in Fiken. */

const { world, customer, now, anHourLater, drafts, invoice, pay, timelineOf } = useFollowedPayments(
  'Kreditert',
  'payment',
)
const owner = (): deposits.Owner => ({
  world: world(),
  person: customer().visitor,
  account: customer().tenant.account,
  company: customer().tenant.company,
})
const seen = async ({ id }: Transfer) =>
  (await transfersOf(customer())).find((one) => one.id === id)!
const again = (row: Transfer, reason = 'Feil mottaker') =>
  customer().visitor.tryCall(reinvoice, {
    params: { id: row.id },
    body: { draftUuid: row.fikenDraftUuid ?? '', reason },
  })
const made = ({ fikenDraftUuid }: Transfer) =>
  world().vendors.ledger.draftsCreated.filter(({ uuid }) => uuid === fikenDraftUuid)

test('a credited invoice is said with its credit note, and a new draft is made of it once', async () => {
  const [row] = await drafts(1)
  const first = invoice(row!)
  const note = deposits.credit(owner(), first)
  await anHourLater()
  const credited = await seen(row!)
  expect(credited.credit).toEqual({
    inFull: true,
    notes: [{ number: String(note.creditNoteNumber), date: note.issueDate, gross: first.gross }],
  })
  expect((await timelineOf(credited)).join()).toContain(`kreditnota ${note.creditNoteNumber}`)
  const answers = await Promise.all([again(credited), again(credited), again(credited)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const done = await deposits.restOf(owner(), credited)
  expect(done.fikenDraftUuid).not.toBe(credited.fikenDraftUuid)
  expect([done.status, done.credit, done.fikenInvoiceNumber]).toEqual(['completed', null, null])
  expect(made(done)).toHaveLength(1)
  const [draft, ...more] = deposits.draftsOf(owner(), done)
  expect(more).toEqual([])
  expect(draft?.invoiceText).toContain(
    `Erstatter faktura ${first.invoiceNumber}, som er kreditert med kreditnota ${note.creditNoteNumber}.`,
  )
  // A press on an outdated screen or in another tab changes nothing.
  expect((await again(credited)).status).toBe(200)
  expect((await customer().visitor.call(readTransfer, { params: { id: done.id } })).status).toBe(
    'completed',
  )
  const log = await customer().visitor.call(listActivity, { query: { limit: 50 } })
  expect(log.filter(({ action }) => action === 'reinvoiced')).toHaveLength(1)
  expect(log.find(({ action }) => action === 'reinvoiced')?.description).toContain('Feil mottaker')
})

const REFUSED = { vendor: 'fiken', count: 1, kind: 'status', status: 500 } as const

test('one new draft is made of it, although Fiken’s answers are lost', async () => {
  const [row] = await drafts(1)
  const first = invoice(row!)
  deposits.credit(owner(), first)
  await anHourLater()
  const credited = await seen(row!)
  const { faults } = world().vendors
  // Without Fiken's confirmation of the credit, no new draft is started.
  faults.add({ ...REFUSED, method: 'GET', path: '/invoices/\\d+$', count: 10 })
  expect((await again(credited)).status).toBeGreaterThanOrEqual(500)
  expect((await seen(row!)).fikenDraftUuid).toBe(credited.fikenDraftUuid)
  faults.clear()
  faults.add({ ...REFUSED, kind: 'lost', method: 'POST', path: '/invoices/drafts$' })
  expect((await again(credited)).status).toBe(200)
  const done = await deposits.restOf(owner(), credited)
  expect(done.status).toBe('completed')
  expect(made(done)).toHaveLength(1)
  expect(deposits.draftsOf(owner(), done)).toHaveLength(1)
})

test('the draft of a job from before the account, of which two invoices are credited, is undone and made again', async () => {
  let [row] = await drafts(1)
  changeJob(world().vendors, customer().tenant.account, row!.servicem8JobId, {
    work_order_date: '2026-01-02 08:00:00',
  })
  for (const _ of [1, 2]) {
    deposits.credit(owner(), invoice(row!))
    await anHourLater()
    expect((await again(await seen(row!))).status).toBe(200)
    row = await deposits.restOf(owner(), row!)
    expect(row).toMatchObject({ status: 'completed', fikenInvoiceNumber: null })
    expect(made(row)).toHaveLength(1)
  }
  const { visitor } = customer()
  const params = { id: row!.id }
  await visitor.call(undoTransfer, { params })
  await visitor.call(startTransfer, { params })
  const remade = await deposits.restOf(owner(), row!)
  expect(remade).toMatchObject({ status: 'completed', errorCode: null })
  expect(made(remade)).toHaveLength(1)
  const timeline = await visitor.call(readTimeline, { params })
  expect(timeline.map(({ text }) => text).join()).toContain('laget av jobben tidligere')
})

test('a part that is credited is said, and offers nothing', async () => {
  const [row] = await drafts(1)
  const first = invoice(row!)
  creditInPart(world().vendors, owner().company, first, now(), 25_000)
  await anHourLater()
  const part = await seen(row!)
  expect(part.credit).toMatchObject({ inFull: false, notes: [{ gross: 25_000 }] })
  const refused = await again(part)
  expect(refused).toMatchObject({ status: 409, body: { code: 'not_credited' } })
})

test('of an invoice that was paid, only what its notes come to is credited', async () => {
  const [row] = await drafts(1)
  const first = invoice(row!)
  pay(first)
  await anHourLater()
  creditInPart(world().vendors, owner().company, first, now(), 50_000)
  pay(first, -50_000)
  await anHourLater()
  const part = await seen(row!)
  expect([part.payment?.status, part.payment?.paidAmount]).toEqual(['paid', first.gross - 50_000])
  expect(part.credit).toMatchObject({ inFull: false, notes: [{ gross: 50_000 }] })
  expect(await again(part)).toMatchObject({ status: 409, body: { code: 'not_credited' } })
  creditInPart(world().vendors, owner().company, first, now(), first.gross - 50_000)
  await anHourLater()
  const whole = await seen(row!)
  expect([whole.payment?.status, whole.credit?.inFull, whole.credit?.notes.length]).toEqual([
    'credited',
    true,
    2,
  ])
  expect((await again(whole)).status).toBe(200)
  expect((await deposits.restOf(owner(), whole)).status).toBe('completed')
})

test('an invoice that nobody has credited gets no new draft', async () => {
  const [row] = await drafts(1)
  invoice(row!)
  await anHourLater()
  const whole = await seen(row!)
  expect(whole.credit).toBeNull()
  expect((await again(whole)).status).toBe(409)
  const { status } = await again(whole, ' ')
  expect(status).toBe(400)
})
