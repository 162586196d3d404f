/**
 * Returns the order number on one line. Leading zeros are kept; surrounding and repeated spaces,
 * line breaks and invisible characters from pasted text are removed. Returns "" when there is no
 * order number.
 */
export function orderNumber(written: string): string {
  return written
    .replaceAll(/\p{Cf}/gu, '')
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
