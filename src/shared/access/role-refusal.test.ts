import { describe, expect, test } from 'vitest'
import { ACT_PHRASES, roleRefusal } from './role-refusal.ts'
import { ACTS } from './roles.ts'

describe('the refusal', () => {
  test('says to a reader that the owner can give more', () => {
    expect(roleRefusal('reader', 'transfers', 'Rør AS')).toBe(
      'Du har lesetilgang i Rør AS. Eieren kan gi deg mer tilgang.',
    )
  })

  test('says to the others what they may not do, and who may', () => {
    expect(roleRefusal('accountant', 'products', 'Rør AS')).toBe(
      'Du er regnskapsfører i Rør AS og kan ikke endre produkter, priser og lager. Det kan eieren eller en medarbeider.',
    )
    expect(roleRefusal('staff', 'disconnect', null)).toBe(
      'Du er medarbeider i firmaet og kan ikke koble fra ServiceM8 eller Fiken. Det kan eieren.',
    )
  })

  test('has a phrase of its own for every act', () => {
    expect(new Set(Object.values(ACT_PHRASES)).size).toBe(ACTS.length)
  })
})
