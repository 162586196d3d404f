import { describe, expect, it } from 'vitest'
import type { CollectiveChoiceShown } from '#shared/contracts/collective'
import {
  becomesText,
  waitingForSets,
  waitingText,
  howOften,
  howOftenExactly,
} from './collective-state.ts'

const choice = (changes: Partial<CollectiveChoiceShown> = {}): CollectiveChoiceShown => ({
  clientUuid: 'k1',
  time: { every: 'month', day: 1 },
  byPurchaseOrder: false,
  nextOn: '2026-12-01',
  jobs: 0,
  amount: 0,
  outside: 0,
  ...changes,
})
const plain = (words: string | undefined) => words?.replaceAll('\u00a0', ' ')
describe('a customer with samlefaktura', () => {
  it('is told when, in few words', () => {
    expect(howOften({ every: 'month', day: 28 })).toBe('den 28. hver måned')
    expect(howOften({ every: 'month', day: 30 })).toBe('den 30. hver måned')
    expect(howOftenExactly({ every: 'month', day: 30 })).toBe(
      'den 30. hver måned (i februar: siste dag)',
    )
    expect(howOftenExactly({ every: 'month', day: 28 })).toBe('den 28. hver måned')
    expect(howOftenExactly({ every: 'month', day: 31 })).toBe('siste dag i hver måned')
    expect(howOften({ every: 'month', day: 31 })).toBe('siste dag i hver måned')
    expect(howOften({ every: 'week', weekday: 7 })).toBe('hver søndag')
    expect(howOften({ every: 'hand' })).toBe('når du vil')
  })
  it('shows what waits', () => {
    expect(plain(waitingText({ jobs: 3, amount: 12_400_00 }))).toBe(
      '3 jobber venter, til sammen 12 400 kr',
    )
    expect(plain(waitingText({ jobs: 1, amount: 99_50 }))).toBe('1 jobb venter, 99,50 kr')
    expect(waitingText({ jobs: 0, amount: 0 })).toBe('ingen jobber venter')
  })
})

describe('what would be made', () => {
  const what = { customers: 2, jobs: 5, drafts: 3, mode: 'draft', amount: 12_400_00 } as const
  it('is said by customer, job, draft and sum', () => {
    expect(plain(becomesText(what, { ofOne: false }))).toBe(
      '5 jobber for 2 kunder, til sammen 12 400 kr, blir 3 utkast i Fiken.',
    )
    const one = { ...what, customers: 1, jobs: 1, drafts: 1, amount: 99_50 }
    expect(plain(becomesText(one, { ofOne: false }))).toBe(
      '1 jobb for 1 kunde, 99,50 kr, blir ett utkast i Fiken.',
    )
    expect(plain(becomesText({ ...one, mode: 'invoice' }, { ofOne: true }))).toBe(
      '1 jobb, 99,50 kr, blir én ferdig faktura i Fiken.',
    )
  })
})

describe('what waits in all', () => {
  const how = { today: '2026-11-26', isActive: true, uninvoiced: null }
  it('is nothing to speak of while no job waits', () => {
    expect(waitingForSets([], how)).toBeNull()
    expect(waitingForSets([choice()], how)).toBeNull()
  })
  it('is one sum, with the first of the days on which something is made', () => {
    const waitingForSet = waitingForSets(
      [
        choice({ jobs: 2, amount: 20_000_00, nextOn: '2026-12-15' }),
        choice({ jobs: 3, amount: 64_200_00 }),
        choice({ jobs: 0, nextOn: '2026-11-27' }),
        choice({ jobs: 1, amount: 0, nextOn: null }),
      ],
      how,
    )
    expect(plain(waitingForSet?.headline)).toBe(
      '6 jobber venter på samlefaktura, til sammen 84 200 kr',
    )
    expect(waitingForSet?.why).toBe('Den neste lages 1. desember.')
  })
  it('does not name a day that has passed while the integration is off', () => {
    const late = [choice({ jobs: 1, nextOn: '2026-11-01' })]
    expect(waitingForSets(late, { ...how, isActive: false })?.why).toBe(
      'Den neste lages når integrasjonen er slått på.',
    )
    expect(waitingForSets(late, how)?.why).toBe('Den neste lages i dag.')
  })
  it('is a part of what is not invoiced, or all of it, and no other sum beside it', () => {
    const some = [choice({ jobs: 2, amount: 20_000_00 })]
    const said = (uninvoiced: number) =>
      plain(waitingForSets(some, { ...how, uninvoiced })?.headline)
    expect(said(5)).toBe(
      'Av det som ikke er fakturert, venter 2 jobber på samlefaktura, til sammen 20 000 kr',
    )
    expect(said(2)).toBe('Alle jobbene som ikke er fakturert, venter på samlefaktura')
    expect(said(1)).toBe('2 jobber venter på samlefaktura, til sammen 20 000 kr')
  })
  it('names how many jobs of those customers it is made without', () => {
    const two = [choice({ jobs: 1, outside: 2 }), choice({ jobs: 0, outside: 4 })]
    expect(waitingForSets(two, how)).toMatchObject({
      why: 'Den neste lages 1. desember. 2 av kundenes jobber blir ikke med.',
      outside: 2,
    })
  })
  it('waits for a person where no day is chosen', () => {
    expect(waitingForSets([choice({ jobs: 1, nextOn: null })], how)?.why).toBe(
      'Du lager den når du vil.',
    )
  })
})
