import { expect, it } from 'vitest'
import type { VatRow } from '../configuration/vat-state.ts'
import { vatRemedyState } from './vat-remedy-state.ts'

const row = (taxRateUuid: string, changes: Partial<VatRow> = {}): VatRow => ({
  taxRateUuid,
  name: `MVA ${taxRateUuid} %`,
  percent: taxRateUuid,
  isDefault: false,
  vatType: 'HIGH',
  goodsAccount: '3000',
  serviceAccount: '3020',
  confirmed: false,
  problems: [],
  ...changes,
})
const UNMAPPED = { vatType: null, goodsAccount: null, serviceAccount: null, problems: ['Velg'] }
const ZERO = { vatType: 'EXEMPT', goodsAccount: '3100', serviceAccount: '3100' }
const JOBS = [
  { id: 'a', rates: ['12', '25'] },
  { id: 'b', rates: ['12', '11'] },
]
const state = (rows: VatRow[], jobs = JOBS, changed: string[] = [], transferId?: string) =>
  vatRemedyState({
    rows,
    jobs,
    transferId,
    isChanged: ({ taxRateUuid }) => changed.includes(taxRateUuid),
  })

it('asks about the rates of the stopped jobs that are in the way, and no others', () => {
  const rows = [row('25'), row('15', UNMAPPED), row('12', UNMAPPED), row('11', UNMAPPED)]
  const { shown, ready, saves, zeroOnly } = state(rows)
  expect(shown.map(({ taxRateUuid }) => taxRateUuid)).toEqual(['12'])
  expect({ ready, saves, zeroOnly }).toEqual({ ready: [], saves: false, zeroOnly: false })
})

it('asks about what can be answered, and not at all where Fiken has no such VAT type', () => {
  const jobs = [{ id: 'a', rates: ['13', '12'] }]
  const both = [row('13', UNMAPPED), row('12', UNMAPPED)]
  const order = (from?: string) =>
    state(both, jobs, [], from).shown.map(({ taxRateUuid }) => taxRateUuid)
  expect(order()).toEqual(['12'])
  expect(order('a')).toEqual(['12', '13'])
  expect(state(both, jobs, [], 'a').unknownOnly).toBe(false)
  expect(state([row('13', UNMAPPED), row('12')], jobs).unknownOnly).toBe(true)
  expect(state([row('25'), row('12')], jobs).unknownOnly).toBe(false)
})

it('asks only about the rates of the job whose button was pressed', () => {
  const zero = row('0', { ...ZERO, problems: ['Bekreft'] })
  const rows = [row('12', UNMAPPED), row('15', UNMAPPED), row('13', UNMAPPED), zero]
  const jobs = [
    { id: 'a', rates: ['12', '13'] },
    { id: 'b', rates: ['15'] },
    { id: 'c', rates: ['0'] },
  ]
  const asked = (from?: string) =>
    state(rows, jobs, [], from).shown.map(({ taxRateUuid }) => taxRateUuid)
  expect(asked('b')).toEqual(['15'])
  expect(asked('a')).toEqual(['12', '13'])
  expect(asked()).toEqual(['12', '15', '0'])
  // What the user does not see is neither confirmed nor tried.
  const answered = rows.map((one) => (one.percent === '15' ? row('15') : one))
  expect(state(answered, jobs, ['15'], 'b')).toMatchObject({ confirms: {}, ready: ['b'] })
})

it('tries only the jobs that the answers so far set free', () => {
  const rows = [row('25'), row('12', { problems: ['Velg'] }), row('11', UNMAPPED)]
  expect(state(rows, JOBS, ['12'])).toMatchObject({ ready: ['a'], saves: true })
})

it('does not try with a row that was saved and does not fit', () => {
  const rows = [row('25', { problems: ['Kontoen finnes ikke'] })]
  expect(state(rows, [{ id: 'a', rates: ['25'] }])).toMatchObject({ ready: [], saves: false })
})

it('lets the button confirm sales without VAT, when where they go is chosen', () => {
  const jobs = [{ id: 'a', rates: ['0'] }]
  const zero = row('0', { ...ZERO, problems: ['Bekreft'] })
  expect(state([zero], jobs)).toMatchObject({
    confirms: { '0': { confirmed: true } },
    ready: ['a'],
    saves: true,
    zeroOnly: true,
  })
  expect(state([row('0', { ...UNMAPPED, percent: '0' })], jobs)).toMatchObject({
    confirms: {},
    ready: [],
  })
})

it('only tries again when the table has been put right elsewhere', () => {
  const rows = [row('25'), row('12'), row('11')]
  expect(state(rows)).toMatchObject({ ready: ['a', 'b'], saves: false })
})
