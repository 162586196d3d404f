import { describe, expect, test } from 'vitest'
import { nameAsWritten, placeAsWritten } from './spelling.ts'

describe('a name in the register’s capitals', () => {
  test.each([
    ['VESTKANTEN EIENDOM AS', 'Vestkanten Eiendom AS'],
    ['FJORDKJØP DAGLIGVARE ASA AVD ÅSANE', 'Fjordkjøp Dagligvare ASA avd Åsane'],
    ['HANSEN OG SØNN DA', 'Hansen og Sønn DA'],
    ['ØSTBY & ÅSEN ANS', 'Østby & Åsen ANS'],
    ['OLE-JAKOB LI SNEKKER OG TØMRER', 'Ole-Jakob Li Snekker og Tømrer'],
    ['ÖRESUND PUMPTEKNIK AB NUF', 'Öresund Pumpteknik AB NUF'],
    ['BAKERIET A/S', 'Bakeriet A/S'],
    ['AS STORGATA 5', 'AS Storgata 5'],
    ['SOLHEIM BARNEHAGE SA', 'Solheim Barnehage SA'],
  ])('%s is written %s: the legal form keeps its capitals', (capitals, written) =>
    expect(nameAsWritten(capitals)).toBe(written),
  )

  test.each([
    ['BORETTSLAGET FURUTOPPEN II', 'Borettslaget Furutoppen II'],
    ['SOLSIDEN BORETTSLAG', 'Solsiden Borettslag'],
    ['SKOGLIA BRL', 'Skoglia BRL'],
    ['ÅSVEIEN BORETTSLAG I', 'Åsveien Borettslag I'],
    ['SAMEIET FAGERBORG XIV', 'Sameiet Fagerborg XIV'],
    ['SAMEIET STORGATA 12A', 'Sameiet Storgata 12A'],
    ['HUSET I SKOGEN AS', 'Huset i Skogen AS'],
    ['DET GODE BRØD AS', 'Det Gode Brød AS'],
  ])('%s is written %s: housing, numerals and small words', (capitals, written) =>
    expect(nameAsWritten(capitals)).toBe(written),
  )

  test.each([
    ['VVS-TEKNIKK BERGEN AS', 'VVS-Teknikk Bergen AS'],
    ['ABB AS', 'ABB AS'],
    ['KPMG AS', 'KPMG AS'],
    ['OBOS EIENDOM AS', 'OBOS Eiendom AS'],
    ['3T TRENING AS', '3T Trening AS'],
    ['REMA 1000 ÅSANE', 'REMA 1000 Åsane'],
    ['P.A. LIE RØR AS', 'P.A. Lie Rør AS'],
    ['IL SNØGG OG GLAD', 'IL Snøgg og Glad'],
    ['DA VINCI AS', 'DA Vinci AS'],
  ])('%s is written %s: what may be an abbreviation stays', (capitals, written) =>
    expect(nameAsWritten(capitals)).toBe(written),
  )

  test.each([
    ["O'LEARYS BERGEN AS", "O'Learys Bergen AS"],
    ["ANNA'S KAFÉ", "Anna's Kafé"],
    ['RØRBUTIKKEN.NO AS', 'Rørbutikken.no AS'],
    ['ST. HANSHAUGEN VEL', 'St. Hanshaugen Vel'],
    ['HAVBRYN (UNDER AVVIKLING)', 'Havbryn (Under Avvikling)'],
    ['BYGG/ANLEGG AS', 'Bygg/Anlegg AS'],
    ['  NORDNES   BAKERI AS ', 'Nordnes Bakeri AS'],
    ['', ''],
  ])('%s is written %s: signs within', (capitals, written) =>
    expect(nameAsWritten(capitals)).toBe(written),
  )

  test('a name that has small letters already stays as it is', () => {
    expect(nameAsWritten('iPhone-Reparasjon AS')).toBe('iPhone-Reparasjon AS')
  })

  test('no letter is ever lost or added', () => {
    for (const name of [
      'ÅSE’S BÅT-SERVICE DA',
      'ÆØÅ ÉÈÜ Ø.Å. 7-ELEVEN',
      '«SITAT» AS',
      '💧 VANN AS',
    ])
      expect(nameAsWritten(name).toUpperCase()).toBe(name)
  })
})

test.each([
  ['OSLO', 'Oslo'],
  ['MO I RANA', 'Mo i Rana'],
  ['NES PÅ ROMERIKE', 'Nes på Romerike'],
  ['Ås', 'Ås'],
  ['BØ I TELEMARK', 'Bø i Telemark'],
  ['NORD-FRON', 'Nord-Fron'],
  ['SE-211 20 MALMÖ', 'SE-211 20 MALMÖ'],
])('the place %s is written %s', (capitals, written) =>
  expect(placeAsWritten(capitals)).toBe(written),
)
