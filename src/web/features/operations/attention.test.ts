import { expect, test } from 'vitest'
import type { Operations, QueueState, VendorState } from '#shared/contracts/operations'
import {
  attentionOf,
  canResume,
  helpFor,
  keyOf,
  longRun,
  longWait,
  placeOf,
  waitingForOwners,
  whoActs,
} from './attention.ts'

const readAt = '2026-11-21T12:00:00.000Z'
const ago = (ms: number) => new Date(Date.parse(readAt) - ms).toISOString()
const MINUTE = 60_000

const idle: QueueState = {
  name: 'transfer-lane',
  waiting: 0,
  later: 0,
  oldestAt: null,
  running: 0,
  runningSince: null,
}
const well: VendorState = {
  vendor: 'fiken',
  connected: 4,
  expired: 0,
  refusals: [],
  paused: 0,
  firstTryAt: null,
  lastTryAt: null,
  waiting: 0,
  newJobs: 0,
  bills: 0,
  heardAt: readAt,
}
const stopped = {
  code: 'unknown' as const,
  failed: 3,
  retrying: 0,
  users: 2,
  oldestAt: ago(MINUTE),
  canRetry: true,
  startable: 2,
}

function operations(change: Partial<Operations> = {}): Operations {
  return {
    readAt,
    version: {
      number: '0.1.0',
      commit: null,
      builtAt: null,
      startedAt: readAt,
      node: '22.22.0',
      role: 'all',
    },
    database: {
      kind: 'embedded',
      bytes: 1,
      tables: [],
      migrations: { applied: 3, latest: '0002_x', missing: 0, unknown: 0 },
    },
    queues: [idle],
    routines: [],
    failures: [],
    stoppedBills: 0,
    vendors: [well],
    slowest: [],
    ...change,
  }
}
const migrations = (missing: number, unknown: number): Partial<Operations> => ({
  database: {
    ...operations().database,
    migrations: { applied: 3, latest: null, missing, unknown },
  },
})

test('nothing needs attention where everything is done as it comes', () => {
  expect(attentionOf(operations())).toEqual([])
})

test.each([
  [10 * MINUTE, null],
  [10 * MINUTE + 1, 10 * MINUTE + 1],
])('a row that has waited %i ms is too old from ten minutes on', (ms, said) => {
  expect(longWait({ ...idle, waiting: 1, oldestAt: ago(ms) }, readAt)).toBe(said)
  expect(longWait(idle, readAt)).toBeNull()
})

test.each([
  [15 * MINUTE, null],
  [15 * MINUTE + 1, 15 * MINUTE + 1],
])('a lane that has run for %i ms takes too long from a quarter of an hour on', (ms, said) => {
  expect(longRun({ ...idle, running: 1, runningSince: ago(ms) }, readAt)).toBe(said)
  expect(longRun(idle, readAt)).toBeNull()
})

test('a queue that is behind and a lane in it that takes too long are two things', () => {
  const queue = {
    ...idle,
    waiting: 4,
    oldestAt: ago(11 * MINUTE),
    running: 1,
    runningSince: ago(20 * MINUTE),
  }
  expect(attentionOf(operations({ queues: [queue] }))).toEqual([
    { kind: 'wait', queue: 'transfer-lane', ms: 11 * MINUTE },
    { kind: 'run', queue: 'transfer-lane', ms: 20 * MINUTE },
  ])
})

test('of refusals only those of the installation need the operator', () => {
  const refusals = [
    { reason: '403', ours: false, grants: 7 },
    { reason: '401 invalid_client', ours: true, grants: 2 },
    { reason: '400 unauthorized_client', ours: true, grants: 1 },
  ]
  expect(attentionOf(operations({ vendors: [{ ...well, refusals }] }))).toEqual([
    { kind: 'refused', vendor: 'fiken', grants: 3 },
  ])
  const others = refusals.filter(({ ours }) => !ours)
  expect(attentionOf(operations({ vendors: [{ ...well, refusals: others }] }))).toEqual([])
})

test('lanes at rest are counted by vendor', () => {
  const vendors: VendorState[] = [
    { ...well, vendor: 'servicem8' },
    { ...well, paused: 5 },
  ]
  expect(attentionOf(operations({ vendors }))).toEqual([
    { kind: 'paused', vendor: 'fiken', lanes: 5 },
  ])
})

test('what has stopped needs the operator only when trying again may help', () => {
  const failures: Operations['failures'] = [
    stopped,
    { ...stopped, code: 'fiken_down', failed: 0, retrying: 9 },
    { ...stopped, code: 'no_bank_account', failed: 6, canRetry: false },
    { ...stopped, code: 'draft_refused', failed: 1, startable: 0 },
  ]
  expect(attentionOf(operations({ failures }))).toEqual([
    { kind: 'stopped', code: 'unknown', transfers: 2 },
  ])
  expect(waitingForOwners(operations({ failures }))).toBe(6)
})

test.each([
  ['unknown', 1, true, 1, 'operator'],
  ['unknown', 1, true, 0, 'off'],
  ['no_bank_account', 1, false, 1, 'owner'],
  ['fiken_down', 0, true, 0, 'nobody'],
  ['outcome_unknown', 0, false, 0, 'nobody'],
  ['fiken_grant_dead', 0, false, 0, 'owner'],
] as const)(
  'about %s, with %i stopped, somebody can do something, or nobody needs to',
  (code, failed, canRetry, startable, who) => {
    expect(whoActs({ code, failed, canRetry, startable })).toBe(who)
  },
)

test.each([
  [1, 0],
  [0, 2],
])('a database with %i migrations missing and %i unknown needs attention', (missing, unknown) => {
  expect(attentionOf(operations(migrations(missing, unknown)))).toEqual([
    { kind: 'migrations', missing, unknown },
  ])
})

test('what stops everything comes first, and each leads to its own card', () => {
  const all = attentionOf(
    operations({
      ...migrations(1, 0),
      queues: [{ ...idle, waiting: 1, oldestAt: ago(11 * MINUTE) }],
      vendors: [
        { ...well, paused: 1, bills: 2, refusals: [{ reason: '401 x', ours: true, grants: 1 }] },
      ],
      failures: [stopped],
      stoppedBills: 1,
    }),
  )
  expect(all.map((each) => [keyOf(each), placeOf(each)])).toEqual([
    ['migrations', '#database'],
    ['refused fiken', '#fiken'],
    ['wait transfer-lane', '#koer'],
    ['paused fiken', '#fiken'],
    ['stopped unknown', '#feil'],
    ['bills', '/admin#fakturaer'],
    ['late-bills', '#fiken'],
  ])
})

test('a long queue is helped by a process, where several can work', () => {
  expect(helpFor({ running: 0 }, { kind: 'postgres' })).toBe('nobody-works')
  expect(helpFor({ running: 0 }, { kind: 'embedded' })).toBe('nobody-works')
  expect(helpFor({ running: 2 }, { kind: 'postgres' })).toBe('more-processes')
  expect(helpFor({ running: 2 }, { kind: 'embedded' })).toBe('one-process')
})

test('there is something to try now when a lane rests, a transfer waits or a new job is put off', () => {
  expect(canResume(well)).toBe(false)
  for (const waits of [{ paused: 1 }, { waiting: 1 }, { newJobs: 1 }, { bills: 1 }])
    expect(canResume({ ...well, ...waits })).toBe(true)
})
