import { and, eq, inArray, isNotNull, isNull, ne, not, sql, type SQL } from 'drizzle-orm'
import { NO_JOBS, type JobSum } from '#shared/needs/job-sum'
import { rowsOf, type Db } from '../../../platform/database/database.ts'
import { NO_RATE } from '../../vat/vat.ts'
import {
  BILLED_CLIENT,
  JOB_SUM,
  sharesDraft,
  WAITS_FOR_SET,
  wasNotSent,
  isPendingToDelete,
  keptOf,
  waitsFor,
} from '../queries.ts'
import { transferRows } from '../row-queries.ts'
import { transfers, type TransferRow } from '../tables.ts'

/**
 * This file has the queries for jobs that wait for collective drafts, by billed client (decision
 * 0054).
 */

/** The order of completion. The other columns decide for jobs completed in the same second. */
const AS_COMPLETED = [transfers.jobCompletedAt, transfers.jobNumber, transfers.id]

export interface Standing {
  /** The number of jobs that wait for the draft; `amount` is their gross sum in øre. */
  jobs: number
  amount: number
  outside: number
}

export async function standingByClient(db: Db, companyId: string): Promise<Map<string, Standing>> {
  const rows = await rowsOf<Standing & { client: string | null; held: number }>(
    db,
    sql`select ${BILLED_CLIENT} as client,
          (count(*) filter (where ${WAITS}))::int as jobs,
          coalesce(sum(amount) filter (where ${WAITS}), 0)::float8 as amount,
          (count(*) filter (where ${isOutside()} and not ${isHeldInSet()}))::int as outside,
          (count(*) filter (where ${isOutside()} and ${isHeldInSet()}))::int as held
        from ${transfers}
        where user_id = ${companyId} and not skip_transfer and status in ('pending', 'queued', 'processing', 'failed')
        group by 1`,
  )
  return new Map(
    rows.flatMap(({ client, held, outside, ...waiting }) =>
      client === null
        ? []
        : // When no other job waits, the jobs of the set on hold become the draft.
          [[client, { ...waiting, outside: outside + (waiting.jobs > 0 ? held : 0) }]],
    ),
  )
}

const WAITS = sql`(${transfers.status} = 'pending' and ${transfers.pendingReason} = 'collective')`

/** Returns the SQL condition for an unsent row in a started set that the settings stop. */
const isHeldInSet = () =>
  sql`(${transfers.status} = 'pending' and ${transfers.collectiveRun} is not null and ${wasNotSent()})`

/**
 * Returns the SQL condition for a row that a draft created now would not include: failed, on hold,
 * or still being processed. Jobs that might be in Fiken or that get a draft of their own
 * (goesAlone) do not count.
 */
const isOutside = () =>
  sql`(${wasNotSent()} and ${transfers.deposit} is null and ${transfers.replaces} is null
    and not 'collective' = any(${transfers.overruled})
    and (${transfers.status} = 'failed'
      or ${transfers.status} = 'pending' and ${transfers.pendingReason} is distinct from 'collective'
      or ${transfers.status} in ('queued', 'processing') and ${transfers.collectiveRun} is null))`

export type OutsideRow = Pick<
  TransferRow,
  'id' | 'servicem8JobId' | 'servicem8Data' | 'amount' | 'status' | 'pendingReason' | 'errorCode'
> & {
  clientName: string
}

export async function outsideRows(
  db: Db,
  companyId: string,
  clientUuids: readonly string[],
): Promise<OutsideRow[]> {
  if (clientUuids.length === 0) return []
  const { id, servicem8JobId, servicem8Data, amount, status, pendingReason, errorCode, snapshot } =
    transfers
  return db
    .select({
      id,
      servicem8JobId,
      servicem8Data,
      amount,
      status,
      pendingReason,
      errorCode,
      clientName: sql<string>`coalesce(${snapshot}->'headOffice'->>'name', ${snapshot}->'client'->>'name', '')`,
    })
    .from(transfers)
    .where(
      and(
        keptOf(companyId),
        // The condition has the same form as in the partial index that excludes completed rows.
        inArray(transfers.status, ['pending', 'queued', 'processing', 'failed']),
        isOutside(),
        inArray(BILLED_CLIENT, [...clientUuids]),
      ),
    )
    .orderBy(...AS_COMPLETED)
}

/**
 * Returns the SQL condition for all waiting jobs of a client, or for those in `ids` that wait, were
 * undone or were restored.
 */
export const isStartable = (clientUuid: string, ids: readonly string[] | undefined) =>
  and(
    not(transfers.skipTransfer),
    eq(transfers.status, 'pending'),
    inArray(transfers.pendingReason, ids ? ['collective', 'restored', 'undone'] : ['collective']),
    wasNotSent(),
    sql`${BILLED_CLIENT} = ${clientUuid}`,
    ids ? inArray(transfers.id, [...ids]) : undefined,
  )

/** Returns the startable rows in order of completion. */
export async function startableRows(
  db: Db,
  companyId: string,
  { clientUuid, ids }: { clientUuid: string; ids?: readonly string[] | undefined },
): Promise<TransferRow[]> {
  return db
    .select()
    .from(transferRows)
    .where(and(eq(transfers.companyId, companyId), isStartable(clientUuid, ids)))
    .orderBy(transfers.jobCompletedAt, transfers.id)
}

/**
 * Returns a client's waiting jobs in order of completion or, if no job waits, the jobs of a started
 * set that is queued, running or on hold.
 */
export async function waitingRows(
  db: Db,
  companyId: string,
  clientUuid: string,
): Promise<{ rows: TransferRow[]; isStarted: boolean }> {
  const read = (which: SQL | undefined) =>
    db
      .select()
      .from(transferRows)
      .where(and(eq(transfers.companyId, companyId), which))
      .orderBy(transfers.jobCompletedAt, transfers.id)
  const waiting = await read(waitsForSetOf(clientUuid))
  if (waiting.length > 0) return { rows: waiting, isStarted: false }
  const started = await read(isInSetOf(clientUuid))
  return { rows: started, isStarted: started.length > 0 }
}

const isInSetOf = (clientUuid: string) =>
  and(
    not(transfers.skipTransfer),
    inArray(transfers.status, ['pending', 'queued', 'processing']),
    isNotNull(transfers.collectiveRun),
    wasNotSent(),
    sql`${BILLED_CLIENT} = ${clientUuid}`,
  )

/** Returns the other jobs on the row's draft, or the jobs that wait for the same draft. */
export async function sharingWith(
  db: Db,
  row: TransferRow,
  clientUuid: string | null,
): Promise<Pick<TransferRow, 'id' | 'servicem8JobId' | 'servicem8Data' | 'amount'>[]> {
  const { companyId, id } = row
  const { servicem8JobId, servicem8Data, amount } = transfers
  const shares = sharesDraft(row)
    ? sql`${transfers.documentId} = ${row.documentId}`
    : clientUuid !== null && waitsForSetOf(clientUuid)
  if (!shares) return []
  return db
    .select({ id: transfers.id, servicem8JobId, servicem8Data, amount })
    .from(transfers)
    .where(and(eq(transfers.companyId, companyId), shares, ne(transfers.id, id)))
    .orderBy(...AS_COMPLETED)
}

export const waitsForSetOf = (clientUuid: string) =>
  and(not(transfers.skipTransfer), waitsFor('collective'), sql`${BILLED_CLIENT} = ${clientUuid}`)

export async function countForSet(db: Db, companyId: string): Promise<number> {
  return db.$count(
    transfers,
    and(
      keptOf(companyId),
      inArray(transfers.status, ['pending', 'queued']),
      wasNotSent(),
      WAITS_FOR_SET,
    ),
  )
}

export async function countOnTheirWay(
  db: Db,
  companyId: string,
  clientUuid: string,
): Promise<number> {
  return db.$count(
    transfers,
    and(
      keptOf(companyId),
      inArray(transfers.status, ['queued', 'processing']),
      wasNotSent(),
      isNull(transfers.collectiveRun),
      sql`${BILLED_CLIENT} = ${clientUuid}`,
    ),
  )
}

/** Returns a sentence about the jobs that still wait after an action on all; "" if none does. */
export function stillWaiting(count: number): string {
  if (count === 0) return ''
  return count === 1
    ? ' 1 jobb venter fortsatt på samlefaktura.'
    : ` ${count} jobber venter fortsatt på samlefaktura.`
}

/** The tax rates on the row's active lines that are not left out, as a JSON list of uuids. */
export const ratesOfRow = sql<string[]>`(
  select coalesce(jsonb_agg(distinct coalesce(nullif(line ->> 'taxRateUuid', ''), ${NO_RATE}::text)), '[]'::jsonb)
  from jsonb_array_elements(
    case when jsonb_typeof(${transfers.snapshot} -> 'lines') = 'array' then ${transfers.snapshot} -> 'lines' else '[]'::jsonb end
  ) line
  where line ->> 'active' is distinct from 'false'
    and not coalesce(${transfers.snapshot} -> 'leftOut' @> jsonb_build_array(line ->> 'uuid'), false)
)`

/** Sums the transfers that "Slett alle ventende" would delete now. */
export const pendingToDelete = (db: Db, companyId: string): Promise<JobSum> =>
  sumOf(db, and(keptOf(companyId), isPendingToDelete()))

/** Sums the jobs completed while the integration was off, which wait for a decision (rule 3). */
export async function waitingForDecision(
  db: Db,
  companyId: string,
): Promise<JobSum & { rates: string[] }> {
  const which = and(keptOf(companyId), waitsFor('inactive'))
  const [used] = await rowsOf<{ rates: string[] }>(
    db,
    sql`select coalesce(jsonb_agg(distinct rate), '[]'::jsonb) as rates
        from ${transfers}, jsonb_array_elements_text(${ratesOfRow}) rate where ${which}`,
  )
  return { ...(await sumOf(db, which)), rates: used?.rates ?? [] }
}

async function sumOf(db: Db, which: SQL | undefined): Promise<JobSum> {
  const [sum] = await rowsOf<JobSum>(db, sql`select ${JOB_SUM} from ${transfers} where ${which}`)
  return sum ?? NO_JOBS
}
