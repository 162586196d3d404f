import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '../database/database.ts'

/**
 * The time after which a lease that is not extended expires, and another process can take over the
 * lane of a killed process.
 */
const LEASE = sql`interval '10 seconds'`

export interface AtWork {
  running: number
  runningSince: Date | null
}

/**
 * The leases of the queue's lanes as rows, timed by the database's clock. A lease lasts for a fixed
 * time from when it was taken or last extended. A lease taken in the future dates from before the
 * clock was set back: the process that finds such a lease moves it to now, so that the lease ends
 * late by its own length, and never early.
 */
export interface QueueLeases {
  /** Takes at most `room` of the given lanes, in the given order, and returns those taken. */
  take(queue: string, lanes: readonly string[], room: number): Promise<string[]>
  /**
   * Extends the leases.
   * @returns the lanes that this process still holds
   */
  prolong(held: readonly HeldLane[]): Promise<HeldLane[]>
  giveBack(lane: HeldLane): Promise<void>
  /** Deletes all leases. Call it only when no other process can hold a lease. */
  clear(): Promise<void>
  atWork(): Promise<Map<string, AtWork>>
  /**
   * Returns true if the routine is due, and stores its next time, so that the other processes get
   * false.
   * @param nextAfter returns the routine's next time
   */
  isDue(routine: string, nextAfter: (now: Date) => Date): Promise<boolean>
}

export interface HeldLane {
  queue: string
  lane: string
}

export function queueLeases(db: Db, holder: string): QueueLeases {
  return {
    take: async (queue, lanes, room) => {
      const rows = await rowsOf<{ lane: string; mine: boolean }>(
        db,
        // All processes insert rows in the same order, to avoid deadlocks.
        sql`with free as (
              select a.lane from jsonb_array_elements_text(${JSON.stringify(lanes)}::jsonb) with ordinality as a(lane, n)
                left join queue_lanes h on h.queue = ${queue} and h.lane = a.lane
                  and h.taken_at between clock_timestamp() - ${LEASE} and clock_timestamp()
              where h.lane is null order by a.n limit ${room}
            )
            insert into queue_lanes as l (queue, lane, holder, started_at, taken_at)
            select ${queue}, lane, ${holder}::uuid, clock_timestamp(), clock_timestamp() from free order by lane
            on conflict (queue, lane) do update set taken_at = clock_timestamp(),
              holder = case when l.taken_at > clock_timestamp() then l.holder else excluded.holder end,
              started_at = case when l.taken_at > clock_timestamp() then l.started_at else clock_timestamp() end
            where l.taken_at < clock_timestamp() - ${LEASE} or l.taken_at > clock_timestamp()
            returning lane, holder = ${holder}::uuid as mine`,
      )
      return rows.filter(({ mine }) => mine).map(({ lane }) => lane)
    },
    prolong: (held) =>
      rowsOf<{ queue: string; lane: string }>(
        db,
        sql`update queue_lanes l set taken_at = clock_timestamp()
            from jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as a(queue text, lane text)
            where l.queue = a.queue and l.lane = a.lane and l.holder = ${holder} returning l.queue, l.lane`,
      ),
    giveBack: async ({ queue, lane }) => {
      await db.execute(
        sql`delete from queue_lanes where queue = ${queue} and lane = ${lane} and holder = ${holder}`,
      )
    },
    clear: async () => {
      await db.execute(sql`delete from queue_lanes`)
    },
    atWork: async () => {
      const rows = await rowsOf<{ queue: string; running: number; since: Date | string }>(
        db,
        sql`select queue, count(*)::int as running, min(started_at) as since from queue_lanes group by queue`,
      )
      return new Map(
        rows.map(({ queue, running, since }) => [
          queue,
          { running, runningSince: new Date(since) },
        ]),
      )
    },
    isDue: async (routine, nextAfter) => {
      const [row] = await rowsOf<{ now: Date | string; next: Date | string | null }>(
        db,
        sql`select now() as now, (select next_at from queue_routines where name = ${routine}) as next`,
      )
      if (!row) return false
      const now = new Date(row.now)
      const next = nextAfter(now)
      const stored = row.next === null ? null : new Date(row.next)
      // A stored time later than the next one dates from before the clock was set back.
      if (stored !== null && stored > now && stored <= next) return false
      const moved = await rowsOf(
        db,
        sql`insert into queue_routines as r (name, next_at) values (${routine}, ${next.toISOString()}::timestamptz)
            on conflict (name) do update set next_at = excluded.next_at where r.next_at <> excluded.next_at
            returning name`,
      )
      return moved.length > 0 && stored !== null && stored <= now
    },
  }
}
