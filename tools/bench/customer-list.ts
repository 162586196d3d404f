import { readCustomers } from '#shared/contracts/customers'
import { cookieOf } from './support/five-years.ts'
import type { Result } from './support/figures.ts'
import { fillClients } from './support/filled-lists.ts'
import { answeredAgainstBare, typedAmong } from './support/large-list.ts'
import type { Stage } from './support/stage.ts'
import { UNPACED } from './support/world.ts'

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
