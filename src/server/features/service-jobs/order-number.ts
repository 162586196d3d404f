/**
 * Returns the buyer's own order number as it goes to Fiken: as written, leading zeros and all, but for
 * blanks at its ends, and for line breaks, blanks in a row and characters without a shape within, as
 * they come with what is pasted: nobody sees them. "" without one.
 */
export function orderNumber(written: string): string {
  return written
    .replaceAll(/\p{Cf}/gu, '')
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
