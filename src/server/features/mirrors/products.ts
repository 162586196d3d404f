import type { FikenCompany } from '#clients/fiken/client'
import type { Product, ProductChange } from '#clients/fiken/types'
import type { Db } from '../../platform/database/database.ts'
import { findCursor } from './cursor-store.ts'
import type { Platform } from '../../platform/platform.ts'
import { fikenMirror } from './fiken-mirror.ts'
import { findNumbered } from './search-store.ts'
import { databaseTime, mirrorStore } from './store.ts'
import { bothVersions } from './sync.ts'
import { fikenProducts } from './tables.ts'

export { productsNumbered } from './search-store.ts'

const products = mirrorStore({
  table: fikenProducts,
  scope: ['companyId', 'fikenCompanySlug'],
  id: 'productId',
  columns: ({ productId, productNumber, active }) => ({
    productId,
    productNumber: productNumber.trim(),
    active,
  }),
  orderBy: ['productId'],
})

/**
 * The mirror of Fiken's products. Fiken does not document whether a sale changes the product's
 * modification date, so a caller that compares stock refreshes with `full`.
 */
const mirror = fikenMirror(
  'products',
  products,
  (company) => company.products,
  async (platform, owner, seen, askedAt, { isCurrent }) => {
    const before = await products.replacedBy(platform.db, owner, seen, askedAt)
    const changed = bothVersions(before, seen, products.idOf)
    const { companyId, fikenCompanySlug: slug } = owner
    if (changed.length > 0)
      await platform.hooks.run('productsSeen', { companyId, slug, changed, isCurrent })
  },
)
export const {
  refresh: refreshProducts,
  ensure: ensureProductsMirror,
  writeThrough: writeThroughProduct,
  drop: dropProduct,
} = mirror

export async function readProduct(
  platform: Platform,
  companyId: string,
  { slug, products: inFiken }: FikenCompany,
  productId: number,
): Promise<Product> {
  const askedAt = await databaseTime(platform.db)
  const product = await inFiken.get(productId)
  const owner = { companyId, fikenCompanySlug: slug }
  await mirror.see(platform, owner, [product], askedAt, { isCurrent: true })
  return product
}

export async function findProducts(
  platform: Platform,
  companyId: string,
  { slug, products: inFiken }: FikenCompany,
  productNumber: string,
  signal?: AbortSignal,
): Promise<Product[]> {
  const askedAt = await databaseTime(platform.db)
  const found = await inFiken.find({ productNumber }, signal)
  const owner = { companyId, fikenCompanySlug: slug }
  await mirror.see(platform, owner, found, askedAt, { isCurrent: false })
  return found
}

/**
 * Reads a product from Fiken and writes a change to it. Both versions are stored in our copy in
 * turn, because the version read might contain a change by another user of Fiken.
 */
export async function changeProduct(
  platform: Platform,
  companyId: string,
  { slug, products: inFiken }: FikenCompany,
  productId: number,
  change: (current: Product) => ProductChange | null,
): Promise<{ before: Product; after: Product }> {
  const askedAt = await databaseTime(platform.db)
  const changed = await inFiken.update(productId, change)
  const { before, after } = changed
  const owner = { companyId, fikenCompanySlug: slug }
  await mirror.see(platform, owner, [before], askedAt, { isCurrent: true })
  if (after !== before) await writeThroughProduct(platform.db, companyId, slug, after)
  return changed
}

export async function productsReadAt(
  db: Db,
  companyId: string,
  slug: string,
): Promise<Date | null> {
  return (await findCursor(db, companyId, 'products', slug)).completedAt
}

/**
 * Returns the start time of the last full read that agreed with Fiken's count; null if there was
 * none.
 */
export async function productsReadWholeAt(
  db: Db,
  companyId: string,
  slug: string,
): Promise<Date | null> {
  return (await findCursor(db, companyId, 'products_whole', slug)).completedAt
}

export function countProducts(db: Db, companyId: string, slug: string): Promise<number> {
  return products.count(db, { companyId, fikenCompanySlug: slug }, { active: true })
}

/** Returns the active products, oldest first. */
export function activeProductsFor(db: Db, companyId: string, slug: string): Promise<Product[]> {
  return products.findInPages(db, { companyId, fikenCompanySlug: slug }, { active: true })
}

/** Returns all products, including inactive products, oldest first. */
export function productsFor(db: Db, companyId: string, slug: string): Promise<Product[]> {
  return products.find(db, { companyId, fikenCompanySlug: slug })
}

/**
 * Returns the products with any of these numbers, ignoring case, oldest first. Inactive products
 * are included. Fiken's numbers need not be unique.
 */
export async function productsByNumber(
  db: Db,
  companyId: string,
  slug: string,
  numbers: readonly string[],
): Promise<Product[]> {
  const keys = new Set(numbers.map((number) => number.trim().toLowerCase()).filter(Boolean))
  const found = await Promise.all(
    [...keys].map((key) => findNumbered(db, { companyId, slug, key })),
  )
  return found
    .flat()
    .map(({ product }) => product)
    .sort((a, b) => a.productId - b.productId)
}

export async function productFromMirror(
  db: Db,
  companyId: string,
  slug: string,
  productId: number,
): Promise<Product | null> {
  const owner = { companyId, fikenCompanySlug: slug }
  const [product] = await products.find(db, owner, { match: { productId } })
  return product ?? null
}
