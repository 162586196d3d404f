import { beforeEach, describe, expect, test } from 'vitest'
import { revokeSubject } from '#sandbox/http/oauth-store'
import { clearCompanySelection } from '#shared/contracts/configuration'
import type { MatchedProduct } from '#shared/contracts/products/comparison'
import { importProductFile, previewProductFile } from '#shared/contracts/products/csv'
import * as prices from '#shared/contracts/products/price-sync'
import { deleteProducts, runSmartSync } from '#shared/contracts/products/tasks'
import { cancelTask, listTasks, type Task, type WaitsFor } from '#shared/contracts/tasks'
import { csv } from '#shared/csv/csv'
import { oreFromKroner } from '#shared/money'
import { productCsvRows } from '#shared/csv/product-csv'
import { taskOver } from '../../support/people/bulk.ts'
import { startProductScreen } from '../../support/people/products/product-screen.ts'
import { until } from '../../support/wait.ts'
import { consent } from '../../support/world/world.ts'

/** Tests that finished items stay, and that the rest is done once the user has reconnected. */

const screen = await startProductScreen()
const { plumber, agreeing, compared, editedInFiken, editedInServicem8, fault, reread } = screen
const { person } = plumber
const ledger = () => plumber.vendors.ledger.entries
const priceOf = ({ fikenPrice }: MatchedProduct) => fikenPrice ?? 0
const inServicem8 = ({ servicem8Uuid }: MatchedProduct) =>
  oreFromKroner(Number(screen.inServicem8(servicem8Uuid)['price']))
const inFiken = ({ fikenProductId }: MatchedProduct) => screen.inFiken(fikenProductId)

const writesTo = (pairs: readonly MatchedProduct[], method: string, from: number) =>
  pairs.map(
    ({ fikenProductId, servicem8Uuid }) =>
      ledger()
        .slice(from)
        .filter(
          (one) =>
            one.method === method &&
            one.status < 300 &&
            (one.path.endsWith(`/products/${fikenProductId}`) || one.path.includes(servicem8Uuid)),
        ).length,
  )

function endsAt(vendor: 'fiken' | 'servicem8', method: string, one: MatchedProduct | undefined) {
  const path = vendor === 'fiken' ? `/products/${one?.fikenProductId}$` : (one?.servicem8Uuid ?? '')
  fault({ vendor, kind: 'revoke', method, path, count: 1 })
}
const waiting = (waitsFor: WaitsFor): Promise<Task> =>
  until(`a task that waits for ${waitsFor}`, async () =>
    (await person.call(listTasks)).find((one) => one.waitsFor === waitsFor),
  )
async function connectFiken(): Promise<void> {
  await consent(person, 'fiken')
  await person.call(clearCompanySelection)
}

beforeEach(async () => {
  await reread()
  await person.call(runSmartSync)
  await reread()
})

describe('when the access to Fiken ends', () => {
  test('Smart Sync waits at that price, says so at once, and writes the rest after a new consent', async () => {
    const pairs = await agreeing(5)
    for (const one of pairs)
      editedInServicem8(one.servicem8Uuid, { price: (priceOf(one) + 450) / 100 })
    await reread()
    const from = ledger().length
    const [, , third] = pairs.toSorted((a, b) => a.name.localeCompare(b.name, 'nb'))
    endsAt('fiken', 'PUT', third)
    const answer = await person.call(runSmartSync)
    expect(answer).toMatchObject({ finished: false, waitsFor: 'fiken', failed: 0, leftAlone: 0 })
    expect(answer.updated).toBeLessThan(5)
    expect(answer.message).toMatch(/Resten fortsetter når Fiken er koblet til igjen\.$/)
    const task = await waiting('fiken')
    expect(task.counts).toMatchObject({ done: answer.updated, failed: 0, leftAlone: 0 })
    const callsWhileWaiting = ledger().length

    // After a new consent, the user must also confirm the company.
    await consent(person, 'fiken')
    await waiting('company')
    expect(writesTo(pairs, 'PUT', callsWhileWaiting)).toEqual([0, 0, 0, 0, 0])
    await person.call(clearCompanySelection)
    const over = await taskOver(person, task.id)
    expect(over).toMatchObject({ waitsFor: null, counts: { done: 5, failed: 0, leftAlone: 0 } })
    expect(pairs.map((one) => inFiken(one).unitPrice)).toEqual(
      pairs.map((one) => priceOf(one) + 450),
    )
    expect(writesTo(pairs, 'PUT', from)).toEqual([1, 1, 1, 1, 1])
  })

  test('a price run waits, and writes each price once afterwards', async () => {
    const pairs = await agreeing(4)
    for (const one of pairs)
      editedInServicem8(one.servicem8Uuid, { price: (priceOf(one) + 300) / 100 })
    const from = ledger().length
    endsAt('fiken', 'PUT', pairs[1])
    await person.call(prices.savePriceSync, { body: { enabled: true, intervalMinutes: 1440 } })
    const task = await waiting('fiken')
    expect(task).toMatchObject({ kind: prices.PRICE_RUN, counts: { failed: 0 } })
    await connectFiken()
    expect((await taskOver(person, task.id)).counts).toMatchObject({ done: 4, failed: 0 })
    expect(pairs.map((one) => inFiken(one).unitPrice)).toEqual(
      pairs.map((one) => priceOf(one) + 300),
    )
    expect(writesTo(pairs, 'PUT', from)).toEqual([1, 1, 1, 1])
    await person.call(prices.savePriceSync, { body: { enabled: false } })
  })

  test('what waits can be cancelled, and what was not done stays as it is', async () => {
    const pairs = await agreeing(3)
    for (const one of pairs)
      editedInServicem8(one.servicem8Uuid, { price: (priceOf(one) + 150) / 100 })
    await reread()
    endsAt('fiken', 'PUT', pairs[0])
    await person.call(runSmartSync)
    const { id, counts } = await waiting('fiken')
    const cancelled = await person.call(cancelTask, { params: { id } })
    expect(cancelled).toMatchObject({ status: 'cancelled', waitsFor: null })
    await connectFiken()
    expect((await taskOver(person, id)).counts.done).toBe(counts.done)
    expect(inFiken(pairs[0] as MatchedProduct).unitPrice).toBe(priceOf(pairs[0] as MatchedProduct))
  })
})

describe('when the access to ServiceM8 ends', () => {
  test('prices from a file wait, and are written once', async () => {
    const pairs = await agreeing(4)
    const numbers = new Map(pairs.map((one) => [one.fikenProductNumber, one]))
    const written = (ore: number) => (ore / 100).toFixed(2).replace('.', ',')
    const rows = productCsvRows(await compared()).map((row) => {
      const one = numbers.get(row['Varenummer'] ?? '')
      return one ? { ...row, 'Pris i ServiceM8 uten MVA': written(priceOf(one) + 200) } : row
    })
    const text = csv(rows)
    const { version } = await person.call(previewProductFile, { body: { csv: text } })
    const from = ledger().length
    endsAt('servicem8', 'POST', pairs[2])
    const { taskId } = await person.call(importProductFile, { body: { csv: text, version } })
    expect((await waiting('servicem8')).id).toBe(taskId)
    await consent(person, 'servicem8')
    expect((await taskOver(person, taskId)).counts).toMatchObject({ total: 4, done: 4 })
    expect(pairs.map(inServicem8)).toEqual(pairs.map((one) => priceOf(one) + 200))
    expect(writesTo(pairs, 'POST', from)).toEqual([1, 1, 1, 1])
  })

  test('a bulk delete waits with one that is deleted in Fiken only, and completes it', async () => {
    const pairs = await agreeing(3)
    const from = ledger().length
    endsAt('servicem8', 'DELETE', pairs[1])
    const answer = await person.call(deleteProducts, {
      body: { itemIds: pairs.map((one) => `matched:${one.fikenProductId}:${one.servicem8Uuid}`) },
    })
    expect(answer).toMatchObject({ finished: false, waitsFor: 'servicem8', deleted: 1, failed: 0 })
    expect(answer.message).toMatch(/Resten fortsetter når ServiceM8 er koblet til igjen\.$/)
    expect(pairs.map((one) => inFiken(one).active)).toEqual([false, false, true])
    await consent(person, 'servicem8')
    expect((await taskOver(person, answer.taskId ?? '')).counts).toMatchObject({ done: 3 })
    expect(pairs.map((one) => inFiken(one).active)).toEqual([false, false, false])
    for (const { servicem8Uuid } of pairs)
      expect(Number(screen.inServicem8(servicem8Uuid)['active'])).toBe(0)
    expect(writesTo(pairs, 'PUT', from)).toEqual([1, 1, 1])
    expect(writesTo(pairs, 'DELETE', from)).toEqual([1, 1, 1])
  })
})

test('undoing a run waits too, and takes back each price once', async () => {
  const pairs = await agreeing(3)
  for (const one of pairs) editedInFiken(one.fikenProductId, { unitPrice: priceOf(one) + 300 })
  await person.call(prices.savePriceSync, { body: { enabled: true, intervalMinutes: 1440 } })
  plumber.later(2 * 86_400_000)
  const run = await until('the run', async () => {
    const [newest] = await person.call(prices.readPriceRuns)
    return newest?.changed === 3 && newest.mayUndo && newest
  })
  await person.call(prices.savePriceSync, { body: { enabled: false } })
  const from = ledger().length
  revokeSubject(plumber.vendors.state.servicem8.oauth, plumber.account.uuid)
  const { taskId } = await person.call(prices.undoPriceRun, { params: { id: run.id } })
  expect((await waiting('servicem8')).id).toBe(taskId)
  await consent(person, 'servicem8')
  expect((await taskOver(person, taskId)).counts).toMatchObject({ done: 3, failed: 0 })
  expect(pairs.map(inServicem8)).toEqual(pairs.map(priceOf))
  expect(writesTo(pairs, 'POST', from)).toEqual([1, 1, 1])
})
