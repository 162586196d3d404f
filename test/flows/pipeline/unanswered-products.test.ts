import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { transfers } from '#server/features/transfers/tables'
import { saveConfiguration } from '#shared/contracts/configuration'
import { decideProduct, retryTransfer } from '#shared/contracts/transfers/actions'
import { deleteLineItem } from '#shared/contracts/transfers/lines'
import type { Transfer } from '#shared/contracts/transfers/row'
import {
  atRest,
  completeNewJob,
  draftOf,
  rateOf,
  startPlumber,
  storyOf,
} from '../../support/people/plumber.ts'
import {
  asksForProduct,
  become,
  begin,
  failNext,
  freeze,
  hammer,
  isChecking,
  isDone,
  newItem,
  requests,
  TEN_MINUTES_MS,
} from '../../support/people/unanswered.ts'

/** Tests that a product is created exactly once, although Fiken does not confirm the creation. */

const PRODUCTS = '/products$'
const CLIENT = 'Ola Hansen'
const plumber = await startPlumber()
await plumber.person.call(saveConfiguration, { body: { autoCreateProducts: true } })

const productsNumbered = (number: string) =>
  plumber.company.products.filter((product) => product.productNumber === number)
const decide = ({ id }: Pick<Transfer, 'id'>, decision: 'create' | 'text') =>
  plumber.person.tryCall(decideProduct, { params: { id }, body: { decision } })
const attempts = () => requests(plumber, 'POST', /\/products$/)
const productOnLine = (row: Transfer) => draftOf(plumber, row).lines[0]?.productId ?? null

/** Makes a transfer that asks the user, ten minutes after a creation without effect. */
async function givenUp(item = newItem(plumber)): Promise<Transfer> {
  failNext(plumber, { kind: 'status', status: 500, path: PRODUCTS })
  const row = await begin(plumber, CLIENT, item)
  await become(plumber, row, 'looked up', isChecking)
  plumber.later(TEN_MINUTES_MS)
  return become(plumber, row, 'a question', asksForProduct)
}

describe('a product whose creation was not answered', () => {
  test('is found immediately where Fiken shows it, and the job continues', async () => {
    const item = newItem(plumber)
    failNext(plumber, { kind: 'lost', path: PRODUCTS })
    const row = await begin(plumber, CLIENT, item)
    const done = await become(plumber, row, 'completed', isDone)
    expect(productsNumbered(item.number).map(({ productId }) => productId)).toEqual([
      productOnLine(done),
    ])
    expect((await storyOf(plumber, done)).join()).toContain(
      `(${item.number}) kom fram til Fiken likevel`,
    )
  })

  test('is looked up while no list shows it, by every job that needs it, and created once however often a person asks', async () => {
    const item = newItem(plumber)
    const caughtUp = freeze(plumber, '/products')
    failNext(plumber, { kind: 'lost', path: PRODUCTS })
    const rows = [
      await begin(plumber, CLIENT, item),
      await begin(plumber, 'Vestkanten Eiendom AS', item),
    ]
    for (const row of rows) await become(plumber, row, 'looked up', isChecking)
    const before = attempts()
    await hammer(plumber, rows)
    expect((await decide(rows[0]!, 'create')).status).toBe(409)
    await plumber.world.restart()
    for (const row of rows) await become(plumber, row, 'looked up again', isChecking)
    expect(attempts()).toBe(before)
    caughtUp()
    for (const row of rows) await become(plumber, row, 'completed', isDone)
    expect(productsNumbered(item.number)).toHaveLength(1)
  })

  test('does not block a job that needs another one', async () => {
    const item = newItem(plumber)
    const caughtUp = freeze(plumber, '/products')
    failNext(plumber, { kind: 'lost', path: PRODUCTS })
    const row = await begin(plumber, CLIENT, item)
    await become(plumber, row, 'looked up', isChecking)
    const other = newItem(plumber)
    const second = await begin(plumber, CLIENT, other)
    await become(plumber, second, 'completed', isDone)
    caughtUp()
    await become(plumber, row, 'completed', isDone)
    for (const { number } of [item, other]) expect(productsNumbered(number)).toHaveLength(1)
  })

  test('and that Fiken refuses blocks nothing', async () => {
    const item = newItem(plumber)
    failNext(plumber, { kind: 'status', status: 400, path: PRODUCTS })
    const row = await begin(plumber, CLIENT, item)
    await become(plumber, row, 'refused', ({ status }) => status === 'failed')
    await hammer(plumber, [row])
    await become(plumber, row, 'completed', isDone)
    expect(productsNumbered(item.number)).toHaveLength(1)
  })
})

describe('a product that Fiken never created', () => {
  test('is a question after ten minutes; "Opprett likevel" creates one, though it is pressed in two tabs and for two jobs', async () => {
    const item = newItem(plumber)
    failNext(plumber, { kind: 'reset', path: PRODUCTS })
    const rows = [await begin(plumber, CLIENT, item), await begin(plumber, CLIENT, item)]
    for (const row of rows) await become(plumber, row, 'looked up', isChecking)
    plumber.later(TEN_MINUTES_MS)
    for (const row of rows) await become(plumber, row, 'a question', asksForProduct)
    expect(productsNumbered(item.number)).toHaveLength(0)
    await Promise.all([
      decide(rows[0]!, 'create'),
      decide(rows[0]!, 'create'),
      decide(rows[1]!, 'create'),
    ])
    for (const row of rows) await become(plumber, row, 'completed', isDone)
    expect(productsNumbered(item.number)).toHaveLength(1)
  })

  test('is decided once for all jobs that lack it, whatever words they stopped with, and for no other', async () => {
    const item = newItem(plumber)
    const row = await givenUp(item)
    const second = await begin(plumber, CLIENT, item)
    await become(plumber, second, 'a question', asksForProduct)
    const other = await givenUp()
    const { db } = plumber.world.product.platform
    await db
      .update(transfers)
      .set({ errorMessage: 'Andre ord, av en tidligere versjon' })
      .where(eq(transfers.id, second.id))
    expect(await decide(row, 'create')).toMatchObject({ status: 200 })
    for (const one of [row, second]) await become(plumber, one, 'completed', isDone)
    expect(productsNumbered(item.number)).toHaveLength(1)
    await become(plumber, other, 'still a question', asksForProduct)
  })

  test('is not created by "Prøv igjen", neither on one nor on many', async () => {
    const item = newItem(plumber)
    const row = await givenUp(item)
    const before = attempts()
    await hammer(plumber, [row])
    await become(plumber, row, 'a question again', asksForProduct)
    expect(attempts()).toBe(before)
    expect(productsNumbered(item.number)).toHaveLength(0)
  })

  test('is left out when the user says so: the line is sent as text, now and the next time', async () => {
    const item = newItem(plumber)
    const row = await givenUp(item)
    const before = attempts()
    expect(await decide(row, 'text')).toMatchObject({ status: 200 })
    expect(productOnLine(await become(plumber, row, 'completed', isDone))).toBeNull()
    const next = await begin(plumber, CLIENT, item)
    expect(productOnLine(await become(plumber, next, 'completed', isDone))).toBeNull()
    expect(attempts()).toBe(before)
  })

  test('whose second creation was not answered either is looked up again, and created once', async () => {
    const item = newItem(plumber)
    const row = await givenUp(item)
    const caughtUp = freeze(plumber, '/products')
    failNext(plumber, { kind: 'lost', path: PRODUCTS })
    await decide(row, 'create')
    await become(plumber, row, 'looked up', isChecking)
    const before = attempts()
    await hammer(plumber, [row])
    expect(attempts()).toBe(before)
    caughtUp()
    await become(plumber, row, 'completed', isDone)
    expect(productsNumbered(item.number)).toHaveLength(1)
  })

  test('appears late: "Prøv igjen" finds it, and "Opprett likevel" creates no second one', async () => {
    const item = newItem(plumber)
    const caughtUp = freeze(plumber, '/products')
    failNext(plumber, { kind: 'lost', path: PRODUCTS })
    const rows = [
      await begin(plumber, CLIENT, item),
      await begin(plumber, 'Vestkanten Eiendom AS', item),
    ]
    for (const row of rows) await become(plumber, row, 'looked up', isChecking)
    plumber.later(TEN_MINUTES_MS)
    for (const row of rows) await become(plumber, row, 'a question', asksForProduct)
    caughtUp()
    await decide(rows[0]!, 'create')
    for (const row of rows) await become(plumber, row, 'completed', isDone)
    expect(productsNumbered(item.number)).toHaveLength(1)
  })
})

test('a line that is left out gets no product', async () => {
  const kept = newItem(plumber)
  const leftOut = newItem(plumber)
  const priced = { displayed_amount: '100.0000', tax_rate_uuid: rateOf(plumber.account, 25) }
  const lineOf = ({ number, uuid }: typeof kept) => ({
    ...priced,
    name: number,
    material_uuid: uuid,
  })
  failNext(plumber, { kind: 'status', status: 400, path: PRODUCTS })
  const job = completeNewJob(plumber, { client: CLIENT, lines: [kept, leftOut].map(lineOf) })
  const row = await atRest(plumber, job)
  const { id } = row
  await plumber.person.call(deleteLineItem, { params: { id, lineIndex: 1 } })
  await plumber.person.call(retryTransfer, { params: { id } })
  await become(plumber, row, 'completed', isDone)
  expect(productsNumbered(kept.number)).toHaveLength(1)
  expect(productsNumbered(leftOut.number)).toHaveLength(0)
})
