import { expect, test } from 'vitest'
import type { Listed } from '../items-state.ts'
import { findScanned } from './find-scanned.ts'

const row = (number: string, barcode: string) =>
  ({ number, item: { kind: 'servicem8_only', material: { barcode } } }) as unknown as Listed
const ean = row('K-1', '0036000291452')
const found = (code: string) => findScanned([ean, row('000', ''), row('00A1', '')], code)

test('a scanned code finds its product with the leading zero or without it', () => {
  expect(found('0036000291452')).toEqual([ean])
  expect(found('036000291452')).toEqual([ean])
  expect(found('36000291453')).toEqual([])
})

test('a number that is not all digits keeps its zeros', () => {
  expect(found('00a1')).toHaveLength(1)
  expect(found('A1')).toEqual([])
  expect(found('0')).toHaveLength(1)
})
