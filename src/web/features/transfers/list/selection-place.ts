/** Where the bar of the chosen rows is, for those who come to it from a row. */
export const BAR = 'valgte'

/**
 * From a row straight to the bar, which comes after all other rows for those who go by the
 * keyboard.
 */
export function toSelectionBar(): void {
  document.getElementById(BAR)?.querySelector('button')?.focus()
}
