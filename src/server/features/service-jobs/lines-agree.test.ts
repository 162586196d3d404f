import { expect, test } from 'vitest'
import type { JobLine } from '#clients/servicem8/types'
import { aLine } from '#test/support/vendors/vendor-objects'
import { linesAgree } from './lines-agree.ts'

const RATES = [
  { uuid: 'rate-25', percent: '25.0000' },
  { uuid: 'rate-0', percent: '0' },
]

const line = (change: Partial<JobLine>) => aLine({ displayedAmount: '100.0000', ...change })

const agree = (totalInvoiceAmount: string, ...lines: JobLine[]) =>
  linesAgree({ totalInvoiceAmount }, lines, RATES)

test('lines with and without VAT in their price, discounts and removed lines come to the total', () => {
  const lines = [
    line({ quantity: '2.5', displayedAmount: '800.0000' }),
    line({ displayedAmount: '0.0000', taxRateUuid: null }),
    line({ displayedAmount: '-125.0000', displayedAmountIsTaxInclusive: true }),
    line({ displayedAmount: '9999', active: false }),
  ]
  expect(agree('2375.0000', ...lines)).toBe(true)
})

test('an øre for each line with a fraction, and one for such a sum, is rounding', () => {
  const odd = line({ displayedAmount: '33.3300' })
  expect(agree('41.6600', odd)).toBe(true)
  expect(agree('41.6400', odd)).toBe(false)
  expect(agree('125.0100', line({}))).toBe(false)
  expect(agree('41.6425', odd)).toBe(true)
})

test('a line that is missing, or one too many, is noticed', () => {
  expect(agree('250.0000', line({}))).toBe(false)
  expect(agree('125.0000', line({}), line({}))).toBe(false)
  expect(agree('125.0000')).toBe(false)
})

test('without a known rate, or with numbers that cannot be read, nothing is proved', () => {
  expect(agree('125.0000', line({ taxRateUuid: null }))).toBe(false)
  expect(agree('125.0000', line({ taxRateUuid: 'unknown' }))).toBe(false)
  expect(agree('to', line({}))).toBe(false)
  expect(agree('125.0000', line({ quantity: 'en' }))).toBe(false)
})

test('a price with VAT in it needs no rate', () => {
  const inclusive = { displayedAmountIsTaxInclusive: true, taxRateUuid: null }
  expect(agree('100.0000', line(inclusive))).toBe(true)
})
