import { randomUUID } from 'node:crypto'
import { accountAllowances } from './account-allowances.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/database.ts'
import { laneLeases, type Allowance } from './lane-leases.ts'

/**
 * The vendor limiter. Fiken allows one request at a time per user and slows above four a second
 * (its OpenAPI, "Rate limits"), however many of our processes, tabs and jobs want something. So
 * every request, token calls included, first takes a lease on its lane.
 *
 * The lease is a row, timed by the database's own clock so that machines need not agree on the
 * time. A killed holder's lease runs out in full, because its last request may still be on its way;
 * so does the lease of a request that was not waited for to the end. The request's timeout must be
 * shorter than the lease.
 */
export interface VendorLimiter {
  /**
   * Runs one request in the lane's only slot. Interactive callers go before background ones and
   * wait at most `patienceMs`; background callers wait until their signal aborts.
   * @throws LimiterBusy, LimiterClosed
   */
  serialized<T>(lane: string, run: (slot: Slot) => Promise<T>, options?: SlotOptions): Promise<T>
  /** Takes one start of an account's allowance, waiting until there is one. */
  throttled<T>(bucket: string, run: () => Promise<T>, options?: SlotOptions): Promise<T>
}

/** The lane's only slot, while it is held. */
export interface Slot {
  /**
   * Makes the lease last its full length from now on. Returns false when it ran out and another
   * holder has taken the lane.
   */
  prolong(): Promise<boolean>
}

export interface SlotOptions {
  interactive?: boolean
  signal?: AbortSignal
  /**
   * Starts when the lane has been unused for a moment, so as not to come between the requests of
   * other work. Takes a part of an account's allowance, evenly.
   */
  unhurried?: boolean
  /**
   * Makes no pause before the next start: for lanes that only prevent doing a thing twice
   * concurrently.
   */
  unpaced?: boolean
  /**
   * Takes a lease that outlasts a short outage of the database, during which nothing can prolong
   * it: for requests whose outcome must be stored before another process may begin.
   */
  longLease?: boolean
  /**
   * Called once the slot is taken, before anything is sent; throws when the request must no longer
   * be made.
   */
  guard?: () => Promise<void>
  /**
   * Called when the request has ended; true when its answer was not waited for, and the lease is
   * left to run out.
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
/** Thrown before anything was sent. Its `cause`, if any, is the error shown to the user. */
export class LimiterClosed extends Error {
  override name = 'LimiterClosed'
}

export interface LimiterSettings {
  /** Longer than any request's timeout. */
  leaseMs: number
  lane: Allowance
  patienceMs: number
  /** ServiceM8's allowance for one account, and the part of it open to each kind of caller. */
  account: Record<Urgency, readonly Allowance[]>
}

/** A user at a screen, work with a waiting user, and work that can wait. */
export type Urgency = 'interactive' | 'work' | 'unhurried'

const MINUTE_MS = 60_000

export const LIMITER_DEFAULTS: LimiterSettings = {
  leaseMs: 40_000,
  // Four a second. Fiken counts arrivals, so a start that arrived late must not be followed early.
  lane: { starts: 4, windowMs: 1_050 },
  patienceMs: 10_000,
  // 180 a minute for each account (ServiceM8's OpenAPI), possibly all at once. The part that work
  // leaves is for users at a screen; work that can wait leaves a third of the minute to the jobs
  // completed meanwhile, and is spread so that it never stands still for long.
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
 * A long lease is this many ordinary ones: a little over three minutes. A process killed during it
 * blocks the lane for as long.
 */
const LONG_LEASE = 5
/** The time for which an interactive caller has priority after its last attempt. */
const INTERACTIVE_HOLD_MS = 1_000
/**
 * A caller that can wait does so until the lane has been unused for longer than the pace makes work
 * wait, but not forever.
 */
const QUIET_WINDOWS = 1.5
const UNHURRIED_PATIENCE_MS = 60_000
/** Another process may have taken the start that was waited for, and a clock may be set back. */
const LOOK_AGAIN_MS = 1_000
const UNPACED: Allowance = { starts: 1, windowMs: 0 }

/** @param waited receives how long each request waited, in seconds, and for which vendor */
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
    // Callers of one process line up in memory, so that the row has one contender per process.
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

/** The vendor of a lane, whose name begins with it: "fiken:…", "fiken-connecting:…". */
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
     * Resolves when it is the caller's turn, with the function that ends the turn. `patienceMs`
     * marks an interactive caller.
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
