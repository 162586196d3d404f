import { setTimeout as pause } from 'node:timers/promises'

/**
 * Waits for a condition instead of for a time: asks again until it answers something (not undefined, null or false), and fails with what
 * it was waiting for. Every wait of the suites goes through here.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  withinMs = 15_000,
): Promise<T> {
  const end = Date.now() + withinMs
  let last: unknown
  for (;;) {
    try {
      const answer = await ask()
      if (answer !== undefined && answer !== null && answer !== false) return answer
      last = answer
    } catch (error) {
      last = error
    }
    if (Date.now() > end) throw new Error(`Waited ${withinMs} ms in vain for: ${what}`, { cause: last })
    await pause(20)
  }
}
