import { and, eq, inArray, ne, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import type { Among } from '../appointments/due.ts'
import { mirrorCursors, type Mirror } from './tables.ts'

interface MirrorCursor {
  /**
   * The vendor's own text to ask from: ServiceM8's newest edit_date, or the day of the last
   * complete sync with Fiken. "" when nothing has been read.
   */
  cursor: string
  /** The last complete reading; null when never, and then a missing object may exist. */
  completedAt: Date | null
}

/**
 * Returns how far a mirror has been read.
 *
 * @param scope Fiken company slug or ServiceM8 account uuid
 */
export async function findCursor(
  db: Db,
  userId: string,
  mirror: Mirror,
  scope: string,
): Promise<MirrorCursor> {
  const [row] = await db
    .select({ cursor: mirrorCursors.cursor, completedAt: mirrorCursors.completedAt })
    .from(mirrorCursors)
    .where(
      and(
        eq(mirrorCursors.userId, userId),
        eq(mirrorCursors.mirror, mirror),
        eq(mirrorCursors.scope, scope),
      ),
    )
  return row ?? { cursor: '', completedAt: null }
}

/**
 * Stores how far a mirror has been read. To be called only after a complete sync: what an
 * interrupted one has not seen must be asked for again.
 */
export async function saveCursor(
  db: Db,
  userId: string,
  mirror: Mirror,
  scope: string,
  to: { cursor: string; completedAt: Date },
): Promise<void> {
  await db
    .insert(mirrorCursors)
    .values({ userId, mirror, scope, ...to })
    .onConflictDoUpdate({
      target: [mirrorCursors.userId, mirrorCursors.mirror, mirrorCursors.scope],
      set: to,
    })
}

/**
 * Records that these mirrors now follow this scope. If they followed another one (another ServiceM8
 * account was connected), its cursors are deleted and `dropRows` drops its rows, so that two
 * accounts are never mixed in one list.
 */
export async function followScope(
  db: Db,
  userId: string,
  mirrors: readonly Mirror[],
  scope: string,
  dropRows: (tx: Db) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const others = await tx
      .delete(mirrorCursors)
      .where(
        and(
          eq(mirrorCursors.userId, userId),
          inArray(mirrorCursors.mirror, [...mirrors]),
          ne(mirrorCursors.scope, scope),
        ),
      )
      .returning({ scope: mirrorCursors.scope })
    // Written before anything is read, so that leaving an account during its first full sync is
    // noticed too.
    await tx
      .insert(mirrorCursors)
      .values(mirrors.map((mirror) => ({ userId, mirror, scope })))
      .onConflictDoNothing()
    if (others.length > 0) await dropRows(tx)
  })
}

/**
 * Returns a query of the times from which these users' mirrors are due, for users with at least one
 * living connection: when the mirrors have become old, and immediately when the user's account or
 * company is another than the one they follow.
 */
export function timesOfRefreshes(
  now: Date,
  among: Among,
  every: {
    /** The maximum age in ms while the integration is on, and while it is off. */
    on: number
    off: number
    /** The span in seconds that the users' turns are spread over. */
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
