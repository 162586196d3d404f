import { expect, test } from 'vitest'
import { importProductFile, previewProductFile } from '#shared/contracts/products/csv'
import { readProductHistory } from '#shared/contracts/products/price-sync'
import { csv } from '#shared/csv/csv'
import { productCsvRows } from '#shared/csv/product-csv'
import { taskOver } from '../../support/people/bulk.ts'
import { useProductScreen } from '../../support/people/products/product-screen.ts'

/** Prices and stock from the file that the product list was taken out as. */

const { plumber, compared, pair, inFiken, inServicem8, editedInFiken, fault } = useProductScreen()
const person = () => plumber().person

/** The list as a file, with these columns of these numbers otherwise. */
async function fileWith(changes: Record<string, Record<string, string>>): Promise<string> {
  const rows = productCsvRows(await compared())
  return csv(rows.map((row) => ({ ...row, ...changes[row['Varenummer'] ?? ''] })))
}

test('what was changed in the file is shown first, and written in both systems after a yes', async () => {
  const [valve, pipe] = [await pair('1001'), await pair('1010')]
  const text = await fileWith({
    '1001': { 'Pris i Fiken uten MVA': '155,50', 'Lager i ServiceM8': '41' },
    '1010': { 'Lager i Fiken': '100,5', 'Pris i ServiceM8 uten MVA': '' },
  })
  const before = { ...inFiken(valve.fikenProductId) }
  const preview = await person().call(previewProductFile, { body: { csv: text } })
  expect(preview.problems).toEqual([])
  expect(preview.differences.map(({ id, after }) => [id, after])).toEqual([
    [`stock:fiken:${pipe.fikenProductId}`, 100.5],
    [`stock:servicem8:${valve.servicem8Uuid}`, 41],
    [`price:fiken:${valve.fikenProductId}`, 15_550],
  ])
  expect(inFiken(valve.fikenProductId)).toEqual(before)
  const { taskId, message } = await person().call(importProductFile, {
    body: {
      csv: text,
      version: preview.version,
      leaveOut: [`stock:fiken:${pipe.fikenProductId}`],
    },
  })
  expect(message).toBe('2 tall er satt i kø.')
  expect(await taskOver(person(), taskId)).toMatchObject({ counts: { done: 2, failed: 0 } })
  const { lastModifiedDate: _date, ...rest } = before
  expect(inFiken(valve.fikenProductId)).toMatchObject({ ...rest, unitPrice: 15_550 })
  expect(Number(inServicem8(valve.servicem8Uuid).quantity_in_stock)).toBe(41)
  expect(inFiken(pipe.fikenProductId).stock).toBe(pipe.fikenStock)
})

test('a list of twenty thousand products is read back, and written', async () => {
  const { fikenProductId, fikenPrice } = await pair('1010')
  const [columns = '', ...lines] = (
    await fileWith({ '1010': { 'Pris i Fiken uten MVA': '188,80' } })
  ).split('\n')
  const strange = Array.from(
    { length: 19_000 },
    (_, n) => `${'Et langt navn på et produkt '.repeat(4)};UKJENT-${n}${';'.repeat(9)}`,
  )
  const text = [columns, ...lines.filter(Boolean), ...strange].join('\n')
  expect(text.length).toBeGreaterThan(2_000_000)
  const preview = await person().call(previewProductFile, { body: { csv: text } })
  const id = `price:fiken:${fikenProductId}`
  expect(preview.differences).toMatchObject([{ id, before: fikenPrice, after: 18_880 }])
  const body = { csv: text, version: preview.version }
  const { taskId } = await person().call(importProductFile, { body })
  expect(await taskOver(person(), taskId)).toMatchObject({ counts: { done: 1, failed: 0 } })
  expect(inFiken(fikenProductId).unitPrice).toBe(18_880)
})

test('a value that moved after the yes is left alone, and a file whose differences have moved is shown again', async () => {
  const { fikenProductId } = await pair('1003')
  const text = await fileWith({ '1003': { 'Pris i Fiken uten MVA': '260' } })
  const { version } = await person().call(previewProductFile, { body: { csv: text } })
  editedInFiken(fikenProductId, { unitPrice: 27_000 })
  const { taskId } = await person().call(importProductFile, { body: { csv: text, version } })
  expect(await taskOver(person(), taskId)).toMatchObject({ counts: { leftAlone: 1 } })
  expect(inFiken(fikenProductId).unitPrice).toBe(27_000)
  const again = await person().tryCall(importProductFile, { body: { csv: text, version } })
  expect([again.status, (again.body as { code: string }).code]).toEqual([409, 'changed_elsewhere'])
})

test('a vendor that is busy for a while is waited for, and an answer that was lost is looked up: each value is written once', async () => {
  const { fikenProductId: productId, servicem8Uuid: uuid, fikenPrice } = await pair('1005')
  const text = await fileWith({
    '1005': { 'Pris i Fiken uten MVA': '433,50', 'Lager i ServiceM8': '12' },
  })
  const { version } = await person().call(previewProductFile, { body: { csv: text } })
  const path = 'products/|material/'
  fault({
    vendor: 'fiken',
    method: 'GET',
    path,
    kind: 'status',
    status: 429,
    count: 2,
    retryAfter: 1,
  })
  fault({ vendor: 'servicem8', method: 'GET', path, kind: 'status', status: 503, count: 8 })
  fault({ vendor: 'fiken', method: 'PUT', path, kind: 'lost', count: 1 })
  const { taskId } = await person().call(importProductFile, { body: { csv: text, version } })
  expect(await taskOver(person(), taskId)).toMatchObject({
    counts: { total: 2, done: 2, leftAlone: 0, failed: 0 },
  })
  expect(inFiken(productId).unitPrice).toBe(43_350)
  expect(Number(inServicem8(uuid).quantity_in_stock)).toBe(12)
  const query = { productId: String(productId), uuid }
  const history = await person().call(readProductHistory, { query })
  const imported = history.filter(({ by }) => by === 'import')
  expect(imported.map(({ system, what, before, after }) => [system, what, before, after])).toEqual(
    expect.arrayContaining([
      ['fiken', 'price', fikenPrice, 43_350],
      ['servicem8', 'stock', 9, 12],
    ]),
  )
  expect(imported).toHaveLength(2)
})

test('a file of something else is refused, and a megabyte of nonsense too', async () => {
  for (const text of ['', 'Navn;Pris\nx;1', 'x'.repeat(900_000)]) {
    const { status, body } = await person().tryCall(previewProductFile, { body: { csv: text } })
    expect([status, (body as { code: string }).code]).toEqual([400, 'not_a_product_file'])
  }
  const large = await person().tryCall(previewProductFile, { body: { csv: 'x'.repeat(3_000_000) } })
  expect([400, 413]).toContain(large.status)
})
