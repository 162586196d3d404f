import type { Product } from '#clients/fiken/types'
import type { Material } from '#clients/servicem8/types'
import type { Db } from '../../platform/database/database.ts'
import { materialsByNumber } from '../mirrors/materials.ts'
import { productsNumbered } from '../mirrors/products.ts'
import { keyOfNumber, productNumberOf } from '../products/product-number.ts'

interface Owner {
  companyId: string
  slug: string
}

export interface Pair {
  product: Product | null
  material: Material | null
}

/**
 * Returns the pair with this number in our copies, matched as in the comparison. If one of the
 * systems has the number twice, both halves are null and `ambiguous` is true.
 */
export async function pairNumbered(
  db: Db,
  { companyId, slug }: Owner,
  number: string,
): Promise<Pair & { ambiguous: boolean }> {
  const key = keyOfNumber(number)
  if (key === '') return { product: null, material: null, ambiguous: false }
  const products = await productsNumbered(db, companyId, slug, key)
  const alike = await materialsByNumber(db, companyId, key)
  const materials = alike.filter((one) => keyOfNumber(productNumberOf(one)) === key)
  if (products.length > 1 || materials.length > 1)
    return { product: null, material: null, ambiguous: true }
  return { product: products[0] ?? null, material: materials[0] ?? null, ambiguous: false }
}
