/** Returns the numbers of the page buttons: five pages around the current page. */
export function pageWindow(page: number, pages: number, size = 5): number[] {
  const last = Math.max(1, pages)
  const first = Math.max(1, Math.min(page - Math.floor(size / 2), last - size + 1))
  return Array.from({ length: Math.min(size, last) }, (_, index) => first + index)
}
