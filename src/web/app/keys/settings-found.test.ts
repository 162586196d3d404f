import { expect, test } from 'vitest'
import { VENDOR_NAMES } from '#shared/access/vendor-names'
import { text as rules } from '../../features/account-rules/text.ts'
import { text as payment } from '../../features/configuration/payment-state.ts'
import { text as configuration } from '../../features/configuration/text.ts'
import { search } from '../../features/help/help-search.ts'
import { text as profile } from '../../features/profile/text.ts'
import { SETTINGS } from './settings-found.ts'

test('the palette calls a setting what its screen calls it', () => {
  const said = [configuration, payment, rules, profile, VENDOR_NAMES].flatMap(Object.values)
  const elsewhere = SETTINGS.filter(({ title }) => !said.includes(title))
  expect(elsewhere.map(({ title }) => title)).toEqual(['Samlefaktura'])
})

test.each([
  ['mva', 'MVA-tabell'],
  ['moms', 'MVA-tabell'],
  ['bilder', 'Vedlegg'],
  ['bankkonto', 'Standard bankkonto'],
  ['likhet', 'Hvor likt navnet må være (50–100)'],
])('"%s" finds the setting %s', (typed, title) => {
  expect(search(SETTINGS, typed).entries[0]?.title).toBe(title)
})
