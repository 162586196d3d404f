import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { rowsOf } from '#server/platform/database/database'
import { creditInPart } from '#sandbox/fiken/sales'
import { localDate } from '#sandbox/world/local-time'
import type { StoredInvoice } from '#sandbox/world/state'
import { listActivity } from '#shared/contracts/activity-log'
import { settleDeposit } from '#shared/contracts/transfers/deposits'
import { readStats } from '#shared/contracts/overview'
import { readTimeline, type Transfer } from '#shared/contracts/transfers/row'
import { saveConfiguration } from '#shared/contracts/configuration'
import { updateDraft } from '#shared/contracts/transfers/actions'
import * as deposits from '../../support/people/deposits/jobs-with-deposits.ts'
import { takenOff } from '../../support/people/deposits/taken-off.ts'
import { checkedMonth } from '../../support/people/collective-customer.ts'
import { startFollowedPlumber } from '../../support/people/payment-looks.ts'
import { DAY_MS } from '../../support/people/plumber.ts'
import { signUp } from '../../support/world/world.ts'
import * as unanswered from '../../support/people/unanswered.ts'
import { until } from '../../support/wait.ts'

/** Tests a deposit whose invoice is credited while a draft or an invoice deducts the deposit. */

const { plumber, userId, anHourLater } = await startFollowedPlumber()
beforeEach(() => {
  books().faults.clear()
  books().deviations.length = 0
})

const books = () => plumber.vendors
const today = () => localDate(books().now())
const read = (row: Pick<Transfer, 'id'>) => unanswered.read(plumber, row)
const update = ({ id }: Transfer) => plumber.person.call(updateDraft, { params: { id } })
const grossNow = (row: Transfer) => deposits.draftsOf(plumber, row).map(({ gross }) => gross)
const part = (invoice: StoredInvoice, ore: number) =>
  creditInPart(books(), plumber.company, invoice, today(), ore)
const notesOf = async (row: Transfer) => (await read(row)).depositCredit?.ids ?? []
const settleNotes = ({ id }: Transfer, settled: number[]) =>
  plumber.person.tryCall(settleDeposit, { params: { id }, body: { settled } })
const execute = (query: ReturnType<typeof sql>) => plumber.world.product.platform.db.execute(query)

/** Makes a draft that deducts a deposit, and waits until the deposit's invoice is followed. */
async function followed(): Promise<{ row: Transfer; deposit: StoredInvoice }> {
  const { row, deposit } = await takenOff(plumber)
  await anHourLater()
  expect((await read(row)).depositCredit).toBeUndefined()
  return { row: await read(row), deposit }
}

test('credited in part, the row says so, and is well again once the deposit is dropped and the draft updated', async () => {
  const { row, deposit } = await followed()
  part(deposit, 1_000)
  await anHourLater()
  const said = { sum: 1_000, inFull: false }
  expect((await read(row)).depositCredit).toMatchObject({ ...said, isDropped: false })
  await anHourLater()
  const log = await plumber.person.call(listActivity, { query: { limit: 100 } })
  expect(log.filter(({ action }) => action === 'deposit_credited')).toHaveLength(1)
  await deposits.chosen(plumber, row, null)
  expect((await read(row)).depositCredit).toMatchObject({ ...said, isDropped: true })
  await update(row)
  expect((await read(row)).depositCredit).toBeUndefined()
  expect(grossNow(row)).toEqual([12_500])
  await anHourLater()
  expect((await read(row)).depositCredit).toBeUndefined()
})

test('while its credit note cannot be read, the row says that it is credited, and then how much', async () => {
  const { row, deposit } = await followed()
  books().faults.add({ vendor: 'fiken', kind: 'status', status: 403, path: '/creditNotes$' })
  deposits.credit(plumber, deposit)
  await anHourLater()
  expect((await read(row)).depositCredit).toMatchObject({ inFull: false, doubt: 'notes' })
  plumber.later(4 * DAY_MS)
  books().faults.clear()
  await anHourLater()
  const whole = (await read(row)).depositCredit
  expect(whole).toEqual({ ids: [expect.any(Number)], sum: 5_000, inFull: true, isDropped: false })
})

test('of an invoice that nobody follows any more, the row says so, and the month shows what is not asked for', async () => {
  const { row, deposit } = await followed()
  const invoice = deposits.book(plumber, row)
  await anHourLater()
  await execute(
    sql`with long as (update transfers set completed_at = completed_at - interval '101 days' where user_id = ${userId} returning document_id)
      update documents set payment_status = 'paid', payment_checked_at = payment_checked_at - interval '100 days' where id in (select document_id from long)`,
  )
  const before = await checkedMonth({ visitor: plumber.person }, plumber.world)
  part(deposit, 2_000)
  await anHourLater()
  expect((await read(row)).depositCredit).toMatchObject({ sum: 2_000, inFull: false })
  const after = await checkedMonth({ visitor: plumber.person }, plumber.world)
  const found = after.rows.find(({ transferId }) => transferId === row.id)
  expect([found?.kind, found?.deposit, found?.documents.map(({ gross }) => gross)]).toEqual([
    'deposit_credited',
    3_000,
    [invoice.gross],
  ])
  expect((after.summary?.difference ?? 0) - (before.summary?.difference ?? 0)).toBe(2_000)
})

test('credited after the invoice, it needs the user until it is settled, and again with another credit note', async () => {
  const settle = async (row: Transfer) => settleNotes(row, await notesOf(row))
  const needing = async () => {
    const { needs } = await plumber.person.call(readStats)
    return needs?.act?.count ?? 0
  }
  const { row, deposit } = await followed()
  const before = await needing()
  part(deposit, 1_000)
  await anHourLater()
  // The draft can still be put right, so that there is nothing to settle.
  expect((await settleNotes(row, [7])).status).toBe(409)
  deposits.book(plumber, row)
  await anHourLater()
  expect((await read(row)).need).toBe('act')
  expect(await needing()).toBe(before + 1)

  const notes = await notesOf(row)
  for (const _twice of [1, 2]) {
    expect(await settleNotes(row, notes)).toMatchObject({
      status: 200,
      body: { message: 'Forskuddet er ordnet' },
    })
  }
  const settled = await read(row)
  expect([settled.need, settled.depositCredit]).toEqual([undefined, undefined])
  expect(await needing()).toBe(before)
  const timeline = await plumber.person.call(readTimeline, { params: { id: row.id } })
  expect(
    timeline.filter(({ text }) => text === 'Det krediterte forskuddet er ordnet'),
  ).toHaveLength(1)
  await anHourLater()
  expect((await read(row)).need).toBeUndefined()

  expect((await settleNotes(row, [])).status).toBe(200)
  expect((await read(row)).need).toBe('act')
  expect((await settle(row)).status).toBe(200)
  part(deposit, 500)
  await anHourLater()
  expect(await read(row)).toMatchObject({ need: 'act', depositCredit: { sum: 1_500 } })
  expect(await needing()).toBe(before + 1)
  const log = await plumber.person.call(listActivity, { query: { limit: 100 } })
  const ofThis = log.filter(
    ({ action, description }) =>
      action === 'deposit_credited' && description?.includes(String(deposit.invoiceNumber)),
  )
  expect(ofThis).toHaveLength(2)

  const stranger = await signUp(plumber.world)
  const theirs = await stranger.tryCall(settleDeposit, {
    params: { id: row.id },
    body: { settled: notes },
  })
  expect(theirs.status).toBe(404)
  expect((await read(row)).need).toBe('act')
})

test('only the credit notes that the user has seen are settled', async () => {
  const { row, deposit } = await followed()
  deposits.book(plumber, row)
  part(deposit, 1_000)
  await anHourLater()
  const seen = await notesOf(row)
  part(deposit, 500)
  await anHourLater()
  expect(await settleNotes(row, [...seen, 999_999])).toMatchObject({
    status: 200,
    body: { message: 'Forskuddet er kreditert på nytt i Fiken, og venter på deg igjen' },
  })
  expect(await read(row)).toMatchObject({ need: 'act', depositCredit: { sum: 1_500 } })
  expect((await settleNotes(row, await notesOf(row))).status).toBe(200)
  expect((await read(row)).need).toBeUndefined()
})

test('a credit that is read while the user settles the earlier one is kept', async () => {
  const { row, deposit } = await followed()
  deposits.book(plumber, row)
  part(deposit, 1_000)
  await anHourLater()
  const seen = await notesOf(row)
  const settling = await plumber.world.product.platform.db.transaction(async (tx) => {
    await tx.execute(
      sql`update documents set deposit_credit = deposit_credit || '{"ids": [${sql.raw(String(seen[0]))}, 999999], "sum": 1500}'
        where id = (select document_id from transfers where id = ${row.id})`,
    )
    const answer = settleNotes(row, seen)
    // By then PostgreSQL has let the request read the row; the embedded database lets it wait.
    if (process.env['TEST_DATABASE_URL'])
      await until('the request to wait for the document', async () => {
        const waiting = await rowsOf(
          tx,
          sql`select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return waiting.length > 0
      })
    return { answer }
  })
  expect((await settling.answer).status).toBe(200)
  expect(await read(row)).toMatchObject({
    need: 'act',
    depositCredit: { ids: [...seen, 999_999], sum: 1_500 },
  })
})

test('credited after the draft was made, and before the invoice, the job stops with the draft', async () => {
  await plumber.person.call(saveConfiguration, { body: { isActive: false } })
  const client = unanswered.newClient(plumber)
  const row = await deposits.waitingJob(plumber, client)
  const deposit = deposits.depositInvoice(plumber, client)
  await deposits.chosen(plumber, row, deposit)
  await plumber.person.call(saveConfiguration, { body: { invoiceCreationMode: 'invoice' } })
  plumber.company.invoiceCounter ??= 10_000
  books().deviations.push({
    vendor: 'fiken',
    method: 'POST',
    path: /\/invoices\/drafts$/,
    answer: () => void part(deposit, 500),
  })
  const stopped = await deposits.started(plumber, row)
  expect([stopped.status, stopped.errorCode, stopped.errorMessage?.replaceAll(/\s/g, ' ')]).toEqual(
    [
      'failed',
      'deposit_unusable',
      `Faktura ${deposit.invoiceNumber} er delvis kreditert i Fiken (5,00 kr).`,
    ],
  )
  expect(deposits.draftsOf(plumber, stopped)).toHaveLength(1)
})
