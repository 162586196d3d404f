import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { creditInPart } from '#sandbox/fiken/sales'
import { localDate } from '#sandbox/world/local-time'
import type { StoredInvoice } from '#sandbox/world/state'
import { rowsOf } from '#server/platform/database/database'
import { listActivity } from '#shared/contracts/activity-log'
import { readSession } from '#shared/contracts/auth'
import { updateDraft } from '#shared/contracts/transfers/actions'
import type { Transfer } from '#shared/contracts/transfers/row'
import { secondOfConnectionOver } from '../../support/clock/next-second.ts'
import { upgradeFrom } from '../../support/former-version.ts'
import * as deposits from '../../support/people/deposits/jobs-with-deposits.ts'
import { drafted, takenOff } from '../../support/people/deposits/taken-off.ts'
import { checkedMonth } from '../../support/people/collective-customer.ts'
import { looksBegun, nextLook } from '../../support/people/payment-looks.ts'
import { startPlumber } from '../../support/people/plumber.ts'
import * as unanswered from '../../support/people/unanswered.ts'

/** Tests an upgrade from a version that did not follow deducted invoices, which are read then. */

interface TakenOff {
  row: Transfer
  deposit: StoredInvoice
}

const books = () => plumber.vendors
const today = () => localDate(books().now())
const read = (row: Pick<Transfer, 'id'>) => unanswered.read(plumber, row)
const part = ({ deposit }: TakenOff, ore: number) =>
  creditInPart(books(), plumber.company, deposit, today(), ore)
const anHourLater = () =>
  nextLook({ product: plumber.world.product, advance: plumber.later }, userId)
const readsOf = ({ deposit }: TakenOff) =>
  books().ledger.entries.filter(({ path }) => path.endsWith(`/invoices/${deposit.invoiceId}`))
    .length
const month = () => checkedMonth({ visitor: plumber.person }, plumber.world)
const logged = async (row: Transfer) => {
  const log = await plumber.person.call(listActivity, { query: { limit: 100 } })
  const number = row.servicem8Data?.generated_job_id ?? ''
  return log.filter(
    ({ action, description }) =>
      action === 'deposit_credited' && (description ?? '').includes(`#${number}`),
  )
}

const plumber = await startPlumber()
const userId = (await plumber.person.call(readSession)).id
await secondOfConnectionOver(plumber.world)
await looksBegun(plumber.world, userId)
const credited = await takenOff(plumber)
const untouched = await takenOff(plumber)
const dropped = await takenOff(plumber)
await deposits.chosen(plumber, dropped.row, null)
const invoiced = await takenOff(plumber)
deposits.book(plumber, invoiced.row)
const without = await drafted(plumber, unanswered.newClient(plumber))
await anHourLater()
/** The month's difference in øre, before any deposit is credited. */
const differenceBefore = (await month()).summary?.difference ?? 0
part(credited, 1_000)
part(dropped, 1_500)
part(invoiced, 2_000)
await upgradeFrom(
  plumber.world,
  '0048',
  // Beyond all lists of recent changes, so that none contains these invoices.
  sql`update mirror_cursors set cursor = '2099-01-01' where user_id = ${userId} and mirror = 'payments' and scope <> ''`,
)

test('each is followed from the upgrade on, a job without a deposit is not, and nothing is said before it is read', async () => {
  for (const { row } of [credited, untouched, dropped, invoiced])
    expect((await read(row)).depositCredit).toBeUndefined()
  const stored = await rowsOf<{ id: string; known: unknown }>(
    plumber.world.product.platform.db,
    sql`select id, deposit_credit as known from transfer_rows where user_id = ${userId} and status = 'completed'`,
  )
  const known = new Map(stored.map((one) => [one.id, one.known]))
  for (const { row, deposit } of [credited, untouched, dropped, invoiced])
    expect(known.get(row.id)).toEqual({ invoiceId: deposit.invoiceId, sum: 0, inFull: false })
  expect(known.get(without.id)).toBeNull()
})

test('what was credited before the upgrade is read once, and the row and the log say so', async () => {
  await anHourLater()
  expect((await read(credited.row)).depositCredit).toMatchObject({
    sum: 1_000,
    inFull: false,
    isDropped: false,
  })
  expect((await read(untouched.row)).depositCredit).toBeUndefined()
  expect(await logged(credited.row)).toHaveLength(1)
  const reads = [credited, untouched].map(readsOf)
  await anHourLater()
  expect([credited, untouched].map(readsOf)).toEqual(reads)
  expect(await logged(credited.row)).toHaveLength(1)
})

test('a deposit that was dropped while the draft still takes it off is done with once the draft is updated', async () => {
  expect((await read(dropped.row)).depositCredit).toMatchObject({
    sum: 1_500,
    inFull: false,
    isDropped: true,
  })
  await plumber.person.call(updateDraft, { params: { id: dropped.row.id } })
  expect((await read(dropped.row)).depositCredit).toBeUndefined()
  expect(deposits.draftsOf(plumber, dropped.row).map(({ gross }) => gross)).toEqual([12_500])
})

test('the month shows what nobody has been asked to pay of jobs whose deposit was taken off before', async () => {
  const { rows, summary } = await month()
  const found = [credited, invoiced].map(({ row }) => {
    const one = rows.find(({ transferId }) => transferId === row.id)
    return [one?.kind, one?.deposit]
  })
  expect(found).toEqual([
    ['deposit_credited', 4_000],
    ['deposit_credited', 3_000],
  ])
  // The dropped deposit's draft has the full amount again, and adds nothing.
  expect((summary?.difference ?? 0) - differenceBefore).toBe(1_000 + 2_000)
})

test('what is credited after the upgrade is found in the lists, as of any other deposit', async () => {
  deposits.credit(plumber, untouched.deposit)
  // Reset the cursor, which was set beyond all lists.
  await plumber.world.product.platform.db.execute(
    sql`update mirror_cursors set cursor = ${today()} where user_id = ${userId} and mirror = 'payments' and scope <> ''`,
  )
  await anHourLater()
  expect((await read(untouched.row)).depositCredit).toMatchObject({
    sum: 5_000,
    inFull: true,
    isDropped: false,
  })
})
