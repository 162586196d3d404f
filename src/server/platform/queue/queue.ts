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
 * The name of a queue, created once by the feature that owns the queue, so that a misspelt name
 * does not compile.
 */
export type QueueName = string & { readonly [isQueueName]: true }
export const queueName = (name: string): QueueName => name as QueueName

/**
 * A queue of lanes, each meaning "do the work in lane X". The queue stores no work itself: a
 * feature's rows are the work list. The process that takes a lane's lease drains the lane, one
 * process at a time (queue-leases.ts), and a regular tick asks each queue which lanes have work
 * due. A lane that is woken while it is being drained is drained once more.
 */
export interface LaneQueue {
  name: QueueName
  concurrency: number
  /**
   * Works until the lane is empty, or for a limited time. Stops early, in an orderly way, when the
   * signal aborts.
   */
  drain(lane: string, signal: AbortSignal): Promise<void>
  /** The time after which the signal aborts, so that other lanes get a turn. */
  longestRunMs?: number
  /**
   * Returns the lanes with work due now, the longest-waiting first, or else in rotation.
   * @param limit maximum number of lanes to return; later ticks find the rest
   */
  due(limit: number): Promise<string[]>
  backlog(): Promise<Backlog>
}

export interface QueueState extends Backlog {
  name: string
  running: number
  runningSince: Date | null
}

/** Regular work that at most one process runs at a time. */
export interface Routine {
  name: string
  /** The times at which the routine runs, in Norwegian time. */
  cron: string
  run(signal: AbortSignal): Promise<void>
}

export interface Queue {
  /**
   * Announces that a lane has work. Only a hint: `wake` never throws, and the tick finds the work
   * if the hint is lost.
   */
  wake(queue: QueueName, lane: string): void
  start(lanes: readonly LaneQueue[], routines: readonly Routine[]): Promise<void>
  states(): Promise<QueueState[]>
  /**
   * Stops taking lanes, lets running drains put their work back, and waits for the drains for a
   * limited time.
   */
  stop(): Promise<void>
}

export interface QueueOptions {
  database: Database
  log: Log
  works: boolean
  rests?: () => boolean
  tickMs?: number | undefined
}

const TIME_ZONE = 'Europe/Oslo'
/**
 * The interval in milliseconds at which leases are extended: half a lease, so that one extension
 * can be late.
 */
const BEAT_MS = 5_000
const STOP_GRACE_MS = 15_000
const HAND_BACK_TRIES = 10
const HAND_BACK_PAUSE_MS = 500
const ROUTINES_EVERY_MS = 15_000
/**
 * The number of lanes to request per lane that can be drained at the same time: enough until the
 * next tick, and few enough that ten thousand due lanes do not make a tick expensive.
 */
const LANES_AHEAD = 16
const WORK = 'fakturabro_work'
const LANES_A_NOTE = 100
const ROUTINES = queueName('routines')

interface Drain {
  queue: string
  lane: string
  lost: AbortController
  again: boolean
  done: Promise<void>
}

interface Station {
  queue: Pick<LaneQueue, 'name' | 'concurrency' | 'drain' | 'longestRunMs'>
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
  // The wake-ups by queue, collected so that the other processes get them in one notification.
  const hints = new Map<string, Set<string>>()
  let telling: Promise<void> | undefined

  function wake(queue: QueueName, lane: string): void {
    if (stopping.signal.aborted || want(queue, [lane])) return
    // With the embedded database only this process drains lanes.
    if (works && database.kind === 'embedded') return
    hints.set(queue, (hints.get(queue) ?? new Set()).add(lane))
    telling ??= tell().finally(() => (telling = undefined))
    inBackground(log, 'a wake-up was lost; the tick will make up for it', telling)
  }

  /**
   * Returns true if this process already drains all of the lanes; each is then drained once more.
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
   * Notifies the other processes of lanes with work: a lane's holder drains the lane once more, or
   * a process with room takes the lane.
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
        // If fewer lanes than requested were taken, other processes hold the rest.
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
      // There is room now, so further lanes are drained.
      want(mine.queue, mine.again ? [lane] : [])
    })
  }

  async function drain({ queue }: Station, mine: Drain): Promise<void> {
    const { longestRunMs: longest } = queue
    const turn = longest === undefined ? [] : [AbortSignal.timeout(longest)]
    try {
      await queue.drain(mine.lane, AbortSignal.any([stopping.signal, mine.lost.signal, ...turn]))
    } catch (err) {
      // Work that was interrupted and put back is not an error.
      const level = err instanceof LimiterClosed ? 'info' : 'error'
      log[level](
        { err, what: `${queue.name} ${mine.lane}` },
        'work in the queue failed; it will be looked at again',
      )
    }
    await handBack(mine)
  }

  /** Gives back the lane's lease. If all attempts fail, the lane is free when the lease expires. */
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
   * Extends the leases. A process that hung may have lost lanes to other processes, and then aborts
   * its drains of those lanes.
   */
  async function beat(): Promise<void> {
    const mine = drains()
    if (mine.length === 0) return
    const kept = await leases.prolong(mine.map(({ queue, lane }) => ({ queue, lane })))
    const alive = new Set(kept.map(({ queue, lane }) => JSON.stringify([queue, lane])))
    for (const { queue, lane, lost } of mine)
      if (!alive.has(JSON.stringify([queue, lane]))) lost.abort()
  }

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

  async function lookAt({ name, due, concurrency }: LaneQueue): Promise<void> {
    try {
      const station = stations.get(name)
      // A lane being drained by this process remains due until the drain ends, and needs no
      // wake-up.
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
    // The embedded database has one process, which has locked its folder: all stored leases belong
    // to killed processes and can be deleted.
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
