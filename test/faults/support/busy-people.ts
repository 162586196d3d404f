import { setTimeout as pause } from 'node:timers/promises'
import { chooseCollective, makeCollective } from '#shared/contracts/collective'
import { retryTransfer } from '#shared/contracts/transfers/actions'
import { listTransfers } from '#shared/contracts/transfers/list'
import type { Transfer } from '#shared/contracts/transfers/row'
import { asksAboutUnanswered, decide } from '../../support/people/deciding-people.ts'
import type { Customer } from '../../support/people/tenants.ts'

/** Users who go on pressing while the product is killed and the vendors fail. */

/** The number of users with a pace of their own; more would be a flood, another test's subject. */
const AT_ONCE = 12
/** Every third of a tradesperson's clients gets one draft for many jobs. */
const EVERY = 3
/** The number of a client's jobs at which the user presses; fewer when nothing else is left. */
const ENOUGH = 2

/**
 * Repeats an act for each of these users from now on, whether or not anything answers. Returns a
 * function that ends it, and the sum of what the acts returned.
 * @param ms the pause of each user between two acts, milliseconds; longer for more than twelve users
 */
function goingOn(
  customers: readonly Customer[],
  ms: number,
  act: (customer: Customer, turn: number) => Promise<number>,
): () => Promise<number> {
  const stop = new AbortController()
  const between = ms * Math.max(1, customers.length / AT_ONCE)
  let sum = 0

  async function repeat(customer: Customer): Promise<void> {
    for (let turn = 0; !stop.signal.aborted; turn += 1) {
      await pause(between, undefined, { signal: stop.signal }).catch(() => undefined)
      // A call that fails has met a product that has just been killed.
      sum += await act(customer, turn).catch(() => 0)
    }
  }

  const all = Promise.all(customers.map(repeat))
  return async () => {
    stop.abort()
    await all
    return sum
  }
}

/** Answers the questions about creations that Fiken has not confirmed; counts the answers. */
export const decidingPeople = (customers: readonly Customer[]) =>
  goingOn(customers, 1_000, async ({ visitor }) => {
    let answers = 0
    for (const status of ['pending', 'failed']) {
      const rows = await visitor.call(listTransfers, { query: { status, limit: 50 } })
      const row = rows.find(asksAboutUnanswered)
      if (!row) continue
      await decide(visitor, row)
      answers += 1
    }
    return answers
  })

/**
 * Presses "Prøv igjen" on the newest 25 transfers that are not done, one after the other, as fast as
 * a user clicks who does not read; counts the presses.
 */
export const impatientPeople = (customers: readonly Customer[]) =>
  goingOn(customers, 300, async ({ visitor }, turn) => {
    const open = await visitor.call(listTransfers, {
      query: { status: 'failed,queued', limit: 25 },
    })
    const row = open[turn % Math.max(1, open.length)]
    if (!row) return 0
    await visitor.tryCall(retryTransfer, { params: { id: row.id } })
    return 1
  })

/** Chooses a collective draft, made by hand, for a third of the clients; returns their uuids. */
export async function chooseForAThird({ visitor, tenant }: Customer): Promise<Set<string>> {
  const clients = Object.keys(tenant.account.tables.company).filter((_, at) => at % EVERY === 0)
  for (const clientUuid of clients)
    await visitor.call(chooseCollective, {
      params: { clientUuid },
      body: { time: { every: 'hand' }, byPurchaseOrder: false },
    })
  return new Set(clients)
}

/** Presses "Lag samlefaktura nå" when enough jobs wait; counts the starts. */
export const gatheringPeople = (customers: readonly Customer[]) =>
  goingOn(customers, 1_000, async (customer) => {
    const ids = (await enough(customer)).map(({ id }) => id)
    if (ids.length === 0) return 0
    const { status } = await customer.visitor.tryCall(makeCollective, { body: { ids } })
    return status === 200 ? 1 : 0
  })

async function enough({ visitor }: Customer): Promise<Transfer[]> {
  const rows = (status: string, limit: number) =>
    visitor.call(listTransfers, { query: { status, limit } })
  const pending = await rows('pending', 500)
  const waiting = pending.filter(({ pendingReason }) => pendingReason === 'collective')
  const byClient = Map.groupBy(waiting, ({ customerName }) => customerName)
  const gathered = [...byClient.values()].filter(({ length }) => length >= ENOUGH).flat()
  if (gathered.length > 0 || waiting.length < pending.length) return gathered
  const [other] = await rows('queued,processing,failed', 1)
  return other ? [] : waiting
}
