import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Transfer } from '#shared/contracts/transfers/row'
import type { Db } from '../../../platform/database/database.ts'
import { collectiveChoices } from '../../collective/tables.ts'
import { goesAlone, isForSet } from '../waiting/waits.ts'
import { BILLED_CLIENT, jobsOnDraft, sharesDraft, wasNotSent, wasSent } from '../queries.ts'
import { transferRows as transfers } from '../row-queries.ts'
import type { TransferRow } from '../tables.ts'

type Shown = NonNullable<Transfer['collective']>

export type CollectiveByRow = ReadonlyMap<string, Shown>

/**
 * Returns the collective drafts that the page's rows belong to, by row id, with one query, or none
 * when no row on the page can be on a collective draft.
 */
export async function collectiveOf(
  db: Db,
  companyId: string,
  rows: readonly Listed[],
): Promise<CollectiveByRow> {
  const places = new Map(
    rows.flatMap((row) => {
      const stands = standsOf(row)
      return stands ? [[row.id, stands] as const] : []
    }),
  )
  if (places.size === 0) return new Map()
  const client = sql<
    string | null
  >`case when ${transfers.collectiveId} is null or ${wasNotSent()} then ${BILLED_CLIENT} end`
  const found = await db
    .select({
      id: transfers.id,
      chosen: collectiveChoices.clientUuid,
      clientUuid: client,
      nextOn: collectiveChoices.nextOn,
      jobs: jobsOnDraft(companyId),
    })
    .from(transfers)
    .leftJoin(
      collectiveChoices,
      and(eq(collectiveChoices.companyId, companyId), eq(collectiveChoices.clientUuid, client)),
    )
    .where(and(eq(transfers.companyId, companyId), inArray(transfers.id, [...places.keys()])))
  return new Map(
    found.flatMap(({ id, chosen, ...about }) => {
      const stands = places.get(id)
      const isAlone = stands === undefined || (stands === 'outside' && chosen === null)
      return isAlone ? [] : [[id, { stands, ...about }] as const]
    }),
  )
}

/** Ids of the rows that would wait for their customer's collective draft if started. */
export async function joiningIfStarted(
  db: Db,
  companyId: string,
  rows: readonly Listed[],
): Promise<ReadonlySet<string>> {
  const found = await collectiveOf(db, companyId, rows)
  return new Set([...found].flatMap(([id, { stands }]) => (stands === 'outside' ? [id] : [])))
}

/**
 * Returns how the row relates to a collective draft; null when it has a draft of its own. The
 * collective choice of an `outside` row's customer is read afterwards.
 */
function standsOf(row: Listed): Shown['stands'] | null {
  if (sharesDraft(row)) return 'shares'
  if (row.skipTransfer) return null
  if (isForSet(row)) return 'waits'
  const startable = row.status === 'pending' || row.status === 'failed'
  return startable && !wasSent(row) && !goesAlone(row) ? 'outside' : null
}

type Listed = Pick<
  TransferRow,
  | 'id'
  | 'status'
  | 'pendingReason'
  | 'collectiveId'
  | 'collectiveRun'
  | 'skipTransfer'
  | 'outcomeUnknown'
  | 'fikenInvoiceDraftId'
  | 'overruled'
  | 'deposit'
  | 'replaces'
>
