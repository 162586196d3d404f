import type { Uninvoiced } from '#shared/contracts/overview'
import type { JobSum } from '#shared/needs/job-sum'

/** The sum in øre, and the numbers, of transfers without a draft. */
export type Undrafted = Omit<Uninvoiced, 'count' | 'unapproved'>

export interface DatedSum extends JobSum {
  oldestAt: string | null
}

export const NOTHING_UNAPPROVED: DatedSum = {
  count: 0,
  ore: 0,
  withoutAmount: 0,
  negative: 0,
  oldestAt: null,
}

export function sumOfJobs(
  jobs: readonly { amount: number | null; completedAt: string | null }[],
): DatedSum {
  const counting = (isMeant: (amount: number | null) => boolean) =>
    jobs.filter(({ amount }) => isMeant(amount)).length
  return {
    count: jobs.length,
    ore: jobs.reduce((sum, { amount }) => sum + Math.max(0, amount ?? 0), 0),
    withoutAmount: counting((amount) => amount === null),
    negative: counting((amount) => amount !== null && amount < 0),
    oldestAt: jobs.map(({ completedAt }) => completedAt).reduce(earlier, null),
  }
}

/**
 * Adds up the uninvoiced jobs: transfers without a draft and unapproved jobs, with no job in both
 * groups. Jobs without an amount or below zero are counted, and reported as missing from the sum: a
 * credit is not deducted from what others owe.
 */
export function addUp(transfers: Undrafted, unapproved: DatedSum): Uninvoiced {
  return {
    ...transfers,
    count: transfers.waiting + transfers.failed + unapproved.count,
    unapproved: unapproved.count,
    ore: transfers.ore + unapproved.ore,
    withoutAmount: transfers.withoutAmount + unapproved.withoutAmount,
    negative: transfers.negative + unapproved.negative,
    oldestAt: earlier(transfers.oldestAt, unapproved.oldestAt),
  }
}

const earlier = (one: string | null, other: string | null) =>
  one === null || (other !== null && other < one) ? other : one
