import type { ReconciledDocument, ReconciliationRow } from '#shared/contracts/reconciliation'
import { csv } from '#shared/csv'
import { formatDate } from '#shared/dates'
import { decimalFromOre } from '#shared/money'
import { gapOf } from '#shared/reconciliation-gaps'
import { text } from './text.ts'

/** The month as a spreadsheet: every job, those that are as they should be too. */
export function csvOf(rows: readonly ReconciliationRow[]): string {
  const name = text.csvColumns
  return csv(
    rows.map((row) => {
      const inFiken = row.documents.length > 0 ? row.documents.reduce((sum, { gross }) => sum + gross, 0) : null
      return {
        [name.job]: row.jobNumber,
        [name.customer]: row.customer,
        [name.completed]: row.completedAt ? formatDate(row.completedAt) : '',
        [name.result]: gapOf(row.kind).title,
        [name.total]: amount(row.total),
        [name.inFiken]: amount(inFiken),
        [name.difference]: amount(row.total === null || inFiken === null ? null : inFiken - row.total),
        [name.document]: row.documents.map(named).join(', '),
        [name.message]: row.message ?? '',
      }
    }),
  )
}

const amount = (ore: number | null) => (ore === null ? '' : decimalFromOre(ore).replace('.', ','))

const named = ({ type, invoiceNumber }: ReconciledDocument) => (type === 'draft' ? text.draft : text.invoice(invoiceNumber ?? ''))
