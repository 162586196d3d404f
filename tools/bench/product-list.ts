import { readComparison } from '#shared/contracts/products/comparison'
import { cookieOf } from './support/five-years.ts'
import type { Result } from './support/figures.ts'
import { answeredAgainstBare, sortedAndFiltered, typedAmong } from './support/large-list.ts'
import { fillProducts } from './support/filled-lists.ts'
import type { Stage } from './support/stage.ts'
import { UNPACED } from './support/world.ts'

const TYPED = 'kobling 15 mm 77'
const HEADS = ['Pris', 'Produktnavn', 'Varenummer'] as const
const FILTERS = [
  ['System', 'Bare i Fiken'],
  ['System', 'Duplikater'],
  ['System', 'Begge systemer'],
  ['Lager', 'På lager'],
  ['Lager', 'Alt lager'],
] as const

/**
 * Measures the products screen of a user with thousands of products in both systems: the comparison
 * in one response against a bare server that serialises the same data; and typing a letter in the
 * search field, clicking a column head and choosing a filter, each against 50 ms.
 */
export async function productList(stage: Stage): Promise<Result[]> {
  const each = stage.smoke ? 300 : 10_000
  return stage.inWorld({ ...UNPACED, tickMs: 86_400_000 }, async (world) => {
    const [person] = await world.customers(1)
    if (!person) throw new Error('nobody is there')
    await fillProducts(world, person, each)
    const cookie = await cookieOf(world, person)
    const body = await person.visitor.call(readComparison)
    const many = each.toLocaleString('en')
    const results = await answeredAgainstBare(world, {
      path: readComparison.path,
      cookie,
      body,
      change: `update fiken_products set seen_at = now() where user_id = '${person.userId}' and product_id = 90000001`,
      what: `comparison of ${many} products with ${many} items`,
      smoke: stage.smoke,
    })
    const among = `${(2 * each).toLocaleString('en')} products`
    const screen = { route: '/product-sync', cookie, among }
    if (world.kind === 'postgres' || stage.smoke)
      results.push(
        ...(await typedAmong(world, { ...screen, text: TYPED }, stage)),
        ...(await sortedAndFiltered(world, { ...screen, heads: HEADS, filters: FILTERS }, stage)),
      )
    return results
  })
}
