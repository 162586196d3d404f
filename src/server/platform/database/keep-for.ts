import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

export interface Duration {
  years?: number
  months?: number
  days?: number
  hours?: number
}

/**
 * The retention of a table's rows. With `for`, `old` selects the rows to delete after this
 * duration; with `emptied`, the given columns are blanked instead. With `with`, the rows are
 * deleted together with the row they belong to. With `forEver`, the rows are kept for the given
 * reason. Every table needs an entry in `keepFor` of the tables.ts that defines it (rule 25, and
 * the statements of the privacy page).
 */
export type Keep =
  | { for: Duration; old: (before: Date) => SQL | undefined; emptied?: Record<string, SQL> }
  | { with: PgTable }
  | { forEver: string }

/**
 * The retention rules of a feature's tables. A table has two entries if some of its rows are kept
 * for a shorter time.
 */
export type KeepFor = readonly (readonly [PgTable, Keep])[]

/**
 * Returns the time that lies this duration before `now`. Years and months are calendar years and
 * months, so that a leap day deletes nothing a day early.
 */
export function ago(now: Date, { years = 0, months = 0, days = 0, hours = 0 }: Duration): Date {
  const then = new Date(now.getTime() - (days * 24 + hours) * 3_600_000)
  if (years > 0) then.setUTCFullYear(then.getUTCFullYear() - years)
  if (months > 0) then.setUTCMonth(then.getUTCMonth() - months)
  return then
}
