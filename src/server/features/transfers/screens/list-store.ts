import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  ilike,
  inArray,
  isNull,
  lt,
  not,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { CauseCode } from '#shared/causes/index'
import type { Need } from '#shared/needs/need'
import type { PendingReason, TransferStatus } from '#shared/transfer-status'
import { MOST_FOUND, type TransferSort } from '#shared/contracts/transfers/list'
import { MOST_COUNTED } from '#shared/contract'
import type { PaymentStatus } from '#shared/payment-status'
import type { Db } from '../../../platform/database/database.ts'
import { afterCursor, containing, type Cursor } from '../../../platform/http/paging.ts'
import { thatNeed } from '../needs-queries.ts'
import { isShownAs } from '../payment-store.ts'
import { transferRows as transfers } from '../row-queries.ts'
import { type TransferRow, transferTexts } from '../tables.ts'

export interface ListFilter {
  limit: number
  cursor?: Cursor
  offset?: number
  sort?: TransferSort
  statuses?: readonly TransferStatus[]
  q?: string
  from?: Date
  to?: Date
  /** True if `from` and `to` refer to the job's completion instead of the transfer's creation. */
  byJob?: boolean
  skipped: boolean
  cause?: CauseCode
  reason?: PendingReason
  need?: Need
  payment?: { status: PaymentStatus; today: string }
}

/**
 * Returns the SQL condition for a row that has failed, or waits for a choice of customer. It uses
 * literals instead of parameters, because a generic query plan could not use the partial index
 * `transfers_standing_still`.
 */
export const standsStill = () =>
  sql`(${transfers.status} = 'failed' or (${transfers.status} = 'pending' and ${transfers.pendingReason} = 'ambiguous_customer'))`
export const causeColumn = () => sql<CauseCode>`coalesce(${transfers.errorCode}, 'unknown')`

const ascending = () => [asc(transfers.createdAt), asc(transfers.id)]
const descending = () => [desc(transfers.createdAt), desc(transfers.id)]

const ORDERS: Record<TransferSort, () => SQL[]> = {
  newest: descending,
  oldest: ascending,
  // This order reads backwards an index that puts rows without a date last.
  job_newest: () => [sql`${transfers.jobCompletedAt} desc nulls first`, ...descending()],
  job_oldest: () => [sql`${transfers.jobCompletedAt} asc nulls last`, ...ascending()],
  // The two orders are exact reverses of each other, so one index serves both.
  largest: () => [sql`${transfers.amount} desc nulls last`, ...descending()],
  smallest: () => [sql`${transfers.amount} asc nulls first`, ...ascending()],
}

/** A row without the large columns that only the pipeline reads. */
export type ListedTransfer = Omit<TransferRow, 'snapshot' | 'fikenData'>
const { snapshot: _snapshot, fikenData: _fikenData, ...listedColumns } = getTableColumns(transfers)

type Which = Omit<ListFilter, 'limit' | 'cursor' | 'offset' | 'sort'>

/** Returns a page of transfers, newest first by default. A cursor requires this order. */
export async function listTransfers(
  db: Db,
  companyId: string,
  filter: ListFilter,
): Promise<ListedTransfer[]> {
  const page = db.select(listedColumns).from(transfers).$dynamic()
  const order = ORDERS[filter.sort ?? 'newest']()
  if (filter.q && isSearchAlone(filter) && (filter.sort ?? 'newest') === 'newest') {
    const found = newestTexts(db, companyId, filter.q, filter)
    return page.innerJoin(found, eq(found.id, transfers.id)).orderBy(...order)
  }
  return (filter.q ? page.innerJoin(transferTexts, isItsText()) : page)
    .where(
      and(
        conditionOf(companyId, filter),
        afterCursor(transfers.createdAt, transfers.id, filter.cursor),
      ),
    )
    .orderBy(...order)
    .limit(filter.limit)
    .offset(filter.offset ?? 0)
}

/**
 * Returns the number of transfers, up to one more than MOST_FOUND for a search and MOST_COUNTED
 * otherwise, because counting all rows would take longer than reading the list.
 */
export async function countTransfers(db: Db, companyId: string, which: Which): Promise<number> {
  const one = { one: sql`1` }
  const rows = db.select(one).from(transfers).$dynamic()
  const those =
    which.q && isSearchAlone(which)
      ? db
          .select(one)
          .from(transferTexts)
          .where(hasText(companyId, which.q, which.skipped))
      : (which.q ? rows.innerJoin(transferTexts, isItsText()) : rows).where(
          conditionOf(companyId, which),
        )
  const counted = those.limit((which.q ? MOST_FOUND : MOST_COUNTED) + 1).as('counted')
  const [row] = await db.select({ n: sql<number>`count(*)::int` }).from(counted)
  return row?.n ?? 0
}

/**
 * Returns true for a search without other filters; the search table alone then decides which rows
 * are read.
 */
const isSearchAlone = ({ statuses, from, to, cause, reason, need, payment }: Which) =>
  (statuses ?? from ?? to ?? cause ?? reason ?? need ?? payment) === undefined

const newestTexts = (
  db: Db,
  companyId: string,
  text: string,
  { skipped, cursor, limit, offset }: ListFilter,
) =>
  db
    .select({ id: transferTexts.transferId })
    .from(transferTexts)
    .where(
      and(
        hasText(companyId, text, skipped),
        afterCursor(transferTexts.createdAt, transferTexts.transferId, cursor),
      ),
    )
    .orderBy(desc(transferTexts.createdAt), desc(transferTexts.transferId))
    .limit(limit)
    .offset(offset ?? 0)
    .as('found')

const isItsText = () => eq(transferTexts.transferId, transfers.id)

/**
 * A word before a number, such as "Jobb #", "fakturanr. " or "PO-nummer ". The pattern allows only
 * single spaces, because runs of spaces would make the regular expression backtrack heavily.
 */
const NAMED_NUMBER = /(^| )(?:jobb|faktura|po)?[ -]?(?:nr\.?|nummer)?:? ?#?(?=\d)/gi

/**
 * Returns the SQL condition for texts with every word, in any order. A prefix before a number is
 * ignored.
 */
function hasText(companyId: string, text: string, skipped: boolean): SQL | undefined {
  const words = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(NAMED_NUMBER, '$1')
    .split(' ')
    .filter(Boolean)
  return and(
    eq(transferTexts.companyId, companyId),
    skipped ? transferTexts.skipped : not(transferTexts.skipped),
    ...words.slice(0, MOST_WORDS).map((word) => ilike(transferTexts.text, containing(word))),
  )
}

const MOST_WORDS = 10

/**
 * Returns the SQL condition for the period. A job that has not been read yet counts by its
 * transfer's creation.
 */
function within({ from, to, byJob }: Which): SQL | undefined {
  const { createdAt, jobCompletedAt } = transfers
  const between = (column: PgColumn) => and(from && gte(column, from), to && lt(column, to))
  if (!byJob) return between(createdAt)
  if (!from && !to) return undefined
  return or(between(jobCompletedAt), and(isNull(jobCompletedAt), between(createdAt)))
}

function conditionOf(companyId: string, which: Which): SQL | undefined {
  return and(
    eq(transfers.companyId, companyId),
    // The condition has the same form as in the partial indexes that exclude deleted transfers.
    which.skipped ? transfers.skipTransfer : not(transfers.skipTransfer),
    which.cause ? and(standsStill(), eq(causeColumn(), which.cause)) : undefined,
    which.reason
      ? and(eq(transfers.status, 'pending'), eq(transfers.pendingReason, which.reason))
      : undefined,
    which.need &&
      sql`${transfers.id} in (select id from (${thatNeed(companyId, which.need)}) needing)`,
    which.statuses ? inArray(transfers.status, [...which.statuses]) : undefined,
    within(which),
    which.payment && isShownAs(which.payment.status, which.payment.today),
    which.q ? hasText(companyId, which.q, which.skipped) : undefined,
  )
}
