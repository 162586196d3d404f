import { setTimeout as pause } from 'node:timers/promises'
import { retryTransfer } from '#shared/contracts/transfers/actions'
import { listTransfers } from '#shared/contracts/transfers/list'
import type { Customer } from '../../support/people/tenants.ts'
import { sharedPace } from './shared-pace.ts'

/** Between two clicks of one user, milliseconds: as fast as somebody clicks who does not read. */
const BETWEEN_CLICKS_MS = 300
/** The rows that they look at, the newest. */
const PAGE = 25

/**
 * From now on each of these users presses "Prøv igjen" on every transfer of theirs that is not
 * done, one after the other, whether or not anything answers. Returns what makes them stop, and how
 * often they have pressed.
 */
export function impatientPeople(customers: readonly Customer[]): () => Promise<number> {
  const stop = new AbortController()
  const betweenClicks = sharedPace(BETWEEN_CLICKS_MS, customers)
  let presses = 0

  async function press(customer: Customer): Promise<void> {
    for (let click = 0; !stop.signal.aborted; click += 1) {
      await pause(betweenClicks, undefined, { signal: stop.signal }).catch(() => undefined)
      try {
        const query = { status: 'failed,queued', limit: PAGE }
        const open = await customer.visitor.call(listTransfers, { query })
        const row = open[click % Math.max(1, open.length)]
        if (!row) continue
        await customer.visitor.tryCall(retryTransfer, { params: { id: row.id } })
        presses += 1
      } catch {
        // The product has just been killed.
      }
    }
  }

  const all = Promise.all(customers.map(press))
  return async () => {
    stop.abort()
    await all
    return presses
  }
}
