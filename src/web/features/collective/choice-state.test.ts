import { describe, expect, it } from 'vitest'
import type { CollectiveChoiceShown } from '#shared/contracts/collective'
import { draftOf, followsOf, isSame, timeOf } from './choice-state.ts'

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
const today = '2026-11-26'

describe('what is chosen in the dialog', () => {
  it('begins with what is chosen for the customer, and otherwise off', () => {
    expect(timeOf(draftOf(null))).toBeNull()
    const times: CollectiveChoiceShown['time'][] = [
      { every: 'month', day: 31 },
      { every: 'week', weekday: 5 },
      { every: 'hand' },
    ]
    expect(times.map((time) => timeOf(draftOf(choice({ time }))))).toEqual(times)
    expect(draftOf(choice({ byPurchaseOrder: true })).byPurchaseOrder).toBe(true)
  })
  it('keeps a day while another time is looked at', () => {
    const looked = { ...draftOf(choice({ time: { every: 'month', day: 15 } })), every: 'week' }
    expect(timeOf({ ...looked, every: 'month' })).toEqual({ every: 'month', day: 15 })
  })
  it('is the same as before only when nothing of it is new', () => {
    const draft = draftOf(choice())
    expect(isSame(draft, choice())).toBe(true)
    expect(isSame({ ...draft, weekday: 4 }, choice())).toBe(true)
    expect(isSame({ ...draft, day: 2 }, choice())).toBe(false)
    expect(isSame({ ...draft, byPurchaseOrder: true }, choice())).toBe(false)
    expect(isSame({ ...draft, every: 'off' }, choice())).toBe(false)
    expect(isSame(draft, null)).toBe(false)
    expect(isSame(draftOf(null), null)).toBe(true)
  })
})

describe('what follows, before it is saved', () => {
  const follows = (
    every: 'off' | 'month' | 'week' | 'hand',
    known: CollectiveChoiceShown | null,
    isActive = true,
  ) => followsOf({ ...draftOf(known), every }, { choice: known, today, isActive })

  it('is that jobs wait from now on, and until when', () => {
    expect(follows('month', null)).toBe(
      'Fra nå av venter jobbene på samlefaktura. Den neste lages 1. desember.',
    )
    expect(follows('week', null)).toBe(
      'Fra nå av venter jobbene på samlefaktura. Den neste lages 30. november.',
    )
    expect(follows('hand', null)).toBe(
      'Fra nå av venter jobbene på samlefaktura. Du lager den når du vil.',
    )
    expect(follows('month', choice({ jobs: 2 }))).toContain('2 jobber venter nå.')
  })
  it('is the day that is waited for already, when nothing of it is changed', () => {
    expect(follows('month', choice({ nextOn: '2026-11-27' }))).toBe(
      'Jobbene venter på samlefaktura. Den neste lages 27. november.',
    )
    const late = choice({ nextOn: '2026-11-25' })
    expect(follows('month', late)).toContain('Den neste lages i dag.')
    expect(follows('month', late, false)).toContain('når integrasjonen er slått på.')
    expect(follows('week', late, false)).toContain('30. november')
  })
  it('is how many jobs go on alone when it is switched off', () => {
    expect(follows('off', null)).toBe('Hver jobb overføres for seg.')
    expect(follows('off', choice())).toBe('Hver jobb overføres for seg.')
    expect(follows('off', choice({ jobs: 1 }))).toContain('1 jobb venter på samlefaktura.')
    expect(follows('off', choice({ jobs: 3 }))).toContain('3 jobber venter på samlefaktura.')
  })
})
