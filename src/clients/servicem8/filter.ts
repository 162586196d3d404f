import { ExternalError } from '../http/external-error.ts'
import { overlapped } from './time.ts'

export interface ListOptions {
  /**
   * The newest editDate seen so far. Returns everything edited since, and about an hour more,
   * because the hour that October repeats would otherwise be missed: store rows idempotently, and
   * move the mark only after a complete traversal.
   */
  editedAfter?: string
  signal?: AbortSignal
}

/**
 * One condition of a filter. ServiceM8 knows eq, ne, gt and lt, joined by and. `ne` has been seen
 * not to exclude, so it is not offered.
 */
export interface Condition {
  field: string
  is: 'eq' | 'gt' | 'lt'
  value: string | number
}

/**
 * Returns the text of a $filter; undefined when there is nothing to filter by.
 * @throws ExternalError invalid for a value with a quote: how to escape one is undocumented, and
 *   guessing would widen the filter
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

/** Returns the condition for everything edited since the mark, and in the hour before it. */
export function editedSince(editDate: string | undefined): Condition | undefined {
  return editDate ? { field: 'edit_date', is: 'gt', value: overlapped(editDate) } : undefined
}

export function equals(field: string, value: string | number | undefined): Condition | undefined {
  return value === undefined ? undefined : { field, is: 'eq', value }
}
