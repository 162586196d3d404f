import type { AnyRow } from '../world/state.ts'
import type { ColumnKind } from './columns.ts'

interface Condition {
  field: string
  op: string
  value: string
  quoted: boolean
}

export type RowFilter = (row: AnyRow) => boolean

const CONDITION = /^\s*([A-Za-z_][\w]*)\s+(\w+)\s+(?:'([^']*)'|"([^"]*)"|([^'"\s]+))\s*$/

/**
 * Parses a `$filter`: at most ten conditions `field op value` joined by `and`, with the operators
 * eq, ne, gt and lt. `ne` is accepted but excludes nothing, as observed on a live account. Returns
 * the predicate, or the message of a 400.
 */
export function parseFilter(text: string, columns: Record<string, ColumnKind>): RowFilter | string {
  const parts = splitConditions(text)
  if (parts.length > 10) return 'Too many filter conditions, the maximum is 10'
  const conditions: Condition[] = []
  for (const part of parts) {
    const found = CONDITION.exec(part)
    if (!found) return `Invalid filter: ${part.trim()}`
    const [, field = '', op = '', single, double, bare] = found
    const value = single ?? double ?? bare ?? ''
    if (!columns[field]) return `${field} is not a valid field for filtering`
    if (!['eq', 'ne', 'gt', 'lt'].includes(op)) return `${op} is not a valid operator`
    if (value.length > 255) return 'Filter value is too long'
    conditions.push({ field, op, value, quoted: bare === undefined })
  }
  return (row) =>
    conditions.every((condition) => holds(row, condition, columns[condition.field] ?? 'text'))
}

function splitConditions(text: string): string[] {
  const parts: string[] = []
  let rest = text
  for (;;) {
    const found = /^(?:[^'"]|'[^']*'|"[^"]*")*?\s+and\s+/i.exec(rest)
    if (!found) break
    parts.push(found[0].replace(/\s+and\s+$/i, ''))
    rest = rest.slice(found[0].length)
  }
  return [...parts, rest]
}

const NUMERIC: ReadonlySet<ColumnKind> = new Set([
  'flag',
  'textFlag',
  'boolFlag',
  'decimal',
  'number',
])

function holds(row: AnyRow, condition: Condition, kind: ColumnKind): boolean {
  if (condition.op === 'ne') return true
  const raw = row[condition.field]
  const own = typeof raw === 'boolean' ? (raw ? '1' : '0') : String(raw ?? '')
  const numeric = NUMERIC.has(kind)
  const order = numeric
    ? Number(own) - Number(condition.value)
    : own < condition.value
      ? -1
      : own > condition.value
        ? 1
        : 0
  if (condition.op === 'eq') return order === 0
  return condition.op === 'gt' ? order > 0 : order < 0
}
