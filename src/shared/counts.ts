/**
 * Whole numbers in Norwegian. Not by `toLocaleString`: the first number it formats loads the
 * runtime's language data, which took a phone longer than any other script before its first paint.
 */

/** The no-break space, which keeps the digits of one number on one line. */
export const NBSP = '\u00a0'
/** The typographic minus, as nb-NO writes negative numbers. */
export const MINUS = '\u2212'

/** Returns `12 345`, with no-break spaces; negative numbers carry U+2212. */
export function formatCount(count: number): string {
  return `${count < 0 ? MINUS : ''}${groupThousands(String(Math.abs(count)))}`
}

/** Groups the digits before the decimal mark: "12345" → "12 345". */
export function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, NBSP)
}
