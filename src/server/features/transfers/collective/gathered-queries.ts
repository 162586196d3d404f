import { and, eq, inArray, isNull, ne, not, sql } from 'drizzle-orm'
import { rowsOf, type Db } from '../../../platform/database/database.ts'
import { wasNotSent } from '../queries.ts'
import { transfers, type TransferRow } from '../tables.ts'

/** The jobs that wait for a draft with others (decision 0054), by the client that is billed. */

/** Of a row: the client that is billed for its job, as billedClientOf() reads it from the snapshot. */
export const BILLED_CLIENT = sql<
  string | null
>`coalesce(${transfers.snapshot}->'headOffice'->>'uuid', ${transfers.snapshot}->'client'->>'uuid')`

/** What is gathered for each client: how many jobs, and their sum, gross øre. */
export async function gatheredByClient(
  db: Db,
  userId: string,
): Promise<Map<string, { jobs: number; amount: number }>> {
  const rows = await rowsOf<{ client: string | null; jobs: number; amount: number }>(
    db,
    sql`select ${BILLED_CLIENT} as client, count(*)::int as jobs, coalesce(sum(amount), 0)::float8 as amount
        from ${transfers}
        where user_id = ${userId} and not skip_transfer and status = 'pending' and pending_reason = 'collective'
        group by 1`,
  )
  return new Map(
    rows.flatMap(({ client, ...gathered }) => (client === null ? [] : [[client, gathered]])),
  )
}

const GATHERED = sql`(${transfers.pendingReason} = 'collective' or ${transfers.collectiveRun} is not null)`

/** Not waiting for a draft with others, nor in the set that becomes one. */
export const isNotGathered = () => sql`${GATHERED} is not true`

/** The jobs that wait for the client's draft, in the order in which they were completed. */
export async function gatheredRows(
  db: Db,
  userId: string,
  clientUuid: string,
): Promise<TransferRow[]> {
  return db
    .select()
    .from(transfers)
    .where(and(eq(transfers.userId, userId), isGatheredFor(clientUuid)))
    .orderBy(transfers.jobCompletedAt, transfers.id)
}

/** The other jobs on the row's draft, or those that wait for the same one as it does. */
export async function sharingWith(
  db: Db,
  { userId, id, collectiveId }: Pick<TransferRow, 'userId' | 'id' | 'collectiveId'>,
  clientUuid: string | null,
): Promise<Pick<TransferRow, 'id' | 'servicem8JobId' | 'servicem8Data' | 'amount'>[]> {
  const { servicem8JobId, servicem8Data, amount } = transfers
  const shares =
    collectiveId !== null
      ? eq(transfers.collectiveId, collectiveId)
      : clientUuid !== null && isGatheredFor(clientUuid)
  if (!shares) return []
  return db
    .select({ id: transfers.id, servicem8JobId, servicem8Data, amount })
    .from(transfers)
    .where(and(eq(transfers.userId, userId), shares, ne(transfers.id, id)))
    .orderBy(transfers.jobCompletedAt, transfers.id)
}

const isGatheredFor = (clientUuid: string) =>
  and(
    not(transfers.skipTransfer),
    eq(transfers.status, 'pending'),
    eq(transfers.pendingReason, 'collective'),
    sql`${BILLED_CLIENT} = ${clientUuid}`,
  )

/** How many jobs wait for a draft with others, or are in the set that becomes one. */
export async function countGathered(db: Db, userId: string): Promise<number> {
  return db.$count(
    transfers,
    and(
      eq(transfers.userId, userId),
      not(transfers.skipTransfer),
      inArray(transfers.status, ['pending', 'queued']),
      wasNotSent(),
      GATHERED,
    ),
  )
}

/** How many of the client's jobs are in the queue, or run, by themselves. */
export async function countOnTheirWay(db: Db, userId: string, clientUuid: string): Promise<number> {
  return db.$count(
    transfers,
    and(
      eq(transfers.userId, userId),
      not(transfers.skipTransfer),
      inArray(transfers.status, ['queued', 'processing']),
      wasNotSent(),
      isNull(transfers.collectiveRun),
      sql`${BILLED_CLIENT} = ${clientUuid}`,
    ),
  )
}

/** The end of a sentence about all that waits, which leaves those alone. */
export function stillGathered(count: number): string {
  if (count === 0) return ''
  return count === 1
    ? ' 1 jobb venter fortsatt på samlefaktura.'
    : ` ${count} jobber venter fortsatt på samlefaktura.`
}
