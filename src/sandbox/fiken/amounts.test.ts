import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineTotals, roundGross } from './amounts.ts'

test('half an øre is rounded up, away from zero', () => {
  expect(lineTotals({ quantity: 0.5, unitPrice: 1, vatType: 'NONE' }).net).toBe(1)
  expect(lineTotals({ quantity: -0.5, unitPrice: 1, vatType: 'NONE' }).net).toBe(-1)
  expect(lineTotals({ quantity: 1.5, unitPrice: 89_500, vatType: 'HIGH' })).toEqual({ net: 134_250, vat: 33_563, gross: 167_813 })
})

test('a discount is taken off before anything is rounded', () => {
  expect(lineTotals({ quantity: 1, unitPrice: 1000, discount: 25.5, vatType: 'HIGH' })).toEqual({
    net: 745,
    vat: 186,
    gross: 931,
  })
})

test('gross is always net plus VAT, and a negative line mirrors the positive one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), fc.integer({ min: 1, max: 100_000 }), (unitPrice, thousandths) => {
      const line = { quantity: thousandths / 1000, unitPrice, vatType: 'HIGH' }
      const totals = lineTotals(line)
      const mirrored = lineTotals({ ...line, quantity: -line.quantity })
      expect(totals.gross).toBe(totals.net + totals.vat)
      expect(mirrored.net + totals.net).toBe(0)
      expect(mirrored.vat + totals.vat).toBe(0)
    }),
  )
})

test('øreavrunding rounds the total the way that was asked for', () => {
  expect([roundGross(149, 'round_whole'), roundGross(175, 'round_half'), roundGross(199, 'round_down_whole')]).toEqual([
    100, 200, 100,
  ])
  expect(roundGross(149, undefined)).toBe(149)
})
