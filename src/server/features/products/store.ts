import { and, asc, eq, inArray, lt, sql, type SQL } from 'drizzle-orm'
import type { Product } from '#clients/fiken/types'
import type { Material, TaxRate } from '#clients/servicem8/types'
import { portions } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/database.ts'
import { rowsTogether } from '../../platform/database/together.ts'
import type { SeenAt } from '../connections/mirror-cursor.ts'
import { fikenProducts, servicem8Materials, servicem8TaxRates } from './tables.ts'

const ofCompany = (userId: string, slug: string) =>
  and(eq(fikenProducts.userId, userId), eq(fikenProducts.fikenCompanySlug, slug))

/** Stores products as Fiken has them. A row that was written after `seenAt` is newer than this copy of it, and stays. */
export async function putProducts(
  db: Db,
  userId: string,
  slug: string,
  products: readonly Product[],
  seenAt: SeenAt,
): Promise<void> {
  for (const some of portions(products, (product) => product.productId)) {
    const values = some.map((product) => ({
      userId,
      fikenCompanySlug: slug,
      productId: product.productId,
      productNumber: product.productNumber.trim(),
      active: product.active,
      data: product,
      seenAt,
    }))
    await db
      .insert(fikenProducts)
      .values(values)
      .onConflictDoUpdate({
        target: [fikenProducts.userId, fikenProducts.fikenCompanySlug, fikenProducts.productId],
        set: {
          productNumber: sql`excluded.product_number`,
          active: sql`excluded.active`,
          data: sql`excluded.data`,
          seenAt: sql`excluded.seen_at`,
        },
        setWhere: sql`${fikenProducts.seenAt} <= excluded.seen_at`,
      })
  }
}

export async function findProducts(db: Db, userId: string, slug: string, condition?: SQL): Promise<Product[]> {
  const rows = await db
    .select({ data: fikenProducts.data })
    .from(fikenProducts)
    .where(and(ofCompany(userId, slug), condition))
    .orderBy(asc(fikenProducts.productId))
  return rows.map((row) => row.data)
}

/** Those with this number. */
export async function findNumbered(db: Db, userId: string, slug: string, productNumber: string): Promise<Product[]> {
  return (await readNumbered(db, { userId, fikenCompanySlug: slug, productNumber })).map((row) => row.data)
}

const readNumbered = rowsTogether(fikenProducts, ['userId', 'fikenCompanySlug', 'productNumber'])

export const hasProductId = (productId: number) => eq(fikenProducts.productId, productId)

export async function productIds(db: Db, userId: string, slug: string): Promise<number[]> {
  const rows = await db.select({ id: fikenProducts.productId }).from(fikenProducts).where(ofCompany(userId, slug))
  return rows.map((row) => row.id)
}

/** Drops products that Fiken has no longer, but none that was written after `before`. Answers how many. */
export async function dropProducts(
  db: Db,
  userId: string,
  slug: string,
  ids: readonly number[],
  before: SeenAt,
): Promise<number> {
  let dropped = 0
  for (const some of portions(ids, (id) => id)) {
    const rows = await db
      .delete(fikenProducts)
      .where(and(ofCompany(userId, slug), inArray(fikenProducts.productId, some), lt(fikenProducts.seenAt, before)))
      .returning({ id: fikenProducts.productId })
    dropped += rows.length
  }
  return dropped
}

export async function putMaterials(db: Db, userId: string, materials: readonly Material[], seenAt: SeenAt): Promise<void> {
  for (const some of portions(materials, (material) => material.uuid)) {
    const values = some.map((material) => ({
      userId,
      uuid: material.uuid,
      itemNumber: material.itemNumber,
      active: material.active,
      data: material,
      seenAt,
    }))
    await db
      .insert(servicem8Materials)
      .values(values)
      .onConflictDoUpdate({
        target: [servicem8Materials.userId, servicem8Materials.uuid],
        set: {
          itemNumber: sql`excluded.item_number`,
          active: sql`excluded.active`,
          data: sql`excluded.data`,
          seenAt: sql`excluded.seen_at`,
        },
        setWhere: sql`${servicem8Materials.seenAt} <= excluded.seen_at`,
      })
  }
}

export async function findMaterials(db: Db, userId: string, condition?: SQL): Promise<Material[]> {
  const rows = await db
    .select({ data: servicem8Materials.data })
    .from(servicem8Materials)
    .where(and(eq(servicem8Materials.userId, userId), condition))
    .orderBy(asc(servicem8Materials.itemNumber), asc(servicem8Materials.uuid))
  return rows.map((row) => row.data)
}

/** The material with this uuid, if it is mirrored. */
export async function findMaterial(db: Db, userId: string, uuid: string): Promise<Material[]> {
  return (await readMaterials(db, { userId, uuid })).map((row) => row.data)
}

const readMaterials = rowsTogether(servicem8Materials, ['userId', 'uuid'])

export const isActiveMaterial = () => eq(servicem8Materials.active, true)

/** Another ServiceM8 account was connected. */
export async function dropMaterials(db: Db, userId: string): Promise<void> {
  await db.delete(servicem8Materials).where(eq(servicem8Materials.userId, userId))
}

export async function putTaxRates(db: Db, userId: string, rates: readonly TaxRate[], seenAt: SeenAt): Promise<void> {
  for (const some of portions(rates, (rate) => rate.uuid)) {
    await db
      .insert(servicem8TaxRates)
      .values(some.map((rate) => ({ userId, uuid: rate.uuid, data: rate, seenAt })))
      .onConflictDoUpdate({
        target: [servicem8TaxRates.userId, servicem8TaxRates.uuid],
        set: { data: sql`excluded.data`, seenAt: sql`excluded.seen_at` },
        setWhere: sql`${servicem8TaxRates.seenAt} <= excluded.seen_at`,
      })
  }
}

export async function findTaxRates(db: Db, userId: string): Promise<TaxRate[]> {
  return (await readTaxRates(db, { userId })).map((row) => row.data)
}

const readTaxRates = rowsTogether(servicem8TaxRates, ['userId'])

/** Another ServiceM8 account was connected. */
export async function dropTaxRates(db: Db, userId: string): Promise<void> {
  await db.delete(servicem8TaxRates).where(eq(servicem8TaxRates.userId, userId))
}
