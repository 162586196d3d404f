import { describe, expect, it } from 'vitest'
import { comparableName, foldText, isOrganizationName, isSameName, nameKey, normalizeName, numbersIn } from './names.ts'

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

describe('a folded name', () => {
  it('keeps a name that is nothing but a form', () => {
    expect(comparableName('AS')).toEqual({ core: 'as', form: null })
    expect(comparableName('Borettslaget')).toEqual({ core: 'borettslaget', form: null })
    expect(comparableName('')).toEqual({ core: '', form: null })
    expect(comparableName('Borettslaget AS')).toEqual({ core: 'borettslaget', form: 'AS' })
  })
  it('states its form also where it is written with a stroke', () => {
    expect(comparableName('Rør A/S')).toEqual({ core: 'roer', form: 'AS' })
  })
  it('does not take the first word of a name for a form', () => {
    expect(normalizeName('Da Vinci Interiør')).toBe('da vinci interioer')
    expect(normalizeName('AS Storgata 5')).toBe('storgata 5')
  })
  it('is a key that tells forms apart', () => {
    expect(nameKey('Borettslaget Solsiden')).toBe(nameKey('Solsiden BRL'))
    expect(nameKey('Solsiden AS')).not.toBe(nameKey('Borettslaget Solsiden'))
  })
  it('is plain letters and single spaces', () => {
    expect(foldText('  Blåbær-Kåken & Co. (Ås)')).toBe('blaabaer kaaken og co aas')
  })
})

describe('an organisation', () => {
  it('is told from a person by its name', () => {
    for (const name of ['Borettslaget Solsiden', 'Rør og Varme AS', 'Oslo kommune', 'Nesodden Velforening']) {
      expect(isOrganizationName(name)).toBe(true)
    }
    for (const name of ['Kari Ødegård', 'Ola Nordmann']) expect(isOrganizationName(name)).toBe(false)
  })
  it.each([
    ['kommune', 'fylkeskommune', 'statens', 'menighet', 'kirkelige', 'fellesråd'],
    ['forening', 'foreningen', 'velforening', 'idrettslag', 'idrettslaget', 'lag', 'laget'],
    ['barnehage', 'barnehagen', 'skole', 'skolen', 'avdeling', 'avd'],
    ['gruppen', 'holding', 'eiendom', 'eiendommer', 'bygg', 'invest'],
  ])('is told by the word %s, %s, %s and the like', (...words) => {
    for (const word of words) expect({ word, is: isOrganizationName(`Nordre ${word}`) }).toEqual({ word, is: true })
    for (const word of words) expect({ word, is: isOrganizationName(`Nordre x${word}x`) }).toEqual({ word, is: false })
  })
  it('may have numbers that tell it from its neighbour', () => {
    expect(numbersIn('Sameiet Storgata 12–14')).toEqual(['12', '14'])
    expect(numbersIn('Ola Nordmann')).toEqual([])
  })
})
