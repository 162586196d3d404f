import type { Material } from '#clients/servicem8/types'

/**
 * The number a ServiceM8 item has as a product in Fiken (rule 9): item number, else barcode,
 * else first 8 of its uuid.
 */
export function productNumberOf(
  material: Pick<Material, 'uuid' | 'itemNumber' | 'barcode'>,
): string {
  return material.itemNumber.trim() || material.barcode.trim() || material.uuid.slice(0, 8)
}

/** In lower case, as Fiken's own search compares them. */
export const keyOfNumber = (productNumber: string) => productNumber.trim().toLowerCase()
