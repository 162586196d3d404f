import { beforeEach, expect, test } from 'vitest'
import { staleLists } from '#sandbox/testing'
import type { StoredCreditNote, StoredInvoice } from '#sandbox/world/state'
import { reinvoice } from '#shared/contracts/transfers/actions'
import { readTimeline, type Transfer } from '#shared/contracts/transfers/row'
import * as deposits from '../../support/people/deposits/jobs-with-deposits.ts'
import { startFollowedPlumber } from '../../support/people/payment-looks.ts'
import { DAY_MS } from '../../support/people/plumber.ts'
import * as unanswered from '../../support/people/unanswered.ts'

/** Tests lists in Fiken that show a credit note, a credited invoice or a new draft late. */

let released = () => {}
const { plumber, anHourLater } = await startFollowedPlumber()
beforeEach(() => {
  released()
  released = () => {}
  fiken().faults.clear()
})

const fiken = () => plumber.vendors
const read = (row: Pick<Transfer, 'id'>) => unanswered.read(plumber, row)
const again = ({ id, fikenDraftUuid }: Transfer) =>
  plumber.person.tryCall(reinvoice, {
    params: { id },
    body: { draftUuid: fikenDraftUuid ?? '', reason: 'Feil mottaker' },
  })
const made = ({ fikenDraftUuid }: Transfer) =>
  fiken().ledger.draftsCreated.filter(({ uuid }) => uuid === fikenDraftUuid)
async function textsOf({ id }: Transfer): Promise<string> {
  const timeline = await plumber.person.call(readTimeline, { params: { id } })
  return timeline.map(({ text }) => text).join('\n')
}

const isLookedFor = ({ status, errorCode }: Transfer) =>
  status === 'queued' && (errorCode === 'outcome_unknown' || errorCode === 'checking')

async function invoiced(): Promise<{ row: Transfer; invoice: StoredInvoice }> {
  const client = unanswered.newClient(plumber)
  const row = await unanswered.become(
    plumber,
    await unanswered.begin(plumber, client),
    'completed',
    unanswered.isDone,
  )
  return { row, invoice: deposits.book(plumber, row) }
}
const credit = (invoice: StoredInvoice): StoredCreditNote => deposits.credit(plumber, invoice)

test('while no list shows the credit note, the row says that it does not know how much is credited, and nothing is offered', async () => {
  const { row, invoice } = await invoiced()
  await anHourLater()
  released = staleLists(fiken(), null, '/creditNotes$')
  credit(invoice)
  await anHourLater()
  const credited = await read(row)
  expect(credited.credit).toEqual({ inFull: false, notes: [], doubt: 'notes' })
  expect(await again(credited)).toMatchObject({ status: 409, body: { code: 'not_credited' } })
  released()
  await anHourLater()
  expect((await read(row)).credit).toMatchObject({ inFull: true, notes: [{}] })
  expect((await again(await read(row))).status).toBe(200)
  const done = await deposits.restOf(plumber, row)
  expect([done.status, made(done).length]).toEqual(['completed', 1])
})

test('a credit note that Fiken does not let us read for days is read when it does', async () => {
  const { row, invoice } = await invoiced()
  await anHourLater()
  fiken().faults.add({ vendor: 'fiken', kind: 'status', status: 403, path: '/creditNotes$' })
  credit(invoice)
  await anHourLater()
  const unread = await read(row)
  expect([unread.payment?.status, unread.credit?.doubt]).toEqual(['settled', 'notes'])
  // Four days later, no list of recent changes contains the invoice.
  plumber.later(4 * DAY_MS)
  await anHourLater()
  fiken().faults.clear()
  await anHourLater()
  const known = await read(row)
  expect([known.payment?.status, known.credit?.inFull]).toEqual(['credited', true])
})

test('a credit note is named once, as soon as the list shows it', async () => {
  const { row, invoice } = await invoiced()
  released = staleLists(fiken(), null, '/creditNotes$')
  const note = credit(invoice)
  await anHourLater()
  expect((await read(row)).credit?.notes).toEqual([])
  expect(await textsOf(row)).not.toContain('kreditnota')
  released()
  await anHourLater()
  await anHourLater()
  expect((await read(row)).credit?.notes).toMatchObject([{ number: String(note.creditNoteNumber) }])
  expect((await textsOf(row)).split(`kreditnota ${note.creditNoteNumber}`)).toHaveLength(2)
})

test('while the list of invoices is behind, nothing is offered and a press is refused; afterwards it is', async () => {
  const { row, invoice } = await invoiced()
  await anHourLater()
  released = staleLists(fiken(), null, '/invoices$')
  credit(invoice)
  await anHourLater()
  const before = await read(row)
  expect(before.credit).toBeNull()
  expect(await again(before)).toMatchObject({ status: 409, body: { code: 'not_credited' } })
  released()
  await anHourLater()
  expect((await read(row)).credit?.inFull).toBe(true)
})

test('the new draft is one, although its answer is lost and no list shows it, however often a person presses', async () => {
  const { row, invoice } = await invoiced()
  credit(invoice)
  await anHourLater()
  const credited = await read(row)
  released = unanswered.freeze(plumber, '/invoices')
  unanswered.failNext(plumber, { kind: 'lost', path: '/invoices/drafts$' })
  expect((await again(credited)).status).toBe(200)
  const checking = await unanswered.become(plumber, row, 'looked for', isLookedFor)
  await unanswered.hammer(plumber, [checking])
  for (let press = 0; press < 3; press += 1) expect((await again(credited)).status).toBe(200)
  expect(made(checking)).toHaveLength(1)
  released()
  released = () => {}
  const done = await deposits.restOf(plumber, row)
  expect([done.status, done.fikenDraftUuid]).toEqual(['completed', checking.fikenDraftUuid])
  expect([made(done).length, deposits.draftsOf(plumber, done).length]).toEqual([1, 1])
})
