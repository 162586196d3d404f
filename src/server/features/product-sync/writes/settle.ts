import type { Material } from '#clients/servicem8/types'
import type { Product } from '#clients/fiken/types'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { productNumberOf } from '../../products/product-number.ts'
import { recordChange, recordOnce, type Change } from '../change-store.ts'
import { keepAgreed, type Agreed } from '../snapshot-store.ts'

/** The one that is written. */
export type Target = { system: 'fiken'; productId: number } | { system: 'servicem8'; uuid: string }

/** A write of one value to one system. */
export interface Write {
  to: Target
  /** What it must be there still; left out = whatever it is. */
  expected?: number | null | undefined
  by: Change['by']
  taskId?: string | undefined
  /**
   * Given where an earlier attempt of the task may have written it, with what was there then: if it
   * is there now, its entry in the history is made unless that was.
   */
  lost?: { before: number | null } | undefined
}

interface Settled {
  what: Change['what']
  after: number
  before: number | null
  /** Of a price in ServiceM8: as it was there. */
  beforeAsRead?: string | null
  written: boolean
  product: Product | null
  material: Material | null
  /** What both sides of the pair have now, if that is the same. */
  agreed: Pick<Agreed, 'netPrice' | 'stock'> | null
}

export const nameOf = (
  { to }: Write,
  { product, material }: Pick<Settled, 'product' | 'material'>,
) => (to.system === 'fiken' ? product?.name : material?.name) ?? ''

/** Our copy has been written; what is left is the history, and the snapshot of a pair that agrees. */
export async function settle(
  { db, clock }: Platform,
  userId: string,
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
    ...{ system: to.system, what, after, by },
  }
  await db.transaction(async (tx) => {
    if (written) await recordChange(tx, userId, { ...change, before, beforeAsRead, taskId }, now)
    else if (lost && taskId !== undefined)
      await recordOnce(tx, userId, { ...change, before: lost.before, taskId }, now)
    if (!product || !material || !agreed) return
    const pair = { productId: product.productId, materialUuid: material.uuid }
    await keepAgreed(tx, userId, [{ ...pair, ...agreed }], now)
  })
}
