import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '../database/database.ts'
import { together } from '../database/together.ts'

/**
 * The vendor limiter's leases as database rows, timed by the database's clock. Two hundred lanes
 * take and return eight hundred leases a second, so the leases of one process are combined into few
 * SQL statements. A process has at most one request for a lane at a time.
 *
 * The database's clock can be set back. Stored times are then in the future, and no request could
 * start before the clock has caught up. This is detected by `taken_at`, the one stored time that is
 * never in the future while the clock only goes forward. The process that finds `taken_at` in the
 * future moves it to now, together with the times computed from it: the lease then lasts its full
 * length once more, and so does the pause before the next request.
 *
 * Why two requests still never run concurrently: a lease of length L is free when the clock has
 * passed `taken_at` + L. Whether the clock goes forward or is set back, this takes at least L of
 * real time from the moment `taken_at` was written, by the lease or by the later process that moved
 * it. A lease therefore never ends early. It ends late by at most its own length after the clock
 * change was detected (a change shorter than the elapsed part of the lease is not detected, and
 * delays the end by the length of the change).
 */
export interface LaneLeases {
  take(request: LeaseRequest): Promise<Lease>
  giveBack(lease: HeldLease): Promise<void>
  /**
   * Extends a lease to last `leaseMs` from now, even if the lease had expired. Returns false if
   * another holder has taken the lane since.
   */
  prolong(lease: Pick<HeldLease, 'lane' | 'holder' | 'fence'>, leaseMs: number): Promise<boolean>
  /**
   * Records that a user at a screen is waiting for the lane; for `forMs` milliseconds, background
   * work lets that user go first.
   */
  sayThatSomebodyWaits(lane: string, forMs: number): Promise<void>
  /** Returns the milliseconds since the lane's last request started; 0 while a request runs. */
  idleForMs(lane: string): Promise<number>
  /**
   * Checks the fence number just before the request is sent, because a process that was suspended
   * may have lost its lease and must not send.
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

/** A rate limit: at most `starts` requests in any period of `windowMs`. */
export interface Allowance {
  starts: number
  windowMs: number
}

/**
 * A period longer than any priority given to a user at a screen; a longer priority was stored
 * before the clock was set back.
 */
const LONGEST_COURTESY = sql`interval '1 minute'`

export type Lease = { fence: number } | { fence: null; held: boolean; startsInMs: number }

export interface HeldLease {
  lane: string
  holder: string
  fence: number
  /** True for a user at a screen, whose priority ends together with the lease. */
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
 * Takes the free lanes among the requests. Rows locked by another process are skipped instead of
 * waited for, so two such statements cannot block each other. The start times of the last requests
 * are stored: the next request may start one window after the oldest of them, or immediately if
 * fewer requests than the limit are stored.
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
  // After a lane was just taken, its new holder still sees the old row here.
  const ahead = rows.filter((row) => row.fence === null && row.set_back).map((row) => row.lane)
  if (ahead.length > 0) await reckonFromNow(db, ahead)
  return requests.map(({ lane }) => leaseOf(of.get(lane)))
}

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
