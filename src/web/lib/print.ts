/** Opens the browser's print dialog; `name` becomes the suggested name of a saved PDF. */
export function printAs(name: string): void {
  const { title } = document
  document.title = name
  // Not after print(): on phones it returns while the dialog is still open.
  addEventListener('afterprint', () => (document.title = title), { once: true })
  print()
}
