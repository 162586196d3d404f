import type { FikenCompany } from '#clients/fiken/client'
import type { NewProduct, Product } from '#clients/fiken/types'
import type { JobLine, Material } from '#clients/servicem8/types'
import type { Platform } from '../../platform/platform.ts'
import { productNumberOf } from '../transfers/products.ts'
import { productsByNumber, writeThroughProduct } from './mirror.ts'

export interface ProductWish {
  lines: readonly JobLine[]
  materials: readonly Material[]
  /** Which are to be made, given those Fiken has. Empty when the user does not want products made. */
  missing: (known: readonly Product[]) => NewProduct[]
  journal: { step(step: string, text: string, ok?: boolean | null): void }
  signal: AbortSignal
}

/**
 * Fiken's products for a job's lines. What the mirror lacks is asked for by number before it is made, and what is made is written through:
 * a lost answer is then found by the next attempt, and no product is made twice.
 */
export async function ensureProducts(
  platform: Platform,
  userId: string,
  fiken: FikenCompany,
  wish: ProductWish,
): Promise<Product[]> {
  const { db } = platform
  const numbers = [...new Set(materialsOnLines(wish).map(productNumberOf))]
  if (numbers.length === 0) return []
  const known = await productsByNumber(db, userId, fiken.slug, numbers)
  for (const wanted of wish.missing(known)) {
    const found = await fiken.products.find({ productNumber: wanted.productNumber }, wish.signal)
    for (const product of found) await writeThroughProduct(db, userId, fiken.slug, product)
    known.push(...found)
    if (found.length > 0) continue
    const productId = await fiken.products.create(wanted)
    const made = { ...wanted, productId, active: true, stock: wanted.stock ?? null, note: wanted.note ?? '', lastModified: '' }
    await writeThroughProduct(db, userId, fiken.slug, made)
    wish.journal.step('build', `Produktet «${wanted.name}» (${wanted.productNumber}) er opprettet i Fiken`)
    known.push(made)
  }
  return known
}

function materialsOnLines({ lines, materials }: ProductWish): Material[] {
  const used = new Set(lines.filter((line) => line.active).map((line) => line.materialUuid))
  return materials.filter((material) => used.has(material.uuid))
}
