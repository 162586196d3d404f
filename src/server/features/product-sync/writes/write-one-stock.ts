import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { writeThroughMaterial } from '../../mirrors/materials.ts'
import { writeThroughProduct } from '../../mirrors/products.ts'
import { productNumberOf } from '../../products/product-number.ts'
import { stockOf } from '../../products/stock.ts'
import { recordChange, type Change } from '../change-store.ts'
import { pairNumbered, type Pair } from '../pair.ts'
import { keepAgreed } from '../snapshot-store.ts'
import type { ProductClients } from './clients.ts'

export interface OneStockWrite {
  to: { system: 'fiken'; productId: number } | { system: 'servicem8'; uuid: string }
  stock: number
  /** What it must be there still; null = not kept. */
  expected: number | null
  by: Change['by']
}

type Judged = 'written' | 'same' | 'moved'

interface Written extends Pair {
  judged: Judged
  before: number | null
}

/**
 * Writes a stock to one system. What is there is read just before: `same` when it is there already,
 * `moved` when it is neither that nor what was expected, and nothing is written.
 *
 * @throws HttpError, ExternalError, LimiterBusy; doing it again is harmless
 */
export async function writeOneStock(
  platform: Platform,
  userId: string,
  clients: ProductClients,
  write: OneStockWrite,
): Promise<Judged> {
  const { to, stock, by } = write
  const { judged, before, product, material } =
    to.system === 'fiken'
      ? await writeToFiken(platform, userId, clients, to.productId, write)
      : await writeToServicem8(platform, userId, clients, to.uuid, write)
  if (judged !== 'written') return judged
  const now = instant(platform.clock)
  const inServicem8 = material?.isInventoried === true ? Number(material.quantityInStock) : null
  await platform.db.transaction(async (tx) => {
    await recordChange(
      tx,
      userId,
      {
        productId: product?.productId ?? null,
        materialUuid: material?.uuid ?? null,
        name: material?.name ?? product?.name ?? '',
        number: product?.productNumber ?? (material ? productNumberOf(material) : ''),
        system: to.system,
        what: 'stock',
        before,
        after: stock,
        by,
      },
      now,
    )
    if (!product || !material || product.stock !== inServicem8) return
    const pair = { productId: product.productId, materialUuid: material.uuid }
    await keepAgreed(tx, userId, [{ ...pair, stock }], now)
  })
  return judged
}

const judge = (
  { stock, expected }: Pick<OneStockWrite, 'stock' | 'expected'>,
  now: number | null,
): Judged => (now === stock ? 'same' : now === expected ? 'written' : 'moved')

async function writeToFiken(
  { db }: Platform,
  userId: string,
  clients: ProductClients,
  productId: number,
  write: OneStockWrite,
): Promise<Written> {
  const { slug } = clients
  const found: Pick<Written, 'judged' | 'before'> = { judged: 'same', before: null }
  const fiken = await clients.fiken()
  const product = await fiken.products.update(productId, (current) => {
    found.before = current.stock
    found.judged = judge(write, current.stock)
    return found.judged === 'written' ? { stock: write.stock } : null
  })
  await writeThroughProduct(db, userId, slug, product)
  const { material } = await pairNumbered(db, { userId, slug }, product.productNumber)
  return { ...found, product, material }
}

async function writeToServicem8(
  { db }: Platform,
  userId: string,
  clients: ProductClients,
  uuid: string,
  write: OneStockWrite,
): Promise<Written> {
  const { slug } = clients
  const found: Pick<Written, 'judged' | 'before'> = { judged: 'same', before: null }
  const servicem8 = await clients.servicem8()
  const material = await servicem8.materials.update(uuid, (current) => {
    found.before = stockOf(current)
    found.judged = judge(write, found.before)
    if (found.judged !== 'written') return null
    return { quantityInStock: String(write.stock), isInventoried: true }
  })
  await writeThroughMaterial(db, userId, material)
  const { product } = await pairNumbered(db, { userId, slug }, productNumberOf(material))
  return { ...found, product, material }
}
