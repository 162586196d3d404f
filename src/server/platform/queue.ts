import { fromPglite, PgBoss } from 'pg-boss'
import { SILENCE_MS, STANDSTILL_MS, type Database } from './database/database.ts'
import { impatientClient } from './database/impatient-client.ts'
import { inBackground } from './background.ts'
import type { Backlog } from './backlog.ts'
import type { Log } from './log.ts'
import { bringQueueBackToNow } from './queue-clock.ts'
import { lanesAtWork, lanesWaiting } from './queue-lanes.ts'
import { createLaneWorker, type LaneWorker } from './queue-worker.ts'

declare const isQueueName: unique symbol
/**
 * The name of a queue; made once by the feature that drains it, so that a misspelt one does not
 * compile.
 */
export type QueueName = string & { readonly [isQueueName]: true }
export const queueName = (name: string): QueueName => name as QueueName

/**
 * The queue. A job is not one piece of work but one LANE: "drain what is in lane X". The rows
 * of a feature are the list of work, so a lost job loses nothing: a tick wakes every lane that
 * has due rows. pg-boss' policy `exclusive` lets one job per lane wait or run, over all
 * processes; a wake-up sent while the lane runs is dropped, which is why a drain looks again
 * before it ends.
 */
export interface LaneQueue {
  name: QueueName
  /** How many lanes this process drains at once. */
  concurrency: number
  /**
   * Works until the lane is empty, or for a bounded time; stops early, and in order, when the
   * signal aborts.
   */
  drain(lane: string, signal: AbortSignal): Promise<void>
  /**
   * Lanes that have something due now, those waiting longest first, or else by turns.
   *
   * @param limit no more are worth naming: the others come with the next looks
   */
  due(limit: number): Promise<string[]>
  /** How much waits, over all users: for the operator. */
  backlog(): Promise<Backlog>
}

/** A queue as it is now, over all processes. */
export interface QueueState extends Backlog {
  name: string
  /** Lanes that are being drained, and since when the oldest of them. */
  running: number
  runningSince: Date | null
}

/** A task of the clock, at most once at a time over all processes. */
export interface Routine {
  name: string
  /** Cron expression in Norwegian time. */
  cron: string
  run(signal: AbortSignal): Promise<void>
}

export interface Queue {
  /** Says that a lane has work. A hint: it never throws, and nothing depends on it arriving. */
  wake(queue: QueueName, lane: string): void
  start(lanes: readonly LaneQueue[], routines: readonly Routine[]): Promise<void>
  /** In the order in which they were started. */
  states(): Promise<QueueState[]>
  /** Stops taking work, lets running drains put theirs back, and waits for them (bounded). */
  stop(): Promise<void>
}

export interface QueueOptions {
  database: Database
  log: Log
  /** Work is done in this process; otherwise it only wakes others. */
  works: boolean
  /** Begin nothing for now: see room.ts. */
  rests?: () => boolean
  tickMs?: number | undefined
  /** How often lanes are looked for whose heartbeat has stopped. */
  superviseSeconds?: number | undefined
}

/** The clock that routines follow. */
const TIME_ZONE = 'Europe/Oslo'

/** A killed drain is found by its missing heartbeat; 10 seconds is the least that pg-boss takes. */
const HEARTBEAT_SECONDS = 10
const STOP_GRACE_MS = 15_000
/** Half of it, so that one beat may be late. */
const BEAT_MS = (HEARTBEAT_SECONDS * 1_000) / 2
/** How often it is asked whether the database's clock has been set back. */
const CLOCK_EVERY_MS = 10_000
/**
 * So many lanes wait for each that is drained: enough until the next look, and few enough that ten
 * thousand that are due at once cost each look no more than this, whatever the queue.
 */
const LANES_AHEAD = 16
/** The channel on which processes notify each other that a queue has work. */
const WORK = 'fakturabro_work'

export function createQueue({
  database,
  log,
  works,
  rests = () => false,
  tickMs = 2_000,
  superviseSeconds = 5,
}: QueueOptions): Queue {
  const { engine } = database
  const boss = new PgBoss({
    ...(engine.kind === 'embedded'
      ? { db: fromPglite(engine.pglite), backend: 'pglite' as const }
      : {
          connectionString: engine.url,
          // Beside the pool's own, out of the hundred that a server gives by default.
          max: Math.ceil(engine.pool.options.max / 2),
          Client: impatientClient(SILENCE_MS),
          keepAlive: true,
          options: `-c idle_in_transaction_session_timeout=${STANDSTILL_MS}`,
        }),
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    schedule: works,
  })
  boss.on('error', (err) => log.warn({ err }, 'queue'))
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const workers = new Map<string, LaneWorker>()
  let started: readonly LaneQueue[] = []
  let stopListening = () => Promise.resolve()
  let tick: NodeJS.Timeout | undefined
  let ticking = false
  let clockLookedAt = -Infinity

  // Wake-ups of the same lane are coalesced, and those of a queue are sent together: ten thousand
  // pings are a handful of statements.
  const hints = new Map<string, Set<string>>()
  let flushing: Promise<void> | undefined

  function wake(queue: QueueName, lane: string): void {
    if (stopping.signal.aborted || workers.get(queue)?.takesAgain(lane)) return
    inBackground(log, 'a wake-up was lost; the tick will make up for it', hint(queue, [lane]))
  }

  function hint(queue: string, lanes: readonly string[]): Promise<void> {
    const hinted = hints.get(queue) ?? new Set()
    hints.set(queue, hinted)
    for (const lane of lanes) hinted.add(lane)
    flushing ??= flush().finally(() => (flushing = undefined))
    return flushing
  }

  async function flush(): Promise<void> {
    for (const [queue, lanes] of hints) {
      hints.delete(queue)
      const jobs = [...lanes].map((lane) => ({ data: { lane }, singletonKey: lane }))
      try {
        const sent = await boss.insert(queue, jobs, { returnId: true })
        if (sent && sent.length > 0) await notify(queue)
      } catch (err) {
        log.warn({ err, queue }, 'a wake-up was lost; the tick will make up for it')
      }
    }
  }

  /**
   * Announces that there is something to fetch: to this process if it works, and always to the
   * others, as this one may have no room.
   */
  async function notify(queue: string): Promise<void> {
    workers.get(queue)?.look()
    if (database.kind === 'postgres' || !works) await database.notify(WORK, queue)
  }

  async function supervised(what: string, run: () => Promise<void>): Promise<void> {
    const work = run().catch((err: unknown) =>
      log.error({ err, what }, 'work in the queue failed; it will be looked at again'),
    )
    running.add(work)
    try {
      await work
    } finally {
      running.delete(work)
    }
  }

  async function prepare(name: string, retryLimit: number): Promise<void> {
    const policy = {
      policy: 'exclusive',
      retryLimit,
      retryDelay: 1,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: 3_600,
      retentionSeconds: 86_400,
      deleteAfterSeconds: 60,
    } as const
    await boss.createQueue(name, policy)
    // The first send fills pg-boss' cache of queues; on the embedded database a first send inside a
    // transaction would wait forever.
    await boss.getQueue(name)
  }

  async function start(lanes: readonly LaneQueue[], routines: readonly Routine[]): Promise<void> {
    started = lanes
    await boss.start()
    for (const lane of lanes) await prepare(lane.name, 1_000)
    // The embedded database has one process, and its folder is locked: whatever is marked as
    // running was killed, and need not be waited for. What was waiting is due too, and the first
    // tick finds it.
    if (engine.kind === 'embedded' && works)
      for (const lane of lanes) await boss.deleteAllJobs(lane.name)
    for (const routine of routines) await prepare(routine.name, 0)
    if (!works) return
    for (const queue of lanes) {
      workers.set(
        queue.name,
        createLaneWorker({
          boss,
          queue,
          log,
          stopping: stopping.signal,
          rests,
          heartbeatMs: BEAT_MS,
          wake: (lane) => wake(queue.name, lane),
        }),
      )
    }
    stopListening = await database.listen(WORK, (queue) => workers.get(queue)?.look())
    for (const routine of routines) {
      await boss.work(routine.name, { pollingIntervalSeconds: 2 }, () =>
        supervised(routine.name, () => routine.run(stopping.signal)),
      )
      await boss.schedule(routine.name, routine.cron, null, {
        tz: TIME_ZONE,
        singletonKey: routine.name,
      })
    }
    const beat = () => inBackground(log, 'the tick could not look for due work', wakeDue(lanes))
    tick = setInterval(beat, tickMs)
    beat()
  }

  async function states(): Promise<QueueState[]> {
    const atWork = await lanesAtWork(database.db)
    return Promise.all(
      started.map(async ({ name, backlog }) => ({
        name,
        ...(await backlog()),
        ...(atWork.get(name) ?? { running: 0, runningSince: null }),
      })),
    )
  }

  /** The safety net for every hint that was lost. */
  async function wakeDue(lanes: readonly LaneQueue[]): Promise<void> {
    if (ticking || stopping.signal.aborted || rests()) return
    ticking = true
    try {
      await lookAtClock(lanes)
      const waiting = await lanesWaiting(database.db)
      for (const queue of lanes) {
        const room = queue.concurrency * LANES_AHEAD - (waiting.get(queue.name) ?? 0)
        if (room > 0) await wakeLanes(queue, room)
      }
    } finally {
      ticking = false
    }
  }

  /** One queue that cannot be asked does not hold up the others. */
  async function wakeLanes({ name, due }: LaneQueue, room: number): Promise<void> {
    const worker = workers.get(name)
    try {
      // What runs here is due until it has run, so it needs no wake-up.
      const lanes = (await due(room)).filter((lane) => !worker?.holds(lane)).slice(0, room)
      if (lanes.length > 0) await hint(name, lanes)
    } catch (err) {
      log.warn({ err, queue: name }, 'the tick could not look for due work')
    }
  }

  async function lookAtClock(lanes: readonly LaneQueue[]): Promise<void> {
    if (performance.now() - clockLookedAt < CLOCK_EVERY_MS) return
    const names = lanes.map(({ name }) => name)
    await bringQueueBackToNow(database.db, names)
    clockLookedAt = performance.now()
  }

  async function stop(): Promise<void> {
    stopping.abort()
    clearInterval(tick)
    await stopListening().catch(() => undefined)
    const settled = Promise.allSettled([
      ...running,
      ...[...workers.values()].map((worker) => worker.settled()),
    ])
    let timer: NodeJS.Timeout | undefined
    await Promise.race([
      settled,
      new Promise((resolve) => (timer = setTimeout(resolve, STOP_GRACE_MS))),
    ])
    clearTimeout(timer)
    for (const worker of workers.values()) worker.close()
    await boss
      .stop({ graceful: true, timeout: 2_000, close: true })
      .catch((err: unknown) => log.warn({ err }, 'the queue did not stop in order'))
  }

  return { wake, start, states, stop }
}
