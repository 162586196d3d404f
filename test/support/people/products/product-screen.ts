import type { WireProduct } from '#clients/fiken/wire'
import type { WireMaterial } from '#clients/servicem8/wire'
import type { NewFault } from '#sandbox/http/faults'
import { updateRecord } from '#sandbox/servicem8/records'
import {
  readComparison,
  type Comparison,
  type MatchedProduct,
} from '#shared/contracts/products/comparison'
import type { AnswerOf } from '#shared/contract'
import { oreFromKroner } from '#shared/money'
import { until } from '../../wait.ts'
import { startPlumber } from '../plumber.ts'

export async function startProductScreen() {
  const plumber = await startPlumber()

  const answer = (force = false): Promise<AnswerOf<typeof readComparison>> =>
    plumber.person.call(readComparison, force ? { query: { forceRefresh: 'true' } } : {})
  await until('the products to be read', async () => (await answer()).comparison !== null)

  async function compared(): Promise<Comparison> {
    const { comparison } = await answer()
    if (comparison === null) throw new Error('the products have not been read')
    return comparison
  }
  async function pair(number: string): Promise<MatchedProduct> {
    const { matchedProducts } = await compared()
    const found = matchedProducts.find((one) => one.fikenProductNumber === number)
    if (!found) throw new Error(`${number} is not matched`)
    return found
  }
  const record = (uuid: string) => {
    const found = plumber.account.tables.material[uuid]
    if (!found) throw new Error(`${uuid} is no item`)
    return found
  }
  /** Returns matched products with equal prices, which ServiceM8 stores without VAT. */
  async function agreeing(count: number, { stocked = false } = {}): Promise<MatchedProduct[]> {
    const { matchedProducts } = await compared()
    const found = matchedProducts.filter(
      ({ fikenPrice, servicem8SalePrice, servicem8Uuid, fikenStock, servicem8Stock }) =>
        fikenPrice !== null &&
        servicem8SalePrice !== null &&
        fikenPrice > 1_000 &&
        fikenPrice === oreFromKroner(servicem8SalePrice) &&
        record(servicem8Uuid)['price_includes_taxes'] !== 1 &&
        (!stocked || (fikenStock !== null && fikenStock === servicem8Stock)),
    )
    if (found.length < count) throw new Error(`only ${found.length} pairs agree`)
    return found.slice(0, count)
  }
  const product = (productId: number): WireProduct => {
    const found = plumber.company.products.find((one) => one.productId === productId)
    if (!found) throw new Error(`${productId} is no product`)
    return found
  }
  return {
    plumber,
    answer,
    compared,
    pair,
    agreeing,
    inServicem8: record,
    inFiken: product,
    editedInServicem8: (uuid: string, change: Record<string, unknown>) =>
      updateRecord(
        plumber.vendors,
        plumber.account,
        'material',
        record(uuid) as WireMaterial & Record<string, unknown>,
        change,
      ),
    editedInFiken: (productId: number, change: Partial<WireProduct>) => {
      Object.assign(product(productId), change)
      plumber.vendors.touch()
    },
    reread: async () => {
      const before = (await answer(true)).lists
      await until('the lists to be read again', async () => {
        const { lists } = await answer()
        return !lists.refreshing && lists.fiken !== before.fiken
      })
      return compared()
    },
    fault: (rule: NewFault) => plumber.vendors.faults.add(rule),
  }
}
