import { expect, test } from 'vitest'
import { listActivity } from '#shared/contracts/activity-log'
import { readProductHistory } from '#shared/contracts/products/price-sync'
import * as write from '#shared/contracts/products/writes'
import { startProductScreen } from '../../support/people/products/product-screen.ts'

const { plumber, pair, inFiken, editedInFiken, editedInServicem8, reread } =
  await startProductScreen()
const { person } = plumber

test('stock keeping in Fiken starts with the number that is typed, else with ServiceM8’s, and ends after a yes', async () => {
  const { fikenProductId: productId, servicem8Uuid, servicem8Stock } = await pair('1021')
  const keep = (enableInventory: boolean) =>
    person.tryCall(write.toggleInventory, { body: { productId, enableInventory } })
  await keep(false)
  expect(inFiken(productId).stock).toBeUndefined()
  expect(await keep(true)).toMatchObject({ status: 200 })
  expect(inFiken(productId).stock).toBe(servicem8Stock)
  await keep(false)

  // If ServiceM8 has no usable stock, the user must enter one.
  const inServicem8 = async (change: Record<string, unknown>) => {
    editedInServicem8(servicem8Uuid, change)
    await reread()
  }
  await inServicem8({ item_is_inventoried: '0' })
  const asked = { status: 400, body: { code: 'stock_needed', proposed: null } }
  expect(await keep(true)).toMatchObject(asked)
  await inServicem8({ item_is_inventoried: '1', quantity_in_stock: '-3.0000' })
  expect(await keep(true)).toMatchObject({ status: 400, body: { code: 'stock_needed' } })
  expect(inFiken(productId).stock).toBeUndefined()
  await inServicem8({ quantity_in_stock: String(servicem8Stock) })
  await person.call(write.toggleInventory, {
    body: { productId, enableInventory: true, stockQuantity: 144 },
  })
  expect(inFiken(productId).stock).toBe(144)
  const history = await person.call(readProductHistory, { query: { productId: String(productId) } })
  expect(history.slice(0, 2)).toMatchObject([
    { system: 'fiken', what: 'stock', by: 'person', before: null, after: 144 },
    { system: 'fiken', what: 'stock', by: 'person', after: null },
  ])
})

test('what is as it was asked to be already is not logged as done, and its stock stays agreed', async () => {
  const { fikenProductId: productId, servicem8Uuid: uuid, servicem8Stock } = await pair('1021')
  await person.call(write.updateStock, { body: { uuid, stockQuantity: servicem8Stock ?? 0 } })
  const logged = async () =>
    (await person.call(listActivity, { query: { limit: 50 } })).map(({ id }) => id)
  const before = await logged()
  editedInFiken(productId, { stock: (servicem8Stock ?? 0) + 3 })
  const { message } = await person.call(write.toggleInventory, {
    body: { productId, enableInventory: true, stockQuantity: 9 },
  })
  expect(message).toMatch(/ er lagerført i Fiken\.$/)
  await person.call(write.linkByNumber, { body: { uuid, productId } })
  expect(await logged()).toEqual(before)
  expect(await pair('1021')).toMatchObject({ newerStock: 'fiken', newerStockBy: 'snapshot' })
  editedInFiken(productId, { stock: servicem8Stock ?? 0 })
  await person.call(write.removeProduct, { params: { id: String(productId) } })
  const removed = await logged()
  await person.call(write.removeProduct, { params: { id: String(productId) } })
  expect(await logged()).toEqual(removed)
  editedInFiken(productId, { active: true })
})
