import { setTimeout as pause } from 'node:timers/promises'
import { listTransfers } from '#shared/contracts/transfers'
import { asksAboutUnanswered, decide } from '../../support/deciding-people.ts'
import type { Customer } from '../../support/tenants.ts'

/** How often somebody looks whether there is something to decide, milliseconds. */
const BETWEEN_LOOKS_MS = 1_000

/**
 * From now on each of these people answers what is asked about customers and products whose creation Fiken has not answered. Returns what makes
 * them stop, and how often they have been asked.
 */
export function decidingPeople(customers: readonly Customer[]): () => Promise<number> {
  const stop = new AbortController()
  let answers = 0

  async function answer({ visitor }: Customer): Promise<void> {
    while (!stop.signal.aborted) {
      await pause(BETWEEN_LOOKS_MS, undefined, { signal: stop.signal }).catch(() => undefined)
      try {
        for (const status of ['pending', 'failed']) {
          const [row] = (await visitor.call(listTransfers, { query: { status, limit: 50 } })).filter(asksAboutUnanswered)
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
