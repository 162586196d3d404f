import type { Uninvoiced } from '#shared/contracts/overview'

/** The sum of transfers without a draft, in øre. */
export type Undrafted = Omit<Uninvoiced, 'count' | 'unapproved'>

/**
 * No job is in both groups. Jobs without an amount are counted, and reported as missing from the
 * sum.
 */
export function addUp(
  transfers: Undrafted,
  unapproved: readonly { amount: number | null; completedAt: string | null }[],
): Uninvoiced {
  const days = [transfers.oldestAt, ...unapproved.map(({ completedAt }) => completedAt)]
  return {
    ...transfers,
    count: transfers.waiting + transfers.failed + unapproved.length,
    unapproved: unapproved.length,
    ore: unapproved.reduce((sum, { amount }) => sum + (amount ?? 0), transfers.ore),
    withoutAmount:
      transfers.withoutAmount + unapproved.filter(({ amount }) => amount === null).length,
    oldestAt: days.reduce(earlier, null),
  }
}

const earlier = (one: string | null, other: string | null) =>
  one === null || (other !== null && other < one) ? other : one
