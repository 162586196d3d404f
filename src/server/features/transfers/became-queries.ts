import { and, eq, inArray, not } from 'drizzle-orm'
import { causeOf } from '#shared/causes/index'
import type { Db } from '../../platform/database/database.ts'
import type { Became } from '../tasks/kind.ts'
import { transferRows as transfers } from './row-queries.ts'

const SUBJECTS = { id: transfers.id, job: transfers.servicem8JobId } as const

/**
 * Returns the transfers' current states, keyed by transfer id or job uuid. A row waiting for a
 * retry does not count as running.
 */
export async function becameOfTransfers(
  db: Db,
  companyId: string,
  by: keyof typeof SUBJECTS,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, Became>> {
  if (subjects.length === 0) return new Map()
  const rows = await db
    .select({
      subject: SUBJECTS[by],
      status: transfers.status,
      errorCode: transfers.errorCode,
      errorMessage: transfers.errorMessage,
      invoice: transfers.fikenInvoiceNumber,
    })
    .from(transfers)
    .where(
      and(
        eq(transfers.companyId, companyId),
        inArray(SUBJECTS[by], [...subjects]),
        not(transfers.skipTransfer),
      ),
    )
  return new Map(
    rows.map(({ subject, status, errorCode, errorMessage, invoice }) => {
      const why = errorCode ? (errorMessage ?? causeOf(errorCode).explanation) : null
      const state =
        status === 'completed'
          ? invoice === null
            ? 'draft'
            : 'invoice'
          : status === 'failed'
            ? 'failed'
            : status === 'pending' || (status === 'queued' && errorCode !== null)
              ? 'waits'
              : 'under_way'
      return [subject, { state, message: state === 'draft' || state === 'invoice' ? null : why }]
    }),
  )
}
