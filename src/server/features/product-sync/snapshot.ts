/** A pair's price and stock when both sides last agreed on them, each stored separately. */
export interface Snapshot {
  /** Price in net øre on which both sides last agreed. */
  netPrice: number | null
  stock: number | null
}

export const pairKey = (productId: number, uuid: string) => `${productId}:${uuid}`
