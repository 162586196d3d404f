import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { mirrorCursors, type Mirror } from './tables.ts'

export interface MirrorCursor {
  /**
   * The vendor's own text to ask from: ServiceM8's newest edit_date, or the day of the last
   * complete sync with Fiken. "" = nothing yet.
   */
  cursor: string
  /**
   * When the mirror was last read to its end; null = never, so what is missing from it proves
   * nothing.
   */
  completedAt: Date | null
}

/**
 * How far a mirror has been read.
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
 * To be called only after a complete sync: what an interrupted one has not seen must be asked for
 * again.
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
 * Records that these mirrors now follow this scope. If they followed another one (another
 * ServiceM8 account was connected), its cursors are deleted and `dropRows` drops its rows, so that
 * two accounts are never mixed in one list.
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
    // Written before anything is read, so that an account left in the middle of its first full sync
    // is noticed too.
    await tx
      .insert(mirrorCursors)
      .values(mirrors.map((mirror) => ({ userId, mirror, scope })))
      .onConflictDoNothing()
    if (others.length > 0) await dropRows(tx)
  })
}
