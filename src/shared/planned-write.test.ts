import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plannedOfSubject, subjectOfPlanned } from './planned-write.ts'

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

test('anything else is no write', () => {
  expect(() => plannedOfSubject('left:unknown:price:1:a')).toThrow('no planned write')
})
