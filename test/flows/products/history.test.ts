import { expect, test } from 'vitest'
import { readProductHistory } from '#shared/contracts/products/price-sync'
import * as write from '#shared/contracts/products/writes'
import { startProductScreen } from '../../support/people/products/product-screen.ts'

/** Tests that each change in either system is in the product's history once. */

const screen = await startProductScreen()
const { plumber, agreeing, editedInFiken, editedInServicem8, fault, reread } = screen

async function stockedPair() {
  const [pair] = await agreeing(1, { stocked: true })
  if (!pair) throw new Error('no pair')
  const { fikenProductId: productId, servicem8Uuid: uuid, fikenPrice } = pair
  const seen = async () => {
    const history = await plumber.person.call(readProductHistory, {
      query: { productId: String(productId), uuid },
    })
    return history.map(({ system, what, by, before, after }) => [system, what, by, before, after])
  }
  return { productId, uuid, price: fikenPrice ?? 0, seen }
}
/** Writes a stock quantity; the product reads both systems right before the write. */
const count = (uuid: string, stockQuantity: number) =>
  plumber.person.call(write.updateStock, { body: { uuid, stockQuantity } })

test('a price that was changed elsewhere is there whoever reads it first', async () => {
  const { productId, uuid, price, seen } = await stockedPair()
  editedInFiken(productId, { unitPrice: price + 100 })
  editedInServicem8(uuid, { price: (price + 200) / 100 })
  await count(uuid, 73)
  const changes = await seen()
  expect(changes).toContainEqual(['fiken', 'price', 'elsewhere', price, price + 100])
  expect(changes).toContainEqual(['servicem8', 'price', 'elsewhere', price, price + 200])
  await count(uuid, 73)
  await reread()
  expect(await seen()).toEqual(changes)

  // The history has both the price change that the write found and the write.
  editedInFiken(productId, { unitPrice: price + 300 })
  await plumber.person.call(write.updateFikenPrice, { body: { productId, unitPrice: price + 400 } })
  await reread()
  expect((await seen()).slice(0, -changes.length)).toEqual([
    ['fiken', 'price', 'person', price + 300, price + 400],
    ['fiken', 'price', 'elsewhere', price + 100, price + 300],
  ])
})

test('a list that still shows the old price adds nothing, neither then nor when it has caught up', async () => {
  const { productId, uuid, price, seen } = await stockedPair()
  fault({ vendor: 'fiken', kind: 'stale', path: '/products$', seconds: null })
  editedInFiken(productId, { unitPrice: price + 100 })
  await count(uuid, 12)
  await reread()
  plumber.vendors.faults.clear()
  await reread()
  const prices = (await seen()).filter(([system, what]) => system === 'fiken' && what === 'price')
  expect(prices).toEqual([['fiken', 'price', 'elsewhere', price, price + 100]])
})
