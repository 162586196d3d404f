import { readCustomers } from '#shared/contracts/customers'
import { until } from '#test/support/wait'
import { cookieOf } from './support/five-years.ts'
import type { Result } from './support/figures.ts'
import { answeredAgainstBare, typedAmong } from './support/large-list.ts'
import type { Stage } from './support/stage.ts'
import { UNPACED, type BenchWorld, type Customer } from './support/world.ts'

const TYPED = 'sameiet hansen 12'

/**
 * Measures the customers screen of a user with thousands of clients: the whole list in one response
 * against a bare server that serialises the same rows, and typing a letter in the search field
 * against 50 ms.
 */
export async function customerList(stage: Stage): Promise<Result[]> {
  const clients = stage.smoke ? 300 : 10_000
  return stage.inWorld({ ...UNPACED, tickMs: 86_400_000 }, async (world) => {
    const [person] = await world.customers(1)
    if (!person) throw new Error('nobody is there')
    await fillClients(world, person, clients)
    const many = clients.toLocaleString('en')
    const cookie = await cookieOf(world, person)
    const results = await answeredAgainstBare(world, {
      path: readCustomers.path,
      cookie,
      body: await person.visitor.call(readCustomers),
      change: `update servicem8_clients set seen_at = now() where user_id = '${person.userId}' and uuid = 'copy-1'`,
      what: `list of ${many} customers`,
      smoke: stage.smoke,
    })
    const typing = { route: '/customers', cookie, text: TYPED, among: `${many} customers` }
    if (world.kind === 'postgres' || stage.smoke)
      results.push(...(await typedAmong(world, typing, stage)))
    return results
  })
}

async function fillClients(world: BenchWorld, person: Customer, clients: number): Promise<void> {
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
