import type { Material } from '#clients/servicem8/types'

/** How many of an item ServiceM8 has; null where it does not count them. */
export const stockOf = ({
  isInventoried,
  quantityInStock,
}: Pick<Material, 'isInventoried' | 'quantityInStock'>): number | null =>
  isInventoried ? Number(quantityInStock) : null
