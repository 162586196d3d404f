import { setTimeout as pause } from 'node:timers/promises'
import { listTransfers } from '#shared/contracts/transfers/list'
import { asksAboutUnanswered, decide } from '../../support/people/deciding-people.ts'
import type { Customer } from '../../support/people/tenants.ts'
import { sharedPace } from './shared-pace.ts'

/** How often somebody checks whether there is something to decide, milliseconds. */
const BETWEEN_LOOKS_MS = 1_000

/**
 * From now on each of these users answers the questions about customers and products for whose
 * creation Fiken gave no answer. Returns what makes them stop, and how often they have been asked.
 */
export function decidingPeople(customers: readonly Customer[]): () => Promise<number> {
  const stop = new AbortController()
  const betweenLooks = sharedPace(BETWEEN_LOOKS_MS, customers)
  let answers = 0

  async function answer({ visitor }: Customer): Promise<void> {
    while (!stop.signal.aborted) {
      await pause(betweenLooks, undefined, { signal: stop.signal }).catch(() => undefined)
      try {
        for (const status of ['pending', 'failed']) {
          const [row] = (
            await visitor.call(listTransfers, { query: { status, limit: 50 } })
          ).filter(asksAboutUnanswered)
          if (!row) continue
          await decide(visitor, row)
          answers += 1
        }
      } catch {
        // The product has just been killed.
      }
    }
  }

  const all = Promise.all(customers.map(answer))
  return async () => {
    stop.abort()
    await all
    return answers
  }
}
