import type { AnswerOf } from '#shared/contract'
import type { updateStock } from '#shared/contracts/products/writes'
import { reasonOf } from '../../connections/vendor-failure.ts'
import { isVendorTrouble } from '../../connections/vendor-trouble.ts'
import { readMaterial } from '../../mirrors/materials.ts'
import { readProduct } from '../../mirrors/products.ts'
import { productNumberOf } from '../../products/product-number.ts'
import { stockOf } from '../../products/stock.ts'
import { pairNumbered } from '../pair.ts'
import type { ProductClients } from './clients.ts'
import { writeStock } from './write-stock.ts'

export interface StockCount {
  uuid: string
  stock: number
  /**
   * The stocks that the screen showed; null for a stock that is not kept. A system without a value
   * here is not compared.
   */
  known: { servicem8?: number | null | undefined; fiken?: number | null | undefined }
}

type Half = AnswerOf<typeof updateStock>['servicem8']

export type CountOutcome =
  | { kind: 'done'; name: string; servicem8: Half; fiken: Half; failed: string | null }
  /** A system has neither the shown nor the counted stock, so nothing is written. */
  | { kind: 'moved'; name: string; servicem8: number | null; fiken: number | null }

/**
 * Writes a user's stock count to ServiceM8 and, if Fiken keeps the product's stock, to Fiken.
 * Neither vendor can compare before writing (reference: Fiken §7, ServiceM8 §6.3), so both stocks
 * are read before either is written, and a change made elsewhere is left to the user. A system that
 * already has the counted stock is skipped, so a repeated call does only what failed.
 * @throws HttpError, ExternalError, LimiterBusy when nothing has been written
 */
export async function countStock(
  clients: ProductClients,
  { uuid, stock, known }: StockCount,
): Promise<CountOutcome> {
  const { platform, companyId, slug } = clients
  const { db } = platform
  const material = await readMaterial(platform, companyId, await clients.servicem8(), uuid)
  const pair = await pairNumbered(db, { companyId, slug }, productNumberOf(material))
  const product =
    pair.product &&
    (await readProduct(platform, companyId, await clients.fiken(), pair.product.productId))

  const { name } = material
  const before = { servicem8: stockOf(material), fiken: product?.stock ?? null }
  const hasMoved = (side: 'servicem8' | 'fiken') =>
    known[side] !== undefined && before[side] !== known[side] && before[side] !== stock
  if (hasMoved('servicem8') || hasMoved('fiken')) return { kind: 'moved', name, ...before }

  const write = { stock, by: 'person' } as const
  const inServicem8 = await writeStock(clients, {
    ...write,
    to: { system: 'servicem8', uuid },
    expected: before.servicem8,
  })
  if (inServicem8.kind === 'moved')
    return { kind: 'moved', name, ...before, servicem8: inServicem8.now }
  const done = { kind: 'done', name, servicem8: inServicem8.kind, failed: null } as const
  if (!product || before.fiken === null) return { ...done, fiken: 'not_kept' }
  const isWritten = inServicem8.kind === 'written'
  try {
    const inFiken = await writeStock(clients, {
      ...write,
      to: { system: 'fiken', productId: product.productId },
      expected: before.fiken,
    })
    if (inFiken.kind !== 'moved') return { ...done, fiken: inFiken.kind }
    if (!isWritten) return { kind: 'moved', name, ...before, fiken: inFiken.now }
    return { ...done, fiken: 'failed', failed: 'Lagertallet der ble endret samtidig.' }
  } catch (error) {
    if (!isVendorTrouble(error) || !isWritten) throw error
    return { ...done, fiken: 'failed', failed: reasonOf(error) }
  }
}
