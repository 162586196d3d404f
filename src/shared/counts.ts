/**
 * This file formats whole numbers in Norwegian, without `toLocaleString`, because its first call
 * loads the runtime's language data, which took a phone longer than any other script before the
 * first paint.
 */

export const NBSP = '\u00a0'
export const MINUS = '\u2212'

/**
 * Returns a number such as `12 345`, with no-break spaces; negative numbers have U+2212 as minus
 * sign.
 */
export function formatCount(count: number): string {
  return `${count < 0 ? MINUS : ''}${groupThousands(String(Math.abs(count)))}`
}

export function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, NBSP)
}
