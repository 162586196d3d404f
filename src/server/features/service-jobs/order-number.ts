/**
 * Returns the buyer's own order number as it goes to Fiken: as written, leading zeros and all, but for
 * blanks at its ends, and for line breaks and blanks in a row within, which nobody sees. "" without one.
 */
export function orderNumber(written: string): string {
  return written.replaceAll(/\s+/g, ' ').trim()
}
