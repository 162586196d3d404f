import { formatCount } from '../counts.ts'
import { formatShortKroner } from '../money.ts'

/** Several jobs together, in øre. */
export interface JobSum {
  count: number
  /** Gross øre of the jobs above zero: a credit is not deducted from what others owe. */
  ore: number
  /** Jobs without a known amount, and jobs below zero; neither are in `ore`. */
  withoutAmount: number
  negative: number
}

export const NO_JOBS: JobSum = { count: 0, ore: 0, withoutAmount: 0, negative: 0 }

export const jobCount = (count: number): string =>
  count === 1 ? '1 jobb' : `${formatCount(count)} jobber`

/** Returns null if no job is in the sum. */
export function kronerOf({ count, ore, withoutAmount, negative }: JobSum): string | null {
  return withoutAmount + negative < count ? formatShortKroner(ore) : null
}

/** Returns what the sum leaves out, as whole sentences; '' if nothing. */
export function leftOutOf({ count, withoutAmount, negative }: JobSum): string {
  const said: string[] = []
  // Without a sum, nothing is left out of it.
  const and = withoutAmount + negative < count ? ', og er ikke med i summen' : ''
  if (withoutAmount > 0)
    said.push(
      withoutAmount === count
        ? 'Beløpet er ikke kjent ennå.'
        : `${withoutAmount} av dem har ikke noe kjent beløp${and}.`,
    )
  if (negative > 0)
    said.push(
      negative === count ? 'Summen er negativ.' : `${negative} av dem har negativ sum${and}.`,
    )
  return said.join(' ')
}
