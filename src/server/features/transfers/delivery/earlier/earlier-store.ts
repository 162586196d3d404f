import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { rowsOf, type Db } from '../../../../platform/database/database.ts'
import { keyTable, readTogether } from '../../../../platform/database/together.ts'
import { databaseMarks } from '../../../../platform/tables.ts'
import { users } from '../../../auth/tables.ts'
import { transfers, type TransferRow } from '../../tables.ts'

/** Since when we know everything that was done in Fiken for a user. */
export interface KnownSince {
  /** The account was made then, or the database may have been put back. */
  at: Date
  /** The database is known to have been put back. */
  restored: Restored | null
}

export interface Restored {
  at: Date
  /** What was put back is of then. */
  lostFrom: Date
}

/** What is known of a user's past, or null for one who is gone; many lanes ask at once. */
export async function readKnownSince(db: Db, userId: string): Promise<KnownSince | null> {
  const [row] = await readAll(db, { userId })
  if (!row) return null
  const { at, restoredAt, lostFrom } = row
  const restored =
    restoredAt === null
      ? null
      : { at: new Date(restoredAt), lostFrom: new Date(lostFrom ?? restoredAt) }
  return { at: new Date(at), restored }
}

interface Read {
  userId: string
  at: Date | string
  restoredAt: Date | string | null
  lostFrom: Date | string | null
}

const readAll = readTogether<{ userId: string }, Read>(
  ({ userId }) => userId,
  (db, keys) =>
    rowsOf(
      db,
      sql`select k."userId", greatest(u.created_at, m.unsure_at, m.restored_at) as at, m.restored_at as "restoredAt", m.lost_from as "lostFrom"
        from ${keyTable(keys, sql`"userId" uuid`)}
          join ${users} u on u.id = k."userId" left join ${databaseMarks} m on true`,
    ),
)

/** Which of these drafts this database knows to be of other jobs of the user. */
export async function draftsOfOtherJobs(
  db: Db,
  row: Pick<TransferRow, 'id' | 'userId'>,
  uuids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ uuid: transfers.fikenDraftUuid })
    .from(transfers)
    .where(
      and(
        eq(transfers.userId, row.userId),
        ne(transfers.id, row.id),
        inArray(transfers.fikenDraftUuid, [...uuids]),
      ),
    )
  return new Set(rows.flatMap(({ uuid }) => uuid ?? []))
}
