import { expect, test } from 'vitest'
import { presentTask, resultsOf, summaryOf } from './present.ts'
import type { TaskKind } from './kind.ts'
import { ownTaskName } from '#test/support/task-name'

const kind: TaskKind = {
  name: ownTaskName('letters'),
  activity: 'integration',
  topics: [],
  read: (stored) => stored,
  title: (_, total) => `${total} brev sendes`,
  done: (_, count) => `${count} brev er sendt`,
  run: () => Promise.resolve({ status: 'done', message: 'Sendt.' }),
}
const counts = { total: 25, waiting: 0, done: 25, leftAlone: 0, failed: 0 }

test('a summary names only what there is', () => {
  expect(summaryOf(kind, {}, counts)).toBe('25 brev er sendt.')
  expect(summaryOf(kind, {}, { ...counts, done: 22, leftAlone: 2, failed: 1 })).toBe(
    '22 brev er sendt, 2 er ikke endret, 1 feilet.',
  )
})

test('a task of a kind that this version does not know is shown by its counts', () => {
  const at = new Date('2026-11-22T12:00:00Z')
  const row = {
    companyId: 'u',
    id: 't',
    actorId: null,
    kind: ownTaskName('stamps'),
    parameters: {},
    selection: '',
    status: 'running' as const,
    run: null,
    ...{ waitsFor: null, waitsSince: null },
    createdAt: at,
    finishedAt: null,
    seenAt: null,
  }
  expect(presentTask([kind], row, { ...counts, done: 7, waiting: 18 })).toMatchObject({
    title: 'stamps',
    summary: '7 er gjort.',
    createdAt: at.toISOString(),
    finishedAt: null,
  })
  expect(presentTask([kind], { ...row, kind: ownTaskName('letters') }, counts).title).toBe(
    '25 brev sendes',
  )
})

test('what came of an act that only starts something is said in the words of its end', () => {
  const row = {
    companyId: 'u',
    id: 't',
    actorId: null,
    kind: ownTaskName('letters'),
    parameters: {},
    selection: '',
    status: 'done' as const,
    run: null,
    ...{ waitsFor: null, waitsSince: null },
    createdAt: new Date(),
    finishedAt: new Date(),
    seenAt: null,
  }
  const outcomeOf = (...states: Parameters<typeof resultsOf>[0]) =>
    presentTask([kind], row, counts, resultsOf(states)).outcome
  expect(outcomeOf('under_way', 'under_way')).toBe('')
  expect(outcomeOf('draft', 'failed', 'draft', 'under_way')).toBe('2 ble utkast i Fiken, 1 feilet')
  expect(outcomeOf('invoice', 'waits', 'gone')).toBe(
    '1 ble faktura i Fiken, 1 venter, 1 er slettet',
  )
})
