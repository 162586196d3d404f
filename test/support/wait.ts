import { setTimeout as pause } from 'node:timers/promises'

/**
 * Pauses between two questions, in milliseconds: short at first, longer in a long wait, so that
 * asking does not slow down the awaited work.
 */
const PAUSE_MS = { first: 20, growth: 1.15, longest: 250 }
/** On a busy machine a question takes long: the pause is then a multiple of that, up to a limit. */
const REST = { times: 2, longestMs: 1_000 }

/**
 * The time after which a wait is in vain: many times what it takes on an idle machine, because
 * others may be at work on the same one, and not every machine is as fast.
 */
export const LONGEST_WAIT_MS = 300_000

/** Thrown by a question when the awaited state can no longer come, so that the wait is over. */
export class Hopeless extends Error {}

/**
 * Waits for a condition instead of for a time: asks again until the answer is not undefined, null
 * or false, and fails with the name of the condition. Every wait of the suites uses this function.
 * @param withinMs only for waits that take longer: a shorter one would be a test of the machine
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  withinMs = LONGEST_WAIT_MS,
): Promise<T> {
  const end = Date.now() + withinMs
  let last: unknown
  for (let wait = PAUSE_MS.first; ; wait = Math.min(wait * PAUSE_MS.growth, PAUSE_MS.longest)) {
    const asked = Date.now()
    try {
      const answer = await ask()
      if (answer !== undefined && answer !== null && answer !== false) return answer
      last = answer
    } catch (error) {
      if (error instanceof Hopeless)
        throw new Error(`${error.message} during the wait for: ${what}`, { cause: error })
      last = error
    }
    if (Date.now() > end)
      throw new Error(`Waited ${withinMs} ms in vain for: ${what}`, { cause: last })
    await pause(Math.max(wait, Math.min(REST.times * (Date.now() - asked), REST.longestMs)))
  }
}
