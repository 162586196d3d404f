import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plannedInItem, plannedOfSubject, subjectOfPlanned } from './planned-write.ts'

test('a write is read back from its subject as it was planned', () => {
  fc.assert(
    fc.property(
      fc.record({
        what: fc.constantFrom('price' as const, 'stock' as const),
        fikenProductId: fc.nat(),
        servicem8Uuid: fc.uuid(),
        to: fc.constantFrom('fiken' as const, 'servicem8' as const),
        before: fc.option(fc.integer({ min: -1e6, max: 1e6 }).map((n) => n / 100)),
        after: fc.integer({ min: -1e6, max: 1e6 }).map((n) => n / 100),
      }),
      (planned) => {
        expect(plannedOfSubject(subjectOfPlanned(planned))).toEqual(planned)
      },
    ),
  )
})

test('what is only listed has the write that was not made, if a side is newer', () => {
  expect(plannedInItem('left:large_change:price:7:u-1:fiken:10000:20000')).toEqual({
    ...{ what: 'price', fikenProductId: 7, servicem8Uuid: 'u-1' },
    ...{ to: 'fiken', before: 10_000, after: 20_000 },
  })
  expect(plannedInItem('left:unknown:price:7:u-1')).toBeNull()
  expect(plannedInItem('a product')).toBeNull()
})

test('anything else is no write', () => {
  expect(() => plannedOfSubject('left:large_change:price:7:u-1:fiken:1:2')).toThrow()
  expect(() => plannedOfSubject('left:unknown:price:1:a')).toThrow('no planned write')
})
