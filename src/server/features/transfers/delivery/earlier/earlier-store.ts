import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { rowsOf, type Db } from '../../../../platform/database/database.ts'
import { keyTable, readTogether } from '../../../../platform/database/together.ts'
import { databaseMarks } from '../../../../platform/database/tables.ts'
import { companies } from '../../../auth/tables.ts'
import { connections } from '../../../connections/tables.ts'
import { transferRows } from '../../row-queries.ts'
import type { TransferRow } from '../../tables.ts'

export interface KnownSince {
  /**
   * The time at which the ServiceM8 account was connected to this login, or the database was
   * possibly restored.
   */
  at: Date
  /**
   * The time at which the account was connected to this login, if the login is older: another login
   * may have used the account before. Null while another login uses it.
   */
  accountSince: Date | null
  account: string | null
  restored: Restored | null
}

export interface Restored {
  at: Date
  lostFrom: Date
}

/**
 * Returns the time since which the user's actions are known; null for a deleted user. Requests from
 * many lanes are combined into one query.
 */
export async function readKnownSince(db: Db, companyId: string): Promise<KnownSince | null> {
  const [row] = await readAll(db, { companyId })
  if (!row) return null
  const { at, accountSince, account, restoredAt, lostFrom } = row
  const restored =
    restoredAt === null || lostFrom === null
      ? null
      : { at: new Date(restoredAt), lostFrom: new Date(lostFrom) }
  return {
    at: new Date(at),
    accountSince: accountSince === null ? null : new Date(accountSince),
    account,
    restored,
  }
}

interface Read {
  companyId: string
  at: Date | string
  accountSince: Date | string | null
  account: string | null
  restoredAt: Date | string | null
  lostFrom: Date | string | null
}

const readAll = readTogether<{ companyId: string }, Read>(
  ({ companyId }) => companyId,
  (db, keys) =>
    rowsOf(
      db,
      sql`select k."companyId", greatest(co.created_at, c.account_since, m.unsure_at, m.restored_at) as at,
          case when c.account is null then co.created_at when c.account_since is not null then greatest(co.created_at, c.account_since) end as "accountSince",
          c.account, m.restored_at as "restoredAt", m.lost_from as "lostFrom"
        from ${keyTable(keys, sql`"companyId" uuid`)}
          join ${companies} co on co.id = k."companyId" left join ${connections} c on c.user_id = co.id and c.vendor = 'servicem8'
          left join ${databaseMarks} m on true`,
    ),
)

export async function draftsOfOtherJobs(
  db: Db,
  row: Pick<TransferRow, 'id' | 'companyId'>,
  uuids: readonly string[],
): Promise<ReadonlySet<string>> {
  const replaced = sql<string | null>`${transferRows.replaces}->>'draftUuid'`
  const rows = await db
    .select({ uuid: transferRows.fikenDraftUuid, replaced })
    .from(transferRows)
    .where(
      and(
        eq(transferRows.companyId, row.companyId),
        ne(transferRows.id, row.id),
        or(inArray(transferRows.fikenDraftUuid, [...uuids]), inArray(replaced, [...uuids])),
      ),
    )
  return new Set(rows.flatMap((one) => [one.uuid, one.replaced]).filter((uuid) => uuid !== null))
}
