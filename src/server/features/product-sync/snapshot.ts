/** What both sides of a pair had when they last agreed, each part by itself. */
export interface Snapshot {
  /** Net øre. */
  netPrice: number | null
  stock: number | null
}

export const pairKey = (productId: number, uuid: string) => `${productId}:${uuid}`
