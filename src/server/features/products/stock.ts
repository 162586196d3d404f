import type { Material } from '#clients/servicem8/types'

/** The quantity of an item in ServiceM8; null where stock is not kept. */
export const stockOf = ({
  isInventoried,
  quantityInStock,
}: Pick<Material, 'isInventoried' | 'quantityInStock'>): number | null =>
  isInventoried ? Number(quantityInStock) : null
