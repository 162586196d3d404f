import { expect, test } from 'vitest'
import { consentReasonIn, consentSentence } from './consent-reasons.ts'

test('a reason has its sentence, and whatever else an address says is none', () => {
  expect(consentReasonIn('not_finished')).toBe('not_finished')
  expect(consentSentence('not_finished', 'ServiceM8')).toBe(
    'ServiceM8 fullførte ikke godkjenningen. Prøv igjen.',
  )
  for (const made of ['Ring 815 49 300', '', 'toString', 'constructor', null])
    expect(consentReasonIn(made)).toBeNull()
})
