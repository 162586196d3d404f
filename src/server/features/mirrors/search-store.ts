import { and, asc, eq, inArray, like, or, sql, type SQL } from 'drizzle-orm'
import type { Product } from '#clients/fiken/types'
import type { Material } from '#clients/servicem8/types'
import { foldText } from '#shared/names'
import { organizationDigits } from '#shared/norwegian'
import type { Db } from '../../platform/database/database.ts'
import { keyTable, readTogether } from '../../platform/database/together.ts'
import { containing } from '../../platform/http/paging.ts'
import { fikenContacts, fikenProducts, servicem8JobParts, servicem8Materials } from './tables.ts'

interface NumberKey {
  companyId: string
  slug: string
  /** The product number in lower case. */
  key: string
}

/**
 * Finds products by number in lower case, including inactive products. Concurrent calls share one
 * SQL statement.
 */
export const findNumbered = readTogether<NumberKey, NumberKey & { product: Product }>(
  ({ companyId, slug, key }) => JSON.stringify([companyId, slug, key]),
  async (db, keys) => {
    const { companyId, fikenCompanySlug, productNumber, data } = fikenProducts
    const asked = keyTable(keys, sql`"companyId" uuid, slug text, key text`)
    const isAsked = and(
      eq(companyId, sql`k."companyId"`),
      eq(fikenCompanySlug, sql`k.slug`),
      sql`lower(${productNumber}) = k.key`,
    )
    return db
      .select({ companyId, slug: fikenCompanySlug, key: sql<string>`k.key`, product: data })
      .from(fikenProducts)
      .innerJoin(asked, isAsked)
  },
)

/** Returns the active products with this number, given in lower case. */
export async function productsNumbered(
  db: Db,
  companyId: string,
  slug: string,
  key: string,
): Promise<Product[]> {
  const { productNumber } = fikenProducts
  const rows = await db
    .select({ data: fikenProducts.data })
    .from(fikenProducts)
    .where(
      and(
        eq(fikenProducts.companyId, companyId),
        eq(fikenProducts.fikenCompanySlug, slug),
        eq(fikenProducts.active, true),
        sql`lower(${productNumber}) = ${key}`,
      ),
    )
  return rows.map(({ data }) => data)
}

/**
 * Returns the active materials whose item number, barcode or first part of the uuid equals `key`,
 * given in lower case.
 */
export async function materialsByNumber(
  db: Db,
  companyId: string,
  key: string,
): Promise<Material[]> {
  const { itemNumber, uuid, data, active } = servicem8Materials
  const rows = await db
    .select({ data })
    .from(servicem8Materials)
    .where(
      and(
        eq(servicem8Materials.companyId, companyId),
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

export async function materialsMentioning(
  db: Db,
  companyId: string,
  text: string,
  most: number,
): Promise<Material[]> {
  const { itemNumber, uuid, data, active } = servicem8Materials
  const rows = await db
    .select({ data })
    .from(servicem8Materials)
    .where(
      and(
        eq(servicem8Materials.companyId, companyId),
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

export function mentions(text: string): SQL | undefined {
  const words = foldText(text).split(' ').filter(Boolean)
  const number = organizationDigits(text) ?? text.replace(/\D/g, '')
  return or(
    words.length > 0
      ? and(...words.map((word) => like(fikenContacts.searchName, containing(word))))
      : undefined,
    number.length >= 3 ? like(fikenContacts.organizationNumber, `${number}%`) : undefined,
    text.includes('@')
      ? like(fikenContacts.email, containing(text.trim().toLowerCase()))
      : undefined,
  )
}

export const ofJobs = (jobUuids: string[]): SQL => inArray(servicem8JobParts.jobUuid, jobUuids)
