import { setTimeout as pause } from 'node:timers/promises'
import { chooseCollective, makeCollective } from '#shared/contracts/collective'
import { retryTransfer } from '#shared/contracts/transfers/actions'
import { listTransfers } from '#shared/contracts/transfers/list'
import type { Transfer } from '#shared/contracts/transfers/row'
import { asksAboutUnanswered, decide } from '../../support/people/deciding-people.ts'
import type { Customer } from '../../support/people/tenants.ts'

/** Number of users above which the interval between presses grows, to avoid flooding the server. */
const AT_ONCE = 12
/** Interval of the clients that get collective drafts: every third one. */
const EVERY = 3
/** Number of waiting jobs at which the user makes the draft; fewer when no other work is left. */
const ENOUGH = 2

/**
 * Repeats an action for each of these users, ignoring failures, until the returned function is
 * called. That function returns the sum of the action's results.
 * @param ms interval in milliseconds between two actions by one user; longer with more than twelve
 * users
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
      // A failed request has met a server that was just killed.
      const done = await act(customer, turn).catch(() => 0)
      sum += done
    }
  }

  const all = Promise.all(customers.map(repeat))
  return async () => {
    stop.abort()
    await all
    return sum
  }
}

/** Decides, as the user, about creations that Fiken has not confirmed; counts the decisions. */
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

/** Presses "Prøv igjen" on the 25 newest failed or queued transfers; counts the presses. */
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

/** Chooses manually started collective drafts for a third of the clients; returns their UUIDs. */
export async function chooseForAThird({ visitor, tenant }: Customer): Promise<Set<string>> {
  const clients = Object.keys(tenant.account.tables.company).filter((_, at) => at % EVERY === 0)
  for (const clientUuid of clients)
    await visitor.call(chooseCollective, {
      params: { clientUuid },
      body: { time: { every: 'hand' }, byPurchaseOrder: false },
    })
  return new Set(clients)
}

/** Presses "Lag samlefaktura nå" when enough jobs wait; counts the accepted presses. */
export const collectivePeople = (customers: readonly Customer[]) =>
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
  const ofClients = [...byClient.values()].filter(({ length }) => length >= ENOUGH).flat()
  if (ofClients.length > 0 || waiting.length < pending.length) return ofClients
  const [other] = await rows('queued,processing,failed', 1)
  return other ? [] : waiting
}
