/**
 * Returns the buyer's order number as sent to Fiken: as written, including leading zeros, but
 * without blanks at the ends, line breaks, repeated blanks and invisible characters, which come
 * with pasted text. "" when there is none.
 */
export function orderNumber(written: string): string {
  return written
    .replaceAll(/\p{Cf}/gu, '')
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
