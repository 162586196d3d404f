import type { Listed } from '../list/items-state.ts'

/** The rows with this barcode, or with it as their number. */
export function findScanned(rows: readonly Listed[], code: string): Listed[] {
  const wanted = code.trim().toLowerCase()
  return rows.filter((row) =>
    [row.number, barcodeOf(row)].some((one) => one.trim().toLowerCase() === wanted),
  )
}

function barcodeOf({ item }: Listed): string {
  if (item.kind === 'matched') return item.pair.servicem8Barcode
  return item.kind === 'servicem8_only' ? item.material.barcode : ''
}
