import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCompany } from '#test/support/world/add-company'
import { aMaterial, aProduct, aTaxRate } from '#test/support/vendors/vendor-objects'
import { DATABASE_KINDS, openDatabases, type Databases } from '#test/support/world/databases'
import type { Db } from '../../../platform/database/database.ts'
import { companies } from '../../auth/tables.ts'
import { fikenCompanies } from '../../connections/tables.ts'
import { writeThroughMaterial } from '../../mirrors/materials.ts'
import { dropProduct, writeThroughProduct } from '../../mirrors/products.ts'
import { fikenProducts, servicem8Materials, servicem8TaxRates } from '../../mirrors/tables.ts'
import { saveMappings } from '../../vat/store.ts'
import { forgetPrice, forgetStock, keepAgreed } from '../snapshot-store.ts'
import { priceSnapshots, productListVersions } from '../tables.ts'
import { comparisonFingerprint } from './fingerprint-store.ts'
import { compareLists } from './read-comparison.ts'

const SLUG = 'fjordvik'
const AT = new Date('2026-03-02T08:00:00Z')
const PAIR = { productId: 1, materialUuid: 'rør' }

describe.each(DATABASE_KINDS)('the fingerprint of a comparison in the %s database', (kind) => {
  let databases: Databases
  let db: Db
  let [mine, theirs]: [string, string] = ['', '']
  beforeAll(async () => {
    databases = await openDatabases(kind)
    db = databases.one.db
  })
  afterAll(() => databases.close())
  beforeEach(async () => {
    mine = await somebody()
    theirs = await somebody()
  })

  async function somebody(): Promise<string> {
    const id = randomUUID()
    await addCompany(db, { id })
    await db.insert(fikenCompanies).values({
      ...{ companyId: id, slug: SLUG, name: 'Fjordvik Rør AS', vatRegistered: true },
      ...{ bankAccounts: [], accounts: [], refreshedAt: AT },
    })
    const rate = aTaxRate()
    await db
      .insert(servicem8TaxRates)
      .values({ companyId: id, uuid: rate.uuid, data: rate, seenAt: AT })
    await writeThroughProduct(db, id, SLUG, product({}))
    await writeThroughMaterial(db, id, item({}))
    await keepAgreed(db, id, [{ ...PAIR, netPrice: 10_000, stock: 4 }], AT)
    return id
  }
  const product = (changes: object) =>
    aProduct({ productId: 1, productNumber: '1001', unitPrice: 10_000, stock: 4, ...changes })
  const item = (changes: object) =>
    aMaterial({ uuid: 'rør', itemNumber: '1001', price: '100', ...changes })
  const print = (companyId: string, slug = SLUG) => comparisonFingerprint(db, companyId, slug)
  const ofMine = () => eq(fikenProducts.companyId, mine)

  test.each<[string, () => Promise<unknown>]>([
    [
      'a product is seen with another price',
      () => writeThroughProduct(db, mine, SLUG, product({ unitPrice: 11_000 })),
    ],
    [
      'a product is seen for the first time',
      () => writeThroughProduct(db, mine, SLUG, product({ productId: 2 })),
    ],
    ['a product is gone', () => dropProduct(db, mine, SLUG, 1)],
    [
      'a product’s row is changed by hand',
      () => db.execute(sql`update fiken_products set active = false where user_id = ${mine}`),
    ],
    [
      'a product is replaced by an equal one',
      () =>
        db.execute(sql`with gone as (delete from fiken_products where user_id = ${mine} returning *)
          insert into fiken_products select user_id, fiken_company_slug, 99, product_number, active, data, seen_at from gone`),
    ],
    [
      'an item is seen with another price',
      () => writeThroughMaterial(db, mine, item({ price: '110' })),
    ],
    [
      'an item is seen for the first time',
      () => writeThroughMaterial(db, mine, item({ uuid: 'ny' })),
    ],
    [
      'the items are those of another account',
      () => db.delete(servicem8Materials).where(eq(servicem8Materials.companyId, mine)),
    ],
    ['prices agree', () => keepAgreed(db, mine, [{ ...PAIR, netPrice: 12_000 }], AT)],
    [
      'another pair agrees',
      () => keepAgreed(db, mine, [{ productId: 2, materialUuid: 'ny', stock: 1 }], AT),
    ],
    ['a stock is forgotten', () => forgetStock(db, mine, 1)],
    ['a price is forgotten', () => forgetPrice(db, mine, PAIR)],
    [
      'all that has agreed is forgotten',
      () => db.delete(priceSnapshots).where(eq(priceSnapshots.companyId, mine)),
    ],
    [
      'a tax rate is another one',
      () => db.execute(sql`update servicem8_tax_rates set seen_at = now() where user_id = ${mine}`),
    ],
    [
      'the VAT table is saved',
      () =>
        saveMappings(db, [
          {
            ...{ companyId: mine, fikenCompanySlug: SLUG, taxRateUuid: 'rate-25', vatType: 'HIGH' },
            ...{ goodsAccount: '3000', serviceAccount: '3020', confirmed: true, updatedAt: AT },
          },
        ]),
    ],
    [
      'the company leaves the VAT register',
      () =>
        db
          .update(fikenCompanies)
          .set({ vatRegistered: false })
          .where(eq(fikenCompanies.companyId, mine)),
    ],
  ])('is another one when %s, and not for anybody else', async (_, change) => {
    const before = [await print(mine), await print(theirs)]
    expect([await print(mine), await print(theirs)]).toEqual(before)
    await change()
    expect(await print(mine)).not.toBe(before[0])
    expect(await print(theirs)).toBe(before[1])
  })

  test('is another one for another company', async () => {
    expect(await print(mine, 'another')).not.toBe(await print(mine))
  })

  test('is the same when a statement found nothing to write', async () => {
    const before = await print(mine)
    await dropProduct(db, mine, SLUG, 4711)
    await db.execute(sql`update servicem8_materials set active = false where uuid = 'none'`)
    await forgetStock(db, mine, 4711)
    expect(await print(mine)).toBe(before)
  })

  test('is never one that was before, when a list is emptied and filled again with the same', async () => {
    const seen = new Set<string>()
    for (let round = 0; round < 3; round += 1) {
      seen.add(await print(mine))
      await db.delete(fikenProducts).where(ofMine())
      seen.add(await print(mine))
      await writeThroughProduct(db, mine, SLUG, product({}))
    }
    expect(seen.size).toBe(6)
  })

  test('read before the lists is never newer than they are, while others write', async () => {
    const states = new Map<string, Set<string>>()
    const writing = (async () => {
      for (let n = 1; n <= 40; n += 1)
        await writeThroughProduct(databases.other.db, mine, SLUG, product({ unitPrice: 100 * n }))
    })()
    for (let n = 0; n < 40; n += 1) {
      const before = await print(mine)
      const shown = JSON.stringify(await compareLists(db, mine, SLUG))
      if (before === (await print(mine))) {
        const found = states.get(before) ?? new Set()
        states.set(before, found.add(shown))
      }
    }
    await writing
    for (const shown of states.values()) expect(shown.size).toBe(1)
    const [pair] = (await compareLists(db, mine, SLUG)).matchedProducts
    expect(pair?.fikenPrice).toBe(4_000)
  })

  test('of somebody who is deleted leaves nothing behind', async () => {
    await db.delete(companies).where(eq(companies.id, mine))
    expect(
      await db.select().from(productListVersions).where(eq(productListVersions.companyId, mine)),
    ).toEqual([])
  })
})
