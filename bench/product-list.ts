import { readComparison } from '#shared/contracts/products/comparison'
import { until } from '#test/support/wait'
import { cookieOf } from './support/five-years.ts'
import type { Result } from './support/figures.ts'
import { answeredAgainstBare, sortedAndFiltered, typedAmong } from './support/large-list.ts'
import type { Stage } from './support/stage.ts'
import { UNPACED, type BenchWorld, type Customer } from './support/world.ts'

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
 * The products screen of somebody with thousands of products in both systems: the comparison in one
 * answer, against a bare server that serialises the same; and a letter typed into its search, a head
 * and a filter, each against 50 ms.
 */
export async function productList(stage: Stage): Promise<Result[]> {
  const each = stage.smoke ? 300 : 10_000
  const world = await stage.start({ ...UNPACED, tickMs: 86_400_000 })
  try {
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
  } finally {
    await world.stop()
  }
}

/** Copies of one product and of one item: half of them with a number that the other list has too. */
async function fillProducts(world: BenchWorld, person: Customer, each: number): Promise<void> {
  // What a reading under way does not find at the vendors it would take out again.
  await until('the first products to be read', async () => {
    const { comparison, lists } = await person.visitor.call(readComparison)
    return comparison !== null && !lists.refreshing
  })
  const number = (prefix: string) => `case when n % 2 = 0 then 'P-' || n else '${prefix}-' || n end`
  await world.sql(`insert into fiken_products
    select user_id, fiken_company_slug, 90000000 + n, ${number('F')}, true,
      data || jsonb_build_object('productId', 90000000 + n, 'productNumber', ${number('F')},
        'name', 'Kobling ' || n % 90 || ' mm ' || n, 'active', true, 'unitPrice', 100 * n), seen_at
    from (select * from fiken_products where user_id = '${person.userId}' order by product_id limit 1) one,
      generate_series(1, ${each}) n`)
  await world.sql(`insert into servicem8_materials
    select user_id, 'copy-' || n, ${number('S')}, true,
      data || jsonb_build_object('uuid', 'copy-' || n, 'itemNumber', ${number('S')},
        'name', 'Kobling ' || n % 90 || ' mm ' || n, 'active', true, 'price', n::text), seen_at
    from (select * from servicem8_materials where user_id = '${person.userId}' order by uuid limit 1) one,
      generate_series(1, ${each}) n`)
  await world.sql('vacuum analyze fiken_products')
  await world.sql('vacuum analyze servicem8_materials')
}
