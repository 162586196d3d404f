import { describe, expect, test } from 'vitest'
import { listActivity } from '#shared/contracts/activity-log'
import { readProductHistory } from '#shared/contracts/products/price-sync'
import * as write from '#shared/contracts/products/writes'
import { startProductScreen } from '../../support/people/products/product-screen.ts'
import { signUp } from '../../support/world/world.ts'

const { plumber, compared, pair, inFiken, inServicem8, editedInFiken, editedInServicem8, fault } =
  await startProductScreen()
const { person, world } = plumber

const refused = async (call: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await call
  return { status, ...(body as { code: string; message: string }) }
}
/** Returns the writes to the vendors after this ledger index, such as "PUT …/products/7". */
const writesSince = (from: number) =>
  world.vendors.ledger.entries
    .slice(from)
    .filter(({ method, path }) => method !== 'GET' && !path.includes('oauth'))
    .map(({ method, path }) => `${method} ${path}`)
const requests = () => world.vendors.ledger.entries.length

describe('a price', () => {
  test('is written net to Fiken, with everything else of the product as it was', async () => {
    const { fikenProductId: productId, name } = await pair('1001')
    const before = { ...inFiken(productId) }
    const { message } = await person.call(write.updateFikenPrice, {
      body: { productId, unitPrice: 15_900 },
    })
    expect(inFiken(productId)).toEqual({
      ...before,
      unitPrice: 15_900,
      lastModifiedDate: expect.anything() as string,
    })
    expect(message).toContain('159,00')
    expect((await pair('1001')).fikenPrice).toBe(15_900)
    const [entry] = await person.call(listActivity, { query: { limit: 1 } })
    expect(entry).toMatchObject({ type: 'integration', success: true })
    expect(entry?.description).toContain(name)
  })

  test('is written to ServiceM8 with VAT where its prices include that, by either reading', async () => {
    const { matchedProducts } = await compared()
    const inclusive = matchedProducts.find(
      (one) => inServicem8(one.servicem8Uuid).price_includes_taxes === 1,
    )
    const exclusive = matchedProducts.find(
      (one) => inServicem8(one.servicem8Uuid).price_includes_taxes === 0,
    )
    if (!inclusive || !exclusive) throw new Error('the seed has no such pairs')
    for (const { servicem8Uuid: uuid, servicem8SalePrice } of [inclusive, exclusive]) {
      const price = (servicem8SalePrice ?? 0) + 10
      await person.call(write.updateServicem8Price, { body: { uuid, price } })
      const factor = inServicem8(uuid).price_includes_taxes === 1 ? 125 : 100
      const written = () => Math.round(Number(inServicem8(uuid).price) * 100)
      expect(written()).toBe(Math.round(price * factor))
      await person.call(write.updateServicem8Price, {
        body: { type: 'servicem8', productId: uuid, newPrice: price + 1, productName: 'Noe' },
      })
      expect(written()).toBe(Math.round((price + 1) * factor))
    }
  })

  test('is asked about when it changes by more than half, and written after a yes', async () => {
    const { fikenProductId: productId } = await pair('1003')
    const before = inFiken(productId).unitPrice ?? 0
    const body = { productId, unitPrice: before * 2 }
    expect(await refused(person.tryCall(write.updateFikenPrice, { body }))).toMatchObject({
      status: 409,
      code: 'large_change',
      before,
      after: before * 2,
    })
    expect(inFiken(productId).unitPrice).toBe(before)
    await person.call(write.updateFikenPrice, { body: { ...body, confirmed: true } })
    expect(inFiken(productId).unitPrice).toBe(before * 2)
  })

  test('that is there already is not written, and no log says that it was', async () => {
    const { fikenProductId: productId } = await pair('1001')
    const before = await person.call(listActivity, { query: { limit: 1 } })
    const from = requests()
    const { message } = await person.call(write.updateFikenPrice, {
      body: { productId, unitPrice: inFiken(productId).unitPrice },
    })
    expect(message).toContain('allerede')
    expect(writesSince(from)).toEqual([])
    expect(await person.call(listActivity, { query: { limit: 1 } })).toEqual(before)
  })

  test('is not written over one that somebody has changed since the screen showed it', async () => {
    const { fikenProductId: productId } = await pair('1005')
    const known = inFiken(productId).unitPrice ?? 0
    editedInFiken(productId, { unitPrice: known + 100 })
    const body = { productId, unitPrice: known + 200, known }
    expect(await refused(person.tryCall(write.updateFikenPrice, { body }))).toMatchObject({
      status: 409,
      code: 'changed_elsewhere',
      now: known + 100,
    })
    expect(inFiken(productId).unitPrice).toBe(known + 100)
  })

  test('that is no price is refused with a sentence, and nothing is sent', async () => {
    const { fikenProductId: productId, servicem8Uuid: uuid } = await pair('1001')
    const from = requests()
    for (const price of [-1, 'mye', '', null, 1e12, 'NaN', '<b>1</b>', {}]) {
      for (const call of [
        person.tryCall(write.updateServicem8Price, { body: { uuid, price } }),
        person.tryCall(write.updateFikenPrice, { body: { productId, unitPrice: price } }),
      ]) {
        const { status, code, message } = await refused(call)
        expect([status, code]).toEqual([400, 'invalid_price'])
        expect(message).toMatch(/^(Prisen|Skriv)/)
      }
    }
    expect(requests()).toBe(from)
  })

  test('of nothing in particular is refused as such', async () => {
    for (const body of [{}, { newPrice: 100 }, { productId: '', newPrice: '' }])
      for (const call of [
        person.tryCall(write.updateServicem8Price, { body }),
        person.tryCall(write.updateFikenPrice, { body }),
      ]) {
        const { status, message } = await refused(call)
        expect([status, message]).toEqual([
          400,
          'Si hvilket produkt prisen gjelder, og hva den skal være.',
        ])
      }
  })

  test('of what is not there answers 404, and a vendor that is down 503', async () => {
    const { fikenProductId: productId } = await pair('1001')
    const { status } = await person.tryCall(write.updateServicem8Price, {
      body: { uuid: '00000000-0000-4000-8000-000000000000', price: 1 },
    })
    expect(status).toBe(404)
    fault({ vendor: 'fiken', kind: 'status', status: 500 })
    const down = await refused(
      person.tryCall(write.updateFikenPrice, { body: { productId, unitPrice: 15_000 } }),
    )
    expect(down).toMatchObject({ status: 503, code: 'vendor_unavailable' })
  })

  test('of somebody else’s product is not found', async () => {
    const { servicem8Uuid: uuid, fikenProductId: productId } = await pair('1001')
    const stranger = await signUp(world)
    const from = requests()
    const tries = [
      stranger.tryCall(write.updateServicem8Price, { body: { uuid, price: 1 } }),
      stranger.tryCall(write.updateFikenPrice, { body: { productId, unitPrice: 1 } }),
      stranger.tryCall(write.removeMaterial, { params: { uuid } }),
      stranger.tryCall(write.removeProduct, { params: { id: String(productId) } }),
    ]
    for (const one of tries) expect((await one).status).toBe(409)
    expect(writesSince(from)).toEqual([])
  })
})

describe('a counted stock', () => {
  test('is written to both systems, and only to ServiceM8 where Fiken keeps none', async () => {
    const { servicem8Uuid: uuid, fikenProductId } = await pair('1001')
    expect(
      await person.call(write.updateStock, { body: { uuid, stockQuantity: 33 } }),
    ).toMatchObject({ success: true, stockQuantity: 33, servicem8: 'written', fiken: 'written' })
    expect([inFiken(fikenProductId).stock, Number(inServicem8(uuid).quantity_in_stock)]).toEqual([
      33, 33,
    ])
    editedInFiken(fikenProductId, { stock: undefined })
    expect(
      await person.call(write.updateStock, { body: { uuid, stockQuantity: 30 } }),
    ).toMatchObject({ servicem8: 'written', fiken: 'not_kept' })
    expect(inFiken(fikenProductId).stock).toBeUndefined()
  })

  test('that has moved since the screen showed it is for the person to decide', async () => {
    const { servicem8Uuid: uuid, fikenProductId, servicem8Stock, fikenStock } = await pair('1003')
    const known = { servicem8: servicem8Stock, fiken: fikenStock }
    editedInServicem8(uuid, { quantity_in_stock: 17 })
    const body = { uuid, stockQuantity: 20, known }
    expect(await refused(person.tryCall(write.updateStock, { body }))).toMatchObject({
      status: 409,
      code: 'changed_elsewhere',
      servicem8: 17,
      fiken: fikenStock,
    })
    expect(inFiken(fikenProductId).stock).toBe(fikenStock)
  })

  test('that reached one system only is said, and the same again does the other half', async () => {
    const { servicem8Uuid: uuid, fikenProductId } = await pair('1005')
    const mend = fault({ vendor: 'fiken', method: 'PUT', kind: 'status', status: 500 })
    const body = { uuid, stockQuantity: 4 }
    const half = await person.call(write.updateStock, { body })
    expect(half).toMatchObject({ success: false, servicem8: 'written', fiken: 'failed' })
    expect(half.message).toContain('men ikke i Fiken')
    world.vendors.faults.remove(mend.id)
    const from = requests()
    expect(await person.call(write.updateStock, { body })).toMatchObject({
      success: true,
      servicem8: 'same',
      fiken: 'written',
    })
    expect(writesSince(from)).toHaveLength(1)
    expect(inFiken(fikenProductId).stock).toBe(4)
    const told = await person.call(listActivity, { query: { limit: 1 } })
    expect(await person.call(write.updateStock, { body })).toMatchObject({
      servicem8: 'same',
      fiken: 'same',
      message: expect.stringContaining('allerede') as string,
    })
    expect(await person.call(listActivity, { query: { limit: 1 } })).toEqual(told)
  })

  test('that is no number is taken as 0 after a second yes, and below 0 is refused', async () => {
    const { servicem8Uuid: uuid } = await pair('1030')
    const body = { uuid, stockQuantity: 'noen' }
    expect(await refused(person.tryCall(write.updateStock, { body }))).toMatchObject({
      status: 409,
      code: 'not_a_number',
    })
    const yes = await person.call(write.updateStock, { body: { ...body, confirmed: true } })
    expect(yes.stockQuantity).toBe(0)
    const below = await refused(
      person.tryCall(write.updateStock, { body: { uuid, stockQuantity: -1 } }),
    )
    expect([below.status, below.code]).toEqual([400, 'invalid_stock'])
  })
})

describe('a product that one system lacks', () => {
  const named = (name: string) => (one: { name: string }) => one.name === name

  test('is made in Fiken with the VAT type of its rate, on the account that was chosen, once', async () => {
    const item = (await compared()).missingInFiken.find(named('Kuleventil 3/4"'))
    if (!item) throw new Error('the seed has no such item')
    const body = {
      name: item.name,
      unitPrice: Math.round((item.salePrice ?? 0) * 100),
      description: 'Messing, med\nhendel',
      unit: 'stk',
      productNumber: item.item_number,
      incomeAccount: '3000',
    }
    const { productId } = await person.call(write.createProduct, { body })
    expect(inFiken(productId)).toMatchObject({
      name: item.name,
      productNumber: '1002',
      unitPrice: 18_990,
      incomeAccount: '3000',
      vatType: 'HIGH',
      active: true,
      note: 'Messing, med hendel',
    })
    expect(await pair('1002')).toMatchObject({ fikenProductId: productId })
    const again = await refused(person.tryCall(write.createProduct, { body }))
    expect(again).toMatchObject({
      status: 409,
      code: 'product_exists',
      existing: { productId, productNumber: '1002', unitPrice: 18_990 },
    })
  })

  test('is made once in Fiken although its answer was lost and the list lags behind', async () => {
    const item = (await compared()).missingInFiken.find(named('Stoppekran 22 mm'))
    if (!item) throw new Error('the seed has no such item')
    const body = { uuid: item.uuid, incomeAccount: '3000' }
    fault({ vendor: 'fiken', method: 'POST', path: '/products$', kind: 'lost', count: 1 })
    const first = await person.tryCall(write.createProduct, { body })
    const made = plumber.company.products.filter((one) => one.productNumber === '1004')
    expect(made).toHaveLength(1)
    expect([200, 503]).toContain(first.status)
    const second = await refused(person.tryCall(write.createProduct, { body }))
    expect(second).toMatchObject({ status: 409, code: 'product_exists' })
  })

  test('that somebody else makes in Fiken in the same moment is named as the one that is there', async () => {
    const { missingInFiken, matchedProducts } = await compared()
    const item = missingInFiken.find(({ item_number, salePrice }) => item_number && salePrice)
    const other = matchedProducts.find(({ fikenProductNumber }) => fikenProductNumber === '1030')
    if (!item || !other) throw new Error('the seed has no such items')
    const { fikenProductId: productId, fikenProductNumber: productNumber } = other
    fault({ vendor: 'fiken', kind: 'stale', path: '/products$', count: 2, seconds: null })
    fault({ vendor: 'fiken', kind: 'status', status: 409, method: 'POST', count: 1 })
    editedInFiken(productId, { productNumber: item.item_number })
    const body = { uuid: item.uuid, incomeAccount: '3000' }
    const said = await refused(person.tryCall(write.createProduct, { body }))
    expect(said).toMatchObject({ code: 'product_exists', existing: { productId } })
    editedInFiken(productId, { productNumber })
  })

  test('is made in Fiken from kroner, with a stock and the item’s number, by the other reading', async () => {
    const { missingInFiken } = await compared()
    const item = missingInFiken.find(
      ({ uuid, item_number }) =>
        item_number &&
        Number(inServicem8(uuid)['item_is_inventoried']) === 1 &&
        !plumber.company.products.some((one) => one.productNumber === item_number),
    )
    if (!item) throw new Error('the seed has no such item')
    const { productId } = await person.call(write.createProduct, {
      body: { item_number: item.item_number, salePrice: 123.45, quantity_in_stock: 7 },
    })
    expect(inFiken(productId)).toMatchObject({
      productNumber: item.item_number,
      name: item.name,
      unitPrice: 12_345,
      stock: 7,
      incomeAccount: '3000',
    })
    await person.call(write.updateFikenPrice, { body: { productId, newPrice: 130.5 } })
    expect(inFiken(productId).unitPrice).toBe(13_050)
  })

  test('that is inactive in Fiken is made active again, with its stock', async () => {
    const { fikenProductId: productId, servicem8Uuid: uuid } = await pair('1034')
    const { stock } = inFiken(productId)
    const removed = await person.call(write.removeProduct, { params: { id: String(productId) } })
    expect(removed.message).toContain('inaktivt')
    expect(inFiken(productId)).toMatchObject({ active: false, stock })
    const back = await person.call(write.createProduct, { body: { uuid, incomeAccount: '3000' } })
    expect(back.productId).toBe(productId)
    expect(inFiken(productId)).toMatchObject({ active: true, stock })
    await person.call(write.removeProduct, { params: { id: String(productId) } })
    const body = { uuid, incomeAccount: '3000', unitPrice: 77_700 }
    const before = inFiken(productId).unitPrice
    await person.call(write.createProduct, { body })
    const query = { productId: String(productId) }
    const [change] = await person.call(readProductHistory, { query })
    expect(change).toMatchObject({ system: 'fiken', what: 'price', before, after: 77_700 })
  })

  test('that was deleted in ServiceM8 is made active again there, and not twice', async () => {
    const { fikenProductId: productId, servicem8Uuid } = await pair('1014')
    await person.call(write.removeMaterial, { params: { uuid: servicem8Uuid } })
    const { uuid } = await person.call(write.createMaterial, { body: { productId } })
    const again = await refused(person.tryCall(write.createMaterial, { body: { productId } }))
    expect([again.status, again.code]).toEqual([409, 'material_exists'])
    const numbered = Object.values(plumber.account.tables.material).filter(
      (one) => one.item_number === '1014' && one.active === 1,
    )
    expect(numbered).toHaveLength(1)
    expect(uuid).toBe(servicem8Uuid)
  })

  test('is made in ServiceM8 once, with a net price, although the answer was lost', async () => {
    const { fikenProductId: productId } = await pair('1032')
    editedInFiken(productId, { productNumber: 'NY-1' })
    fault({ vendor: 'servicem8', method: 'POST', path: 'material', kind: 'lost', count: 1 })
    const { uuid } = await person.call(write.createMaterial, { body: { productId } })
    expect(inServicem8(uuid)).toMatchObject({
      item_number: 'NY-1',
      item_description: 'Importert fra Fiken',
      price_includes_taxes: 0,
    })
    expect(Number(inServicem8(uuid).price) * 100).toBeCloseTo(inFiken(productId).unitPrice ?? 0, 5)
    expect((await person.call(write.createMaterial, { body: { productId } })).uuid).toBe(uuid)
    const numbered = Object.values(plumber.account.tables.material).filter(
      (one) => one.item_number === 'NY-1',
    )
    expect(numbered).toHaveLength(1)
  })

  test('pressed once more in an old window does not make the older price the newer one', async () => {
    const { matchedProducts } = await compared()
    const productId = matchedProducts.find(({ fikenPrice, fikenProductNumber: number }) =>
      Boolean(fikenPrice && !['1021', '1023', '1034'].includes(number)),
    )?.fikenProductId
    if (productId === undefined) throw new Error('no pair')
    editedInFiken(productId, { productNumber: 'NY-2' })
    const { uuid } = await person.call(write.createMaterial, { body: { productId } })
    const before = inFiken(productId).unitPrice ?? 0
    editedInFiken(productId, { unitPrice: before + 2_000 })
    expect((await person.call(write.createMaterial, { body: { productId } })).uuid).toBe(uuid)
    expect(Number(inServicem8(uuid).price) * 100).toBeCloseTo(before, 5)
    expect(await pair('NY-2')).toMatchObject({
      fikenPrice: before + 2_000,
      newerSource: 'fiken',
      newerBy: 'snapshot',
    })
  })
})

test('a product and an item of the same name get one number after a yes, and nothing else is changed', async () => {
  const { fikenProductId: productId, servicem8Uuid: uuid } = await pair('1023')
  const { unitPrice } = inFiken(productId)
  await person.call(write.updateServicem8Price, { body: { uuid, price: (unitPrice ?? 0) / 100 } })
  editedInFiken(productId, { productNumber: 'GAMMEL-7' })
  await person.call(write.updateFikenPrice, { body: { productId, unitPrice: unitPrice ?? 0 } })
  const proposal = (await compared()).nameMatches.find((one) => one.fikenProductId === productId)
  expect(proposal).toMatchObject({ servicem8Uuid: uuid })
  await person.call(write.linkByNumber, { body: { uuid, productId } })
  expect(inFiken(productId)).toMatchObject({ productNumber: '1023', unitPrice })
  expect(await pair('1023')).toMatchObject({ fikenProductId: productId, servicem8Uuid: uuid })
})
