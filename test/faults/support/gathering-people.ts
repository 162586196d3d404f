import { setTimeout as pause } from 'node:timers/promises'
import { chooseCollective, makeCollective } from '#shared/contracts/collective'
import { listTransfers } from '#shared/contracts/transfers/list'
import type { Transfer } from '#shared/contracts/transfers/row'
import type { Customer } from '../../support/people/tenants.ts'
import { sharedPace } from './shared-pace.ts'

/** Of a tradesperson's clients, every third gets one draft for many jobs. */
const EVERY = 3
/** Between two looks of one user at what waits, milliseconds. */
const BETWEEN_LOOKS_MS = 1_000
/** Somebody presses when a client has so many, or when nothing else is left to be done. */
const ENOUGH = 2

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

/**
 * From now on each of these users presses "Lag samlefaktura nå" for what has gathered, again and
 * again. Returns what makes them stop, and how often something was started.
 */
export function gatheringPeople(customers: readonly Customer[]): () => Promise<number> {
  const stop = new AbortController()
  const betweenLooks = sharedPace(BETWEEN_LOOKS_MS, customers)
  let starts = 0

  async function press(customer: Customer): Promise<void> {
    while (!stop.signal.aborted) {
      await pause(betweenLooks, undefined, { signal: stop.signal }).catch(() => undefined)
      try {
        const ids = (await enough(customer)).map(({ id }) => id)
        if (ids.length === 0) continue
        const { status } = await customer.visitor.tryCall(makeCollective, { body: { ids } })
        if (status === 200) starts += 1
      } catch {
        // The product has just been killed.
      }
    }
  }

  const all = Promise.all(customers.map(press))
  return async () => {
    stop.abort()
    await all
    return starts
  }
}

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
