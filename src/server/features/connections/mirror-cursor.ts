import { and, eq, inArray, ne, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { mirrorCursors } from './tables.ts'

/**
 * What is kept a copy of. `…_whole` tells when a Fiken list was last walked from end to end, which is how what was deleted there is found.
 * `refresh` is one run over all of a user's mirrors, whatever came of it. `payments` is no copy: with a company, how far its invoices have been
 * read for their payments; without one, the last run of that.
 */
export type Mirror =
  | 'contacts'
  | 'contacts_whole'
  | 'products'
  | 'products_whole'
  | 'materials'
  | 'tax_rates'
  | 'clients'
  | 'client_contacts'
  | 'jobs'
  | 'refresh'
  | 'payments'

/** A time of the database's own clock: what orders a page that was read and a row that we wrote ourselves meanwhile. */
export type SeenAt = Date | SQL<Date>
export const NOW = sql<Date>`clock_timestamp()`

export interface MirrorCursor {
  /** The vendor's own text to ask from: ServiceM8's newest edit_date, or the day of the last complete walk at Fiken. "" = nothing yet. */
  cursor: string
  /** When the mirror was last read to its end; null = never, so what is missing from it proves nothing. */
  completedAt: Date | null
}

/**
 * How far a mirror has been read.
 *
 * @param scope Fiken company slug or ServiceM8 account uuid
 */
export async function mirrorCursor(db: Db, userId: string, mirror: Mirror, scope: string): Promise<MirrorCursor> {
  const [row] = await db
    .select({ cursor: mirrorCursors.cursor, completedAt: mirrorCursors.completedAt })
    .from(mirrorCursors)
    .where(and(eq(mirrorCursors.userId, userId), eq(mirrorCursors.mirror, mirror), eq(mirrorCursors.scope, scope)))
  return row ?? { cursor: '', completedAt: null }
}

/** `ready` = may be used as it is · `filled` = it had never been read to its end · `refreshed` = it was older than asked for. */
export type MirrorState = 'ready' | 'filled' | 'refreshed'

/** What must be done before a mirror can be relied on; without `maxAgeMs` any complete one is ready. */
export async function stateOfMirror(
  platform: Pick<Platform, 'db' | 'clock'>,
  userId: string,
  mirror: Mirror,
  scope: string,
  maxAgeMs = Number.POSITIVE_INFINITY,
): Promise<MirrorState> {
  const { completedAt } = await mirrorCursor(platform.db, userId, mirror, scope)
  if (completedAt === null) return 'filled'
  return platform.clock.now() - completedAt.getTime() > maxAgeMs ? 'refreshed' : 'ready'
}

/** To be called only after a complete walk: what a broken one has passed by must be asked for again. */
export async function advanceMirror(
  db: Db,
  userId: string,
  mirror: Mirror,
  scope: string,
  to: { cursor: string; completedAt: Date },
): Promise<void> {
  await db
    .insert(mirrorCursors)
    .values({ userId, mirror, scope, ...to })
    .onConflictDoUpdate({ target: [mirrorCursors.userId, mirrorCursors.mirror, mirrorCursors.scope], set: to })
}

/**
 * Says that these mirrors now follow this scope. When they followed another one (another ServiceM8 account was connected), its cursors
 * are dropped and `forget` drops its rows, so that two accounts never stand mixed in one list. Answers whether that happened.
 */
export async function followScope(
  db: Db,
  userId: string,
  mirrors: readonly Mirror[],
  scope: string,
  forget: (tx: Db) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const others = await tx
      .delete(mirrorCursors)
      .where(and(eq(mirrorCursors.userId, userId), inArray(mirrorCursors.mirror, [...mirrors]), ne(mirrorCursors.scope, scope)))
      .returning({ scope: mirrorCursors.scope })
    // Written before anything is read, so that an account left in the middle of its first fill is noticed too.
    await tx
      .insert(mirrorCursors)
      .values(mirrors.map((mirror) => ({ userId, mirror, scope })))
      .onConflictDoNothing()
    if (others.length > 0) await forget(tx)
    return others.length > 0
  })
}
