import type { Material } from '#clients/servicem8/types'
import type { Product } from '#clients/fiken/types'
import { instant } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { productNumberOf } from '../../products/product-number.ts'
import { stockOf } from '../../products/stock.ts'
import { recordChange, recordOnce, type Change } from '../change-store.ts'
import type { ItemVat } from '../item-vat.ts'
import { keepAgreed, type Agreed } from '../snapshot-store.ts'
import type { ProductClients } from './clients.ts'

export type Target = { system: 'fiken'; productId: number } | { system: 'servicem8'; uuid: string }

export interface Write {
  to: Target
  /**
   * The value that the system must still have for the write to happen; undefined to write in any
   * case.
   */
  expected?: number | null | undefined
  by: Change['by']
  taskId?: string | undefined
  /**
   * Present when an earlier attempt by the task might have written the value; `before` is the value
   * before that attempt. If the system now has the new value, its history entry is added unless it
   * exists.
   */
  lost?: { before: number | null } | undefined
}

interface Settled {
  what: Change['what']
  after: number
  before: number | null
  beforeAsRead?: string | null
  written: boolean
  product: Product | null
  material: Material | null
  /** The value on which both sides of the pair now agree; null when they differ. */
  agreed: Pick<Agreed, 'netPrice' | 'stock'> | null
}

export const nameOf = (
  { to }: Write,
  { product, material }: Pick<Settled, 'product' | 'material'>,
) => (to.system === 'fiken' ? product?.name : material?.name) ?? ''

/**
 * Completes a write that is already in our copy: adds the history entry and, if both sides agree,
 * the pair's snapshot.
 */
export async function settle(
  { platform: { db, clock }, companyId }: ProductClients,
  write: Write,
  { what, after, before, beforeAsRead, written, product, material, agreed }: Settled,
): Promise<void> {
  const now = instant(clock)
  const { to, by, taskId, lost } = write
  const change = {
    productId: product?.productId ?? null,
    materialUuid: material?.uuid ?? null,
    name: nameOf(write, { product, material }),
    number: product?.productNumber ?? (material ? productNumberOf(material) : ''),
    system: to.system,
    what,
    after,
    by,
  }
  await db.transaction(async (tx) => {
    if (written) await recordChange(tx, companyId, { ...change, before, beforeAsRead, taskId }, now)
    else if (lost && taskId !== undefined)
      await recordOnce(tx, companyId, { ...change, before: lost.before, taskId }, now)
    if (!product || !material || !agreed) return
    const pair = { productId: product.productId, materialUuid: material.uuid }
    await keepAgreed(tx, companyId, [{ ...pair, ...agreed }], now)
  })
}

/** Stores a pair's price and stock as agreed, each only if both sides have the same value. */
export async function keepWhatAgrees(
  db: Db,
  companyId: string,
  { product, material }: { product: Product; material: Material },
  { netOf }: Pick<ItemVat, 'netOf'>,
  at: Date,
): Promise<void> {
  const { productId, unitPrice, stock } = product
  const hasPrice = unitPrice !== null && unitPrice === netOf(material, material.price)
  const hasStock = stock !== null && stock === stockOf(material)
  if (!hasPrice && !hasStock) return
  const agreed = {
    productId,
    materialUuid: material.uuid,
    ...(hasPrice ? { netPrice: unitPrice } : {}),
    ...(hasStock ? { stock } : {}),
  }
  await keepAgreed(db, companyId, [agreed], at)
}
