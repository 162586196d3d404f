import type { Uninvoiced } from '#shared/contracts/overview'

/** Transfers without a draft, added up. Øre. */
export type Undrafted = Omit<Uninvoiced, 'count' | 'unapproved'>

/**
 * The transfers without a draft and the jobs that nobody has approved, as one sum. A job is one or
 * the other. What has no amount is counted, and said not to be in the sum.
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

/** Both as toISOString() writes them, so that the earlier is the lesser text. */
const earlier = (one: string | null, other: string | null) =>
  one === null || (other !== null && other < one) ? other : one
