import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

export interface Duration {
  years?: number
  months?: number
  days?: number
  hours?: number
}

/**
 * How long the rows of a table are kept: for a duration, after which `old` finds them, and `emptied`
 * takes something out of them in place of deleting them; as long as the row they belong to, which
 * takes them with it; or for ever, with the reason. Every table says one of these in `keepFor` of its
 * tables.ts (rule 25, and what the privacy page states).
 */
export type Keep =
  | { for: Duration; old: (before: Date) => SQL | undefined; emptied?: Record<string, SQL> }
  | { with: PgTable }
  | { forEver: string }

/** A table of which some rows are kept for less long than the others stands here twice. */
export type KeepFor = readonly (readonly [PgTable, Keep])[]

/**
 * What is older than this goes. Calendar years and months, so that a leap day takes nothing a day
 * early.
 */
export function ago(now: Date, { years = 0, months = 0, days = 0, hours = 0 }: Duration): Date {
  const then = new Date(now.getTime() - (days * 24 + hours) * 3_600_000)
  if (years > 0) then.setUTCFullYear(then.getUTCFullYear() - years)
  if (months > 0) then.setUTCMonth(then.getUTCMonth() - months)
  return then
}
