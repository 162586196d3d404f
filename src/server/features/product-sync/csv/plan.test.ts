import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csv } from '#shared/csv/csv'
import { marginOf, productCsvRows } from '#shared/csv/product-csv'
import { aMaterial, aProduct } from '#test/support/vendors/vendor-objects'
import { compareProducts } from '../comparison/compare.ts'
import { planImport } from './plan.ts'
import { readFile } from './read-file.ts'

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

const comparison = compareProducts({
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
const planned = (text: string) => planImport(readFile(text), comparison)
const sentence = (text: string): string => {
  try {
    planned(text)
  } catch (error) {
    return (error as Error).message
  }
  return 'read'
}

describe('a file of products', () => {
  it('changes nothing when it is sent back as it was taken out', () => {
    expect(planned(file)).toEqual({ differences: [], unchanged: 5, problems: [] })
  })

  it('changes what was changed in it, and marks a price that moves by more than half', () => {
    const changed = file
      .replace('100,00;100,00;5;5', '100,00;160,00;5;7')
      .replace('123,45', '"kr 130,5"')
    expect(planned(changed).differences).toEqual([
      expect.objectContaining({ id: 'price:fiken:11', before: 10_000, after: 16_000, large: true }),
      expect.objectContaining({ id: 'stock:fiken:11', before: 5, after: 7, large: false }),
      expect.objectContaining({ id: 'price:servicem8:b', before: 12_345, after: 13_050 }),
    ])
  })

  it('finds a product by its number where the ids are left out, in any order of columns', () => {
    const text = 'Lager i Fiken,noe annet,VARENUMMER\n9,x,1\n9,x,4\n9,x,99\n'
    expect(planned(text)).toMatchObject({
      differences: [{ id: 'stock:fiken:11', after: 9 }],
      problems: [{ line: 3 }, { line: 4 }],
    })
  })

  it('says which lines cannot be used, and why', () => {
    const head = 'Varenummer;Fiken-ID;ServiceM8-ID;Pris i Fiken uten MVA;Lager i Fiken\n'
    const messages = (lines: string) => planned(head + lines).problems.map((one) => one.message)
    expect(messages('1;;;mye;\n')).toEqual(['Prisen må være et tall, for eksempel 149,90.'])
    expect(messages('1;;;-1;\n')).toEqual(['Prisen kan ikke være under 0 kr.'])
    expect(messages('1;;;;to\n')).toEqual(['Antallet på lager må være et tall.'])
    expect(messages('1;;;1;\n1;;;2;\n')).toEqual(['Produktet står i filen mer enn én gang.'])
    expect(messages('2;;;1;\n')).toEqual(['Produktet er ikke i Fiken.'])
    expect(messages(';13;;;4\n')).toEqual(['Produktet er ikke lagerført i Fiken.'])
    expect(messages(';11;b;1;\n')).toEqual([
      'Fiken-ID og ServiceM8-ID hører ikke til samme produkt.',
    ])
    expect(messages('1;;;;\n')).toEqual([])
  })

  it('is refused when it is something else', () => {
    expect(sentence('')).toContain('mangler kolonnene')
    expect(sentence('Navn;Pris\nx;1')).toContain('mangler kolonnene')
    expect(sentence(`${file}"`)).toContain('kan ikke leses')
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(sentence(text)).not.toBe('read')
      }),
    )
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
