import type { AnswerOf } from '#shared/contract'
import type { updateStock } from '#shared/contracts/products/writes'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { reasonOf } from '../../connections/vendor-failure.ts'
import { isVendorTrouble } from '../../connections/vendor-trouble.ts'
import { writeThroughMaterial } from '../../mirrors/materials.ts'
import { writeThroughProduct } from '../../mirrors/products.ts'
import { productNumberOf } from '../../products/product-number.ts'
import { stockOf } from '../../products/stock.ts'
import { recordChange, type Change } from '../change-store.ts'
import { pairNumbered, type Pair } from '../pair.ts'
import { keepAgreed } from '../snapshot-store.ts'
import type { ProductClients } from './clients.ts'

export interface StockWrite {
  uuid: string
  /** The counted number: an absolute on both sides. */
  stock: number
  /** What the screen showed; a side that is left out is not compared. Null = not kept there. */
  known: { servicem8?: number | null | undefined; fiken?: number | null | undefined }
  by: Change['by']
  taskId?: string | undefined
  /** Write one side only; left out = both. */
  only?: 'fiken' | 'servicem8' | undefined
}

type Half = AnswerOf<typeof updateStock>['servicem8']

export type StockOutcome =
  | { kind: 'done'; name: string; servicem8: Half; fiken: Half; failed: string | null }
  /** One side is neither what was known nor the new number. Nothing is written. */
  | { kind: 'moved'; name: string; servicem8: number | null; fiken: number | null }

/**
 * Writes a counted stock to ServiceM8 and, where Fiken keeps the product's stock, to Fiken. Neither
 * vendor can compare before it writes (reference: Fiken §7, ServiceM8 §6.3), so both are read just
 * before: what somebody else has changed is for a person to decide. A half that has the number
 * already is done, so that the same call again does only what failed.
 *
 * @throws HttpError, ExternalError, LimiterBusy when nothing has been written
 */
export async function writeStock(
  platform: Platform,
  userId: string,
  clients: ProductClients,
  write: StockWrite,
): Promise<StockOutcome> {
  const { db } = platform
  const { stock, known, only } = write
  const servicem8 = await clients.servicem8()
  const material = await servicem8.materials.get(write.uuid)
  await writeThroughMaterial(db, userId, material)
  const pair = await pairNumbered(db, { userId, slug: clients.slug }, productNumberOf(material))
  const fiken = pair.product && (await clients.fiken())
  const product = fiken && pair.product ? await fiken.products.get(pair.product.productId) : null
  if (product) await writeThroughProduct(db, userId, clients.slug, product)

  const before = {
    servicem8: stockOf(material),
    fiken: product?.stock ?? null,
  }
  const hasMoved = (side: 'servicem8' | 'fiken') =>
    known[side] !== undefined && before[side] !== known[side] && before[side] !== stock
  if (hasMoved('servicem8') || hasMoved('fiken'))
    return { kind: 'moved', name: material.name, ...before }

  const pairNow: Pair = { product, material }
  const record = (system: Change['system']) =>
    keepChange(platform, userId, write, pairNow, { system, before: before[system] })
  const now = { ...before }
  const done: { servicem8: Half; fiken: Half } = {
    servicem8: only === 'fiken' ? 'not_kept' : before.servicem8 === stock ? 'same' : 'written',
    fiken:
      only === 'servicem8' || before.fiken === null
        ? 'not_kept'
        : before.fiken === stock
          ? 'same'
          : 'written',
  }
  if (done.servicem8 === 'written') {
    const change = { quantityInStock: String(stock), isInventoried: true }
    const changed = await servicem8.materials.update(material.uuid, change)
    await writeThroughMaterial(db, userId, changed)
    now.servicem8 = stock
    await record('servicem8')
  }
  let failed: string | null = null
  if (done.fiken === 'written' && fiken && product) {
    try {
      const changed = await fiken.products.update(product.productId, (current) =>
        current.stock === null ? null : { stock },
      )
      await writeThroughProduct(db, userId, clients.slug, changed)
      now.fiken = changed.stock
      if (changed.stock === null) done.fiken = 'not_kept'
      else await record('fiken')
    } catch (error) {
      if (!isVendorTrouble(error) || done.servicem8 !== 'written') throw error
      done.fiken = 'failed'
      failed = reasonOf(error)
    }
  }
  if (product && now.fiken !== null && now.fiken === now.servicem8) {
    const agreed = { productId: product.productId, materialUuid: material.uuid, stock: now.fiken }
    await keepAgreed(db, userId, [agreed], instant(platform.clock))
  }
  return { kind: 'done', name: material.name, ...done, failed }
}

function keepChange(
  { db, clock }: Platform,
  userId: string,
  { stock, by, taskId }: StockWrite,
  { product, material }: Pair,
  { system, before }: Pick<Change, 'system' | 'before'>,
): Promise<void> {
  const change = {
    productId: product?.productId ?? null,
    materialUuid: material?.uuid ?? null,
    name: material?.name ?? '',
    number: material ? productNumberOf(material) : '',
    what: 'stock',
    after: stock,
    by,
    taskId,
    system,
    before,
  } as const
  return recordChange(db, userId, change, instant(clock))
}
