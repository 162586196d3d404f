import { MOST_STOCK } from '#shared/contracts/products/writes'
import { HttpError } from '../../../platform/http-error.ts'
import { instant } from '../../../platform/clock.ts'
import { changeProduct, productFromMirror } from '../../mirrors/products.ts'
import { recordChange } from '../change-store.ts'
import { pairNumbered } from '../pair.ts'
import { forgetStock, keepAgreed } from '../snapshot-store.ts'
import type { ProductClients } from './clients.ts'
import { countedStock } from './given.ts'

export interface Inventory {
  productId: number
  enable: boolean
  stock: unknown
}

/**
 * Switches Fiken's stock keeping for a product on or off. Switching it off is the only write that
 * omits the stock (rule 27). The initial stock is the given stock, otherwise the stock of the
 * paired ServiceM8 item if ServiceM8 keeps it. If Fiken already keeps the product's stock, nothing
 * is changed.
 * @returns the product's name; `written` is true when the product was changed
 * @throws HttpError 400 `stock_needed` when neither is a valid initial stock, `invalid_stock`;
 * ExternalError, LimiterBusy
 */
export async function toggleInventory(
  clients: ProductClients,
  { productId, enable, stock }: Inventory,
): Promise<{ name: string; written: boolean }> {
  const { platform, companyId, slug } = clients
  const { db, clock } = platform
  const known = await productFromMirror(db, companyId, slug, productId)
  const { material } = known
    ? await pairNumbered(db, { companyId, slug }, known.productNumber)
    : { material: null }
  const inServicem8 = material?.isInventoried === true ? Number(material.quantityInStock) : null
  const count = enable ? startingWith(stock, inServicem8) : null
  const fiken = await clients.fiken()
  const { before, after: product } = await changeProduct(
    platform,
    companyId,
    fiken,
    productId,
    (current) => ((current.stock !== null) === enable ? null : { stock: count }),
  )
  const { name } = product
  if (product === before) return { name, written: false }
  const change = {
    productId,
    materialUuid: material?.uuid ?? null,
    name,
    number: product.productNumber,
    ...({ system: 'fiken', what: 'stock', by: 'person' } as const),
    before: before.stock,
    after: product.stock,
  }
  await recordChange(db, companyId, change, instant(clock))
  await forgetStock(db, companyId, productId)
  if (material && product.stock !== null && product.stock === inServicem8) {
    const agreed = { productId, materialUuid: material.uuid, stock: product.stock }
    await keepAgreed(db, companyId, [agreed], instant(clock))
  }
  return { name, written: true }
}

function startingWith(stock: unknown, proposed: number | null): number {
  const isGiven = stock !== undefined && stock !== null
  const count = isGiven ? countedStock(stock) : isCount(proposed) ? proposed : null
  if (count !== null) return count
  throw new HttpError(400, 'stock_needed', 'Skriv hvor mange det er på lager nå.', { proposed })
}

/**
 * Returns true for a valid stock. ServiceM8's stock becomes negative when more was used than was in
 * stock; the user must then count the stock.
 */
const isCount = (stock: number | null): stock is number =>
  stock !== null && Number.isFinite(stock) && stock >= 0 && stock <= MOST_STOCK
