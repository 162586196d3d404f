import { sql, type SQL } from 'drizzle-orm'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import type { Work } from './tables.ts'

export interface Kept {
  companyId: string
  changes: number
}

/**
 * Returns users whose appointment time has passed, earliest first, and postpones their appointments
 * by `againMs`. Skips rows that another transaction has locked.
 * @param longestMs an appointment further ahead was made before the clock was set back, and is
 * treated as due
 */
export async function keepAppointments(
  db: Db,
  work: Work,
  now: Date,
  { limit, againMs, longestMs }: { limit: number; againMs: number; longestMs: number },
): Promise<Kept[]> {
  const after = (ms: number) => sql`${new Date(now.getTime() + ms).toISOString()}::timestamptz`
  const rows = await rowsOf<{ user_id: string; changes: string | number }>(
    db,
    sql`with come as (
          select user_id, work from appointments
          where work = ${work} and (look_at <= ${now.toISOString()}::timestamptz or look_at > ${after(longestMs)})
          order by look_at limit ${limit} for update skip locked
        )
        update appointments a set look_at = ${after(againMs)}
        from come where a.user_id = come.user_id and a.work = come.work
        returning a.user_id, a.changes`,
  )
  return rows.map(({ user_id: companyId, changes }) => ({ companyId, changes: Number(changes) }))
}

/** Stores each user's next appointment, unless the user's data has changed since it was read. */
export async function makeAppointments(
  db: Db,
  work: Work,
  next: readonly (Kept & { lookAt: Date })[],
): Promise<void> {
  await db.execute(
    sql`update appointments a set look_at = n."lookAt"
        from jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as n("companyId" uuid, changes bigint, "lookAt" timestamptz)
        where a.user_id = n."companyId" and a.work = ${work} and a.changes = n.changes`,
  )
}

/** Builds an SQL condition that limits a column of user ids to the wanted users. */
export type Among = (column: SQL) => SQL

export const everybody: Among = () => sql`true`

export const those =
  (companyIds: readonly string[]): Among =>
  (column) =>
    sql`${column} in (select id::uuid from jsonb_array_elements_text(${JSON.stringify(companyIds)}::jsonb) as asked(id))`

export async function readTimes(db: Db, times: SQL): Promise<{ companyId: string; since: Date }[]> {
  const rows = await rowsOf<{ user_id: string; since: Date | string | null }>(
    db,
    sql`select user_id, since from (${times}) times where since is not null order by since, user_id`,
  )
  return rows.map(({ user_id: companyId, since }) => ({ companyId, since: new Date(since ?? 0) }))
}
