import { expect, test } from 'vitest'
import { text } from './text.ts'

test('an empty list says what the next job becomes', () => {
  expect(text.noneWhy('awaiting_payment', 'draft')).toBe(
    'Når en jobb er fullført og godkjent i ServiceM8, blir den et fakturautkast i Fiken og vises her.',
  )
  expect(text.noneWhy('completed', 'invoice')).toBe(
    'Når en jobb er fullført i ServiceM8, blir den en ferdig faktura i Fiken og vises her.',
  )
})
