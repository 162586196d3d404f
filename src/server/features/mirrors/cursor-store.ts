import { and, eq, inArray, ne, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import type { Among } from '../appointments/due.ts'
import { mirrorCursors, type Mirror } from './tables.ts'

interface MirrorCursor {
  /**
   * The vendor's value from which the next sync continues: ServiceM8's newest edit_date, or the day
   * of the last complete sync with Fiken. "" when nothing has been read.
   */
  cursor: string
  /**
   * The time of the last complete sync. Null if there was none, so that an object missing here
   * might still exist.
   */
  completedAt: Date | null
}

/**
 * Returns how far a mirror has been read.
 * @param scope the slug of the Fiken company or the uuid of the ServiceM8 account
 */
export async function findCursor(
  db: Db,
  companyId: string,
  mirror: Mirror,
  scope: string,
): Promise<MirrorCursor> {
  const [row] = await db
    .select({ cursor: mirrorCursors.cursor, completedAt: mirrorCursors.completedAt })
    .from(mirrorCursors)
    .where(
      and(
        eq(mirrorCursors.companyId, companyId),
        eq(mirrorCursors.mirror, mirror),
        eq(mirrorCursors.scope, scope),
      ),
    )
  return row ?? { cursor: '', completedAt: null }
}

/**
 * Stores how far a mirror has been read. Must be called only after a complete sync, so that rows
 * not seen by an interrupted sync are read again.
 */
export async function saveCursor(
  db: Db,
  companyId: string,
  mirror: Mirror,
  scope: string,
  to: { cursor: string; completedAt: Date },
): Promise<void> {
  await db
    .insert(mirrorCursors)
    .values({ companyId, mirror, scope, ...to })
    .onConflictDoUpdate({
      target: [mirrorCursors.companyId, mirrorCursors.mirror, mirrorCursors.scope],
      set: to,
    })
}

/**
 * Records which Fiken company or ServiceM8 account these mirrors copy. If they copied another
 * company or account before, deletes its cursors and lets `dropRows` delete its rows, so that data
 * from two accounts is never mixed.
 */
export async function followScope(
  db: Db,
  companyId: string,
  mirrors: readonly Mirror[],
  scope: string,
  dropRows: (tx: Db) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const others = await tx
      .delete(mirrorCursors)
      .where(
        and(
          eq(mirrorCursors.companyId, companyId),
          inArray(mirrorCursors.mirror, [...mirrors]),
          ne(mirrorCursors.scope, scope),
        ),
      )
      .returning({ scope: mirrorCursors.scope })
    // The scope is stored before anything is read, so that a change of account during the first
    // full sync is also detected.
    await tx
      .insert(mirrorCursors)
      .values(mirrors.map((mirror) => ({ companyId, mirror, scope })))
      .onConflictDoNothing()
    if (others.length > 0) await dropRows(tx)
  })
}

/**
 * Returns an SQL query for the times when these companies' mirrors are due, for those with at least
 * one active connection. A mirror is due when it has reached its maximum age, and immediately when
 * the company has another ServiceM8 account or Fiken company than the mirror.
 */
export function timesOfRefreshes(
  now: Date,
  among: Among,
  every: {
    /** The maximum age in ms while the integration is on; `off` applies while it is off. */
    on: number
    off: number
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
      join companies co on co.id = l.user_id and co.is_active
      left join configurations f on f.user_id = l.user_id
      left join mirror_cursors r on r.user_id = l.user_id and r.mirror = 'refresh' and r.scope = ''`
}
