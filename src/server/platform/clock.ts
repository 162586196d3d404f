/**
 * The source of time, passed as a parameter so that tests can control it; no feature reads the
 * system clock directly.
 */
export interface Clock {
  /** Returns the milliseconds since 1970, UTC. */
  now(): number
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const done = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      signal?.addEventListener('abort', done, { once: true })
    }),
}

export function instant(clock: Clock): Date {
  return new Date(clock.now())
}
