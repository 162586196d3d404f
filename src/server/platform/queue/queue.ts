import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { CronExpressionParser } from 'cron-parser'
import { inBackground } from '../background.ts'
import type { Backlog } from './backlog.ts'
import type { Database } from '../database/database.ts'
import { LimiterClosed } from '../limiter/vendor-limiter.ts'
import type { Log } from '../log.ts'
import { queueLeases } from './queue-leases.ts'

declare const isQueueName: unique symbol
/**
 * The name of a queue, created once by the feature that drains it, so that a misspelt one does not
 * compile.
 */
export type QueueName = string & { readonly [isQueueName]: true }
export const queueName = (name: string): QueueName => name as QueueName

/**
 * A queue of LANES: "drain the work in lane X". The rows of a feature are the list of work, so the
 * queue itself stores none: the process that takes a lane's lease drains it, one at a time over all
 * processes (queue-leases.ts), and a tick asks each queue which lanes have work due. A lane that is
 * woken while being drained is drained once more.
 */
export interface LaneQueue {
  name: QueueName
  /** The most lanes that this process drains at once. */
  concurrency: number
  /**
   * Works until the lane is empty, or for a bounded time; stops early, and in order, when the
   * signal aborts.
   */
  drain(lane: string, signal: AbortSignal): Promise<void>
  /**
   * Returns lanes with work due now, those waiting longest first, or else by turns.
   * @param limit the most lanes worth returning: the others come with later ticks
   */
  due(limit: number): Promise<string[]>
  backlog(): Promise<Backlog>
}

export interface QueueState extends Backlog {
  name: string
  /** The lanes being drained; `runningSince` is the start of the oldest of them. */
  running: number
  runningSince: Date | null
}

/** A task run by the clock, at most once at a time over all processes. */
export interface Routine {
  name: string
  /** Cron expression in Norwegian time. */
  cron: string
  run(signal: AbortSignal): Promise<void>
}

export interface Queue {
  /**
   * Announces that a lane has work. A hint: it never throws, and nothing depends on it arriving.
   */
  wake(queue: QueueName, lane: string): void
  start(lanes: readonly LaneQueue[], routines: readonly Routine[]): Promise<void>
  /** Returns the queues in the order in which they were started. */
  states(): Promise<QueueState[]>
  /** Stops taking work, lets running drains put theirs back, and waits for them (bounded). */
  stop(): Promise<void>
}

export interface QueueOptions {
  database: Database
  log: Log
  /** True when this process does work; otherwise it only wakes others. */
  works: boolean
  /** Returns true while no work may be begun; see room.ts. */
  rests?: () => boolean
  tickMs?: number | undefined
}

const TIME_ZONE = 'Europe/Oslo'
/** Half of a lease, so that one beat may be late. */
const BEAT_MS = 5_000
const STOP_GRACE_MS = 15_000
const HAND_BACK_TRIES = 10
const HAND_BACK_PAUSE_MS = 500
const ROUTINES_EVERY_MS = 15_000
/**
 * The lanes requested per lane drained: enough until the next tick, and few enough that ten
 * thousand lanes due at once cost each tick no more than this.
 */
const LANES_AHEAD = 16
/** The channel on which processes tell each other which lanes have work. */
const WORK = 'fakturabro_work'
/** A notification has room for 8 000 bytes. */
const LANES_A_NOTE = 100
const ROUTINES = queueName('routines')

interface Drain {
  queue: string
  lane: string
  lost: AbortController
  again: boolean
  done: Promise<void>
}

/** A queue in this process: the lanes it drains, and those it would drain next. */
interface Station {
  queue: Pick<LaneQueue, 'name' | 'concurrency' | 'drain'>
  held: Map<string, Drain>
  wanted: Set<string>
  serving: boolean
}

export function createQueue({
  database,
  log,
  works,
  rests = () => false,
  tickMs = 2_000,
}: QueueOptions): Queue {
  const me = randomUUID()
  const leases = queueLeases(database.db, me)
  const stopping = new AbortController()
  const stations = new Map<string, Station>()
  let started: readonly LaneQueue[] = []
  let clockwork: readonly Routine[] = []
  let stopListening = () => Promise.resolve()
  const timers: NodeJS.Timeout[] = []
  let ticking = false
  let routinesLookedAt = -Infinity
  // Wake-ups of a queue are sent to the other processes together.
  const hints = new Map<string, Set<string>>()
  let telling: Promise<void> | undefined

  function wake(queue: QueueName, lane: string): void {
    if (stopping.signal.aborted || want(queue, [lane])) return
    // The embedded database has one process that works.
    if (works && database.kind === 'embedded') return
    hints.set(queue, (hints.get(queue) ?? new Set()).add(lane))
    telling ??= tell().finally(() => (telling = undefined))
    inBackground(log, 'a wake-up was lost; the tick will make up for it', telling)
  }

  /**
   * Drains the lanes as soon as there is room. Returns true when all are being drained here, and
   * will be once more.
   */
  function want(queue: string, lanes: readonly string[]): boolean {
    const station = stations.get(queue)
    if (!station) return false
    let isHeld = true
    for (const lane of lanes) {
      const mine = station.held.get(lane)
      if (mine) mine.again = true
      else {
        isHeld = false
        station.wanted.add(lane)
      }
    }
    inBackground(
      log,
      'the queue could not take lanes; they will be asked for again',
      serve(station),
    )
    return isHeld
  }

  /**
   * Tells the other processes: the holder of a lane drains it once more, and one with room takes
   * it.
   */
  async function tell(): Promise<void> {
    await pause(0)
    for (const [queue, lanes] of hints) {
      hints.delete(queue)
      const all = [...lanes]
      for (let n = 0; n < all.length; n += LANES_A_NOTE) {
        const note = [me, queue, ...all.slice(n, n + LANES_A_NOTE)]
        await database.notify(WORK, JSON.stringify(note))
      }
    }
  }

  function hear(note: string): void {
    const [from, queue = '', ...lanes] = JSON.parse(note) as string[]
    if (from !== me) want(queue, lanes)
  }

  async function serve(station: Station): Promise<void> {
    const { queue, held, wanted } = station
    if (station.serving) return
    station.serving = true
    try {
      while (wanted.size > 0 && !stopping.signal.aborted && !rests()) {
        const room = queue.concurrency - held.size
        if (room <= 0) return
        const asked = [...wanted].slice(0, queue.concurrency * LANES_AHEAD)
        const taken = await leases.take(queue.name, asked, room)
        // With room left, other processes hold the rest.
        for (const lane of taken.length < room ? asked : taken) wanted.delete(lane)
        for (const lane of taken) begin(station, lane)
      }
    } finally {
      station.serving = false
    }
  }

  function begin(station: Station, lane: string): void {
    const mine: Drain = {
      queue: station.queue.name,
      lane,
      lost: new AbortController(),
      again: false,
      done: Promise.resolve(),
    }
    station.held.set(lane, mine)
    mine.done = drain(station, mine).finally(() => {
      station.held.delete(lane)
      // Serves again, now that there is room.
      want(mine.queue, mine.again ? [lane] : [])
    })
  }

  async function drain({ queue }: Station, mine: Drain): Promise<void> {
    try {
      await queue.drain(mine.lane, AbortSignal.any([stopping.signal, mine.lost.signal]))
    } catch (err) {
      // Work that was cut short and given back is no fault.
      const level = err instanceof LimiterClosed ? 'info' : 'error'
      log[level](
        { err, what: `${queue.name} ${mine.lane}` },
        'work in the queue failed; it will be looked at again',
      )
    }
    await handBack(mine)
  }

  /**
   * Retries while the database is unavailable for a moment; otherwise the lane is free when its
   * lease has ended.
   */
  async function handBack({ queue, lane }: Drain): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await leases.giveBack({ queue, lane })
      } catch (err) {
        if (tries === HAND_BACK_TRIES || stopping.signal.aborted)
          return log.warn({ err, lane }, 'a lane could not be handed back')
        await pause(HAND_BACK_PAUSE_MS)
      }
    }
  }

  const drains = () => [...stations.values()].flatMap(({ held }) => [...held.values()])

  /**
   * Prolongs the leases. A process that stood still has lost its lanes to others, and learns it
   * here.
   */
  async function beat(): Promise<void> {
    const mine = drains()
    if (mine.length === 0) return
    const kept = await leases.prolong(mine.map(({ queue, lane }) => ({ queue, lane })))
    const alive = new Set(kept.map(({ queue, lane }) => JSON.stringify([queue, lane])))
    for (const { queue, lane, lost } of mine)
      if (!alive.has(JSON.stringify([queue, lane]))) lost.abort()
  }

  /** Looks for due work: the safety net for every lost hint. */
  async function tick(): Promise<void> {
    if (ticking || stopping.signal.aborted || rests()) return
    ticking = true
    try {
      for (const queue of started) await lookAt(queue)
      await lookAtRoutines()
    } finally {
      ticking = false
    }
  }

  /** Asks one queue for due lanes; a failure does not hold up the others. */
  async function lookAt({ name, due, concurrency }: LaneQueue): Promise<void> {
    try {
      const station = stations.get(name)
      // A lane drained here stays due until the drain ends, so it needs no wake-up.
      const lanes = (await due(concurrency * LANES_AHEAD)).filter(
        (lane) => !station?.held.has(lane),
      )
      if (lanes.length > 0) want(name, lanes)
    } catch (err) {
      log.warn({ err, queue: name }, 'the tick could not look for due work')
    }
  }

  async function lookAtRoutines(): Promise<void> {
    if (performance.now() - routinesLookedAt < ROUTINES_EVERY_MS) return
    routinesLookedAt = performance.now()
    for (const { name, cron } of clockwork) {
      const isDue = await leases.isDue(name, (now) =>
        CronExpressionParser.parse(cron, { currentDate: now, tz: TIME_ZONE }).next().toDate(),
      )
      if (isDue) want(ROUTINES, [name])
    }
  }

  async function start(lanes: readonly LaneQueue[], routines: readonly Routine[]): Promise<void> {
    started = lanes
    clockwork = routines
    if (!works) return
    const run: LaneQueue['drain'] = async (name, signal) =>
      routines.find((routine) => routine.name === name)?.run(signal)
    for (const queue of [...lanes, { name: ROUTINES, concurrency: routines.length, drain: run }])
      stations.set(queue.name, { queue, held: new Map(), wanted: new Set(), serving: false })
    // The embedded database has one process, and its folder is locked: any holder of a lane was
    // killed, and need not be waited for.
    if (database.kind === 'embedded') await leases.clear()
    stopListening = await database.listen(WORK, hear)
    const look = () => inBackground(log, 'the tick could not look for due work', tick())
    const prolong = () => inBackground(log, 'leases could not be prolonged', beat())
    timers.push(setInterval(look, tickMs), setInterval(prolong, BEAT_MS))
    look()
  }

  async function states(): Promise<QueueState[]> {
    const atWork = await leases.atWork()
    return Promise.all(
      started.map(async ({ name, backlog }) => ({
        name,
        ...(await backlog()),
        ...(atWork.get(name) ?? { running: 0, runningSince: null }),
      })),
    )
  }

  async function stop(): Promise<void> {
    stopping.abort()
    for (const timer of timers) clearInterval(timer)
    await stopListening().catch(() => undefined)
    const settled = Promise.allSettled(drains().map(({ done }) => done))
    const grace = new AbortController()
    await Promise.race([
      settled,
      pause(STOP_GRACE_MS, undefined, { signal: grace.signal }).catch(() => undefined),
    ])
    grace.abort()
  }

  return { wake, start, states, stop }
}
