import { changeMaterial } from '../../mirrors/materials.ts'
import { changeProduct } from '../../mirrors/products.ts'
import { productNumberOf } from '../../products/product-number.ts'
import { stockOf } from '../../products/stock.ts'
import { pairNumbered, type Pair } from '../pair.ts'
import type { ProductClients } from './clients.ts'
import { nameOf, settle, type Write } from './settle.ts'

/** A stock to write; `expected` is null for a stock that is not kept. */
export interface StockWrite extends Write {
  stock: number
}

export type StockOutcome =
  | { kind: 'written'; name: string; before: number | null }
  | { kind: 'same'; name: string }
  | { kind: 'moved'; name: string; now: number | null }

/**
 * Writes a stock to one system if the stock read just before permits it. Updates our copy, the
 * history and, if both sides now agree, the pair's snapshot. The call can safely be repeated.
 * @throws HttpError, ExternalError, LimiterBusy
 */
export async function writeStock(
  clients: ProductClients,
  write: StockWrite,
): Promise<StockOutcome> {
  const { before, product, material } =
    write.to.system === 'fiken'
      ? await writeToFiken(clients, write, write.to.productId)
      : await writeToServicem8(clients, write, write.to.uuid)
  const name = nameOf(write, { product, material })
  const judged = judge(write, before)
  if (judged === 'moved') return { kind: 'moved', name, now: before }
  const isAgreed = material !== null && product?.stock === stockOf(material)
  await settle(clients, write, {
    what: 'stock',
    after: write.stock,
    before,
    written: judged === 'write',
    product,
    material,
    agreed: isAgreed ? { stock: write.stock } : null,
  })
  return judged === 'write' ? { kind: 'written', name, before } : { kind: 'same', name }
}

interface Written extends Pair {
  /** The stock that was read just before. */
  before: number | null
}

function judge({ stock, expected }: StockWrite, now: number | null): 'write' | 'same' | 'moved' {
  if (now === stock) return 'same'
  return expected !== undefined && now !== expected ? 'moved' : 'write'
}

async function writeToFiken(
  clients: ProductClients,
  write: StockWrite,
  productId: number,
): Promise<Written> {
  const { platform, companyId, slug } = clients
  const fiken = await clients.fiken()
  const { before, after } = await changeProduct(
    platform,
    companyId,
    fiken,
    productId,
    ({ stock }) => (judge(write, stock) === 'write' ? { stock: write.stock } : null),
  )
  const { material } = await pairNumbered(platform.db, { companyId, slug }, after.productNumber)
  return { before: before.stock, product: after, material }
}

async function writeToServicem8(
  clients: ProductClients,
  write: StockWrite,
  uuid: string,
): Promise<Written> {
  const { platform, companyId, slug } = clients
  const servicem8 = await clients.servicem8()
  const { before, after } = await changeMaterial(platform, companyId, servicem8, uuid, (current) =>
    judge(write, stockOf(current)) === 'write'
      ? { quantityInStock: String(write.stock), isInventoried: true }
      : null,
  )
  const { product } = await pairNumbered(platform.db, { companyId, slug }, productNumberOf(after))
  return { before: stockOf(before), product, material: after }
}
