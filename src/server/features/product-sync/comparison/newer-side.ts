import type { Newer, NewerBy } from '#shared/contracts/products/comparison'

export interface Sides<T> {
  fiken: T
  servicem8: T
}

export interface NewerSide {
  source: Newer
  by: NewerBy | null
}

export const NO_SIDE: NewerSide = { source: 'unknown', by: null }

/**
 * Returns the side of a differing pair that was changed last (rule 27): the side that differs from
 * the last agreed value. If both sides differ, or if they have never agreed, the dates of the last
 * edit decide if they are known and different. An edit date also changes with the stock, so
 * automatic runs accept only `snapshot`.
 * @param snapshot the last agreed value; null when the sides have never agreed
 */
export function newerSide(
  values: Sides<number>,
  snapshot: number | null,
  edited: Sides<string>,
): NewerSide {
  if (values.fiken === values.servicem8) return NO_SIDE
  if (values.servicem8 === snapshot) return { source: 'fiken', by: 'snapshot' }
  if (values.fiken === snapshot) return { source: 'servicem8', by: 'snapshot' }
  const [fiken, servicem8] = [dayOf(edited.fiken), dayOf(edited.servicem8)]
  if (fiken === null || servicem8 === null || fiken === servicem8) return NO_SIDE
  return { source: fiken > servicem8 ? 'fiken' : 'servicem8', by: 'date' }
}

/**
 * Returns the date (yyyy-mm-dd) of an edit; null when unknown. Fiken gives only the date;
 * ServiceM8's timestamp begins with the date.
 */
function dayOf(stamp: string): string | null {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(stamp)?.[0]
  return day === undefined || day.startsWith('0000') ? null : day
}
