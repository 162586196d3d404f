import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Transfer } from '#shared/contracts/transfers/row'
import type { Db } from '../../../platform/database/database.ts'
import { collectiveChoices } from '../../collective/tables.ts'
import type { JobShare } from '../../drafts/sent-draft.ts'
import { isGathered } from '../collective/gathered.ts'
import { BILLED_CLIENT } from '../collective/gathered-queries.ts'
import { sharesDraft } from '../queries.ts'
import { type TransferRow, transfers } from '../tables.ts'

/** SQL of what the screens say about drafts for several jobs (decision 0054). */

/** By the rows' ids: what a screen says, and what of the draft is the job's. */
export type CollectiveByRow = ReadonlyMap<
  string,
  { shown: NonNullable<Transfer['collective']>; share: JobShare | null }
>

/**
 * What the rows of a page wait for, or how many share their draft, by their ids. One query, and none for
 * a page of jobs that go alone.
 */
export async function collectiveOf(
  db: Db,
  userId: string,
  rows: readonly Listed[],
): Promise<CollectiveByRow> {
  const ids = rows
    .filter(
      (row) => ((isGathered(row) || isTakenBack(row)) && !row.skipTransfer) || sharesDraft(row),
    )
    .map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const client = sql<
    string | null
  >`case when ${transfers.collectiveId} is null then ${BILLED_CLIENT} end`
  const jobs = sql<number>`(select count(*)::int from transfers part
    where part.user_id = ${userId} and part.collective_id = ${transfers.collectiveId})`
  const found = await db
    .select({
      id: transfers.id,
      chosen: collectiveChoices.clientUuid,
      pendingReason: transfers.pendingReason,
      clientUuid: client,
      nextOn: collectiveChoices.nextOn,
      jobs,
      share: sql<JobShare | null>`${transfers.fikenData}->'share'`,
    })
    .from(transfers)
    .leftJoin(
      collectiveChoices,
      and(eq(collectiveChoices.userId, userId), eq(collectiveChoices.clientUuid, client)),
    )
    .where(and(eq(transfers.userId, userId), inArray(transfers.id, ids)))
  return new Map(
    found.flatMap(({ id, share, chosen, pendingReason, ...shown }) =>
      pendingReason === 'undone' && chosen === null ? [] : [[id, { shown, share }] as const],
    ),
  )
}

/** Of a customer with a choice, it may be on a draft with others again. */
const isTakenBack = ({ status, pendingReason }: Pick<TransferRow, 'status' | 'pendingReason'>) =>
  status === 'pending' && pendingReason === 'undone'

type Listed = Pick<
  TransferRow,
  | 'id'
  | 'status'
  | 'pendingReason'
  | 'collectiveId'
  | 'skipTransfer'
  | 'outcomeUnknown'
  | 'fikenInvoiceDraftId'
>
