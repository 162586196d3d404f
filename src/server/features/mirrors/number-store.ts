import { and, asc, eq, or, sql } from 'drizzle-orm'
import type { Product } from '#clients/fiken/types'
import type { Material } from '#clients/servicem8/types'
import { containing } from '../../platform/http/paging.ts'
import type { Db } from '../../platform/database/database.ts'
import { keyTable, readTogether } from '../../platform/database/together.ts'
import { fikenProducts, servicem8Materials } from './tables.ts'

interface NumberKey {
  userId: string
  slug: string
  /** The number in lower case. */
  key: string
}

/**
 * Products whose number is this in lower case, inactive ones too; those asked for at the same time
 * are read together.
 */
export const findNumbered = readTogether<NumberKey, NumberKey & { product: Product }>(
  ({ userId, slug, key }) => JSON.stringify([userId, slug, key]),
  async (db, keys) => {
    const { userId, fikenCompanySlug, productNumber, data } = fikenProducts
    const asked = keyTable(keys, sql`"userId" uuid, slug text, key text`)
    const isAsked = and(
      eq(userId, sql`k."userId"`),
      eq(fikenCompanySlug, sql`k.slug`),
      sql`lower(${productNumber}) = k.key`,
    )
    return db
      .select({ userId, slug: fikenCompanySlug, key: sql<string>`k.key`, product: data })
      .from(fikenProducts)
      .innerJoin(asked, isAsked)
  },
)

/** Active products whose number is this in lower case. */
export async function findProductsNumbered(
  db: Db,
  userId: string,
  slug: string,
  key: string,
): Promise<Product[]> {
  const { productNumber } = fikenProducts
  const rows = await db
    .select({ data: fikenProducts.data })
    .from(fikenProducts)
    .where(
      and(
        eq(fikenProducts.userId, userId),
        eq(fikenProducts.fikenCompanySlug, slug),
        eq(fikenProducts.active, true),
        sql`lower(${productNumber}) = ${key}`,
      ),
    )
  return rows.map(({ data }) => data)
}

/** Active materials whose item number, barcode or first characters of the uuid are this in lower case. */
export async function findMaterialsLike(db: Db, userId: string, key: string): Promise<Material[]> {
  const { itemNumber, uuid, data, active } = servicem8Materials
  const rows = await db
    .select({ data })
    .from(servicem8Materials)
    .where(
      and(
        eq(servicem8Materials.userId, userId),
        eq(active, true),
        or(
          sql`lower(trim(${itemNumber})) = ${key}`,
          sql`lower(trim(${data}->>'barcode')) = ${key}`,
          sql`lower(left(${uuid}, 8)) = ${key}`,
        ),
      ),
    )
  return rows.map((row) => row.data)
}

/** Active materials with this text in their name or item number, by name. */
export async function findMaterialsMentioning(
  db: Db,
  userId: string,
  text: string,
  most: number,
): Promise<Material[]> {
  const { itemNumber, uuid, data, active } = servicem8Materials
  const rows = await db
    .select({ data })
    .from(servicem8Materials)
    .where(
      and(
        eq(servicem8Materials.userId, userId),
        eq(active, true),
        or(
          sql`${data}->>'name' ilike ${containing(text)}`,
          sql`${itemNumber} ilike ${containing(text)}`,
        ),
      ),
    )
    .orderBy(asc(sql`lower(${data}->>'name')`), asc(uuid))
    .limit(most)
  return rows.map((row) => row.data)
}
