import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

export interface Duration {
  years?: number
  months?: number
  days?: number
  hours?: number
}

/**
 * The retention of a table's rows. `for`: a duration, after which `old` finds them, and `emptied`
 * blanks columns in place of deleting the row; `with`: as long as the row they belong to, whose
 * deletion removes them; `forEver`, with the reason. Every table has an entry in `keepFor` of its
 * tables.ts (rule 25, and the statements of the privacy page).
 */
export type Keep =
  | { for: Duration; old: (before: Date) => SQL | undefined; emptied?: Record<string, SQL> }
  | { with: PgTable }
  | { forEver: string }

/** A table of which some rows are kept for a shorter time than others has two entries. */
export type KeepFor = readonly (readonly [PgTable, Keep])[]

/**
 * Returns the time before which rows are old. Counts calendar years and months, so that a leap day
 * removes nothing a day early.
 */
export function ago(now: Date, { years = 0, months = 0, days = 0, hours = 0 }: Duration): Date {
  const then = new Date(now.getTime() - (days * 24 + hours) * 3_600_000)
  if (years > 0) then.setUTCFullYear(then.getUTCFullYear() - years)
  if (months > 0) then.setUTCMonth(then.getUTCMonth() - months)
  return then
}
