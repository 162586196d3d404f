import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contradicts, isEqualName, typingError, wordsOf } from './name-words.ts'

const equal = (one: string, other: string) => isEqualName(wordsOf(one), wordsOf(other))
const misspelt = (one: string, other: string) => typingError(wordsOf(one), wordsOf(other)) !== null

describe('two names', () => {
  it.each([
    ['Håkon & Sønn AS', 'Haakon og Soenn A/S'],
    ['Sønn Rør', 'Sonn Rør'],
    ['Mæland Hus', 'Meland Hus'],
    ['Mæland Hus', 'Maeland Hus'],
    ['Åsgård', 'Asgaard'],
    ['Byggmester Pettersen', 'Byggmester Petersen'],
    ['Thorsen, Christian', 'Kristian Torsen'],
    ['A. B. Hansen', 'AB Hansen'],
    ['J R R Olsen', 'J.R.R. Olsen'],
    ['Solsiden BRL', 'Borettslaget Solsiden'],
    ['Solsiden', 'Sameiet Solsiden'],
    ['Nordmann, Ola', 'Ola Nordmann'],
    ['Elektro Fana AS', 'Fana Elektro AS'],
    ['Kari Bø', 'Kari Boe'],
    ['Bygg 1 trinn 2', 'Trinn 2 bygg 1'],
    ['Sameiet Storgata 12A', 'Sameiet Storgata 12 A'],
    ['Søndre Ekelia', 'Ekelia-Søndre'],
  ])('%s is called as %s', (one, other) => {
    expect(equal(one, other)).toBe(true)
    expect(equal(other, one)).toBe(true)
    expect(misspelt(one, other)).toBe(false)
  })
  it.each([
    ['Sameiet Ekelia Søndre', 'Sameiet Ekelia Nordre'],
    ['Kari Hansen', 'Ola Hansen'],
    ['Sameiet Moa bygg B', 'Sameiet Moa bygg C'],
    ['Sameiet Moa II', 'Sameiet Moa I'],
    ['Sameiet Moa III', 'Sameiet Moa II'],
    ['Hus Å', 'Hus A'],
    ['Moa andre byggetrinn', 'Moa tredje byggetrinn'],
    ['Per Hansen sr', 'Per Hansen jr'],
    ['Bygg 11', 'Bygg 1'],
    ['Bygg 1 trinn 2', 'Bygg 2 trinn 1'],
    ['Første bygg andre trinn', 'Andre bygg første trinn'],
    ['Mikael Vik', 'Mikkel Vik'],
    ['Kari Moe', 'Kari Mo'],
    ['Rør AS', 'Rør ANS'],
    ['Solsiden', 'Solsiden Holding'],
    ['Frisør Anita Lade', 'Frisør Anita Moholt'],
    ['Margrethe Vik', 'Margarethe Vik'],
    ['Frisør Margrethe AS', 'Frisør Margarethe AS'],
    ['Kristiansand Rør AS', 'Kristiansund Rør AS'],
    ['Sameiet Solbakken', 'Sameiet Solbekken'],
    ['Elvestrand Camping AS', 'Elvestranda Camping AS'],
    ['Solsiden AS', 'Solsidn AS'],
    ['Storgata 1234567890', 'Storgata 1234567809'],
    ['Sameiet Storgata 12 A', 'Sameiet Storgata 12 B'],
    ['Byggmester Johannessen AS', 'Byggmester Johansen AS'],
    ['Byggmester Pettersen AS', 'Byggmester Pedersen AS'],
    ['Mathiassen Rør AS', 'Mathisen Rør AS'],
    ['Christiansen Rør AS', 'Kristensen Rør AS'],
    ['Sameiet Bjørkelunden', 'Sameiet Bjerkelunden'],
    ['Snekkermester Vik', ''],
    ['', 'Snekkermester Vik'],
    ['Snekkermester AS', 'Snekkermister Vik AS'],
  ])('%s is another than %s', (one, other) => {
    expect([equal(one, other), equal(other, one)]).toEqual([false, false])
    expect([misspelt(one, other), misspelt(other, one)]).toEqual([false, false])
  })
  it.each([
    ['Hordaland Ventilasjon AS', 'Hordaland Ventlasjon AS'],
    ['Byggmester Karlsen AS', 'Bygmgester Karlsen AS'],
    ['Ola Nordmannsen', 'Ola Nordmamnsen'],
    ['Sørlandske Taktekking AS', 'Taktekking Sørlanske AS'],
  ])('%s is %s with a typing error', (one, other) => {
    expect([misspelt(one, other), misspelt(other, one)]).toEqual([true, true])
    expect(equal(one, other)).toBe(false)
  })
  it('contradict each other by numbers, letters, directions, departments and forms, not by what a company calls itself', () => {
    const against = (one: string, other: string) => contradicts(wordsOf(one), wordsOf(other))
    expect(against('Sameiet Storgata 12', 'Sameiet Storgata 14')).toBe(true)
    expect(against('Sameiet Moa B', 'Sameiet Moa C')).toBe(true)
    expect(against('Sameiet Moa II', 'Sameiet Moa IV')).toBe(true)
    expect(against('Rør AS', 'Rør ENK')).toBe(true)
    expect(against('Sameiet Ekelia Søndre', 'Sameiet Ekelia Nordre')).toBe(true)
    expect(against('Moa Borettslag en', 'Moa Borettslag to')).toBe(true)
    expect(against('Coop avd. Vest', 'Coop avd. Øst')).toBe(true)
    expect(against('Oslo kommune, Grorud skole', 'Oslo kommune Grefsen skole')).toBe(true)
    expect(against('Oslo kommune - Havnevesenet', 'Oslo kommune v/Havnevesenet')).toBe(false)
    expect(against('Coop avd. Vest', 'Coop')).toBe(false)
    expect(against('Rør AS', 'Rør ASA')).toBe(false)
    expect(against('Vestlandske Rør AS', 'Vestrør 2000 AS')).toBe(false)
    expect(against('Fjellheim Bygg AS', 'Fjellheim Entreprenør')).toBe(false)
  })
  const aWord = fc.constantFrom(
    'Søndre',
    'Nordre',
    'Åsen',
    'Aasen',
    'Moe',
    'II',
    'I',
    'B',
    '12',
    'Christian',
    'Thea',
    'AS',
    'og',
    'Ventilasjon',
    'Ventlasjon',
  )
  const aName = fc.array(aWord, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
  it('are equal or not whichever is first, and each is equal to itself', () => {
    fc.assert(
      fc.property(aName, aName, (one, other) => {
        expect(equal(one, one)).toBe(true)
        expect(equal(one, other)).toBe(equal(other, one))
        expect(misspelt(one, other)).toBe(misspelt(other, one))
      }),
    )
  })
  it('are looked up by what equal names have in common', () => {
    fc.assert(
      fc.property(aName, aName, (one, other) => {
        if (equal(one, other)) expect(wordsOf(one).coarse).toBe(wordsOf(other).coarse)
      }),
    )
  })
})
