import type { Material } from '#clients/servicem8/types'

/** Returns an item's stock in ServiceM8; null when no stock is kept for the item. */
export const stockOf = ({
  isInventoried,
  quantityInStock,
}: Pick<Material, 'isInventoried' | 'quantityInStock'>): number | null =>
  isInventoried ? Number(quantityInStock) : null
