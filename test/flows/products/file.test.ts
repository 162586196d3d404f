import { expect, test } from 'vitest'
import { importProductFile, previewProductFile } from '#shared/contracts/products/csv'
import { readProductHistory } from '#shared/contracts/products/price-sync'
import { csv } from '#shared/csv/csv'
import { productCsvRows } from '#shared/csv/product-csv'
import { taskOver } from '../../support/people/bulk.ts'
import { until } from '../../support/wait.ts'
import { startProductScreen } from '../../support/people/products/product-screen.ts'

const { plumber, compared, pair, inFiken, inServicem8, editedInFiken, fault } =
  await startProductScreen()
const { person } = plumber
const asFile = (text: string) => new Blob([text], { type: 'text/csv' })

/** Returns the product file as CSV, with columns changed by product number. */
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
  const preview = await person.call(previewProductFile, { file: asFile(text) })
  expect(preview.problems).toEqual([])
  expect(preview.differences.map(({ id, after }) => [id, after])).toEqual([
    [`stock:fiken:${pipe.fikenProductId}`, 100.5],
    [`stock:servicem8:${valve.servicem8Uuid}`, 41],
    [`price:fiken:${valve.fikenProductId}`, 15_550],
  ])
  expect(inFiken(valve.fikenProductId)).toEqual(before)
  const { taskId, message } = await person.call(importProductFile, {
    file: asFile(text),
    query: { version: preview.version, leaveOut: '0' },
  })
  expect(message).toBe('2 tall er satt i kø.')
  expect(await taskOver(person, taskId)).toMatchObject({ counts: { done: 2, failed: 0 } })
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
  const preview = await person.call(previewProductFile, { file: asFile(text) })
  const id = `price:fiken:${fikenProductId}`
  expect(preview.differences).toMatchObject([{ id, before: fikenPrice, after: 18_880 }])
  const query = { version: preview.version }
  const { taskId } = await person.call(importProductFile, { file: asFile(text), query })
  expect(await taskOver(person, taskId)).toMatchObject({ counts: { done: 1, failed: 0 } })
  expect(inFiken(fikenProductId).unitPrice).toBe(18_880)
})

test('text in JSON is read as a file is, and what is left out of it is named by its id', async () => {
  const { fikenProductId, servicem8Uuid } = await pair('1010')
  const csv = await fileWith({ '1010': { 'Lager i Fiken': '77', 'Lager i ServiceM8': '78' } })
  const shown = await person.call(previewProductFile, { file: asFile(csv) })
  const again = await person.call(previewProductFile, { body: { csv } })
  expect(again).toEqual(shown)
  const leaveOut = [`stock:servicem8:${servicem8Uuid}`]
  const body = { csv, version: shown.version, leaveOut }
  const { taskId } = await person.call(importProductFile, { body })
  expect(await taskOver(person, taskId)).toMatchObject({ counts: { total: 1, done: 1 } })
  expect(inFiken(fikenProductId).stock).toBe(77)
  expect(Number(inServicem8(servicem8Uuid).quantity_in_stock)).not.toBe(78)
})

test('others are served while a large file is read, of which a user has one at a time', async () => {
  const head = 'Varenummer;Lager i Fiken\n'
  const lines = Array.from({ length: 20_000 }, (_, n) => `ukjent ${n};1${' '.repeat(150)}\n`)
  const file = asFile(head + lines.join(''))
  const done = { yet: false }
  const reading = person.call(previewProductFile, { file })
  void reading.finally(() => (done.yet = true)).catch(() => undefined)
  const second = await until('the second file to be refused', async () => {
    const answer = await person.tryCall(previewProductFile, { file: asFile(head) })
    return answer.status === 409 && answer
  })
  expect(second.body).toMatchObject({ code: 'file_being_read' })
  let served = 0
  while (!done.yet) {
    expect((await fetch(`${plumber.world.url}/healthz`)).status).toBe(200)
    served += 1
  }
  expect(served).toBeGreaterThan(5)
  expect((await reading).problems).toHaveLength(20_000)
  expect((await person.tryCall(previewProductFile, { file: asFile(head) })).status).toBe(200)
})

test('a value that moved after the yes is left alone, and a file whose differences have moved is shown again', async () => {
  const { fikenProductId } = await pair('1003')
  const text = await fileWith({ '1003': { 'Pris i Fiken uten MVA': '260' } })
  const { version } = await person.call(previewProductFile, { body: { csv: text } })
  editedInFiken(fikenProductId, { unitPrice: 27_000 })
  const { taskId } = await person.call(importProductFile, { body: { csv: text, version } })
  expect(await taskOver(person, taskId)).toMatchObject({ counts: { leftAlone: 1 } })
  expect(inFiken(fikenProductId).unitPrice).toBe(27_000)
  const again = await person.tryCall(importProductFile, { body: { csv: text, version } })
  expect([again.status, (again.body as { code: string }).code]).toEqual([409, 'changed_elsewhere'])
})

test('a vendor that is busy for a while is waited for, and an answer that was lost is looked up: each value is written once', async () => {
  const { fikenProductId: productId, servicem8Uuid: uuid, fikenPrice } = await pair('1005')
  const text = await fileWith({
    '1005': { 'Pris i Fiken uten MVA': '433,50', 'Lager i ServiceM8': '12' },
  })
  const { version } = await person.call(previewProductFile, { body: { csv: text } })
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
  const { taskId } = await person.call(importProductFile, { body: { csv: text, version } })
  expect(await taskOver(person, taskId)).toMatchObject({
    counts: { total: 2, done: 2, leftAlone: 0, failed: 0 },
  })
  expect(inFiken(productId).unitPrice).toBe(43_350)
  expect(Number(inServicem8(uuid).quantity_in_stock)).toBe(12)
  const query = { productId: String(productId), uuid }
  const history = await person.call(readProductHistory, { query })
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
  for (const text of ['', 'Navn;Pris\nx;1', 'x'.repeat(900_000)])
    for (const input of [{ body: { csv: text } }, { file: asFile(text) }]) {
      const { status, body } = await person.tryCall(previewProductFile, input)
      expect([status, (body as { code: string }).code]).toEqual([400, 'not_a_product_file'])
    }
  const large = await person.tryCall(previewProductFile, { body: { csv: 'x'.repeat(3_000_000) } })
  expect(large.status).toBe(413)
})

test('four megabytes of short lines are refused when there are too many of them, and more are not taken', async () => {
  const head = 'Varenummer;Lager i Fiken\n'
  const refused = async (text: string) => {
    const { status, body } = await person.tryCall(previewProductFile, { file: asFile(text) })
    return [status, (body as { message: string }).message]
  }
  const many = [400, 'Filen har for mange linjer. Den kan ha høyst 20\u00a0000.']
  expect(await refused(head + ';\n'.repeat(1_980_000))).toEqual(many)
  expect(await refused(head + '\n'.repeat(3_900_000))).toEqual(many)
  const large = [413, 'Filen er for stor. Den kan være høyst 4 MB.']
  expect(await refused(head + `1;${'x'.repeat(996)}\n`.repeat(4_100))).toEqual(large)
})

test('a file is taken from our own pages only, where one is asked for, and as text/csv', async () => {
  const { world } = plumber
  const path = '/api/product-sync/import/preview'
  const send = (headers: Record<string, string>, to = path) =>
    person.fetch(to, { method: 'POST', body: 'Varenummer;Lager i Fiken\n', headers })
  const type = { 'content-type': 'text/csv' }
  expect((await send(type)).status).toBe(200)
  expect((await send({ 'content-type': 'text/plain' })).status).toBe(415)
  expect((await send(type, '/api/auth/confirm-password')).status).toBe(415)
  const foreign = await fetch(new URL(path, world.url), {
    method: 'POST',
    body: 'x',
    headers: { ...type, origin: 'https://evil.example' },
  })
  expect(foreign.status).toBe(403)
  const nobody = await world.visitor().fetch(path, { method: 'POST', body: 'x', headers: type })
  expect(nobody.status).toBe(401)
})
