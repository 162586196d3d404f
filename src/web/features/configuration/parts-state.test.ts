import { describe, expect, it } from 'vitest'
import { invalidText, partOf, unsavedText } from './parts-state.ts'

describe('the part that an address shows', () => {
  it.each([
    ['', 'tilkoblinger'],
    ['#tilkoblinger', 'tilkoblinger'],
    ['#faktura', 'faktura'],
    ['#avansert', 'avansert'],
    ['#bankkonto', 'tilkoblinger'],
    ['#mva', 'faktura'],
    ['#webhooks', 'avansert'],
    ['#constructor', 'tilkoblinger'],
    ['#finnes-ikke', 'tilkoblinger'],
  ])('for "%s" is %s', (hash, part) => {
    expect(partOf(hash)).toBe(part)
  })
})

describe('what the bar says of unsaved values', () => {
  it('names no part while all of them are on the screen', () => {
    expect(unsavedText('avansert', { edited: ['customerMatchThreshold'], others: [] })).toBe(
      'Ulagrede endringer',
    )
    for (const shown of ['tilkoblinger', 'faktura'] as const)
      expect(unsavedText(shown, { edited: ['autoCreateProducts'], others: [] })).toBe(
        'Ulagrede endringer',
      )
  })
  it('names the part that has them', () => {
    expect(unsavedText('avansert', { edited: [], others: ['faktura'] })).toBe(
      'Ulagrede endringer i Faktura',
    )
  })
  it('names the other parts beside the one on the screen, each once', () => {
    expect(
      unsavedText('faktura', {
        edited: ['activatedAt', 'customerMatchThreshold'],
        others: ['faktura', 'avansert'],
      }),
    ).toBe('Ulagrede endringer, også i Tilkoblinger og Avansert')
  })
  it('says where the invalid fields are when they are not on the screen', () => {
    expect(invalidText('avansert', ['faktura', 'avansert'])).toBe(
      'Rett feltene som er merket, og lagre',
    )
    expect(invalidText('faktura', ['avansert', 'tilkoblinger'])).toBe(
      'Rett feltene som er merket i Tilkoblinger og Avansert, og lagre',
    )
  })
})
