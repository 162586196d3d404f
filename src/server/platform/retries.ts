import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

/**
 * Retries writes that must not be lost during a database outage, with increasing pauses, until they
 * succeed. The writes exist only in this process: an orderly stop gives them some more seconds, and
 * a killed process loses them.
 */
export interface Retries {
  /**
   * Repeats `attempt`, which must be idempotent, until it does not throw; logs each failure.
   * Returns false if the process stopped before an attempt succeeded.
   */
  untilDone(
    what: string,
    about: Record<string, unknown>,
    attempt: () => Promise<unknown>,
  ): Promise<boolean>
  /**
   * Repeats the remaining attempts at short intervals, for at most `withinMs`. Resolves when none
   * remain or the time is up.
   */
  stop(withinMs: number): Promise<void>
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
const PAUSE_AT_STOP_MS = 200

export function createRetries({
  clock,
  log,
}: {
  clock: Clock
  log: Pick<Log, 'warn' | 'error'>
}): Retries {
  const stopping = new AbortController()
  const running = new Set<Promise<unknown>>()
  let end = Number.POSITIVE_INFINITY

  async function repeat(
    what: string,
    about: Record<string, unknown>,
    attempt: () => Promise<unknown>,
  ): Promise<boolean> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        await attempt()
        return true
      } catch (err) {
        log.warn({ ...about, err }, `${what}: not yet`)
      }
      if (performance.now() >= end) {
        log.error(about, `${what}: given up, because the process ends`)
        return false
      }
      await (stopping.signal.aborted
        ? clock.sleep(PAUSE_AT_STOP_MS)
        : clock.sleep(pauseMs, stopping.signal))
    }
  }

  return {
    untilDone: async (what, about, attempt) => {
      const work = repeat(what, about, attempt)
      running.add(work)
      try {
        return await work
      } finally {
        running.delete(work)
      }
    },
    stop: async (withinMs) => {
      end = performance.now() + withinMs
      stopping.abort()
      let timer: NodeJS.Timeout | undefined
      const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, withinMs)))
      // Work that is still running elsewhere can add more attempts until then.
      while (running.size > 0 && performance.now() < end)
        await Promise.race([Promise.allSettled(running), over])
      clearTimeout(timer)
    },
  }
}
