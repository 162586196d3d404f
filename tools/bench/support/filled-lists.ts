import { readCustomers } from '#shared/contracts/customers'
import { readComparison } from '#shared/contracts/products/comparison'
import { until } from '#test/support/wait'
import type { BenchWorld, Customer } from './world.ts'

/** Inserts copies of one product and one item; half of the copies have a number in both lists. */
export async function fillProducts(
  world: BenchWorld,
  person: Customer,
  each: number,
): Promise<void> {
  // A read in progress would delete copies that it does not find at the vendors.
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

/** Inserts copies of one client. */
export async function fillClients(
  world: BenchWorld,
  person: Customer,
  clients: number,
): Promise<void> {
  await until(
    'the first clients to be read',
    async () => (await person.visitor.call(readCustomers)).length > 0,
  )
  await world.sql(`insert into servicem8_clients
    select user_id, 'copy-' || n, name || ' ' || n, active,
      data || jsonb_build_object('uuid', 'copy-' || n, 'name', name || ' ' || n,
        'parentUuid', null, 'billingAddress', 'Sameiet Nordre ' || n || E'\\nHansens vei ' || n % 90 || E'\\n5003 Bergen'),
      contacts, seen_at
    from (select * from servicem8_clients where user_id = '${person.userId}' order by uuid limit 1) one,
      generate_series(1, ${clients}) n`)
  await world.sql('vacuum analyze servicem8_clients')
}
