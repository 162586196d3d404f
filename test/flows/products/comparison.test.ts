import { describe, expect, test } from 'vitest'
import { disconnectServicem8 } from '#shared/contracts/connections'
import { readComparison, readFikenProducts } from '#shared/contracts/products/comparison'
import { readProductHistory } from '#shared/contracts/products/price-sync'
import { updateFikenPrice } from '#shared/contracts/products/writes'
import { startProductScreen } from '../../support/people/products/product-screen.ts'
import { signUp } from '../../support/world/world.ts'
import { until } from '../../support/wait.ts'

const screen = await startProductScreen()
const { plumber, answer, compared, pair, editedInFiken, editedInServicem8, fault, reread } = screen

describe('the comparison', () => {
  test('has every active product and item once, with prices without VAT on both sides', async () => {
    const found = await compared()
    const { materials, products } = {
      materials: Object.values(plumber.account.tables.material).filter((one) => one.active === 1),
      products: plumber.company.products.filter((one) => one.active),
    }
    expect(found.fikenProductCount).toBe(products.length)
    expect(found.servicem8MaterialCount).toBe(materials.length)
    expect(found.matched).toBe(found.matchedProducts.length)
    expect(found.matched + found.missingInFiken.length).toBe(materials.length)
    // Every 17th item has a price including VAT in ServiceM8, and its net price in Fiken.
    const withVat = materials.filter((one) => one['price_includes_taxes'] === 1)
    const inclusive = found.matchedProducts.filter((one) =>
      withVat.some((item) => item.uuid === one.servicem8Uuid),
    )
    expect(inclusive.length).toBeGreaterThan(0)
    for (const one of inclusive) {
      const drift = (one.fikenPrice ?? 0) / 100 - (one.servicem8SalePrice ?? 0)
      expect([0, 5]).toContain(drift)
    }
  })

  test('shows what was changed in either system, and which of them it was', async () => {
    const stopcock = (await compared()).matchedProducts.find(
      (one) => one.fikenPrice !== null && one.fikenPrice / 100 === one.servicem8SalePrice,
    )
    const {
      fikenProductNumber: number,
      fikenProductId,
      servicem8Uuid,
    } = stopcock ?? (await pair(''))
    editedInFiken(fikenProductId, { unitPrice: 77_700 })
    await reread()
    expect(await pair(number)).toMatchObject({
      fikenPrice: 77_700,
      newerSource: 'fiken',
      newerBy: 'snapshot',
    })
    editedInServicem8(servicem8Uuid, { price: 777, price_includes_taxes: 0 })
    await reread()
    expect(await pair(number)).toMatchObject({ servicem8SalePrice: 777, newerSource: 'unknown' })
    editedInServicem8(servicem8Uuid, { price: 799 })
    await reread()
    expect(await pair(number)).toMatchObject({ newerSource: 'servicem8', newerBy: 'snapshot' })
  })

  test('what was changed in one of the systems is in the product’s history once, and what was changed here is not in it twice', async () => {
    const {
      fikenProductId,
      fikenProductNumber: number,
      servicem8Uuid: uuid,
      fikenPrice,
      servicem8SalePrice,
    } = (await compared()).matchedProducts.at(-1) ?? (await pair(''))
    const history = async () => {
      const query = { productId: String(fikenProductId), uuid }
      const rows = await plumber.person.call(readProductHistory, { query })
      return rows.map(({ system, what, before, after, by }) => [system, what, before, after, by])
    }
    expect(await history()).toEqual([])
    editedInFiken(fikenProductId, { unitPrice: 12_300 })
    await reread()
    await reread()
    const inFiken = ['fiken', 'price', fikenPrice, 12_300, 'elsewhere']
    expect(await history()).toEqual([inFiken])
    editedInServicem8(uuid, { price: 124, price_includes_taxes: 0 })
    await reread()
    const inServicem8 = [
      'servicem8',
      'price',
      Math.round((servicem8SalePrice ?? 0) * 100),
      12_400,
      'elsewhere',
    ]
    expect(await history()).toEqual([inServicem8, inFiken])
    const body = { productId: fikenProductId, unitPrice: 12_500 }
    await plumber.person.call(updateFikenPrice, { body })
    await reread()
    expect(await history()).toEqual([
      ['fiken', 'price', 12_300, 12_500, 'person'],
      inServicem8,
      inFiken,
    ])
    expect((await pair(number)).fikenPrice).toBe(12_500)
  })

  test('leaves out what has been deleted or made inactive', async () => {
    const before = await compared()
    const [first, second] = before.matchedProducts
    editedInFiken(first?.fikenProductId ?? 0, { active: false })
    editedInServicem8(second?.servicem8Uuid ?? '', { active: 0 })
    const after = await reread()
    expect(after.matched).toBe(before.matched - 2)
    expect(after.missingInFiken.map(({ uuid }) => uuid)).toContain(first?.servicem8Uuid)
    expect(after.missingInServiceM8.map(({ productId }) => productId)).toContain(
      second?.fikenProductId,
    )
  })

  test('keeps what it knows while a system is away, and says so', async () => {
    const before = await compared()
    fault({ vendor: 'fiken', kind: 'status', status: 500 })
    await answer(true)
    await until('the failure to be said', async () => (await answer()).lists.problem !== null)
    const { success, comparison, lists } = await answer()
    expect({ success, comparison }).toEqual({ success: true, comparison: before })
    expect(lists.problem).toMatch(/Kunne ikke hente produktene fra Fiken/)
  })

  test('asked for while it is being read, is read once more, so that it is never older than the press', async () => {
    const { servicem8Uuid, fikenProductNumber: number } =
      (await compared()).matchedProducts[0] ?? {}
    if (servicem8Uuid === undefined || number === undefined) throw new Error('nothing is matched')
    const { entries } = plumber.vendors.ledger
    const readings = () => entries.filter(({ path }) => path.includes('material.json')).length
    const before = readings()
    fault({ vendor: 'fiken', method: 'GET', path: '/products$', kind: 'slow', ms: 1_000, count: 1 })
    await answer(true)
    await until('ServiceM8’s list to be read', () => readings() > before)
    editedInServicem8(servicem8Uuid, { price: 4_242, price_includes_taxes: 0 })
    await reread()
    expect((await pair(number)).servicem8SalePrice).toBe(4_242)
  })

  test('shows Fiken’s own list, and nobody else’s', async () => {
    const { products } = await plumber.person.call(readFikenProducts)
    expect(products).toHaveLength((await compared()).fikenProductCount)
    const stranger = await signUp(plumber.world)
    const refusals = [
      await stranger.tryCall(readComparison),
      await stranger.tryCall(readFikenProducts),
    ]
    expect(refusals.map(({ status, body }) => [status, (body as { code: string }).code])).toEqual([
      [409, 'authorize_servicem8'],
      [409, 'authorize_fiken'],
    ])
    expect((await plumber.world.visitor().tryCall(readComparison)).status).toBe(401)
  })

  test('shows Fiken’s own list also to somebody who has no ServiceM8', async () => {
    const { fikenProductCount } = await compared()
    await plumber.person.call(disconnectServicem8)
    const { products } = await plumber.person.call(readFikenProducts)
    expect(products).toHaveLength(fikenProductCount)
  })
})
