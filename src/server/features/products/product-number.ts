import type { Material } from '#clients/servicem8/types'

/**
 * The number of a ServiceM8 item as a product in Fiken (rule 9): item number, otherwise barcode,
 * otherwise the first 8 characters of its uuid.
 */
export function productNumberOf(
  material: Pick<Material, 'uuid' | 'itemNumber' | 'barcode'>,
): string {
  return material.itemNumber.trim() || material.barcode.trim() || material.uuid.slice(0, 8)
}

/** The number in lower case, as Fiken's own search compares them. */
export const keyOfNumber = (productNumber: string) => productNumber.trim().toLowerCase()
