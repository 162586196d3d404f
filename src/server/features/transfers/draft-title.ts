import { jobTitle } from '#shared/transfer-display'
import { enumerate } from '#shared/norwegian'
import type { TransferRow } from './tables.ts'

type TitledRow = Pick<TransferRow, 'servicem8Data' | 'servicem8JobId'>

export function draftTitle(rows: readonly TitledRow[]): string {
  const titles = rows.map((row) => jobTitle(row.servicem8Data, row.servicem8JobId))
  return titles.length > 1 ? `Samlefaktura for ${enumerate(titles)}` : (titles[0] ?? '')
}
