import { expect, test } from 'vitest'
import { importProductFile, previewProductFile } from '#shared/contracts/products/csv'
import { csv } from '#shared/csv'
import { productCsvRows } from '#shared/product-csv'
import { taskOver } from '../../support/people/bulk.ts'
import { useProductScreen } from '../../support/people/products/product-screen.ts'

/** Prices and stock from the file that the product list was taken out as. */

const { plumber, compared, pair, inFiken, inServicem8, editedInFiken } = useProductScreen()
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

test('a file of something else is refused, and a megabyte of nonsense too', async () => {
  for (const text of ['', 'Navn;Pris\nx;1', 'x'.repeat(900_000)]) {
    const { status, body } = await person().tryCall(previewProductFile, { body: { csv: text } })
    expect([status, (body as { code: string }).code]).toEqual([400, 'not_a_product_file'])
  }
  const large = await person().tryCall(previewProductFile, { body: { csv: 'x'.repeat(3_000_000) } })
  expect([400, 413]).toContain(large.status)
})
