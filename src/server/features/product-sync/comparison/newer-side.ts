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
 * Returns the side of a differing pair that was changed last (rule 27): the one that differs from
 * the last agreed value. If both do, or the pair never agreed, the dates of the last edit decide,
 * if at all. Those move with the stock too, so automatic runs accept `snapshot` only.
 * @param snapshot null when the sides have never been seen to agree
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
 * Returns the day of an edit: Fiken gives no more than the day; ServiceM8's stamp begins with it.
 */
function dayOf(stamp: string): string | null {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(stamp)?.[0]
  return day === undefined || day.startsWith('0000') ? null : day
}
