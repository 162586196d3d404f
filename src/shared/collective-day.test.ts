import { expect, it } from 'vitest'
import { collectiveDay } from './collective-day.ts'

it('says when the waiting jobs are put on a draft, also once its day has come', () => {
  const said = (nextOn: string, isActive: boolean) =>
    collectiveDay(nextOn, { today: '2026-11-26', isActive })
  expect(said('2026-12-01', true)).toBe('1. desember')
  expect(said('2026-11-26', true)).toBe('i dag')
  expect(said('2026-11-25', true)).toBe('i dag')
  expect(said('2026-12-01', false)).toBe('tidligst 1. desember')
  expect(said('2026-11-26', false)).toBe('når integrasjonen er slått på')
  expect(said('2026-11-01', false)).toBe('når integrasjonen er slått på')
})
