import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { CauseCode } from '#shared/causes/index'
import type { Need } from '#shared/needs/need'
import { TRANSFER_STATUSES, type PendingReason, type TransferStatus } from '#shared/transfer-status'
import { csvHead, csvLines } from '#shared/csv/csv'
import { addDays, osloInstant } from '#shared/dates'
import type { PaymentStatus } from '#shared/payment-status'
import { transferCsvRow } from '#shared/csv/transfer-csv'
import type { Db } from '../../../platform/database/database.ts'
import type { Cursor } from '../../../platform/http/paging.ts'
import { collectiveOf } from './collective-store.ts'
import { presentTransfer } from './present.ts'
import { listTransfers, type ListFilter } from './list-store.ts'

type Filter = Omit<ListFilter, 'limit' | 'cursor' | 'offset' | 'sort'>

/** Returns the list's filter from the query. Dates are whole days in Oslo. */
export function readFilter(
  query: {
    status?: string | undefined
    q?: string | undefined
    from?: string | undefined
    to?: string | undefined
    dates?: 'created' | 'job' | undefined
    skipped?: string | undefined
    cause?: CauseCode | undefined
    reason?: PendingReason | undefined
    need?: Need | undefined
    payment?: PaymentStatus | undefined
  },
  today: string,
): Filter {
  return {
    statuses: statusesIn(query.status),
    q: query.q?.trim() || undefined,
    from: query.from ? osloInstant(query.from) : undefined,
    to: query.to ? osloInstant(addDays(query.to, 1)) : undefined,
    byJob: query.dates === 'job',
    skipped: query.skipped === '1',
    cause: query.cause || undefined,
    reason: query.reason,
    need: query.need,
    payment: query.payment && { status: query.payment, today },
  }
}

/**
 * The number of rows per batch. Formatting blocks the thread that serves all users; 50 rows take a
 * few milliseconds.
 */
const AT_A_TIME = 50

/**
 * Returns the transfers as CSV, in small batches, so that 100,000 rows are never in memory at once
 * and other users are not blocked.
 */
export function exportTransfers(
  db: Db,
  companyId: string,
  filter: Filter,
  today: string,
): Readable {
  return Readable.from(pieces(db, companyId, filter, today))
}

async function* pieces(
  db: Db,
  companyId: string,
  filter: Filter,
  today: string,
): AsyncGenerator<string> {
  let cursor: Cursor | undefined
  let columns: string[] | undefined
  for (;;) {
    const rows = await listTransfers(db, companyId, { ...filter, limit: AT_A_TIME, cursor })
    const collective = await collectiveOf(db, companyId, rows)
    const shown = rows.map((row) =>
      transferCsvRow(presentTransfer(row, { today, fikenIsDead: false, collective })),
    )
    if (!columns) yield csvHead((columns = Object.keys(shown[0] ?? {})))
    const last = rows.at(-1)
    if (last) yield csvLines(columns, shown)
    if (!last || rows.length < AT_A_TIME) return
    cursor = { at: last.createdAt, id: last.id }
    await setImmediate()
  }
}

/**
 * Returns the statuses listed in the text; undefined matches all, and an unknown status matches
 * nothing.
 */
function statusesIn(text: string | undefined): TransferStatus[] | undefined {
  const asked = text?.split(',').filter(Boolean)
  if (asked === undefined || asked.length === 0) return undefined
  return TRANSFER_STATUSES.filter((status) => asked.includes(status))
}
