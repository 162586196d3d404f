import { ExternalError } from '../http/external-error.ts'
import { overlapped } from './time.ts'

export interface ListOptions {
  /**
   * The newest editDate seen so far. Lists everything edited since then, and about an hour before,
   * because rows edited in October's repeated hour would otherwise be missed. The caller must store
   * rows idempotently, and update the editDate only after a complete traversal.
   */
  editedAfter?: string
  signal?: AbortSignal
}

/**
 * One condition of a filter. ServiceM8 supports eq, ne, gt and lt, joined by "and". `ne` is left
 * out because it has been seen not to exclude rows.
 */
export interface Condition {
  field: string
  is: 'eq' | 'gt' | 'lt'
  value: string | number
}

/**
 * Returns the conditions as a $filter; undefined without conditions.
 * @throws ExternalError invalid for a value with a quote: how to escape a quote is undocumented,
 * and a guess could widen the filter
 */
export function filterOf(conditions: readonly (Condition | undefined)[]): string | undefined {
  const given = conditions.filter((condition) => condition !== undefined)
  if (given.length === 0) return undefined
  return given
    .map(({ field, is, value }) => `${field} ${is} ${literal(field, value)}`)
    .join(' and ')
}

function literal(field: string, value: string | number): string {
  if (typeof value === 'number') return String(value)
  if (/['\\\p{Cc}]/u.test(value)) {
    throw new ExternalError({
      vendor: 'servicem8',
      kind: 'invalid',
      doing: `filtering by ${field}`,
      details: 'the value holds a quote',
    })
  }
  return `'${value}'`
}

/** Returns the condition for rows edited since the given editDate, or in the hour before it. */
export function editedSince(editDate: string | undefined): Condition | undefined {
  return editDate ? { field: 'edit_date', is: 'gt', value: overlapped(editDate) } : undefined
}

export function equals(field: string, value: string | number | undefined): Condition | undefined {
  return value === undefined ? undefined : { field, is: 'eq', value }
}
