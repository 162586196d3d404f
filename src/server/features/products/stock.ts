import type { Material } from '#clients/servicem8/types'

export const stockOf = ({
  isInventoried,
  quantityInStock,
}: Pick<Material, 'isInventoried' | 'quantityInStock'>): number | null =>
  isInventoried ? Number(quantityInStock) : null
