import { randomUUID } from 'node:crypto'
import { accountAllowances } from './account-allowances.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/database.ts'
import { laneLeases, type Allowance } from './lane-leases.ts'

/**
 * The vendor limiter. Fiken allows one request at a time per user and slows down above four a
 * second (its OpenAPI, "Rate limits"), across all our processes, tabs and jobs. Every request,
 * including token requests, therefore first takes a lease on its lane.
 *
 * A lease is a database row, timed by the database's clock so that machines need not agree on the
 * time. If its holder is killed, a lease runs out in full, because the last request can still be on
 * its way; the same holds for a request that was given up before its response. A request's timeout
 * must be shorter than the lease.
 */
export interface VendorLimiter {
  /**
   * Runs one request in the lane, which allows only one at a time. Interactive requests go before
   * background requests and wait at most `patienceMs`; background requests wait until their signal
   * aborts.
   * @throws LimiterBusy, LimiterClosed
   */
  serialized<T>(lane: string, run: (slot: Slot) => Promise<T>, options?: SlotOptions): Promise<T>
  /** Runs one request when the account's rate limit allows it, waiting if necessary. */
  throttled<T>(bucket: string, run: () => Promise<T>, options?: SlotOptions): Promise<T>
}

export interface Slot {
  /**
   * Extends the lease to its full length from now. Returns false if the lease ran out and another
   * holder has taken the lane.
   */
  prolong(): Promise<boolean>
}

export interface SlotOptions {
  interactive?: boolean
  signal?: AbortSignal
  /**
   * True for work that waits until the lane has been unused for a moment, so that it does not come
   * between other work's requests. It uses only a part of the account's rate limit, spread evenly.
   */
  unhurried?: boolean
  /**
   * True to start without a pause between requests, for lanes that only prevent two processes from
   * doing the same work at the same time.
   */
  unpaced?: boolean
  /**
   * True for a lease that outlasts a short database outage, during which a lease cannot be
   * extended. It is for requests whose result must be stored before another process may start.
   */
  longLease?: boolean
  /**
   * Called when the lease has been taken, before anything is sent; throws if the request must no
   * longer be made.
   */
  guard?: () => Promise<void>
  /**
   * Called when the request has ended. Returns true if the request was given up before its
   * response; the lease is then left to run out.
   */
  gaveUp?: () => boolean
}

export class LimiterBusy extends Error {
  override name = 'LimiterBusy'
  /** The lane or account; its name begins with the vendor's name. */
  readonly lane: string

  constructor(lane: string) {
    super(`no place in time on ${lane}`)
    this.lane = lane
  }
}
/** The error thrown before anything was sent. `cause`, if set, is the error shown to the user. */
export class LimiterClosed extends Error {
  override name = 'LimiterClosed'
}

export interface LimiterSettings {
  leaseMs: number
  lane: Allowance
  patienceMs: number
  account: Record<Urgency, readonly Allowance[]>
}

/**
 * The urgency of a request: with `interactive` a user waits at a screen, with `work` a user waits
 * for the result, and with `unhurried` the work can wait.
 */
export type Urgency = 'interactive' | 'work' | 'unhurried'

const MINUTE_MS = 60_000

export const LIMITER_DEFAULTS: LimiterSettings = {
  leaseMs: 40_000,
  // Fiken allows four requests a second. It counts arrivals, so a request that arrived late must
  // not be followed early.
  lane: { starts: 4, windowMs: 1_050 },
  patienceMs: 10_000,
  // ServiceM8 allows 180 requests a minute per account (its OpenAPI), possibly all at once. Work
  // leaves a part of that to users at a screen. Work that can wait leaves a third of the minute to
  // newly completed jobs, and is spread out so that it never pauses for long.
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
 * The length of a long lease as a multiple of an ordinary lease: a little over three minutes. If a
 * process is killed during a long lease, the lane is blocked for that time.
 */
const LONG_LEASE = 5
const INTERACTIVE_HOLD_MS = 1_000
/**
 * The number of rate-limit windows for which the lane must be unused before unhurried work starts:
 * longer than ordinary work pauses, but no longer than UNHURRIED_PATIENCE_MS.
 */
const QUIET_WINDOWS = 1.5
const UNHURRIED_PATIENCE_MS = 60_000
/**
 * The maximum interval in milliseconds between attempts, because another process may have used the
 * free request, and a clock can be set back.
 */
const LOOK_AGAIN_MS = 1_000
const UNPACED: Allowance = { starts: 1, windowMs: 0 }

/**
 * Creates the vendor limiter.
 * @param waited called with the vendor and the seconds that each request waited
 */
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
    // Requests of one process queue in memory, so that at most one per process competes for the
    // row.
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

const vendorOf = (lane: string) => lane.split(/[:-]/, 1)[0] ?? lane

interface Lineup {
  interactive: (() => void)[]
  background: (() => void)[]
}

function createTurns() {
  const lanes = new Map<string, Lineup>()
  return {
    /**
     * Resolves when it is the request's turn, with the function that ends the turn. A `patienceMs`
     * other than null marks an interactive request.
     * @throws LimiterBusy after `patienceMs`
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
