import { createHash } from 'node:crypto'
import type { ReconciliationRow } from '#shared/contracts/reconciliation'

type Figures = Pick<ReconciliationRow, 'jobUuid' | 'kind' | 'total' | 'documents' | 'deposit'>

/**
 * Returns a hash of the figures that somebody reconciles: each job's result, total, deposit and
 * amounts in Fiken, in any order. A draft that becomes an invoice with the same amount, a corrected
 * name or another wording changes nothing.
 */
export function fingerprintOf(rows: readonly Figures[]): string {
  const figures = rows.map(({ jobUuid, kind, total, documents, deposit }) => [
    jobUuid,
    kind,
    total,
    deposit ?? 0,
    ...documents.map(({ gross }) => gross).toSorted((a, b) => a - b),
  ])
  const inOrder = figures.map((each) => JSON.stringify(each)).toSorted()
  return createHash('sha256').update(inOrder.join('\n')).digest('hex')
}
