import { expect, test } from 'vitest'
import { nameKey } from '#shared/names'
import { isFormerName } from './former-name.ts'

const recipient = { key: nameKey('Solsiden AS'), memberNumber: null }
const client = { ...recipient, memberNumber: 'a client' }

test.each([
  'Solsiden AS v/ Kari',
  'Solsiden AS, att: Regnskap',
  'Faktura sendes til: Solsiden AS',
  'Solsiden AS c/o Bergen Drift',
  'Solsiden AS org.nr. 910 001 234',
  'Solsiden AS Storgata 1',
])('«%s» was the name of Solsiden AS before', (written) => {
  expect(isFormerName(written, recipient)).toBe(true)
})

test.each(['Att: Regnskap', 'v/ Kari Nordmann', 'Øvre Gate 3 8610 Mo i Rana'])(
  '«%s» names nobody today: it was the client, and nobody else',
  (written) => {
    expect([isFormerName(written, client), isFormerName(written, recipient)]).toEqual([true, false])
  },
)

test.each([
  'Solsiden AS',
  'SOLSIDEN A/S',
  '',
  'Solsiden Drift AS',
  'Hansen, Solsiden & Co',
  'Solsiden',
])('«%s» is its name of today, or another’s', (written) => {
  expect(isFormerName(written, client)).toBe(false)
})
