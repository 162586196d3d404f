import type { Product } from '#clients/fiken/types'
import type { Db } from '../../platform/database/database.ts'
import { findCursor } from './cursor-store.ts'
import { fikenMirror } from './fiken-mirror.ts'
import { findProductsNumbered } from './number-store.ts'
import { findCoalesced, mirrorStore } from './store.ts'
import { bothVersions } from './sync.ts'
import { fikenProducts } from './tables.ts'

/** Copies of Fiken's products. */
const products = mirrorStore({
  table: fikenProducts,
  scope: ['userId', 'fikenCompanySlug'],
  id: 'productId',
  columns: ({ productId, productNumber, active }) => ({
    productId,
    productNumber: productNumber.trim(),
    active,
  }),
  orderBy: ['productId'],
})

const findNumbered = findCoalesced(fikenProducts, ['userId', 'fikenCompanySlug', 'productNumber'])

/**
 * Whether a sale in Fiken counts as a change of its product is not documented, so a caller that
 * compares stock refreshes with `full`.
 */
export const {
  refresh: refreshProducts,
  ensure: ensureProductsMirror,
  writeThrough: writeThroughProduct,
  drop: dropProduct,
} = fikenMirror(
  'products',
  products,
  (company) => company.products,
  async (platform, owner, seen, askedAt) => {
    const before = await products.replacedBy(platform.db, owner, seen, askedAt)
    const changed = bothVersions(before, seen, products.idOf)
    const { userId, fikenCompanySlug: slug } = owner
    if (changed.length > 0) await platform.hooks.run('productsSeen', { userId, slug, changed })
  },
)

/** When our copy of the products was last read to the end; null = never. */
export async function productsReadAt(db: Db, userId: string, slug: string): Promise<Date | null> {
  return (await findCursor(db, userId, 'products', slug)).completedAt
}

/** When the last reading of all of them began; null = never, or it could not be trusted. */
export async function productsReadWholeAt(
  db: Db,
  userId: string,
  slug: string,
): Promise<Date | null> {
  return (await findCursor(db, userId, 'products_whole', slug)).completedAt
}

/** How many active ones there are in our copy. */
export function countProducts(db: Db, userId: string, slug: string): Promise<number> {
  return products.count(db, { userId, fikenCompanySlug: slug }, { active: true })
}

/** Active products with this number, which is given in lower case. */
export const productsNumbered = findProductsNumbered

/** The active products of a company, oldest first. */
export function activeProductsFor(db: Db, userId: string, slug: string): Promise<Product[]> {
  return products.find(db, { userId, fikenCompanySlug: slug }, { match: { active: true } })
}

/** All products of a company, inactive ones too, oldest first. */
export function productsFor(db: Db, userId: string, slug: string): Promise<Product[]> {
  return products.find(db, { userId, fikenCompanySlug: slug })
}

/**
 * Products that have one of these numbers, inactive ones too, oldest first. Fiken does not promise
 * that a number is unique.
 */
export async function productsByNumber(
  db: Db,
  userId: string,
  slug: string,
  numbers: readonly string[],
): Promise<Product[]> {
  const distinct = [...new Set(numbers.map((number) => number.trim()).filter(Boolean))]
  const found = await Promise.all(
    distinct.map((productNumber) =>
      findNumbered(db, { userId, fikenCompanySlug: slug, productNumber }),
    ),
  )
  return found.flat().sort((a, b) => a.productId - b.productId)
}

export async function productFromMirror(
  db: Db,
  userId: string,
  slug: string,
  productId: number,
): Promise<Product | null> {
  const owner = { userId, fikenCompanySlug: slug }
  const [product] = await products.find(db, owner, { match: { productId } })
  return product ?? null
}
