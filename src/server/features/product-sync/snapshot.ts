/** The values of a pair when both sides last agreed, each separately. */
export interface Snapshot {
  /** Net øre. */
  netPrice: number | null
  stock: number | null
}

export const pairKey = (productId: number, uuid: string) => `${productId}:${uuid}`
