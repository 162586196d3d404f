import { expect, test } from 'vitest'
import { text } from './text.ts'

test('an empty list says that jobs come by themselves only when they do', () => {
  expect(text.emptyWhy('completed', false)).toBe(
    'Overføringer dukker opp her når en jobb er fullført i ServiceM8.',
  )
  expect(text.emptyWhy('awaiting_payment', true)).toBe(
    'Overføringer dukker opp her når automatisk overføring er på og en jobb er fullført og godkjent i ServiceM8.',
  )
})
