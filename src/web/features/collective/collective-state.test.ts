import { describe, expect, it } from 'vitest'
import type { CollectiveChoiceShown } from '#shared/contracts/collective'
import { gatheredOf, gatheredText, howOften } from './collective-state.ts'

const choice = (changes: Partial<CollectiveChoiceShown> = {}): CollectiveChoiceShown => ({
  clientUuid: 'k1',
  time: { every: 'month', day: 1 },
  byPurchaseOrder: false,
  nextOn: '2026-12-01',
  jobs: 0,
  amount: 0,
  ...changes,
})
const plain = (words: string | undefined) => words?.replaceAll('\u00a0', ' ')
describe('a customer with samlefaktura', () => {
  it('is told when, in few words', () => {
    expect(howOften({ every: 'month', day: 31 })).toBe('den 31. hver måned')
    expect(howOften({ every: 'week', weekday: 7 })).toBe('hver søndag')
    expect(howOften({ every: 'hand' })).toBe('når du vil')
  })
  it('shows what is gathered', () => {
    expect(plain(gatheredText({ jobs: 3, amount: 12_400_00 }))).toBe('3 jobber, 12 400 kr samlet')
    expect(plain(gatheredText({ jobs: 1, amount: 99_50 }))).toBe('1 jobb, 99,50 kr samlet')
    expect(gatheredText({ jobs: 0, amount: 0 })).toBe('ingen jobber samlet ennå')
  })
})

describe('what is gathered in all', () => {
  it('is nothing to speak of while no job waits', () => {
    expect(gatheredOf([])).toBeNull()
    expect(gatheredOf([choice()])).toBeNull()
  })
  it('is one sum, with the first of the days on which something is made', () => {
    const gathered = gatheredOf([
      choice({ jobs: 2, amount: 20_000_00, nextOn: '2026-12-15' }),
      choice({ jobs: 3, amount: 64_200_00 }),
      choice({ jobs: 0, nextOn: '2026-11-27' }),
      choice({ jobs: 1, amount: 0, nextOn: null }),
    ])
    expect(plain(gathered?.headline)).toBe('Samlet til samlefaktura: 6 jobber, 84 200 kr')
    expect(gathered?.why).toBe('Neste 1. desember.')
  })
  it('waits for a person where no day is chosen', () => {
    expect(gatheredOf([choice({ jobs: 1, nextOn: null })])?.why).toBe('Du lager den når du vil.')
  })
})
