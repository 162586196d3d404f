import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { csv } from '#shared/csv/csv'
import { marginOf, productCsvRows } from '#shared/csv/product-csv'
import { aMaterial, aProduct } from '#test/support/vendors/vendor-objects'
import { compareInSlices } from '../comparison/compare.ts'
import { planImport } from './plan.ts'
import { readFile, textOfFile, type FileText } from './read-file.ts'

const item = (uuid: string, itemNumber: string, net: number | null, stock: string | null) => ({
  material: aMaterial({
    uuid,
    itemNumber,
    name: `Vare ${uuid}`,
    isInventoried: stock !== null,
    quantityInStock: stock ?? '0',
  }),
  netPrice: net,
  netCost: 5_000,
  incomeAccount: '3000',
})

const comparison = await compareInSlices({
  materials: [
    item('a', '1', 10_000, '5'),
    item('b', '2', 12_345, null),
    item('d', '4', 4_000, '1'),
    item('e', '4', 4_000, '1'),
  ],
  products: [
    aProduct({ productId: 11, productNumber: '1', unitPrice: 10_000, stock: 5 }),
    aProduct({
      productId: 13,
      productNumber: '=3',
      name: '=SUM(A1)',
      unitPrice: null,
      stock: null,
    }),
  ],
  snapshots: new Map(),
})
const file = csv(productCsvRows(comparison))
const planned = async (text: string | FileText) =>
  planImport(await readFile(typeof text === 'string' ? [text] : text), comparison)
const sentence = async (text: string | FileText): Promise<string> => {
  try {
    await planned(text)
  } catch (error) {
    return (error as Error).message
  }
  return 'read'
}

describe('a file of products', () => {
  it('changes nothing when it is sent back as it was taken out', async () => {
    expect(await planned(file)).toEqual({ differences: [], unchanged: 5, problems: [] })
  })

  it('changes what was changed in it, and marks a price that moves by more than half', async () => {
    const changed = file
      .replace('100,00;100,00;5;5', '100,00;160,00;5;7')
      .replace('123,45', '"kr 130,5"')
    expect((await planned(changed)).differences).toEqual([
      expect.objectContaining({ id: 'price:fiken:11', before: 10_000, after: 16_000, large: true }),
      expect.objectContaining({ id: 'stock:fiken:11', before: 5, after: 7, large: false }),
      expect.objectContaining({ id: 'price:servicem8:b', before: 12_345, after: 13_050 }),
    ])
  })

  it('finds a product by its number where the ids are left out, in any order of columns', async () => {
    const text = 'Lager i Fiken,noe annet,VARENUMMER\n9,x,1\n9,x,4\n9,x,99\n'
    expect(await planned(text)).toMatchObject({
      differences: [{ id: 'stock:fiken:11', after: 9 }],
      problems: [{ line: 3 }, { line: 4 }],
    })
  })

  it('says which lines cannot be used, and why', async () => {
    const head = 'Varenummer;Fiken-ID;ServiceM8-ID;Pris i Fiken uten MVA;Lager i Fiken\n'
    const messages = async (lines: string) =>
      (await planned(head + lines)).problems.map((one) => one.message)
    expect(await messages('1;;;mye;\n')).toEqual(['Prisen må være et tall, for eksempel 149,90.'])
    expect(await messages('1;;;-1;\n')).toEqual(['Prisen kan ikke være under 0 kr.'])
    expect(await messages('1;;;;to\n')).toEqual(['Antallet på lager må være et tall.'])
    expect(await messages('1;;;1;\n1;;;2;\n')).toEqual(['Produktet står i filen mer enn én gang.'])
    expect(await messages('2;;;1;\n')).toEqual(['Produktet er ikke i Fiken.'])
    expect(await messages(';13;;;4\n')).toEqual(['Produktet er ikke lagerført i Fiken.'])
    expect(await messages(';11;b;1;\n')).toEqual([
      'Fiken-ID og ServiceM8-ID hører ikke til samme produkt.',
    ])
    expect(await messages('1;;;;\n')).toEqual([])
  })

  it('is refused when it is something else', async () => {
    expect(await sentence('')).toContain('mangler kolonnene')
    expect(await sentence('\r\n\n')).toContain('mangler kolonnene')
    expect(await sentence('Navn;Pris\nx;1')).toContain('mangler kolonnene')
    expect(await sentence(`${file}"`)).toContain('kan ikke leses')
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        expect(await sentence(text)).not.toBe('read')
      }),
    )
  })

  it('is read the same in pieces of any size, with empty lines and line breaks in its cells', async () => {
    const text = `\uFEFF\r\n${file.replace('Vare b', '"Vare\r\n""b"""')}\r\n\r\n`
    const whole = await readFile([text])
    expect(whole.map(({ cells }) => cells.name)).toContain('Vare\r\n"b"')
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 200 }), async (size) => {
        const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
        expect(await readFile(pieces)).toEqual(whole)
      }),
      { numRuns: 20 },
    )
  })

  it('names a line as a spreadsheet numbers it, empty lines included', async () => {
    const head = 'Varenummer;Lager i Fiken\n'
    const { problems } = await planned([`\n${head}1;4\n\n\n99;1\n1;5`])
    expect(problems.map(({ line }) => line)).toEqual([6, 7])
  })

  it('is written in UTF-8, or as its sender says', async () => {
    async function* bytes(text: string, encoding: BufferEncoding) {
      const all = Buffer.from(text, encoding)
      for (let at = 0; at < all.length; at += 3) yield all.subarray(at, at + 3)
    }
    const text = 'Navn;Varenummer;Lager i Fiken\nRør og bend;1;5\n'
    const read = (encoding: BufferEncoding, charset: string) =>
      readFile(textOfFile({ bytes: bytes(text, encoding), charset }))
    for (const [encoding, charset] of [
      ['utf8', 'utf-8'],
      ['latin1', 'windows-1252'],
      ['latin1', 'iso-8859-1'],
      ['utf16le', 'utf-16le'],
    ] as const)
      expect((await read(encoding, charset))[0]?.cells.name).toBe('Rør og bend')
    await expect(read('latin1', 'utf-8')).rejects.toThrow('kan ikke leses')
    await expect(read('utf8', 'klingon')).rejects.toThrow('kan ikke leses')
  })
})

describe('a file without an end', () => {
  const HEAD = 'Varenummer;Lager i Fiken\n'

  test.each<[string, string, string, string]>([
    ['of short lines', HEAD, '1;1\n', 'for mange linjer'],
    ['of lines with nothing in them', HEAD, ';\n', 'for mange linjer'],
    ['of empty lines', HEAD, '\r\n', 'for mange linjer'],
    ['of empty lines before its first', '', '\n', 'for mange linjer'],
    ['with a head of many columns', 'Varenummer;Lager i Fiken', ';x', 'for lang'],
    ['with a line of many cells', HEAD, ';', 'for lang'],
    ['with a line of spaces', HEAD, ' ', 'for lang'],
    ['with a long cell', `${HEAD}"`, 'x'.repeat(999), 'for lang'],
    ['with a cell of short lines', `${HEAD}"`, 'xxxxxxxxx\n', 'kan ikke leses'],
    ['of something else', 'x;y\n', 'x;y\n', 'mangler kolonnene'],
  ])('%s is read to the limit and no further', async (_what, head, again, why) => {
    let given = 0
    function* endless() {
      yield head
      for (;;) {
        given += 8_192
        if (given > 4_000_000) throw new Error('it is read on and on')
        yield again.repeat(Math.ceil(8_192 / again.length))
      }
    }
    expect(await sentence(endless())).toContain(why)
  })

  it('has a line with as many cells as a spreadsheet may have of its own, and not more', async () => {
    const line = (cells: number) => `Varenummer;Lager i Fiken${';x'.repeat(cells - 2)}\n1;5\n`
    expect(await sentence([line(200)])).toBe('read')
    expect(await sentence([line(201)])).toContain('for mange felt')
  })
})

describe('a margin', () => {
  it('is what is left of the price, in percent with one decimal', () => {
    expect(marginOf(100, 60)).toBe(40)
    expect(marginOf(3, 2)).toBe(33.3)
    expect(marginOf(100, 120)).toBe(-20)
    expect([marginOf(null, 1), marginOf(1, null), marginOf(0, 1)]).toEqual([null, null, null])
  })
})
