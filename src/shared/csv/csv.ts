/** Returns rows as CSV for Norwegian Excel: semicolons, a byte order mark, CRLF. */
export function csv(rows: readonly Record<string, unknown>[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return csvHead(columns) + csvLines(columns, rows)
}

export const csvHead = (columns: readonly string[]): string => `\uFEFF${line(columns)}`

export const csvLines = (
  columns: readonly string[],
  rows: readonly Record<string, unknown>[],
): string => rows.map((row) => line(columns.map((column) => row[column]))).join('')

const line = (cells: readonly unknown[]) => `${cells.map(cell).join(';')}\r\n`

/** Returns a value as a cell, with text that a spreadsheet would run as a formula escaped. */
function cell(value: unknown): string {
  const text = written(value)
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+([.,]\d+)?$/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function written(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value : JSON.stringify(value)
}
