import type { Material } from '#clients/servicem8/types'

/**
 * Returns the product number that a ServiceM8 item has in Fiken (rule 9): the item number,
 * otherwise the barcode, otherwise the first 8 characters of the uuid.
 */
export function productNumberOf(
  material: Pick<Material, 'uuid' | 'itemNumber' | 'barcode'>,
): string {
  return material.itemNumber.trim() || material.barcode.trim() || material.uuid.slice(0, 8)
}

/** Returns the number trimmed and in lower case, because Fiken's search ignores case. */
export const keyOfNumber = (productNumber: string) => productNumber.trim().toLowerCase()
