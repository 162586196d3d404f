import type { JobShare } from '../sent-draft.ts'

/** What each job has of a whole, in øre; positive, in the jobs' order. */
export type Parts = readonly number[]

/**
 * An amount by each part's share of the whole, to the øre: what is left over when all are rounded
 * down goes, an øre each, to those that lost most, the earlier ones first. The shares add up to
 * `amount`.
 *
 * @param amount øre; below zero for what is taken back
 * @throws RangeError when the parts do not add up to something
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
 * What of an amount for the whole draft is one job's, øre; all of it for a job that is alone on its
 * draft. Of a draft that comes to nothing, the first job has it.
 */
export function shareOf(amount: number, share: Pick<JobShare, 'parts' | 'place'> | null): number {
  if (share === null) return amount
  const { parts, place } = share
  if (isShareable(parts)) return shareOut(amount, parts)[place] ?? 0
  return place === 0 ? amount : 0
}

/**
 * What each part comes to of a whole that is something else than they are together. By rounding, it is
 * apart by an øre for each line at most; otherwise it is another whole, and shared by them.
 *
 * @param lines how many lines with a price there are
 */
export function settle(whole: number, parts: Parts, lines: number): number[] {
  const isRounded = Math.abs(whole - sum(parts)) <= lines
  return isRounded || !isShareable(parts) ? settleRounding(whole, parts) : shareOut(whole, parts)
}

const isShareable = (parts: Parts) => sum(parts) > 0 && parts.every((part) => part >= 0)

/**
 * What each part comes to where the whole was rounded otherwise than they: the difference, an øre
 * each and round again, beginning with the largest. They add up to `whole`.
 *
 * @throws RangeError without parts
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
