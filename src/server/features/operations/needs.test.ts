import { expect, test } from 'vitest'
import type { Failure } from './failure-store.ts'
import { needsOf, type Facts } from './needs.ts'

const now = new Date('2026-11-21T12:00:00.000Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000)
const idle = {
  ...{ name: 'transfer-lane', waiting: 0, later: 0, oldestAt: null },
  ...{ running: 0, runningSince: null },
}
const fiken = {
  ...({ vendor: 'fiken', connected: 4, expired: 0, paused: 0, waiting: 0, newJobs: 0 } as const),
  heardAt: now,
}
const stopped: Failure = { code: 'unknown', failed: 3, retrying: 0, users: 1, startable: 2 }
const needs = (facts: Partial<Facts> = {}) =>
  needsOf({
    ...{ now, migrations: { missing: 0, unknown: 0 }, refusals: [], queues: [idle] },
    ...{ vendors: [fiken], failures: [], stoppedBills: 0, waitingBills: 0, ...facts },
  })

test('an installation where everything is done as it comes needs nobody', () => {
  expect(needs()).toEqual([])
})

test('a row is late after ten minutes, and a lane takes long after a quarter of an hour', () => {
  const after = (waited: number, run: number) => {
    const since = { oldestAt: ago(waited), runningSince: ago(run) }
    return needs({ queues: [{ ...idle, waiting: 1, running: 1, ...since }] })
  }
  expect(after(600, 900)).toEqual([])
  expect(after(601, 901)).toEqual([
    { kind: 'late', queue: 'transfer-lane', seconds: 601, running: 1 },
    { kind: 'long', queue: 'transfer-lane', seconds: 901 },
  ])
})

test('what has stopped needs the operator only when trying again may help somebody', () => {
  const failures: Failure[] = [
    stopped,
    { ...stopped, code: 'fiken_down', failed: 0, startable: 0, retrying: 9 },
    { ...stopped, code: 'no_bank_account' },
    { ...stopped, code: 'draft_refused', startable: 0 },
  ]
  expect(needs({ failures })).toEqual([
    { kind: 'stopped', code: 'unknown', transfers: 2, users: 1 },
  ])
})

test('what stops everything comes first, and of refusals only those of the installation', () => {
  const all = needs({
    migrations: { missing: 1, unknown: 2 },
    refusals: [
      { vendor: 'fiken', reason: '403', grants: 7 },
      { vendor: 'fiken', reason: '401 invalid_client', grants: 2 },
    ],
    queues: [{ ...idle, waiting: 1, oldestAt: ago(660) }],
    vendors: [{ ...fiken, vendor: 'servicem8', newJobs: 1 }, fiken],
    failures: [stopped],
    ...{ stoppedBills: 1, waitingBills: 2 },
  })
  expect(all).toMatchObject([
    { kind: 'migrations', missing: 1, unknown: 2 },
    { kind: 'refused', reason: '401 invalid_client' },
    { kind: 'late', running: 0 },
    { kind: 'silent', vendor: 'servicem8', newJobs: 1, bills: 0 },
    { kind: 'silent', vendor: 'fiken', lanes: 0, bills: 2 },
    { kind: 'stopped' },
    { kind: 'bills', count: 1 },
  ])
})
