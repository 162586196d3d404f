import { describe, expect, it } from 'vitest'
import { aMaterial } from '#test/support/vendors/vendor-objects'
import { isLabour, isService } from './labour.ts'

const uncounted = (name: string, itemNumber = '') =>
  aMaterial({ name, itemNumber, isInventoried: false })

describe('labour and goods', () => {
  it.each([
    ['Rørleggerarbeid', 'Mindre arbeider', 'Arbeidstid', 'ARB'],
    ['En time', 'Servicetimer', 'Timepris montør', 'Timespris', 'Timesats', 'Hour', 'Hours'],
    ['Montasje', 'Montering', 'Demontering av kjøkken', 'Montør'],
    [
      'Kjøring',
      'Oppmøte',
      'Fremmøte',
      'Frammøte',
      'Reise',
      'Reisetid',
      'Befaring',
      'Utrykning',
      'Km',
    ],
    [
      'Rørlegger',
      'Elektriker',
      'Snekker',
      'Tømrer',
      'Murer',
      'Maler',
      'Bas',
      'Lærling',
      'Svenn',
      'Hjelpearbeider',
    ],
    ['Labour', 'Labor', 'Service'],
  ])('%s, %s, %s and the like are labour', (...names) => {
    for (const name of names)
      expect({ name, work: isLabour(uncounted(name)) }).toEqual({ name, work: true })
  })
  it.each([
    [
      'Varmtvannsbereder 200 l',
      'Arbeidshansker',
      'Malerkost',
      'Rørleggerkitt',
      'Monteringssett',
      'Reiseradio',
    ],
    ['Servicesett', 'Kmx-kabel', 'Ekstramaler', 'Basseng', 'Murerskje', 'Harbor', ''],
  ])('%s, %s, %s and the like are goods', (...names) => {
    for (const name of names)
      expect({ name, work: isLabour(uncounted(name)) }).toEqual({ name, work: false })
  })
  it('is recognised by the item number too, and never for items in stock', () => {
    expect(isLabour(uncounted('Ordinær', 'ARB-1'))).toBe(true)
    expect(isLabour(uncounted('Ordinær', '4711'))).toBe(false)
    expect(isLabour(aMaterial({ name: 'Timer', itemNumber: '', isInventoried: true }))).toBe(false)
  })
  it('without an item is labour: it was typed in by hand', () => {
    expect(isService(null)).toBe(true)
    expect(isService(undefined)).toBe(true)
    expect(isService(aMaterial())).toBe(false)
    expect(isService(uncounted('Montør'))).toBe(true)
  })
})
