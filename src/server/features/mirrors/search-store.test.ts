import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMaterial, aProduct } from '#test/support/vendors/vendor-objects'
import { memoryPlatform, type MemoryPlatform } from '#test/support/world/memory-platform'
import { rowsOf } from '../../platform/database/database.ts'
import { writeThroughMaterial } from './materials.ts'
import { materialsByNumber, productsNumbered } from './search-store.ts'
import { productsByNumber, writeThroughProduct } from './products.ts'

const SLUG = 'fjordvik'
let memory: MemoryPlatform
let [companyId, stranger]: [string, string] = ['', '']

beforeAll(async () => {
  memory = await memoryPlatform()
  const { db } = memory.platform
  companyId = await memory.addUser()
  stranger = await memory.addUser('ola')
  for (const owner of [companyId, stranger]) {
    for (const item of [
      { uuid: 'a', itemNumber: ' Rør-1 ' },
      { uuid: 'b', itemNumber: '', barcode: ' 7021760010017' },
      { uuid: '0A1B2C3D-4E5F', itemNumber: '', barcode: '' },
      { uuid: 'd', itemNumber: 'RØR-1', active: false },
    ])
      await writeThroughMaterial(db, owner, aMaterial(item))
    for (const product of [
      { productId: 1, productNumber: 'RØR-1 ' },
      { productId: 2, productNumber: 'Rør-1', active: false },
      { productId: 3, productNumber: 'Rør-11' },
    ])
      await writeThroughProduct(db, owner, SLUG, aProduct(product))
  }
})
afterAll(() => memory.close())

const items = async (key: string) =>
  (await materialsByNumber(memory.platform.db, companyId, key)).map(({ uuid }) => uuid)

test('an item is found by its number, its barcode or the start of its uuid, however they are written', async () => {
  expect(await items('rør-1')).toEqual(['a'])
  expect(await items('7021760010017')).toEqual(['b'])
  expect(await items('0a1b2c3d')).toEqual(['0A1B2C3D-4E5F'])
  expect(await items('rør')).toEqual([])
})

test('a product is found by its number, and only among the active ones of its company', async () => {
  const { db } = memory.platform
  const found = await productsNumbered(db, companyId, SLUG, 'rør-1')
  expect(found.map(({ productId }) => productId)).toEqual([1])
  expect(await productsNumbered(db, companyId, 'another', 'rør-1')).toEqual([])
})

test('products are found by many numbers at once, whatever the case, inactive ones too', async () => {
  const { db } = memory.platform
  const ids = async (numbers: string[], slug = SLUG) =>
    (await productsByNumber(db, companyId, slug, numbers)).map(({ productId }) => productId)
  expect(await ids([' rØR-1', 'RØR-11', 'rør-12'])).toEqual([1, 2, 3])
  expect(await Promise.all([ids(['rør-1']), ids(['Rør-11', ' '])])).toEqual([[1, 2], [3]])
  expect(await ids(['rør-1'], 'another')).toEqual([])
})

describe('among thousands', () => {
  const plan = async (statement: ReturnType<typeof sql>) =>
    (await rowsOf<Record<string, string>>(memory.platform.db, sql`explain ${statement}`))
      .map((row) => row['QUERY PLAN'])
      .join('\n')

  test('no other rows are read than those with the number', async () => {
    await memory.platform.db.execute(sql`insert into servicem8_materials
      select ${companyId}::uuid, 'copy-' || n, 'S-' || n, true, '{"barcode": ""}', now() from generate_series(1, 3000) n`)
    await memory.platform.db.execute(sql`insert into fiken_products
      select ${companyId}::uuid, ${SLUG}, 1000 + n, 'S-' || n, true, '{}', now() from generate_series(1, 3000) n`)
    await memory.platform.db.execute(sql`analyze servicem8_materials, fiken_products`)
    const ofItems = await plan(sql`select data from servicem8_materials
      where user_id = ${companyId} and active = true and (lower(trim(item_number)) = 's-7'
        or lower(trim(data->>'barcode')) = 's-7' or lower(left(uuid, 8)) = 's-7')`)
    expect(ofItems).not.toContain('Seq Scan')
    expect(ofItems).toContain('servicem8_materials_barcode')
    const ofProducts = await plan(sql`select data from fiken_products
      where user_id = ${companyId} and fiken_company_slug = ${SLUG} and active = true
        and lower(product_number) = 's-7'`)
    expect(ofProducts).toContain('fiken_products_number_key')
  })
})
