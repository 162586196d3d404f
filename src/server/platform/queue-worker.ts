import { setTimeout as pause } from 'node:timers/promises'
import type { Job, PgBoss } from 'pg-boss'
import { inBackground } from './background.ts'
import type { Log } from './log.ts'
import type { LaneQueue } from './queue.ts'
import { LimiterClosed } from './limiter/vendor-limiter.ts'

/**
 * Runs the lanes of one queue in this process. pg-boss' own workers are loops that each ask the
 * database for work, all of them at every wake-up, so two hundred lanes would be two hundred
 * questions; here one question fetches as many lanes as there is room for.
 */
export interface LaneWorker {
  /** Something may be waiting: fetch it if there is room. */
  look(): void
  /** Is this lane being drained here? */
  holds(lane: string): boolean
  /**
   * If so, it is drained once more afterwards, because the drain may have read its rows before the
   * caller wrote; no wake-up has to be sent.
   */
  takesAgain(lane: string): boolean
  /** Running drains, as they end. */
  settled(): Promise<unknown>
  close(): void
}

export interface LaneWorkerOptions {
  boss: PgBoss
  queue: LaneQueue
  log: Log
  stopping: AbortSignal
  /** Begin nothing for now. */
  rests: () => boolean
  heartbeatMs: number
  /** Sends a lane that was to be drained once more. */
  wake: (lane: string) => void
}

/** The safety net under the hints, and how soon a lane whose holder was killed is seen. */
const LOOK_EVERY_MS = 2_000
const HAND_BACK_TRIES = 10
const HAND_BACK_PAUSE_MS = 500

interface Held {
  job: Job<{ lane: string }>
  lost: AbortController
  again: boolean
}

export function createLaneWorker({
  boss,
  queue,
  log,
  stopping,
  rests,
  heartbeatMs,
  wake,
}: LaneWorkerOptions): LaneWorker {
  const held = new Map<string, Held>()
  const running = new Set<Promise<void>>()
  let looking = false
  let askedMeanwhile = false

  function look(): void {
    askedMeanwhile = true
    if (!looking)
      inBackground(
        log,
        'the queue could not be asked for work; it will be asked again',
        fetchWhileAsked(),
      )
  }

  async function fetchWhileAsked(): Promise<void> {
    looking = true
    try {
      while (askedMeanwhile && !stopping.aborted && !rests() && held.size < queue.concurrency) {
        askedMeanwhile = false
        const jobs = await boss.fetch<{ lane: string }>(queue.name, {
          batchSize: queue.concurrency - held.size,
        })
        for (const job of jobs) start(job)
      }
    } finally {
      looking = false
    }
  }

  function start(job: Job<{ lane: string }>): void {
    const mine = { job, lost: new AbortController(), again: false }
    held.set(job.id, mine)
    const work = drain(mine).finally(() => {
      running.delete(work)
      // A place is free.
      look()
    })
    running.add(work)
  }

  async function drain(mine: Held): Promise<void> {
    const { lane } = mine.job.data
    try {
      await queue.drain(lane, AbortSignal.any([stopping, mine.lost.signal]))
    } catch (err) {
      // Work that was cut short and is given back: no fault.
      const level = err instanceof LimiterClosed ? 'info' : 'error'
      log[level](
        { err, what: `${queue.name} ${lane}` },
        'work in the queue failed; it will be looked at again',
      )
    }
    await handBack(mine.job)
    held.delete(mine.job.id)
    if (mine.again) wake(lane)
  }

  /**
   * Tried while the database is away for a moment: a lane that is not handed back is free only when
   * its heartbeat has been missed.
   */
  async function handBack(job: Job<{ lane: string }>): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        // Fenced by pg-boss to the attempt that was fetched: when the lane has another holder by
        // now, this changes nothing.
        await boss.complete(queue.name, job)
        return
      } catch (err) {
        if (tries === HAND_BACK_TRIES || stopping.aborted)
          return log.warn({ err, ...job.data }, 'a lane could not be handed back')
        await pause(HAND_BACK_PAUSE_MS)
      }
    }
  }

  /** A process that stood still has lost its lanes to others, and learns it here. */
  async function beat(): Promise<void> {
    const mine = [...held.values()]
    if (mine.length === 0) return
    const answer = await boss.touch(
      queue.name,
      mine.map(({ job }) => job),
    )
    const alive =
      'settled' in answer && Array.isArray(answer.settled) ? new Set<unknown>(answer.settled) : null
    for (const { job, lost } of mine) if (alive && !alive.has(job.id)) lost.abort()
  }

  const heart = setInterval(
    () => inBackground(log, 'a heartbeat could not be written', beat()),
    heartbeatMs,
  )
  const regularly = setInterval(look, LOOK_EVERY_MS)
  look()

  const holderOf = (lane: string) => [...held.values()].find(({ job }) => job.data.lane === lane)

  return {
    look,
    holds: (lane) => holderOf(lane) !== undefined,
    takesAgain: (lane) => {
      const mine = holderOf(lane)
      if (mine) mine.again = true
      return mine !== undefined
    },
    settled: () => Promise.allSettled(running),
    close: () => {
      clearInterval(heart)
      clearInterval(regularly)
    },
  }
}
