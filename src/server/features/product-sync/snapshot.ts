/** A pair's price and stock when both sides last agreed on them, each stored separately. */
export interface Snapshot {
  /** Net øre. */
  netPrice: number | null
  stock: number | null
}

export const pairKey = (productId: number, uuid: string) => `${productId}:${uuid}`
