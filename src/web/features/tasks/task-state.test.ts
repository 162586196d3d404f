import { describe, expect, test } from 'vitest'
import type { Task, TaskItem } from '#shared/contracts/tasks'
import { notDone, progressOf, shownTasks, wasQuick, wentWell } from './task-state.ts'
import { ownTaskName } from '#test/support/task-name'

const NOW = Date.parse('2026-11-22T12:00:00Z')
const ago = (ms: number) => new Date(NOW - ms).toISOString()
const task = (id: string, more: Partial<Task> = {}): Task => ({
  id,
  kind: ownTaskName('letters'),
  title: '3 brev sendes',
  summary: '3 brev er sendt.',
  outcome: '',
  parameters: {},
  status: 'done',
  waitsFor: null,
  counts: { total: 3, waiting: 0, done: 3, leftAlone: 0, failed: 0 },
  results: null,
  createdAt: ago(120_000),
  finishedAt: ago(60_000),
  seenAt: null,
  ...more,
})
const open = { status: 'running', finishedAt: null } as const

describe('what a screen shows', () => {
  const ids = (tasks: Task[]) => shownTasks(tasks).map(({ id }) => id)

  test('is what is under way, then the last outcome that nobody has dismissed', () => {
    expect(
      ids([
        task('over'),
        task('under way', open),
        task('over later', { finishedAt: ago(1_000) }),
        task('seen', { finishedAt: ago(500), seenAt: ago(100) }),
      ]),
    ).toEqual(['under way', 'over later'])
  })
})

test('all went well only if everything was done', () => {
  expect(wentWell(task('a'))).toBe(true)
  expect(wentWell(task('a', { status: 'running' }))).toBe(false)
  const some = { total: 3, waiting: 1, done: 1, leftAlone: 1, failed: 0 }
  expect(wentWell(task('a', { counts: some }))).toBe(false)
  expect(progressOf(task('a', { counts: some, ...open }))).toEqual({ done: 2, total: 3 })
})

describe('what an act has only started', () => {
  const results = { underWay: 0, drafts: 0, invoices: 0, waits: 0, failed: 0, gone: 0 }
  const started = (now: Partial<typeof results>) => task('a', { results: { ...results, ...now } })

  test('goes on when all of it is in the queue, and is shown as going on', () => {
    const going = started({ underWay: 2, failed: 1 })
    expect(progressOf(going)).toEqual({ done: 1, total: 3 })
    expect(wentWell(going)).toBe(false)
    expect(shownTasks([going, task('b')])).toEqual([going, task('b')])
  })
  test('went well only if all of it is in Fiken', () => {
    expect(wentWell(started({ drafts: 2, invoices: 1 }))).toBe(true)
    expect(wentWell(started({ drafts: 2, waits: 1 }))).toBe(false)
    expect(wentWell(started({ drafts: 2, failed: 1 }))).toBe(false)
  })
})

test('an outcome does not interrupt a user who has waited long for it', () => {
  expect(wasQuick(task('a', { createdAt: ago(62_000) }))).toBe(true)
  expect(wasQuick(task('a'))).toBe(false)
  expect(wasQuick(task('a', open))).toBe(false)
})

test('what was not done is grouped by reason', () => {
  const item = (status: TaskItem['status']): TaskItem => ({
    subject: status,
    title: status,
    status,
    message: null,
    code: null,
    became: null,
  })
  const items = (['done', 'failed', 'left_alone', 'waiting'] as const).map(item)
  expect(notDone(items)).toEqual({
    failed: [items[1]],
    waits: [],
    leftAlone: [items[2]],
    waiting: [items[3]],
  })
})
