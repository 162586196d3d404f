import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { CauseCode } from '#shared/causes/index'
import type { Db } from '../../../platform/database/database.ts'
import { causeColumn, standsStill } from '../screens/list-store.ts'
import { transferRows as transfers } from '../row-queries.ts'
import type { TransferRow } from '../tables.ts'
import { keptOf } from '../queries.ts'

const looked = {
  id: transfers.id,
  status: transfers.status,
  skipTransfer: transfers.skipTransfer,
  outcomeUnknown: transfers.outcomeUnknown,
  fikenInvoiceDraftId: transfers.fikenInvoiceDraftId,
  pendingReason: transfers.pendingReason,
  collectiveId: transfers.collectiveId,
  collectiveRun: transfers.collectiveRun,
  overruled: transfers.overruled,
  deposit: transfers.deposit,
  replaces: transfers.replaces,
  servicem8JobId: transfers.servicem8JobId,
  jobNumber: transfers.jobNumber,
  completedAt: transfers.completedAt,
  updatedAt: transfers.updatedAt,
}

export type LookedAt = Pick<TransferRow, keyof typeof looked>

export async function transfersByIds(
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<LookedAt[]> {
  return db
    .select(looked)
    .from(transfers)
    .where(and(eq(transfers.companyId, companyId), inArray(transfers.id, [...ids])))
    .orderBy(asc(transfers.createdAt), asc(transfers.id))
}

export async function failedByCause(
  db: Db,
  companyId: string,
  cause: CauseCode,
  limit: number,
): Promise<{ rows: LookedAt[]; total: number }> {
  const those = and(keptOf(companyId), eq(transfers.status, 'failed'), eq(causeColumn(), cause))
  const rows = await db
    .select(looked)
    .from(transfers)
    .where(those)
    .orderBy(asc(transfers.createdAt), asc(transfers.id))
    .limit(limit)
  const [all] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(transfers)
    .where(those)
  return { rows, total: all?.n ?? 0 }
}

/**
 * Returns the causes of stopped transfers with their counts, most common first. `failed` is the
 * number of rows that can be retried together.
 */
export async function causesOf(
  db: Db,
  companyId: string,
): Promise<{ code: CauseCode; count: number; failed: number }[]> {
  const count = sql<number>`count(*)::int`
  return db
    .select({
      code: causeColumn(),
      count,
      failed: sql<number>`(count(*) filter (where ${transfers.status} = 'failed'))::int`,
    })
    .from(transfers)
    .where(and(keptOf(companyId), standsStill()))
    .groupBy(causeColumn())
    .orderBy(desc(count), asc(causeColumn()))
}
