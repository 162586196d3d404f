import { setTimeout as pause } from 'node:timers/promises'

/**
 * Milliseconds between two checks: short at first, then longer, so that the checks do not slow down
 * the awaited work.
 */
const PAUSE_MS = { first: 20, growth: 1.15, longest: 250 }
/** Minimum pause as a multiple of the check's duration, which grows on a busy machine. */
const REST = { times: 2, longestMs: 1_000 }

/** Default timeout, many times a normal wait, because the machine can be slow or shared. */
export const LONGEST_WAIT_MS = 300_000

/** An error that a check throws to end the wait for a state that can no longer be reached. */
export class Hopeless extends Error {}

/**
 * Waits for a condition instead of for a time: repeats the check until it returns something other
 * than undefined, null or false, and fails with the condition's name. All waits in the tests use
 * this function.
 * @param withinMs only for waits that take longer than usual; a shorter timeout would test the
 * machine's speed
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
