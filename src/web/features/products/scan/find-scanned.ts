import type { Listed } from '../items-state.ts'

export function findScanned(rows: readonly Listed[], code: string): Listed[] {
  const wanted = comparable(code)
  return rows.filter((row) =>
    [row.number, barcodeOf(row)].some((one) => comparable(one) === wanted),
  )
}

/**
 * Returns a code without leading zeros, because a UPC-A code is an EAN-13 code that begins with 0
 * and scanners return either form.
 */
const comparable = (code: string) =>
  code
    .trim()
    .toLowerCase()
    .replace(/^0+(?=\d+$)/, '')

function barcodeOf({ item }: Listed): string {
  if (item.kind === 'matched') return item.pair.servicem8Barcode
  return item.kind === 'servicem8_only' ? item.material.barcode : ''
}
