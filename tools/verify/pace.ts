import type { Clock, Limiter } from '#clients/http/transport'

/** Maximum number of requests started in any window, one at a time. */
export interface Pace {
  starts: number
  windowMs: number
}

/** Fiken's pace: one request at a time, four a second (its OpenAPI file), with 50 ms to spare. */
export const FIKEN_PACE: Pace = { starts: 4, windowMs: 1_050 }
/** ServiceM8's pace: 180 requests a minute per account, ten of them left for other users. */
export const SERVICEM8_PACE: Pace = { starts: 170, windowMs: 61_000 }

export function paced({ starts, windowMs }: Pace, clock: Clock): Limiter {
  const recent: number[] = []
  let before: Promise<unknown> = Promise.resolve()

  return (run, options) => {
    const turn = before.then(async () => {
      const oldest = recent.length >= starts ? recent.shift() : undefined
      if (oldest !== undefined) await clock.sleep(Math.max(0, oldest + windowMs - clock.now()))
      await options?.beforeSend?.()
      recent.push(clock.now())
      return run()
    })
    before = turn.catch(() => undefined)
    return turn
  }
}
