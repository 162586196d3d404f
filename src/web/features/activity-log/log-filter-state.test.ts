import { describe, expect, it } from 'vitest'
import { emptyOf, filterQuery, isFiltered, readFilter, writeFilter } from './log-filter-state.ts'

const read = (search: string) => readFilter(new URLSearchParams(search))

describe("the log's filter", () => {
  it('is read from the address, and sent in the words of the server', () => {
    const filter = read('type=transfer&resultat=feilet&q=1003&fra=2026-11-01&til=2026-11-21')
    expect(filter).toEqual({
      type: 'transfer',
      result: 'feilet',
      q: '1003',
      from: '2026-11-01',
      to: '2026-11-21',
    })
    expect(filterQuery(filter)).toEqual({
      type: 'transfer',
      success: 'false',
      q: '1003',
      from: '2026-11-01',
      to: '2026-11-21',
    })
    expect(filterQuery(read('resultat=vellykket'))).toEqual({ success: 'true' })
  })
  it('says when the days are the wrong way round, instead of that nothing fits', () => {
    const title = (search: string) => emptyOf(read(search)).title
    expect(title('fra=2026-12-01&til=2026-11-01')).toBe('Datoene står feil vei')
    for (const search of ['fra=2026-11-01&til=2026-11-01', 'fra=2026-12-01', 'q=x'])
      expect(title(search)).toBe('Ingen treff')
  })
  it('ignores invalid values', () => {
    expect(isFiltered(read('type=ukjent&resultat=kanskje&fra=2026-02-31&til=i+dag'))).toBe(false)
    expect(read(`q=${'x'.repeat(300)}`).q).toHaveLength(200)
  })
  it('is written into the address without changing the rest of it', () => {
    const search = writeFilter(new URLSearchParams('annet=1&type=error'), 'result', 'feilet')
    expect(search.toString()).toBe('annet=1&type=error&resultat=feilet')
    expect(writeFilter(search, 'type', '').toString()).toBe('annet=1&resultat=feilet')
  })
})
