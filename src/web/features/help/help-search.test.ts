import { describe, expect, it } from 'vitest'
import { STOP_ENTRIES } from './help-entries.ts'
import { search } from './help-search.ts'

const entries = [
  { id: 'a', words: 'vat_unmapped MVA-satsen er ikke koblet til Fiken' },
  { id: 'b', words: 'Kunden mangler: æres den som æres bør, på Åsane' },
]
const found = (typed: string) => search(entries, typed).entries.map(({ id }) => id)

describe('searching the help', () => {
  it('finds words anywhere, in any order, in capitals or not', () => {
    expect(found('fiken MVA')).toEqual(['a'])
    expect(found('KOBLET')).toEqual(['a'])
    expect(found('angler')).toEqual(['b'])
    expect(found('mva kunden')).toEqual([])
    expect(found(' «» ')).toEqual([])
  })
  it('finds Norwegian letters, however they are stored or typed', () => {
    expect(found('ÆRES BØR')).toEqual(['b'])
    expect(found('åsane'.normalize('NFD'))).toEqual(['b'])
    expect(found('asane bor aeres')).toEqual(['b'])
  })
  it('finds a cause by its code', () => {
    expect(found('vat_unmapped')).toEqual(['a'])
  })
  it('finds the nearest for a sentence copied from a row', () => {
    const copied = (sentence: string) => {
      const { nearest, entries: hits } = search(STOP_ENTRIES, sentence)
      return [nearest, hits[0]?.id]
    }
    expect(
      copied('Det er ikke valgt MVA-type og konto i Fiken for MVA-satsen «Redusert» (12 %).'),
    ).toEqual([true, 'vat_unmapped'])
    expect(search(STOP_ENTRIES, 'romskip lander bakerst hagen').entries).toEqual([])
    expect(search(STOP_ENTRIES, 'romskip').nearest).toBe(false)
  })
})
