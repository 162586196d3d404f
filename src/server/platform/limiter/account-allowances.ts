import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '../database/database.ts'
import type { Allowance } from './lane-leases.ts'

/**
 * The requests counted against an account's rate limit, stored as the start times of the last
 * minute by the database's clock. The count is exact over all processes. If the clock is set back,
 * start times in the future count as now.
 */
export interface AccountAllowances {
  /** Records the request and returns null if all `rules` allow it; otherwise the wait in ms. */
  take(account: string, rules: readonly Allowance[]): Promise<number | null>
}

/**
 * Creates the counters.
 * @param all every rule that may be passed to `take`; start times are kept for the longest of the
 * rules' windows
 */
export function accountAllowances(
  db: Db,
  all: Readonly<Record<string, readonly Allowance[]>>,
): AccountAllowances {
  const windows = Object.values(all).flatMap((rules) => rules.map(({ windowMs }) => windowMs))
  const kept = within(Math.max(0, ...windows))
  return {
    take: async (account, rules) => {
      const allowed = rules.map(
        ({ starts, windowMs }) =>
          sql`(select count(*) from unnest(b.recent_starts) s(at) where ${within(windowMs)}) < ${starts}`,
      )
      const [took] = await rowsOf(
        db,
        sql`insert into vendor_buckets as b (bucket, recent_starts) values (${account}, array[clock_timestamp()])
            on conflict (bucket) do update set recent_starts =
              array(select least(s.at, clock_timestamp()) from unnest(b.recent_starts) s(at) where ${kept} order by s.at) || clock_timestamp()
            where ${sql.join([sql`true`, ...allowed], sql` and `)} returning bucket`,
      )
      return took ? null : waitFor(db, account, rules)
    },
  }
}

const within = (windowMs: number) =>
  sql`s.at > clock_timestamp() - ${windowMs}::float8 * interval '1 millisecond'`

async function waitFor(db: Db, account: string, rules: readonly Allowance[]): Promise<number> {
  await db.execute(
    sql`update vendor_buckets set recent_starts =
          array(select least(s.at, clock_timestamp()) from unnest(recent_starts) with ordinality s(at, n) order by s.n)
        where bucket = ${account} and recent_starts[cardinality(recent_starts)] > clock_timestamp()`,
  )
  const waits = rules.map(
    ({ starts, windowMs }) =>
      sql`extract(epoch from recent_starts[cardinality(recent_starts) + 1 - ${starts}::int] - clock_timestamp()) * 1000 + ${windowMs}::float8`,
  )
  const [row] = await rowsOf<{ ms: number | null }>(
    db,
    sql`select greatest(0, ${sql.join(waits, sql`, `)})::float8 as ms from vendor_buckets where bucket = ${account}`,
  )
  return row?.ms ?? 0
}
