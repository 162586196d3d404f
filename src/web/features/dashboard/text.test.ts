import { expect, test } from 'vitest'
import { text } from './text.ts'

test('an empty list promises a draft only once the integration is on', () => {
  expect(text.noneWhy('awaiting_payment', 'draft', false)).toBe(
    'Når en jobb er fullført og godkjent i ServiceM8, blir den et fakturautkast i Fiken og vises her.',
  )
  expect(text.noneWhy('completed', 'invoice', true)).toBe(
    'Når automatisk overføring er på, og en jobb er fullført i ServiceM8, blir den en ferdig faktura i Fiken og vises her.',
  )
})
