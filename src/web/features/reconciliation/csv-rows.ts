import type { ReconciledDocument, ReconciliationRow } from '#shared/contracts/reconciliation'
import { csv } from '#shared/csv/csv'
import { formatDate } from '#shared/dates'
import { decimalFromOre, formatKroner } from '#shared/money'
import { askedInFiken, discrepancyOf } from '#shared/discrepancies'
import { text } from './text.ts'

export function csvOf(rows: readonly ReconciliationRow[]): string {
  const name = text.csvColumns
  return csv(
    rows.map((row) => {
      const inFiken = inFikenOf(row)
      return {
        [name.job]: row.jobNumber,
        [name.customer]: row.customer,
        [name.completed]: row.completedAt ? formatDate(row.completedAt) : '',
        [name.result]: discrepancyOf(row.kind).title,
        [name.total]: amount(row.total),
        [name.inFiken]: amount(inFiken),
        [name.difference]: amount(
          row.total === null || inFiken === null ? null : inFiken + (row.deposit ?? 0) - row.total,
        ),
        [name.document]: row.documents.map(named).join(', '),
        [name.message]: messageOf(row),
      }
    }),
  )
}

/** Returns the gross amount in Fiken in øre, as in the page's sums; null when unknown. */
function inFikenOf(row: ReconciliationRow): number | null {
  return row.documents.length > 1 && row.kind !== 'credited'
    ? row.documents.reduce((sum, { gross }) => sum + gross, 0)
    : askedInFiken(row)
}

const messageOf = ({ message, deposit }: ReconciliationRow) =>
  [message, deposit && text.deposit(formatKroner(deposit))].filter(Boolean).join(' · ')

const amount = (ore: number | null) => (ore === null ? '' : decimalFromOre(ore).replace('.', ','))

const named = ({ type, invoiceNumber }: ReconciledDocument) =>
  type === 'draft' ? text.draft : text.invoice(invoiceNumber ?? '')
