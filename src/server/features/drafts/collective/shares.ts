import type { JobShare } from '../sent-draft.ts'

/** The jobs' amounts in øre, by which a total is divided. They are never negative. */
export type Parts = readonly number[]

/**
 * Divides an amount pro rata to the parts, exact to the øre. The øre that remain after rounding
 * down go to the parts that lost most by rounding, and among equal losses to the first parts. The
 * shares add up to `amount`.
 *
 * @param amount øre; negative for a credited amount
 * @throws RangeError when a part is negative or the sum of the parts is not positive
 */
export function shareOut(amount: number, parts: Parts): number[] {
  if (!isShareable(parts)) throw new RangeError('An amount is shared by parts of something')
  const whole = BigInt(sum(parts))
  const size = BigInt(Math.abs(amount))
  const exact = parts.map((part) => size * BigInt(part))
  const shares = exact.map((over) => over / whole)
  let left = size - shares.reduce((total, share) => total + share, 0n)
  const byLoss = exact
    .map((over, index) => ({ index, lost: over % whole }))
    .sort((one, other) => Number(other.lost - one.lost))
  for (const { index } of byLoss) {
    if (left === 0n) break
    shares[index] = (shares[index] ?? 0n) + 1n
    left -= 1n
  }
  return shares.map((share) => (amount < 0 ? -Number(share) : Number(share)))
}

/**
 * Returns one job's share of an amount for the whole draft, in øre. A job with its own draft gets
 * the whole amount. If the parts add up to 0, the first job gets the whole amount.
 */
export function shareOf(amount: number, share: Pick<JobShare, 'parts' | 'place'> | null): number {
  if (share === null) return amount
  const { parts, place } = share
  if (isShareable(parts)) return shareOut(amount, parts)[place] ?? 0
  return place === 0 ? amount : 0
}

/**
 * Divides a total that can differ from the sum of the parts. A difference of at most one øre per
 * line counts as rounding and is spread over the parts; otherwise the total is divided pro rata.
 *
 * @param lines the number of lines with a price
 */
export function settle(whole: number, parts: Parts, lines: number): number[] {
  const isRounded = Math.abs(whole - sum(parts)) <= lines
  return isRounded || !isShareable(parts) ? settleRounding(whole, parts) : shareOut(whole, parts)
}

const isShareable = (parts: Parts) => sum(parts) > 0 && parts.every((part) => part >= 0)

/**
 * Spreads a rounding difference over the parts, one øre at a time, starting with the largest part.
 * The result adds up to `whole`.
 *
 * @throws RangeError when there are no parts
 */
export function settleRounding(whole: number, parts: Parts): number[] {
  if (parts.length === 0) throw new RangeError('There is nobody to give a difference to')
  const settled = [...parts]
  const byReach = parts
    .map((part, index) => ({ index, part }))
    .sort((one, other) => other.part - one.part)
  let left = whole - sum(parts)
  const step = Math.sign(left)
  for (let turn = 0; left !== 0; turn += 1) {
    const { index } = byReach[turn % byReach.length] as { index: number }
    settled[index] = (settled[index] ?? 0) + step
    left -= step
  }
  return settled
}

const sum = (parts: Parts) => parts.reduce((total, part) => total + part, 0)
