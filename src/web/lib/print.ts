/** Prints the page; `name` becomes the default file name of a PDF. */
export function printAs(name: string): void {
  const { title } = document
  document.title = name
  // Restores the title on `afterprint`, because on phones print() returns while the dialog is still
  // open.
  addEventListener('afterprint', () => (document.title = title), { once: true })
  print()
}
