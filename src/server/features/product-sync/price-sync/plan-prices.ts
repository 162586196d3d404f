import { oreFromKroner } from '#shared/money'
import type { MatchedProduct } from '#shared/contracts/products/comparison'
import type { Planned } from '#shared/planned-write'
import { isLargeChange } from '../writes/write-price.ts'

/** Why a price that differs is left as it is. */
export type WhyNot = 'unknown' | 'missing' | 'large_change'

export type PriceChange = Planned & { what: 'price'; pair: MatchedProduct }

export interface PriceLeft {
  pair: MatchedProduct
  why: WhyNot
  /** The write that a person might make; null where no side is newer. */
  change: PriceChange | null
}

export interface PricePlan {
  changes: PriceChange[]
  leftAlone: PriceLeft[]
}

/**
 * What keeps the prices in step without a person: the side that has changed since both agreed is
 * written to the other. A date decides nothing here, because dates move when the stock does.
 */
export function planPrices(pairs: readonly MatchedProduct[]): PricePlan {
  const plan: PricePlan = { changes: [], leftAlone: [] }
  for (const pair of pairs) {
    const { fiken, servicem8 } = pricesOf(pair)
    if (fiken === servicem8) continue
    const change = pair.newerBy === 'snapshot' ? changeOf(pair) : null
    const why = whyNot(pair, change)
    if (why !== null) plan.leftAlone.push({ pair, why, change })
    else if (change) plan.changes.push(change)
  }
  return plan
}

/** Net øre. */
export const pricesOf = ({ fikenPrice, servicem8SalePrice }: MatchedProduct) => ({
  fiken: fikenPrice,
  servicem8: servicem8SalePrice === null ? null : oreFromKroner(servicem8SalePrice),
})

/** The newer price, written to the other side; null where no side is newer, or it has no price. */
export function changeOf(pair: MatchedProduct): PriceChange | null {
  const { fikenProductId, servicem8Uuid, newerSource } = pair
  if (newerSource === 'unknown') return null
  const prices = pricesOf(pair)
  const to = newerSource === 'fiken' ? 'servicem8' : 'fiken'
  const after = prices[newerSource]
  if (after === null) return null
  return { what: 'price', fikenProductId, servicem8Uuid, to, before: prices[to], after, pair }
}

function whyNot(pair: MatchedProduct, change: PriceChange | null): WhyNot | null {
  const { fiken, servicem8 } = pricesOf(pair)
  if (fiken === null || servicem8 === null) return 'missing'
  if (change === null) return 'unknown'
  if (isMissing(change.after)) return 'missing'
  return isLargeChange(change.before, change.after) ? 'large_change' : null
}

/** A price that is not there, or is 0, never overwrites one. */
export const isMissing = (price: number | null) => price === null || price <= 0
