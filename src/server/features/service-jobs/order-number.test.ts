import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderNumber } from './order-number.ts'

test.each([
  ['', ''],
  [' \t\n', ''],
  ['4711', '4711'],
  ['4711 ', '4711'],
  ['\u00a04711\r\n', '4711'],
  ['000450', '000450'],
  ['PO 12  B', 'PO 12 B'],
  ['4500\n123', '4500 123'],
  ['po-1', 'po-1'],
  ['\u200b4711\ufeff', '4711'],
  ['47\u00ad11\u200e', '4711'],
  ['A\u030a-7', '\u00c5-7'],
])('the order number %j is %j', (written, number) => {
  expect(orderNumber(written)).toBe(number)
})

test('blanks around it make no other number, and reading it twice changes nothing', () => {
  const blank = fc.array(fc.constantFrom(' ', '\t', '\n', '\u00a0')).map((all) => all.join(''))
  fc.assert(
    fc.property(fc.string(), blank, blank, (written, before, after) => {
      expect(orderNumber(`${before}${written}${after}`)).toBe(orderNumber(written))
      expect(orderNumber(orderNumber(written))).toBe(orderNumber(written))
    }),
  )
})
