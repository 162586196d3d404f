import { expect, test } from 'vitest'
import type { Ending, Organisation } from '#clients/brreg/client'
import { presentOrganization } from './present.ts'

const bakery: Organisation = {
  organizationNumber: '999888777',
  name: 'NORDNES BAKERI AS',
  form: 'AS',
  address: { street: 'Storgata 5', postalCode: '8610', city: 'MO I RANA', country: 'Norge' },
  vatRegistered: true,
  ended: null,
}

test('name and place are written as people write them, the rest as the register does', () => {
  expect(presentOrganization(bakery)).toEqual({
    ...bakery,
    name: 'Nordnes Bakeri AS',
    address: { ...bakery.address, city: 'Mo i Rana' },
  })
  expect(presentOrganization({ ...bakery, address: null }).address).toBeNull()
})

test.each<[Ending, string, string]>([
  [{ kind: 'deleted', on: '2024-03-12' }, 'deleted', 'Slettet fra Enhetsregisteret 12.03.2024. '],
  [{ kind: 'deleted', on: null }, 'deleted', 'Slettet fra Enhetsregisteret. '],
  [{ kind: 'bankrupt', on: '2026-05-04' }, 'bankrupt', 'Konkurs siden 04.05.2026. '],
  [{ kind: 'bankrupt', on: null }, 'bankrupt', 'Konkurs. '],
  [
    { kind: 'foreign_insolvency', on: '2026-04-21' },
    'bankrupt',
    'Under insolvensbehandling i utlandet siden 21.04.2026. ',
  ],
  [
    { kind: 'reconstruction', on: '2026-03-01' },
    'reconstruction',
    'Under rekonstruksjonsforhandling siden 01.03.2026. ',
  ],
  [{ kind: 'winding_up', on: '2026-03-17' }, 'winding_up', 'Under avvikling siden 17.03.2026. '],
  [
    { kind: 'forced_winding_up', on: '2026-02-10' },
    'winding_up',
    'Under tvangsavvikling eller tvangsoppløsning siden 10.02.2026. ',
  ],
])('%o says what happened, when it is known, and what it means', (ended, kind, beginning) => {
  const presented = presentOrganization({ ...bakery, ended }).ended
  expect(presented).toMatchObject({ kind, on: ended.on })
  expect(presented?.text).toContain(beginning)
  expect(presented?.text.length).toBeGreaterThan(beginning.length + 20)
})
