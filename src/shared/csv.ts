/** Norwegian Excel: semicolons, a byte order mark, CRLF. */
export function csv(rows: readonly Record<string, unknown>[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))]
  return `\uFEFF${lines.map((line) => line.map(cell).join(';')).join('\r\n')}\r\n`
}

/** What a spreadsheet would run as a formula is made text: the cell may hold what a stranger wrote. */
function cell(value: unknown): string {
  const text = written(value)
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+([.,]\d+)?$/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function written(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
