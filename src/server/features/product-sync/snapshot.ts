export interface Snapshot {
  /** The price in net øre on which both sides last agreed. */
  netPrice: number | null
  stock: number | null
}

export const pairKey = (productId: number, uuid: string) => `${productId}:${uuid}`
