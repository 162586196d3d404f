/** Opens the browser's print dialog; `name` is what a saved PDF is called. */
export function printAs(name: string): void {
  const { title } = document
  document.title = name
  // Not after print(): on phones it returns while the dialog is still open.
  addEventListener('afterprint', () => (document.title = title), { once: true })
  print()
}
