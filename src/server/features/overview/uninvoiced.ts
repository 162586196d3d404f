import type { Uninvoiced } from '#shared/contracts/overview'

/** The sum in øre, and the numbers, of transfers without a draft. */
export type Undrafted = Omit<Uninvoiced, 'count' | 'unapproved'>

/**
 * Adds up the uninvoiced jobs: transfers without a draft and unapproved jobs, with no job in both
 * groups. Jobs without an amount or below zero are counted, and reported as missing from the sum: a
 * credit is not deducted from what others owe.
 */
export function addUp(
  transfers: Undrafted,
  unapproved: readonly { amount: number | null; completedAt: string | null }[],
): Uninvoiced {
  const counting = (isMeant: (amount: number | null) => boolean) =>
    unapproved.filter(({ amount }) => isMeant(amount)).length
  const days = [transfers.oldestAt, ...unapproved.map(({ completedAt }) => completedAt)]
  return {
    ...transfers,
    count: transfers.waiting + transfers.failed + unapproved.length,
    unapproved: unapproved.length,
    ore: unapproved.reduce((sum, { amount }) => sum + Math.max(0, amount ?? 0), transfers.ore),
    withoutAmount: transfers.withoutAmount + counting((amount) => amount === null),
    negative: transfers.negative + counting((amount) => amount !== null && amount < 0),
    oldestAt: days.reduce(earlier, null),
  }
}

const earlier = (one: string | null, other: string | null) =>
  one === null || (other !== null && other < one) ? other : one
