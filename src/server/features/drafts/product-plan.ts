import type { NewProduct, Product } from '#clients/fiken/types'
import type { JobLine, Material } from '#clients/servicem8/types'
import { exact, ZERO } from '#shared/decimal'
import { resolveVat, vatTable } from '../vat/vat.ts'
import { netPrice } from '../products/net-price.ts'
import { keyOfNumber, productNumberOf } from '../products/product-number.ts'
import { singleLine, split } from './truncate.ts'
import { isLabour } from './labour.ts'
import type { VatSetup } from './line-vat.ts'

const PRODUCT_NAME_LIMIT = 200

/**
 * Returns the active product with this number, compared in the same way as in product sync. If
 * several match, returns the product with identical spelling, otherwise the oldest. A line refers
 * to a product by Fiken's productId, not by its number.
 */
export function findProduct(
  products: readonly Product[],
  productNumber: string,
): Product | undefined {
  const key = keyOfNumber(productNumber)
  const isSpeltSame = (product: Product) => product.productNumber.trim() === productNumber
  return products
    .filter((product) => product.active && keyOfNumber(product.productNumber) === key)
    .sort(
      (one, other) =>
        Number(isSpeltSame(other)) - Number(isSpeltSame(one)) || one.productId - other.productId,
    )[0]
}

interface ProductPlanInput extends VatSetup {
  lines: readonly JobLine[]
  materials: readonly Material[]
  /** The products in Fiken, including inactive products. */
  products: readonly Product[]
}

/**
 * Returns the products that must be created in Fiken before a job's lines can refer to them,
 * without duplicates. Leaves out items that are inactive products in Fiken, items whose own VAT
 * rate or price is unknown, and items sold at a negative price; their lines are sent as free text.
 *
 * No stock is sent, because ServiceM8 has already reduced the stock and product sync transfers
 * stock levels.
 */
export function planProducts(input: ProductPlanInput): NewProduct[] {
  const materials = new Map(input.materials.map((material) => [material.uuid, material]))
  const taken = new Set(input.products.map((product) => keyOfNumber(product.productNumber)))
  const planned = new Map<string, NewProduct>()
  for (const line of input.lines) {
    const material =
      line.active && line.materialUuid !== null ? materials.get(line.materialUuid) : undefined
    if (!material || isBelowZero(line.displayedAmount)) continue
    const key = keyOfNumber(productNumberOf(material))
    if (taken.has(key) || planned.has(key)) continue
    const product = newProduct(material, input)
    if (product) planned.set(key, product)
  }
  return [...planned.values()]
}

/**
 * Returns a ServiceM8 item as a new Fiken product: the net price in øre, with VAT type and account
 * according to the item's own rate. Returns null when rate or price is unknown, and for an item
 * with a negative price, which is a discount.
 */
function newProduct(material: Material, setup: VatSetup): NewProduct | null {
  const table = vatTable(setup.taxRates, setup.vatMappings, setup.company)
  // An item without its own rate uses the account's default rate (ServiceM8 reference §6.3).
  const row = table.find((mapping) =>
    material.taxRateUuid === null
      ? mapping.isDefault
      : mapping.taxRateUuid === material.taxRateUuid,
  )
  const vat = resolveVat(row, { company: setup.company, service: isLabour(material) })
  const name = split(singleLine(material.name), PRODUCT_NAME_LIMIT).head
  if (!vat.ok || name === '') return null
  const unitPrice = netPrice(material, vat.percent)
  if (unitPrice === null || unitPrice < 0) return null
  return {
    name,
    productNumber: productNumberOf(material),
    unitPrice,
    incomeAccount: vat.account,
    vatType: vat.vatType,
  }
}

function isBelowZero(text: string): boolean {
  try {
    return exact(text).lt(ZERO)
  } catch {
    return false
  }
}
