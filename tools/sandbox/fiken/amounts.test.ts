import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ROUNDINGS } from '../world/settings.ts'
import { lineTotals, roundGross, sumTotals } from './amounts.ts'

test('half an øre is rounded up, away from zero', () => {
  expect(lineTotals({ quantity: 0.5, unitPrice: 1, vatType: 'NONE' }, 'half_away').net).toBe(1)
  expect(lineTotals({ quantity: -0.5, unitPrice: 1, vatType: 'NONE' }, 'half_away').net).toBe(-1)
  expect(lineTotals({ quantity: 1.5, unitPrice: 89_500, vatType: 'HIGH' }, 'half_away')).toEqual({
    net: 134_250,
    vat: 33_563,
    gross: 167_813,
  })
})

test('half an øre is rounded as the setting says, and anything else always to the nearest', () => {
  const nets = (rounding: (typeof ROUNDINGS)[number]) =>
    [-2.5, -1.5, -0.5, 0.5, 1.5, 2.5].map(
      (quantity) => lineTotals({ quantity, unitPrice: 1, vatType: 'NONE' }, rounding).net,
    )
  expect(nets('half_away')).toEqual([-3, -2, -1, 1, 2, 3])
  expect(nets('half_up')).toEqual([-2, -1, 0, 1, 2, 3])
  expect(nets('half_even')).toEqual([-2, -2, 0, 0, 2, 2])
  for (const rounding of ROUNDINGS) {
    const net = (quantity: number) =>
      lineTotals({ quantity, unitPrice: 1, vatType: 'NONE' }, rounding).net
    expect([-1.51, -1.49, -0.49, 0.49, 1.49, 1.51].map(net)).toEqual([-2, -1, 0, 0, 1, 2])
  }
})

test('the VAT of a voucher is that of its lines, or of the sum of each rate', () => {
  const half = {
    ...lineTotals({ quantity: 1, unitPrice: 1002, vatType: 'HIGH' }, 'half_away'),
    vatType: 'HIGH',
  }
  const food = {
    ...lineTotals({ quantity: 1, unitPrice: 1000, vatType: 'MEDIUM' }, 'half_away'),
    vatType: 'MEDIUM',
  }
  expect(half).toMatchObject({ vat: 251, gross: 1253 })
  expect(sumTotals([half, half, food], 'half_away')).toEqual({ net: 3004, vat: 652, gross: 3656 })
  expect(sumTotals([half, half, food], 'per_rate')).toEqual({ net: 3004, vat: 651, gross: 3655 })
})

test('a discount is subtracted before anything is rounded', () => {
  expect(
    lineTotals({ quantity: 1, unitPrice: 1000, discount: 25.5, vatType: 'HIGH' }, 'half_away'),
  ).toEqual({ net: 745, vat: 186, gross: 931 })
})

test('gross is always net plus VAT, and a negative line mirrors the positive one', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000_000 }),
      fc.integer({ min: 1, max: 100_000 }),
      (unitPrice, thousandths) => {
        const line = { quantity: thousandths / 1000, unitPrice, vatType: 'HIGH' }
        const totals = lineTotals(line, 'half_away')
        const mirrored = lineTotals({ ...line, quantity: -line.quantity }, 'half_away')
        expect(totals.gross).toBe(totals.net + totals.vat)
        expect(mirrored.net + totals.net).toBe(0)
        expect(mirrored.vat + totals.vat).toBe(0)
      },
    ),
  )
})

test('øreavrunding rounds the total in the requested way', () => {
  expect([
    roundGross(149, 'round_whole'),
    roundGross(175, 'round_half'),
    roundGross(199, 'round_down_whole'),
  ]).toEqual([100, 200, 100])
  expect(roundGross(149, undefined)).toBe(149)
})
