import { closeSync, openSync, readSync } from 'node:fs'
import { createHistogram } from 'node:perf_hooks'

/** Delays of the main thread's event loop, in milliseconds. */
export interface Delays {
  /** The longest time for which the thread worked, without the time it waited for a processor. */
  max: number
  p99: number
  /** The longest delay by the clock, with the wait for a processor included. */
  wallMax: number
}

const RESOLUTION_MS = 1

/**
 * Measures how late a timer of one millisecond is, which shows how long the event loop was held.
 * The sender of the load shares the processors with the product, so the time for which the main
 * thread was ready to run but waited for a processor is subtracted.
 */
export function startLoopDelays(): () => Delays {
  const held = createHistogram()
  let wallMax = 0
  const waits = openSync('/proc/self/schedstat', 'r')
  let before = { at: performance.now(), waitedMs: waitedMs(waits) }
  const timer = setInterval(() => {
    const now = { at: performance.now(), waitedMs: waitedMs(waits) }
    const wall = Math.max(0, now.at - before.at - RESOLUTION_MS)
    const own = Math.max(0, wall - (now.waitedMs - before.waitedMs))
    wallMax = Math.max(wallMax, wall)
    // A histogram takes whole numbers from 1.
    held.record(Math.max(1, Math.round(own * 1e6)))
    before = now
  }, RESOLUTION_MS)
  return () => {
    clearInterval(timer)
    closeSync(waits)
    return { max: held.max / 1e6, p99: held.percentile(99) / 1e6, wallMax }
  }
}

const buffer = Buffer.alloc(128)

/**
 * Returns the milliseconds for which the process's main thread has waited for a processor: the
 * second number of the file, in nanoseconds (Linux, Documentation/scheduler/sched-stats.rst).
 */
function waitedMs(file: number): number {
  const length = readSync(file, buffer, 0, buffer.length, 0)
  return Number(buffer.toString('latin1', 0, length).split(' ')[1]) / 1e6
}
