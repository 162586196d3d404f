import { sql } from 'drizzle-orm'
import { backlogOf, type Backlog } from '../../platform/backlog.ts'
import { rowsOf, type Db } from '../../platform/database/database.ts'

/**
 * Users with at least one living connection whose mirrors are old, or follow another account or
 * company than they now should.
 */
export async function findUsersDue(
  db: Db,
  due: {
    refreshedBefore: Date
    /** The same for users whose integration is off. */
    whenOff: Date
    /** Over how many seconds the users' turns are spread. */
    spreadSeconds: number
  },
): Promise<string[]> {
  const { refreshedBefore, whenOff, spreadSeconds } = due
  const rows = await rowsOf<{ user_id: string }>(
    db,
    sql`with living as (
          select user_id, max(account) filter (where vendor = 'servicem8') as account, bool_or(vendor = 'fiken') as fiken
          from connections where status = 'connected' group by user_id
        )
        select l.user_id
        from living l
          join users u on u.id = l.user_id and u.is_active
          left join configurations f on f.user_id = l.user_id
          left join mirror_cursors r on r.user_id = l.user_id and r.mirror = 'refresh' and r.scope = ''
        where r.completed_at is null
          or r.cursor <> coalesce(l.account, '') || '|' ||
            case when l.fiken and not coalesce(f.requires_company_selection, false) then coalesce(f.fiken_company_slug, '') else '' end
          or r.completed_at + (abs(hashtext(l.user_id::text)) % ${spreadSeconds}) * interval '1 second' <
            case when f.is_active then ${refreshedBefore.toISOString()}::timestamptz else ${whenOff.toISOString()}::timestamptz end
        order by r.completed_at nulls first
        limit 20`,
  )
  return rows.map((row) => row.user_id)
}

/**
 * A row is a user whose mirrors are kept fresh.
 *
 * @param every how old they may become in milliseconds, while the integration is on and while it is
 *   off
 */
export function backlogOfMirrors(
  db: Db,
  now: Date,
  every: { on: number; off: number },
): Promise<Backlog> {
  const after = (ms: number) => sql`${ms}::float8 * interval '1 millisecond'`
  return backlogOf(
    db,
    now,
    sql`select coalesce(
            r.completed_at + case when f.is_active then ${after(every.on)} else ${after(every.off)} end,
            l.since
          ) as since
        from (select user_id, max(updated_at) as since from connections where status = 'connected' group by user_id) l
          join users u on u.id = l.user_id and u.is_active
          left join configurations f on f.user_id = l.user_id
          left join mirror_cursors r on r.user_id = l.user_id and r.mirror = 'refresh' and r.scope = ''`,
  )
}
