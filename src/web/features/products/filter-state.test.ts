import { describe, expect, it } from 'vitest'
import {
  found,
  isNarrowed,
  pageOf,
  pageSizeOf,
  readFilter,
  sorted,
  STOCKS,
  writeFilter,
  type Filter,
  type Narrowing,
} from './filter-state.ts'
import { numberKeyOf, type Item, type Listed } from './items-state.ts'

function row(name: string, change: Partial<Listed> = {}, kind: Item['kind'] = 'matched'): Listed {
  return {
    id: name,
    item: { kind } as Item,
    status: 'perfect',
    name,
    number: '',
    numberKey: numberKeyOf(change.number ?? ''),
    fikenPrice: null,
    servicem8Price: null,
    fikenStock: null,
    servicem8Stock: null,
    deviates: false,
    words: name.toLowerCase(),
    ...change,
  }
}

const names = (rows: readonly Listed[]) => rows.map(({ name }) => name)
const ALL: Narrowing = { q: '', type: 'all', stock: 'all' }

describe('the address', () => {
  const read = (query: string) => readFilter(new URLSearchParams(query))
  const written = (query: string, change: Partial<Filter>) =>
    writeFilter(new URLSearchParams(query), change).toString()
  it('is read as it is written, and odd values are as good as none', () => {
    expect(read('q=rør&type=price&stock=in_stock&sort=-price&page=3')).toEqual({
      q: 'rør',
      type: 'price',
      stock: 'in_stock',
      sort: '-price',
      page: 3,
    })
    expect(read('type=x&stock=y&sort=z&page=-1')).toEqual({ ...ALL, sort: 'name', page: 1 })
  })
  it('begins at the first page when a filter or the search changes', () => {
    expect(written('page=4', { type: 'duplicates' })).toBe('type=duplicates')
    expect(written('page=4', { stock: 'in_stock' })).toBe('stock=in_stock')
    expect(written('page=4', { q: 'a' })).toBe('q=a')
    expect(written('type=price&page=4', { page: 5 })).toBe('type=price&page=5')
    expect(written('type=price&stock=in_stock&q=a', { type: 'all', stock: 'all', q: '' })).toBe('')
  })
  it('narrows by words, a system or a stock', () => {
    expect(isNarrowed(ALL)).toBe(false)
    expect(isNarrowed({ ...ALL, q: ' ' })).toBe(false)
    expect(isNarrowed({ ...ALL, type: 'price' })).toBe(true)
    expect(isNarrowed({ ...ALL, stock: 'in_stock' })).toBe(true)
  })
})

describe('the filters', () => {
  const list = [
    row('matched', { deviates: true }),
    row('same price'),
    row('fiken', {}, 'fiken_only'),
    row('servicem8', {}, 'servicem8_only'),
    row('duplicate', {}, 'duplicate'),
  ]
  it('of systems each let through what they are named after', () => {
    const of = (type: Narrowing['type']) => names(found(list, { ...ALL, type }))
    expect(of('all')).toHaveLength(5)
    expect(of('fiken_only')).toEqual(['fiken'])
    expect(of('servicem8_only')).toEqual(['servicem8'])
    expect(of('duplicates')).toEqual(['duplicate'])
    expect(of('price')).toEqual(['matched'])
  })
  it('of stock hide what only ServiceM8 has, and need both numbers for "out in both"', () => {
    const stocked = [
      row('both in', { fikenStock: 2, servicem8Stock: 2 }),
      row('one in', { fikenStock: 0, servicem8Stock: 2 }),
      row('both out', { fikenStock: 0, servicem8Stock: -1 }),
      row('one known', { fikenStock: 0 }),
      row('not kept'),
      row('only there', { servicem8Stock: 0 }, 'servicem8_only'),
      row('only there, in', { servicem8Stock: 3 }, 'servicem8_only'),
    ]
    const shown = STOCKS.map((stock) => names(found(stocked, { ...ALL, stock })))
    expect(shown).toEqual([
      names(stocked),
      ['both in', 'one in'],
      ['both out', 'one known'],
      ['both out'],
    ])
  })
  it('hold together with the words, which may come in any order', () => {
    const searched = [row('rør 22 mm', { deviates: true }), row('rør 15 mm')]
    expect(names(found(searched, { ...ALL, q: ' MM  rør' }))).toHaveLength(2)
    expect(names(found(searched, { ...ALL, q: '22 rør', type: 'price' }))).toEqual(['rør 22 mm'])
    expect(names(found(searched, { ...ALL, q: '15', type: 'price' }))).toEqual([])
  })
})

describe('the order', () => {
  const list = [
    row('a', { number: '10', fikenPrice: 300, servicem8Stock: 5 }),
    row('b', { number: '9', servicem8Price: 100 }),
    row('c', { number: '', fikenStock: 1 }),
    row('d', { number: 'A2', fikenPrice: 200, fikenStock: 7 }),
  ]
  it('turns by name, by the size of numbers, by price and by stock; what has none comes last', () => {
    expect(names(sorted(list, 'name'))).toEqual(['a', 'b', 'c', 'd'])
    expect(names(sorted(list, '-name'))).toEqual(['d', 'c', 'b', 'a'])
    expect(names(sorted(list, 'number'))).toEqual(['b', 'a', 'd', 'c'])
    expect(names(sorted(list, '-number'))).toEqual(['d', 'a', 'b', 'c'])
    expect(names(sorted(list, 'price'))).toEqual(['b', 'd', 'a', 'c'])
    expect(names(sorted(list, '-price'))).toEqual(['a', 'd', 'b', 'c'])
    expect(names(sorted(list, 'stock'))).toEqual(['c', 'a', 'd', 'b'])
    expect(names(sorted(list, '-stock'))).toEqual(['d', 'a', 'c', 'b'])
  })
  it('takes numbers in a number by their size, however they are written', () => {
    const written = ['10', 'P-007', 'p-8', '7044000000001', 'P-10', 'R2-9', 'R2-10', 'R10-1', '9']
    const numbered = written.map((number) => row(number, { number }))
    expect(names(sorted(numbered, 'number'))).toEqual([
      ...['9', '10', '7044000000001'],
      ...['P-007', 'p-8', 'P-10', 'R2-9', 'R2-10', 'R10-1'],
    ])
    expect(numberKeyOf('P-007')).toBe(numberKeyOf('p-7'))
    expect(numberKeyOf('000')).toBe(numberKeyOf('0'))
  })
  it('leaves the list itself as it is', () => {
    const before = names(list)
    sorted(list, '-price')
    expect(names(list)).toEqual(before)
  })
})

describe('a page', () => {
  const rows = Array.from({ length: 21 }, (_, index) => index)
  it('has ten rows, and the last one what is left', () => {
    expect(pageOf(rows, 1, 10)).toEqual({ rows: rows.slice(0, 10), page: 1, pages: 3 })
    expect(pageOf(rows, 3, 10).rows).toEqual([20])
    expect(pageOf(rows.slice(0, 10), 1, 10).pages).toBe(1)
  })
  it('has the chosen number of products, and ten where none is kept that is offered', () => {
    expect(pageOf(rows, 1, 50)).toEqual({ rows, page: 1, pages: 1 })
    expect(['50', '100', '7', null].map(pageSizeOf)).toEqual([50, 100, 10, 10])
  })
  it('is the last one where the list has become shorter, and the first of nothing', () => {
    expect(pageOf(rows, 9, 10)).toMatchObject({ rows: [20], page: 3 })
    expect(pageOf([], 2, 10)).toEqual({ rows: [], page: 1, pages: 1 })
  })
})
