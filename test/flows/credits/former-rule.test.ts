import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { creditInPart, payInvoice } from '#sandbox/fiken/sales'
import { localDate } from '#sandbox/world/local-time'
import type { StoredInvoice } from '#sandbox/world/state'
import { listActivity } from '#shared/contracts/activity-log'
import { startReconciliation, readReconciliation } from '#shared/contracts/reconciliation'
import { reinvoice } from '#shared/contracts/transfers/actions'
import type { Transfer } from '#shared/contracts/transfers/row'
import * as deposits from '../../support/people/deposits/jobs-with-deposits.ts'
import { startFollowedPlumber } from '../../support/people/payment-looks.ts'
import { DAY_MS } from '../../support/people/plumber.ts'
import * as unanswered from '../../support/people/unanswered.ts'
import { until } from '../../support/wait.ts'
import { upgradeFrom } from '../../support/former-version.ts'

/** Tests that credits stored by a former rule, based on paid and unpaid amounts, are read again. */

const { plumber, anHourLater } = await startFollowedPlumber()

const books = () => plumber.vendors
const today = () => localDate(books().now())
const read = (row: Pick<Transfer, 'id'>) => unanswered.read(plumber, row)
const store = (query: ReturnType<typeof sql>) => plumber.world.product.platform.db.execute(query)

const upgrade = (stored: ReturnType<typeof sql>) => upgradeFrom(plumber.world, '0044', stored)

/** Makes an invoice that was paid in full and then credited by 5 kr, which were paid back. */
async function partlyCredited(): Promise<{ row: Transfer; invoice: StoredInvoice }> {
  const begun = await unanswered.begin(plumber, unanswered.newClient(plumber))
  const row = await unanswered.become(plumber, begun, 'completed', unanswered.isDone)
  const invoice = deposits.book(plumber, row)
  payInvoice(books(), invoice, invoice.gross, today(), '1920:10001')
  creditInPart(books(), plumber.company, invoice, today(), 500)
  payInvoice(books(), invoice, -500, today(), '1920:10001')
  await anHourLater()
  return { row: await read(row), invoice }
}

async function storeFormer({ id }: Transfer): Promise<void> {
  await upgrade(sql`update transfers set payment_status = 'credited',
    credit = jsonb_build_object('inFull', true, 'outstanding', 0, 'notes',
      (select jsonb_agg(note - 'id') from jsonb_array_elements(credit->'notes') note)) where id = ${id}`)
}

test('a row that was stored as credited in full is read once, however long ago it was, and says what is credited', async () => {
  const { row, invoice } = await partlyCredited()
  await storeFormer(row)
  await store(
    sql`with long as (update transfers set completed_at = completed_at - interval '201 days' where id = ${row.id} returning document_id)
      update documents set payment_checked_at = payment_checked_at - interval '200 days' where id in (select document_id from long)`,
  )
  // Before that reading, only the credit notes count, so no new draft is offered.
  expect((await read(row)).credit).toMatchObject({ inFull: false, doubt: 'notes' })
  plumber.later(5 * DAY_MS)
  await anHourLater()
  const now = await read(row)
  expect([now.payment?.status, now.payment?.paidAmount]).toEqual(['paid', invoice.gross - 500])
  expect(now.credit).toEqual({
    inFull: false,
    notes: [{ number: expect.any(String), date: expect.any(String), gross: 500 }],
  })
  const calls = () =>
    books().ledger.entries.filter(({ path }) => path.endsWith('/creditNotes')).length
  const before = calls()
  await anHourLater()
  expect(calls()).toBe(before)
})

test('a row that is credited in full stays so, and its new draft can be made', async () => {
  const { row, invoice } = await partlyCredited()
  creditInPart(books(), plumber.company, invoice, today(), invoice.gross - 500)
  await anHourLater()
  await storeFormer(row)
  await anHourLater()
  const now = await read(row)
  expect([now.payment?.status, now.credit?.inFull]).toEqual(['credited', true])
  const answer = await plumber.person.tryCall(reinvoice, {
    params: { id: row.id },
    body: { draftUuid: row.fikenDraftUuid ?? '', reason: 'Feil mottaker' },
  })
  expect(answer.status).toBe(200)
  expect((await deposits.restOf(plumber, row)).status).toBe('completed')
})

/** Makes a job whose second draft the former rule queued, for a partly credited invoice. */
async function secondDraft(more: object = {}): Promise<{ row: Transfer; invoice: StoredInvoice }> {
  const { row, invoice } = await partlyCredited()
  const replaces = {
    slug: plumber.company.slug,
    draftUuid: row.fikenDraftUuid,
    invoiceNumber: String(invoice.invoiceNumber),
    creditNoteNumber: '',
    creditedOn: '',
    reason: 'Feil mottaker',
    at: new Date(books().now()).toISOString(),
    ...more,
  }
  await upgrade(sql`update transfers set status = 'queued', replaces = ${JSON.stringify(replaces)}::jsonb, revision = revision + 1,
    overruled = array['sent_before'], needs_fetch = true, fiken_draft_uuid = null, fiken_invoice_draft_id = null, fiken_invoice_id = null,
    fiken_invoice_number = null, fiken_data = null, completed_at = null, payment_status = null, payment_due_date = null, paid_amount = null,
    payment_checked_at = null, credit = null where id = ${row.id}`)
  return { row, invoice }
}

test('a second draft that waits to be made is not made, and says what is in Fiken', async () => {
  const { row, invoice } = await secondDraft()
  const stopped = await unanswered.become(
    plumber,
    row,
    'stopped',
    ({ status }) => status === 'failed',
  )
  expect([stopped.errorCode, stopped.errorMessage]).toEqual([
    'draft_differs',
    expect.stringContaining(`faktura ${invoice.invoiceNumber}`),
  ])
  expect(deposits.draftsOf(plumber, row)).toEqual([])
})

test('a second draft that was made is shown on its row, in the log and in the month, until the rest is credited', async () => {
  // Marked as credited in full, so that the second draft is made, as under the former rule.
  const credited = { sum: 0, gross: 0, inFull: true }
  const { row, invoice } = await secondDraft({ credited })
  const done = await deposits.restOf(plumber, row)
  expect(done.status).toBe('completed')
  await upgrade(sql`update transfers set replaces = replaces - 'credited' where id = ${row.id}`)
  await anHourLater()
  const doubled = await read(row)
  expect(doubled.standsFor).toEqual({
    invoiceNumber: String(invoice.invoiceNumber),
    credited: 500,
    gross: invoice.gross,
  })
  await anHourLater()
  const log = await plumber.person.call(listActivity, { query: { limit: 100 } })
  expect(log.filter(({ action }) => action === 'replaced_not_credited')).toHaveLength(1)

  const month = today().slice(0, 7)
  await plumber.person.call(startReconciliation, { body: { month } })
  const checked = await until('the month to be checked', async () => {
    const answer = await plumber.person.call(readReconciliation, { query: { month } })
    return answer.state === 'done' && answer
  })
  const [found] = checked.rows.filter(({ jobUuid }) => jobUuid === row.servicem8JobId)
  expect([found?.kind, found?.documents.length]).toEqual(['double', 2])

  creditInPart(books(), plumber.company, invoice, today(), invoice.gross - 500)
  await anHourLater()
  expect((await read(row)).standsFor).toBeUndefined()
})
