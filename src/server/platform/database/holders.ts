import { sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { rowsOf, type Db } from './database.ts'

/** A table of work to do, with the columns `user_id` and `next_attempt_at` (null means now). */
export interface WorkRows {
  table: PgTable
  /**
   * The SQL condition for rows that still have to be worked on. The table has an index on (user_id,
   * next_attempt_at nulls first) with this condition.
   */
  condition: SQL
}

const FIRST = '00000000-0000-0000-0000-000000000000'
/**
 * The maximum number of companies examined per call, so that a call stays short when all have rows
 * waiting.
 */
const AT_A_TIME = 5_000

/**
 * Returns a function that finds companies with a due row. Each call steps through the index from
 * one company with rows to the next and reads one entry per company, so the cost depends neither on
 * companies without rows nor on the number of rows per company. The next call begins where the
 * previous call ended.
 */
export function holdersOfDueRows({ table, condition }: WorkRows, atATime = AT_A_TIME) {
  let after = FIRST
  return async (db: Db, now: Date): Promise<string[]> => {
    const nextAfter = (companyId: SQL) => sql`
      select t.user_id, t.next_attempt_at from (select * from ${table} where ${condition}) t
      where t.user_id > ${companyId} order by t.user_id, t.next_attempt_at nulls first limit 1`
    const rows = await rowsOf<{ user_id: string; due: boolean }>(
      db,
      sql`with recursive holders as (
            (select first.*, 1 as n from (${nextAfter(sql`${after}::uuid`)}) first)
            union all
            select next.*, h.n + 1 from holders h cross join lateral (${nextAfter(sql`h.user_id`)}) next
            where h.n < ${atATime}
          )
          select user_id, (next_attempt_at is null or next_attempt_at <= ${now.toISOString()}::timestamptz) as due
          from holders`,
    )
    after = rows.length < atATime ? FIRST : (rows.at(-1)?.user_id ?? FIRST)
    return rows.filter((row) => row.due).map((row) => row.user_id)
  }
}
