import { describe, expect, it } from 'vitest'
import { isNarrowed, pageOf, readFilter, showsIn, toggled, writeFilter } from './filter-state.ts'

const read = (address: string) => readFilter(new URLSearchParams(address))
const written = (address: string, change: Parameters<typeof writeFilter>[1]) =>
  writeFilter(new URLSearchParams(address), change).toString()

describe('what the customers screen shows, in the address', () => {
  it('is read completely, and odd values are as good as none', () => {
    expect(read('q=r%C3%B8r&show=no_email,waiting,finnes-ikke&page=3')).toEqual({
      q: 'rør',
      show: ['waiting', 'no_email'],
      page: 3,
    })
    expect(read('')).toEqual({ q: '', show: [], page: 1 })
    for (const page of ['0', '-1', '1.5', 'to']) expect(read(`page=${page}`).page).toBe(1)
    expect(showsIn('unlinked')).toEqual(['unlinked'])
  })
  it('leaves out what leaves nothing out, and keeps what is not the filter’s', () => {
    expect(written('vis=1', { q: 'rør', show: ['unlinked', 'no_email'] })).toBe(
      'vis=1&q=r%C3%B8r&show=unlinked%2Cno_email',
    )
    expect(written('q=a&show=unlinked&page=2', { q: '', show: [] })).toBe('')
  })
  it('begins at the first page when it changes, and keeps the rest when the page does', () => {
    expect(written('q=a&page=4', { show: ['waiting'] })).toBe('q=a&show=waiting')
    expect(written('q=a&show=waiting', { page: 2 })).toBe('q=a&show=waiting&page=2')
    expect(written('q=a&page=2', { page: 1 })).toBe('q=a')
  })
  it('presses a filter in and out again, in the filters’ own order', () => {
    expect(toggled(['no_email'], 'waiting')).toEqual(['waiting', 'no_email'])
    expect(toggled(['waiting', 'no_email'], 'waiting')).toEqual(['no_email'])
    expect(toggled([], 'review')).toEqual(['review'])
  })
  it('is narrowed by words or by a filter', () => {
    expect(isNarrowed({ q: ' ', show: [] })).toBe(false)
    expect(isNarrowed({ q: 'a', show: [] })).toBe(true)
    expect(isNarrowed({ q: '', show: ['waiting'] })).toBe(true)
  })
})

describe('a page of the list', () => {
  const rows = Array.from({ length: 101 }, (_, index) => index)
  it('has fifty rows, and the last one what is left', () => {
    expect(pageOf(rows, 1)).toEqual({ rows: rows.slice(0, 50), page: 1, pages: 3 })
    expect(pageOf(rows, 2)).toEqual({ rows: rows.slice(50, 100), page: 2, pages: 3 })
    expect(pageOf(rows, 3).rows).toEqual([100])
    expect(pageOf(rows.slice(0, 50), 1).pages).toBe(1)
  })
  it('is the last one where the list has become shorter, and the first of nothing', () => {
    expect(pageOf(rows, 9)).toMatchObject({ rows: [100], page: 3 })
    expect(pageOf([], 2)).toEqual({ rows: [], page: 1, pages: 1 })
  })
})
