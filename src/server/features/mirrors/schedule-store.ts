import { sql, type SQL } from 'drizzle-orm'
import type { Among } from '../appointments/due.ts'

/**
 * From when on the mirrors of each of these users are due, as a query: of users with at least one
 * living connection, when they have become old, and immediately when they follow another account or
 * company than they now should.
 */
export function timesOfRefreshes(
  now: Date,
  among: Among,
  every: {
    /** How old they may become, in milliseconds, while the integration is on, and while it is off. */
    on: number
    off: number
    /** Over how many seconds the users' turns are spread. */
    spreadSeconds: number
  },
): SQL {
  const after = (ms: number) => sql`${ms}::float8 * interval '1 millisecond'`
  return sql`select l.user_id,
      case
        when r.completed_at is null or r.cursor <> coalesce(l.account, '') || '|' ||
          case when l.fiken and not coalesce(f.requires_company_selection, false) then coalesce(f.fiken_company_slug, '') else '' end
        then least(l.since, ${now.toISOString()}::timestamptz)
        else r.completed_at + case when f.is_active then ${after(every.on)} else ${after(every.off)} end
          + (abs(hashtext(l.user_id::text)) % ${every.spreadSeconds}) * interval '1 second'
      end as since
    from (
        select c.user_id, max(c.account) filter (where c.vendor = 'servicem8') as account,
          bool_or(c.vendor = 'fiken') as fiken, max(c.updated_at) as since
        from connections c where c.status = 'connected' and ${among(sql`c.user_id`)} group by c.user_id
      ) l
      join users u on u.id = l.user_id and u.is_active
      left join configurations f on f.user_id = l.user_id
      left join mirror_cursors r on r.user_id = l.user_id and r.mirror = 'refresh' and r.scope = ''`
}
