import { randomUUID } from 'node:crypto'
import { accountAllowances } from './account-allowances.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/database.ts'
import { laneLeases, type Allowance } from './lane-leases.ts'

/**
 * The vendor limiter. Fiken allows one request at a time per user and slows above four a second
 * (its OpenAPI, "Rate limits"), however many of our processes, tabs and jobs want something. So
 * every request, token calls too, takes a lease on its lane first.
 *
 * The lease is a row, timed by the database's own clock so that machines need not agree on the
 * time. A killed holder's lease runs out in full, because its last request may still be on its
 * way; so does that of a request that nobody waited for to the end. The request's timeout must be
 * shorter than the lease.
 */
export interface VendorLimiter {
  /**
   * Runs one request in the lane's only slot. Interactive callers go before background ones and
   * wait at most `patienceMs`, then LimiterBusy is thrown; background callers wait until their
   * signal aborts (LimiterClosed).
   */
  serialized<T>(lane: string, run: (slot: Slot) => Promise<T>, options?: SlotOptions): Promise<T>
  /** Takes one start of an account's allowance, waiting until there is one. */
  throttled<T>(bucket: string, run: () => Promise<T>, options?: SlotOptions): Promise<T>
}

/** The lane's only slot, for as long as it is held. */
export interface Slot {
  /**
   * Lets the lease last its full length once more, from now on. False when it ran out and somebody
   * else has taken the lane.
   */
  prolong(): Promise<boolean>
}

export interface SlotOptions {
  interactive?: boolean
  signal?: AbortSignal
  /**
   * Can wait: goes when nobody else has wanted the lane for a moment, so that it does not come
   * between the requests of a piece of work. Of an account's allowance it takes a part, evenly.
   */
  unhurried?: boolean
  /**
   * No pause before the next start: for lanes that only guard against doing a thing twice
   * concurrently.
   */
  unpaced?: boolean
  /**
   * A lease that outlasts a short outage of the database, during which nothing can prolong it:
   * for what another process must not begin before the end of it is written down.
   */
  longLease?: boolean
  /**
   * Asked when the slot is there, before anything is sent; throws when the request must no longer
   * be made.
   */
  guard?: () => Promise<void>
  /**
   * Asked when the request has ended: did we stop waiting for its answer? Then the lease is left to
   * run out.
   */
  gaveUp?: () => boolean
}

export class LimiterBusy extends Error {
  override name = 'LimiterBusy'
  /** The lane or bucket that had no place in time; its name begins with the vendor's. */
  readonly lane: string

  constructor(lane: string) {
    super(`no place in time on ${lane}`)
    this.lane = lane
  }
}
/** Nothing was sent. Its `cause`, where it has one, is what a person is told. */
export class LimiterClosed extends Error {
  override name = 'LimiterClosed'
}

export interface LimiterSettings {
  /** Longer than any request's timeout. */
  leaseMs: number
  /** Fiken's pace. */
  lane: Allowance
  /** How long somebody at a screen waits. */
  patienceMs: number
  /** ServiceM8's allowance for one account, and what of it each kind of caller may take. */
  account: Record<Urgency, readonly Allowance[]>
}

/** Somebody at a screen, work that somebody waits for, and what can wait. */
export type Urgency = 'interactive' | 'work' | 'unhurried'

const MINUTE_MS = 60_000

export const LIMITER_DEFAULTS: LimiterSettings = {
  leaseMs: 40_000,
  // Four a second. Fiken counts arrivals, so a start that arrived late must not be followed early.
  lane: { starts: 4, windowMs: 1_050 },
  patienceMs: 10_000,
  // 180 a minute for each account (ServiceM8's OpenAPI), which may come all at once. What work leaves
  // is for people; what can wait leaves a third of the minute to the jobs that are completed
  // meanwhile, and is spread so that it never stands still for long.
  account: {
    interactive: [{ starts: 175, windowMs: MINUTE_MS }],
    work: [{ starts: 155, windowMs: MINUTE_MS }],
    unhurried: [
      { starts: 120, windowMs: MINUTE_MS },
      { starts: 20, windowMs: 10_000 },
    ],
  },
}

/**
 * A long lease is so many ordinary ones: a little over three minutes. A process that is killed in
 * it holds the lane up for as long.
 */
const LONG_LEASE = 5
/** How long an interactive caller goes first after it last asked. */
const INTERACTIVE_HOLD_MS = 1_000
/**
 * A caller that can wait, waits until the lane has been unused for longer than the pace makes work
 * wait, but not forever.
 */
const QUIET_WINDOWS = 1.5
const UNHURRIED_PATIENCE_MS = 60_000
/** Another process may have taken the start that was waited for, and a clock may be set back. */
const LOOK_AGAIN_MS = 1_000
const UNPACED: Allowance = { starts: 1, windowMs: 0 }

/** @param waited is told how long each request waited, in seconds, and for whom */
export function createVendorLimiter(
  db: Db,
  clock: Clock,
  settings: LimiterSettings = LIMITER_DEFAULTS,
  waited: (vendor: string, seconds: number) => void = () => undefined,
): VendorLimiter {
  const sayWait = (lane: string, since: number) =>
    waited(vendorOf(lane), (performance.now() - since) / 1_000)
  const turns = createTurns()
  const leases = laneLeases(db)
  const allowances = accountAllowances(db, settings.account)

  const leaseOf = ({ longLease }: SlotOptions) => settings.leaseMs * (longLease ? LONG_LEASE : 1)

  async function acquire(
    lane: string,
    holder: string,
    waitedSince: number,
    options: SlotOptions,
  ): Promise<number> {
    const { patienceMs } = settings
    const leaseMs = leaseOf(options)
    const pace = options.unpaced ? UNPACED : settings.lane
    const interactive = options.interactive ?? false
    for (;;) {
      if (options.signal?.aborted) throw new LimiterClosed('stopped while waiting for the vendor')
      const lease = await leases.take({ lane, holder, leaseMs, pace, interactive })
      if (lease.fence !== null) return lease.fence
      if (interactive) {
        if (performance.now() - waitedSince > patienceMs) throw new LimiterBusy(lane)
        await leases.sayThatSomebodyWaits(lane, INTERACTIVE_HOLD_MS)
      }
      await clock.sleep(Math.max(lease.held ? 20 : 2, Math.ceil(lease.startsInMs)), options.signal)
    }
  }

  async function untilQuiet(lane: string, signal?: AbortSignal): Promise<void> {
    const quietMs = QUIET_WINDOWS * settings.lane.windowMs
    const until = performance.now() + UNHURRIED_PATIENCE_MS
    while (performance.now() < until) {
      const restMs = quietMs - (await leases.idleForMs(lane))
      if (restMs <= 0) return
      if (signal?.aborted) throw new LimiterClosed('stopped while waiting for the vendor')
      await clock.sleep(Math.ceil(restMs), signal)
    }
  }

  async function serialized<T>(
    lane: string,
    run: (slot: Slot) => Promise<T>,
    options: SlotOptions = {},
  ): Promise<T> {
    // Within a process callers line up in memory, so that the row has one contender per process.
    if (options.unhurried) await untilQuiet(lane, options.signal)
    const waitedSince = performance.now()
    const done = await turns.take(lane, options.interactive ? settings.patienceMs : null)
    const holder = randomUUID()
    try {
      for (;;) {
        const asked = performance.now()
        const fence = await acquire(lane, holder, waitedSince, options)
        const lease = { lane, holder, fence, interactive: options.interactive ?? false }
        try {
          await options.guard?.()
          const slow = performance.now() - asked > settings.leaseMs / 8
          if (slow && !(await leases.stillMine({ lane, holder, fence }))) continue
          sayWait(lane, waitedSince)
          return await run({ prolong: () => leases.prolong(lease, leaseOf(options)) })
        } finally {
          if (!options.gaveUp?.()) await leases.giveBack(lease).catch(() => undefined)
          else if (options.longLease)
            await leases.prolong(lease, settings.leaseMs).catch(() => undefined)
        }
      }
    } finally {
      done()
    }
  }

  async function throttled<T>(
    bucket: string,
    run: () => Promise<T>,
    options: SlotOptions = {},
  ): Promise<T> {
    const waitedSince = performance.now()
    const urgency = urgencyOf(options)
    for (;;) {
      if (options.signal?.aborted) throw new LimiterClosed('stopped while waiting for the vendor')
      const waitMs = await allowances.take(bucket, settings.account[urgency])
      if (waitMs === null) {
        sayWait(bucket, waitedSince)
        return run()
      }
      if (options.interactive && performance.now() - waitedSince > settings.patienceMs)
        throw new LimiterBusy(bucket)
      await clock.sleep(Math.min(Math.ceil(waitMs), LOOK_AGAIN_MS), options.signal)
    }
  }

  return { serialized, throttled }
}

const urgencyOf = ({ interactive, unhurried }: SlotOptions): Urgency =>
  interactive ? 'interactive' : unhurried ? 'unhurried' : 'work'

/** A lane's name begins with its vendor's: "fiken:…", "fiken-connecting:…". */
const vendorOf = (lane: string) => lane.split(/[:-]/, 1)[0] ?? lane

interface Lineup {
  interactive: (() => void)[]
  background: (() => void)[]
}

/** Lines up callers of one process: interactive ones first, otherwise in order. */
function createTurns() {
  const lanes = new Map<string, Lineup>()
  return {
    /**
     * Resolves when it is the caller's turn, with what ends the turn. `patienceMs` marks an
     * interactive caller; past it LimiterBusy is thrown.
     */
    async take(lane: string, patienceMs: number | null): Promise<() => void> {
      const lineup = lanes.get(lane)
      if (lineup)
        await waitIn(patienceMs === null ? lineup.background : lineup.interactive, patienceMs, lane)
      else lanes.set(lane, { interactive: [], background: [] })
      return () => {
        const mine = lanes.get(lane)
        const next = mine?.interactive.shift() ?? mine?.background.shift()
        if (next) next()
        else lanes.delete(lane)
      }
    },
  }
}

function waitIn(line: (() => void)[], patienceMs: number | null, lane: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const mine = () => {
      clearTimeout(timer)
      resolve()
    }
    const giveUp = () => {
      const place = line.indexOf(mine)
      if (place < 0) return
      line.splice(place, 1)
      reject(new LimiterBusy(lane))
    }
    const timer = patienceMs === null ? undefined : setTimeout(giveUp, patienceMs)
    line.push(mine)
  })
}
