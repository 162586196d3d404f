import { oreFromKroner } from '#shared/money'
import type { MatchedProduct } from '#shared/contracts/products/comparison'
import type { Planned } from '#shared/planned-write'
import { isLargeChange } from '../writes/write-price.ts'

export type WhyNot = 'unknown' | 'missing' | 'large_change'

export type PriceChange = Planned & { what: 'price'; pair: MatchedProduct }

export interface PriceLeft {
  pair: MatchedProduct
  why: WhyNot
  change: PriceChange | null
}

export interface PricePlan {
  changes: PriceChange[]
  leftAlone: PriceLeft[]
}

/**
 * Plans an automatic run: if only one side has changed since both agreed, its price is written to
 * the other side. Edit dates are not used, because they also change with the stock.
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

export const pricesOf = ({ fikenPrice, servicem8SalePrice }: MatchedProduct) => ({
  fiken: fikenPrice,
  servicem8: servicem8SalePrice === null ? null : oreFromKroner(servicem8SalePrice),
})

/**
 * Returns the change that writes the newer price to the other side; null when no side is newer, or
 * the newer side has no price.
 */
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

/** Returns true for a missing or zero price, which must never overwrite another price. */
export const isMissing = (price: number | null) => price === null || price <= 0
