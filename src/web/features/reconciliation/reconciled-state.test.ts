import { expect, test } from 'vitest'
import type { ReconciliationAnswer } from '#shared/contracts/reconciliation'
import { markedWords, reconciledState } from './reconciled-state.ts'
import { text } from './text.ts'

const part = (count: number, ore: number) => ({ count, ore })
const mark = (changed: boolean): NonNullable<ReconciliationAnswer['reconciled']> => ({
  actor: { name: 'Kari Nes' },
  at: '2026-11-30T11:00:00.000Z',
  changed,
  figures: { jobs: part(41, 100), inFiken: part(40, 90) },
})
const month = {
  state: 'done' as const,
  over: true,
  checkedAt: '2026-11-30T10:00:00.000Z',
  reconciled: null,
}

test('a checked month that is over can be marked by those who may, and one that is not over cannot', () => {
  expect(reconciledState(month, true)).toBe('offered')
  expect(reconciledState({ ...month, over: false }, true)).toBe('none')
  expect(reconciledState(month, false)).toBe('none')
  expect(reconciledState({ ...month, checkedAt: null, state: 'never' }, true)).toBe('none')
})

test('a marked month says so, and says what has changed, except while it is being checked', () => {
  expect(reconciledState({ ...month, reconciled: mark(false) }, true)).toBe('marked')
  expect(reconciledState({ ...month, reconciled: mark(true) }, true)).toBe('changed')
  expect(reconciledState({ ...month, reconciled: mark(true), state: 'running' }, true)).toBe('none')
})

test('whoever marked it is named, except to somebody who is alone in the company', () => {
  expect(markedWords(mark(false))).toBe('Avstemt 30.11.2026 av Kari Nes.')
  expect(markedWords({ ...mark(false), actor: null })).toBe('Avstemt 30.11.2026.')
})

test('the figures before and now are said, and only those that differ', () => {
  const { figures } = text.reconciled
  const now = { jobs: part(42, 200), inFiken: part(40, 90) }
  expect(figures(mark(true).figures, now)).toMatch(
    /^Da: 41 jobber, .*1,00.*; nå: 42 jobber, .*2,00.*\.$/,
  )
  expect(figures({ jobs: now.jobs, inFiken: part(1, 1) }, now)).toMatch(/^Da i Fiken: 1 jobb, /)
  expect(figures(now, now)).toBe('Summene er de samme, men noen av jobbene er andre.')
})
