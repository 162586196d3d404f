import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '../database/database.ts'
import { together } from '../database/together.ts'

/**
 * The leases of the vendor limiter as rows, timed by the database's own clock. Two hundred lanes
 * take and return eight hundred leases a second between them, so those of one process go to the
 * database together. A process asks for a lane once at a time.
 *
 * That clock may be set back. Stored times then lie ahead by as much, and nothing could start
 * before the clock has caught up. It shows by `taken_at`, the one stored time that can never lie
 * ahead of a clock that only goes forward. The process that finds it ahead moves it to now, along
 * with the times computed from it: the lease lasts its full length once more, and so does the pause
 * before the next start.
 *
 * Why two requests still never run concurrently: a lease of length L is free when the clock has
 * passed `taken_at` + L. A clock that goes on or is set back takes at least L of real time for
 * that, counted from when `taken_at` was written, by the lease or by the later process that moved
 * it. So a lease never ends early. It ends late by at most its own length after the step was
 * detected (a step shorter than the elapsed part of the lease is not detected, and delays it by as
 * much).
 */
export interface LaneLeases {
  take(request: LeaseRequest): Promise<Lease>
  giveBack(lease: HeldLease): Promise<void>
  /**
   * Makes the lease last this long from now on, even if it had expired. Returns false when another
   * holder has taken the lane since.
   */
  prolong(lease: Pick<HeldLease, 'lane' | 'holder' | 'fence'>, leaseMs: number): Promise<boolean>
  /**
   * Notes that a user at a screen waits for the lane: background work lets them go first for this
   * long.
   */
  sayThatSomebodyWaits(lane: string, forMs: number): Promise<void>
  /** Returns the milliseconds since the last start; 0 while a request runs. */
  idleForMs(lane: string): Promise<number>
  /**
   * Checks the fence just before the request leaves: a process that was stopped and woken must not
   * send.
   */
  stillMine(lease: Pick<HeldLease, 'lane' | 'holder' | 'fence'>): Promise<boolean>
}

export interface LeaseRequest {
  lane: string
  holder: string
  leaseMs: number
  pace: Allowance
  interactive: boolean
}

/** A pace: at most so many starts in any period of that length. */
export interface Allowance {
  starts: number
  windowMs: number
}

/**
 * Longer than any priority given to a user at a screen: one that seems to last longer dates from
 * before the clock was set back.
 */
const LONGEST_COURTESY = sql`interval '1 minute'`

/** The lease, or how long to wait for it. */
export type Lease = { fence: number } | { fence: null; held: boolean; startsInMs: number }

export interface HeldLease {
  lane: string
  holder: string
  fence: number
  /** True for a user at a screen, whose priority ends with the lease. */
  interactive: boolean
}

export function laneLeases(db: Db): LaneLeases {
  return {
    take: together((requests) => take(db, requests)),
    giveBack: together((leases) => giveBack(db, leases)),
    ...single(db),
  }
}

interface Taken {
  lane: string
  fence: string | number | null
  known: boolean
  held: boolean | null
  starts_in_ms: number | null
  set_back: boolean | null
}

/**
 * Takes the free lanes among the requests. Rows locked by another process are skipped rather than
 * waited for, so two such statements cannot block each other. The last starts are stored: the next
 * may follow one window after the oldest of them, or at once while there are fewer than fit in one.
 */
async function take(db: Db, requests: readonly LeaseRequest[]): Promise<Lease[]> {
  const rows = await rowsOf<Taken>(
    db,
    sql`with asked as (
          select * from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb)
            as a(lane text, holder uuid, "leaseMs" float8, pace jsonb, interactive boolean)
        ), free as (
          select l.lane, l.recent_starts || clock_timestamp() as starts,
            cardinality(l.recent_starts) + 2 - (a.pace->>'starts')::int as oldest from vendor_lanes l join asked a on a.lane = l.lane
          where (l.holder is null or l.lease_until < clock_timestamp())
            and (l.next_start_at is null or l.next_start_at <= clock_timestamp())
            and (a.interactive or l.interactive_waiting is null or l.interactive_waiting < clock_timestamp()
              or l.interactive_waiting > clock_timestamp() + ${LONGEST_COURTESY})
          for update of l skip locked
        ), got as (
          update vendor_lanes l set holder = a.holder, fence = l.fence + 1, taken_at = clock_timestamp(),
            lease_until = clock_timestamp() + a."leaseMs" * interval '1 millisecond',
            recent_starts = f.starts[greatest(f.oldest, 1):],
            next_start_at = f.starts[f.oldest] + (a.pace->>'windowMs')::float8 * interval '1 millisecond'
          from asked a join free f on f.lane = a.lane where l.lane = a.lane returning l.lane, l.fence
        )
        select a.lane, got.fence, l.lane is not null as known, (l.holder is not null and l.lease_until > clock_timestamp()) as held,
          (extract(epoch from l.next_start_at - clock_timestamp()) * 1000)::float8 as starts_in_ms,
          l.taken_at > clock_timestamp() as set_back
        from asked a left join got on got.lane = a.lane left join vendor_lanes l on l.lane = a.lane`,
  )
  const of = new Map(rows.map((row) => [row.lane, row]))
  const unknown = rows.filter((row) => !row.known).map((row) => row.lane)
  if (unknown.length > 0) {
    await db.execute(
      sql`insert into vendor_lanes (lane) select jsonb_array_elements_text(${JSON.stringify(unknown)}::jsonb) on conflict do nothing`,
    )
  }
  // A holder that has just taken a lane sees the row as it was before.
  const ahead = rows.filter((row) => row.fence === null && row.set_back).map((row) => row.lane)
  if (ahead.length > 0) await reckonFromNow(db, ahead)
  return requests.map(({ lane }) => leaseOf(of.get(lane)))
}

/** Moves the times computed from `taken_at` to now, after the clock was set back. */
async function reckonFromNow(db: Db, lanes: readonly string[]): Promise<void> {
  await db.execute(
    sql`update vendor_lanes l set taken_at = clock.now, lease_until = clock.now + (l.lease_until - l.taken_at),
          next_start_at = clock.now + (l.next_start_at - l.taken_at),
          recent_starts = array(select clock.now + (s.at - l.taken_at) from unnest(l.recent_starts) with ordinality s(at, n) order by s.n)
        from (select clock_timestamp() as now) clock
        where l.lane in (select jsonb_array_elements_text(${JSON.stringify(lanes)}::jsonb)) and l.taken_at > clock.now`,
  )
}

function leaseOf(row: Taken | undefined): Lease {
  if (row && row.fence !== null) return { fence: Number(row.fence) }
  if (row?.set_back) return { fence: null, held: true, startsInMs: 0 }
  return { fence: null, held: row?.held === true, startsInMs: Math.max(0, row?.starts_in_ms ?? 0) }
}

async function giveBack(db: Db, leases: readonly HeldLease[]): Promise<undefined[]> {
  await db.execute(
    sql`update vendor_lanes l set holder = null, lease_until = null,
          interactive_waiting = case when mine.interactive then null else l.interactive_waiting end
        from jsonb_to_recordset(${JSON.stringify(leases)}::jsonb) as mine(lane text, holder uuid, fence bigint, interactive boolean)
        where l.lane = mine.lane and l.holder = mine.holder and l.fence = mine.fence`,
  )
  return leases.map(() => undefined)
}

function single(
  db: Db,
): Pick<LaneLeases, 'sayThatSomebodyWaits' | 'idleForMs' | 'stillMine' | 'prolong'> {
  return {
    prolong: async ({ lane, holder, fence }, leaseMs) => {
      const rows = await rowsOf(
        db,
        sql`update vendor_lanes set taken_at = clock_timestamp(),
              lease_until = clock_timestamp() + ${leaseMs}::float8 * interval '1 millisecond'
            where lane = ${lane} and holder = ${holder} and fence = ${fence} returning lane`,
      )
      return rows.length > 0
    },
    idleForMs: async (lane) => {
      const [row] = await rowsOf<{ held: boolean; since_ms: number | null }>(
        db,
        sql`select (holder is not null and lease_until > clock_timestamp()) as held,
              (extract(epoch from clock_timestamp() - taken_at) * 1000)::float8 as since_ms from vendor_lanes where lane = ${lane}`,
      )
      if (row?.held) return 0
      return typeof row?.since_ms === 'number'
        ? Math.max(0, row.since_ms)
        : Number.POSITIVE_INFINITY
    },
    sayThatSomebodyWaits: async (lane, forMs) => {
      await db.execute(
        sql`update vendor_lanes set interactive_waiting = clock_timestamp() + (${forMs}::float8 * interval '1 millisecond')
            where lane = ${lane}`,
      )
    },
    stillMine: async ({ lane, holder, fence }) => {
      const [row] = await rowsOf<{ ok: boolean }>(
        db,
        sql`select (holder = ${holder} and fence = ${fence} and lease_until > clock_timestamp()) as ok from vendor_lanes where lane = ${lane}`,
      )
      return row?.ok === true
    },
  }
}
