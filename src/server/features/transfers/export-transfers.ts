import { Readable } from 'node:stream'
import { csv } from '#shared/csv'
import { addDays, osloInstant } from '#shared/dates'
import type { PaymentStatus } from '#shared/payment-status'
import { transferCsvRow } from '#shared/transfer-csv'
import type { Db } from '../../platform/database/database.ts'
import type { Cursor } from '../../platform/http/paging.ts'
import { presentTransfer } from './present.ts'
import { listTransfers, type ListFilter } from './list-store.ts'

type Filter = Omit<ListFilter, 'limit' | 'cursor' | 'offset' | 'sort'>

/** The filter of an address, as the store takes it: days are whole days in Oslo. */
export function readFilter(
  query: {
    status?: string | undefined
    q?: string | undefined
    from?: string | undefined
    to?: string | undefined
    skipped?: string | undefined
    cause?: string | undefined
    payment?: PaymentStatus | undefined
  },
  today: string,
): Filter {
  return {
    statuses: query.status?.split(',').filter(Boolean),
    q: query.q?.trim() || undefined,
    from: query.from ? osloInstant(query.from) : undefined,
    to: query.to ? osloInstant(addDays(query.to, 1)) : undefined,
    skipped: query.skipped === '1',
    cause: query.cause || undefined,
    payment: query.payment && { status: query.payment, today },
  }
}

const AT_A_TIME = 1_000

/** All that the filter lets through as CSV, read piece by piece: a hundred thousand rows are never held at once. */
export function exportTransfers(db: Db, userId: string, filter: Filter, today: string): Readable {
  return Readable.from(pieces(db, userId, filter, today))
}

async function* pieces(db: Db, userId: string, filter: Filter, today: string): AsyncGenerator<string> {
  let cursor: Cursor | undefined
  for (let first = true; ; first = false) {
    const rows = await listTransfers(db, userId, { ...filter, limit: AT_A_TIME, cursor })
    const last = rows.at(-1)
    const text = csv(rows.map((row) => transferCsvRow(presentTransfer(row, today))))
    if (first || last) yield first ? text : text.slice(text.indexOf('\r\n') + 2)
    if (!last || rows.length < AT_A_TIME) return
    cursor = { at: last.createdAt, id: last.id }
  }
}
