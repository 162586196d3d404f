import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  comparableName,
  foldText,
  isOrganizationName,
  isSameName,
  isTurnedName,
  nameKey,
  numbersIn,
} from './names.ts'

describe('names are the same customer', () => {
  it.each([
    ['Borettslaget Solsiden', 'Solsiden Borettslag'],
    ['Borettslaget Solsiden', 'SOLSIDEN BRL.'],
    ['Håkon & Sønn AS', 'Haakon og Soenn A/S'],
    ['Rørlegger’n Ås AS', 'RØRLEGGERN AAS'],
    ['Ærlig  Handel, AS', 'ærlig handel as'],
    ['Sameiet Storgata 12', 'Storgata 12 Sameie'],
    ['Café Björk', 'Cafe Bjørk'],
    ['Bjärk Grosshandel', 'Bjærk Großhandel'],
    ['Stiftelsen Solsiden', 'Solsiden Stiftelse'],
    ['Solsiden AS', 'Solsiden'],
    ['Solsiden', 'Solsiden AS'],
  ])('%s = %s', (left, right) => {
    expect(isSameName(left, right)).toBe(true)
  })
})

describe('names are different customers', () => {
  it.each([
    ['Solsiden AS', 'Borettslaget Solsiden'],
    ['Per Hansen AS', 'Per Hansen ENK'],
    ['Sameiet Storgata 12', 'Sameiet Storgata 14'],
    ['', ''],
    ['Ola Nordmann', 'Kari Nordmann'],
  ])('%s ≠ %s', (left, right) => {
    expect(isSameName(left, right)).toBe(false)
  })
})

describe('a person written with the surname first', () => {
  it.each([
    ['Nordmann, Ola', 'Ola Nordmann'],
    ['Ola Nordmann', 'NORDMANN,OLA'],
    ['Nordmann, Ola', 'Nordmann, Ola'],
    ['Bjørnstad, Åse Marie', 'Aase Marie Bjoernstad'],
    ['Nordmann, Ola & Kari', 'Ola og Kari Nordmann'],
  ])('%s = %s', (left, right) => {
    expect(isTurnedName(left, right)).toBe(true)
    expect(isTurnedName(right, left)).toBe(true)
  })
  it.each([
    ['Martin Thomas', 'Thomas Martin'],
    ['Martin, Thomas', 'Thomas, Martin'],
    ['Nordmann, Ola', 'Kari Nordmann'],
    ['Ola Nordmann', 'Ola Nordmann AS'],
    ['Nordmann, Ola', 'Ola Nordmann AS'],
    ['Oslo kommune, Grefsen', 'Grefsen Oslo kommune'],
    ['Grefsen skole, Oslo', 'Oslo, Grefsen skole'],
    ['Solsiden, Moen, Vik', 'Moen Solsiden'],
    ['Solsiden, Moen, Vik', 'Moen Solsiden Vik'],
    ['Da, Vinci', 'Vinci DA'],
    ['–, –', '…'],
    ['', ''],
  ])('%s ≠ %s', (left, right) => {
    expect(isTurnedName(left, right)).toBe(false)
    expect(isTurnedName(right, left)).toBe(false)
  })
})

describe('a folded name', () => {
  it('keeps a name that is nothing but a legal form', () => {
    expect(comparableName('AS')).toEqual({ core: 'as', form: null })
    expect(comparableName('Borettslaget')).toEqual({ core: 'borettslaget', form: null })
    expect(comparableName('')).toEqual({ core: '', form: null })
    expect(comparableName('Borettslaget AS')).toEqual({ core: 'borettslaget', form: 'AS' })
  })
  it('recognises its legal form also where it is written with a slash', () => {
    expect(comparableName('Rør A/S')).toEqual({ core: 'roer', form: 'AS' })
  })
  it('does not mistake the first word of a name for a legal form', () => {
    expect(comparableName('Da Vinci Interiør').core).toBe('da vinci interioer')
    expect(comparableName('AS Storgata 5').core).toBe('storgata 5')
  })
  it('is a key that distinguishes legal forms', () => {
    expect(nameKey('Borettslaget Solsiden')).toBe(nameKey('Solsiden BRL'))
    expect(nameKey('Solsiden AS')).not.toBe(nameKey('Borettslaget Solsiden'))
  })
  it('is plain letters and single spaces', () => {
    expect(foldText('  Blåbær-Kåken & Co. (Ås)')).toBe('blaabaer kaaken og co aas')
  })
})

describe('an organisation', () => {
  it('is distinguished from a person by its name', () => {
    for (const name of [
      'Borettslaget Solsiden',
      'Rør og Varme AS',
      'Oslo kommune',
      'Nesodden Velforening',
    ]) {
      expect(isOrganizationName(name)).toBe(true)
    }
    for (const name of ['Kari Ødegård', 'Ola Nordmann'])
      expect(isOrganizationName(name)).toBe(false)
  })
  it.each([
    ['kommune', 'fylkeskommune', 'statens', 'menighet', 'kirkelige', 'fellesråd'],
    ['forening', 'foreningen', 'velforening', 'idrettslag', 'idrettslaget', 'lag', 'laget'],
    ['barnehage', 'barnehagen', 'skole', 'skolen', 'avdeling', 'avd'],
    ['gruppen', 'holding', 'eiendom', 'eiendommer', 'bygg', 'invest'],
  ])('is recognised by the word %s, %s, %s and the like', (...words) => {
    for (const word of words)
      expect({ word, is: isOrganizationName(`Nordre ${word}`) }).toEqual({ word, is: true })
    for (const word of words)
      expect({ word, is: isOrganizationName(`Nordre x${word}x`) }).toEqual({ word, is: false })
  })
  it('may have numbers that distinguish it from its neighbour', () => {
    expect(numbersIn('Sameiet Storgata 12–14')).toEqual(['12', '14'])
    expect(numbersIn('Ola Nordmann')).toEqual([])
  })
})

it('folds plain text as it does among other letters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (plain) => {
      expect(foldText(`å ${plain}`)).toBe(`aa ${foldText(plain)}`.trim())
    }),
  )
})
