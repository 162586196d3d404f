import { expect, it } from 'vitest'
import { hoursText, isByTheHour } from './hours.ts'

it.each([
  'Rørlegger, time',
  'Rørlegger, time (kveld)',
  'Timepris',
  'Timespris montør',
  'Timesats, lærling',
  'Arbeid timer',
  'Servicetime',
  'Rørleggertimer kveld',
])('%s is charged by the hour', (description) => {
  expect(isByTheHour(description)).toBe(true)
})

it.each([
  'Sentimeter',
  'Maritime koblinger',
  'Timer til varmekabel',
  'Kjøring, km',
  'Albue 15 mm',
  // The quantity in the field is 1; the text has the hours.
  'Rørlegger, time (12,5 × 796,00 kr inkl. mva)',
])('%s is not', (description) => {
  expect(isByTheHour(description)).toBe(false)
})

it('one hour is one, any other number is several', () => {
  expect([hoursText('1'), hoursText('5'), hoursText('0,5')]).toEqual([
    '1 time',
    '5 timer',
    '0,5 timer',
  ])
})
