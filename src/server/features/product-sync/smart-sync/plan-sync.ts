import type { MatchedProduct } from '#shared/contracts/products/comparison'
import type { LeftAlone, PlannedWrite } from '#shared/contracts/products/tasks'
import { changeOf, isMissing, pricesOf } from '../price-sync/plan-prices.ts'
import { isLargeChange } from '../writes/write-price.ts'

/**
 * The smallest difference between prices that counts, in net øre; smaller differences are due to
 * rounding (specification §5).
 */
const DEVIATES = 100

export interface SyncPlan {
  writes: PlannedWrite[]
  leftAlone: LeftAlone[]
}

/**
 * Plans a Smart Sync: the older side of each pair gets the newer side's price and stock, each
 * decided separately.
 * @param onDrafts products on drafts that are not invoiced yet. Fiken reduces their stock only
 * when the draft is invoiced, whereas ServiceM8 has already done so
 */
export function planSync(
  pairs: readonly MatchedProduct[],
  onDrafts: ReadonlySet<number>,
): SyncPlan {
  const plan: SyncPlan = { writes: [], leftAlone: [] }
  for (const pair of pairs) {
    planPrice(pair, plan)
    planStock(pair, onDrafts, plan)
  }
  return plan
}

const named = (pair: MatchedProduct) => ({
  fikenProductId: pair.fikenProductId,
  servicem8Uuid: pair.servicem8Uuid,
  name: pair.name,
  number: pair.fikenProductNumber,
})

function planPrice(pair: MatchedProduct, { writes, leftAlone }: SyncPlan): void {
  const { fiken, servicem8 } = pricesOf(pair)
  if (fiken === servicem8) return
  const leave = (why: LeftAlone['why']) => leftAlone.push({ ...named(pair), what: 'price', why })
  if (fiken === null || servicem8 === null) return void leave('missing')
  if (Math.abs(fiken - servicem8) < DEVIATES) return
  const change = changeOf(pair)
  const { newerBy: by } = pair
  if (change === null || by === null) return void leave('unknown')
  const { to, before, after } = change
  if (isMissing(after)) return void leave('missing')
  // A large change whose direction follows only from edit dates is too uncertain, because the dates
  // also change with the stock.
  if (by === 'date' && isLargeChange(before, after)) return void leave('large_change')
  writes.push({ ...named(pair), what: 'price', to, before, after, by })
}

function planStock(
  pair: MatchedProduct,
  onDrafts: ReadonlySet<number>,
  { writes, leftAlone }: SyncPlan,
): void {
  const { newerStock, newerStockBy: by } = pair
  const stock = { fiken: pair.fikenStock, servicem8: pair.servicem8Stock }
  // A side that keeps no stock does not count as outdated.
  if (stock.fiken === null || stock.servicem8 === null || stock.fiken === stock.servicem8) return
  const leave = (why: LeftAlone['why']) => leftAlone.push({ ...named(pair), what: 'stock', why })
  if (onDrafts.has(pair.fikenProductId)) return void leave('on_draft')
  // Neither a snapshot nor an edit date shows which side is newer.
  if (by === null) return void leave('unknown')
  const to = newerStock === 'fiken' ? 'servicem8' : 'fiken'
  const after = newerStock === 'fiken' ? stock.fiken : stock.servicem8
  writes.push({ ...named(pair), what: 'stock', to, before: stock[to], after, by })
}
