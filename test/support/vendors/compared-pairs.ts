import fc from 'fast-check'
import { matchedRow } from '#server/features/product-sync/comparison/rows'
import type { MatchedProduct } from '#shared/contracts/products/comparison'
import { aMaterial, aProduct } from './vendor-objects.ts'

interface Part {
  fiken: number | null
  servicem8: number | null
  agreed: number | null
}

/** A matched product's state at the vendors: net prices in øre, and stocks. */
export interface PairState {
  price: Part
  stock: Part
  /** The product's edit date in each system; "" when unknown. */
  edited: { fiken: string; servicem8: string }
}

export const MONDAY = '2026-11-16'
export const TUESDAY = '2026-11-17'

export const aPair = (changes: Partial<PairState> = {}): PairState => ({
  price: { fiken: 10_000, servicem8: 10_000, agreed: 10_000 },
  stock: { fiken: null, servicem8: null, agreed: null },
  edited: { fiken: MONDAY, servicem8: MONDAY },
  ...changes,
})

export function compared({ price, stock, edited }: PairState, position = 0): MatchedProduct {
  const number = `VARE-${position}`
  const product = aProduct({
    productId: position + 1,
    productNumber: number,
    lastModified: edited.fiken,
    unitPrice: price.fiken,
    stock: stock.fiken,
  })
  const material = aMaterial({
    uuid: `vare-${position}`,
    itemNumber: number,
    editDate: `${edited.servicem8} 08:00:00`,
    isInventoried: stock.servicem8 !== null,
    quantityInStock: String(stock.servicem8 ?? 0),
  })
  const item = { material, netPrice: price.servicem8, netCost: null, incomeAccount: null }
  return matchedRow(product, item, { netPrice: price.agreed, stock: stock.agreed })
}

const day = fc.constantFrom('', MONDAY, TUESDAY)
/** Generates values from a short list, so that equal, different and missing values all occur. */
const part = (values: readonly (number | null)[]) =>
  fc.record({
    fiken: fc.constantFrom(...values),
    servicem8: fc.constantFrom(...values),
    agreed: fc.constantFrom(...values),
  })

export const anyPair: fc.Arbitrary<PairState> = fc.record({
  price: part([null, 0, 1, 9_950, 10_000, 10_050, 10_100, 12_500, 15_000, 15_001, 40_000]),
  stock: part([null, -2, 0, 3, 4.5, 10]),
  edited: fc.record({ fiken: day, servicem8: day }),
})

export interface Write {
  fikenProductId: number
  what: 'price' | 'stock'
  to: 'fiken' | 'servicem8'
  after: number
}

/** Returns the pairs after these writes, which also become the last agreed values. */
export function afterWrites(pairs: readonly PairState[], writes: readonly Write[]): PairState[] {
  return pairs.map((pair, position) => {
    const next = structuredClone(pair)
    for (const { fikenProductId, what, to, after } of writes)
      if (fikenProductId === position + 1) {
        next[what][to] = after
        next[what].agreed = after
      }
    return next
  })
}
