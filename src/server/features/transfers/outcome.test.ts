import { describe, expect, test } from 'vitest'
import { causeOf } from '#shared/causes/index'
import { standing, type Outcome } from './outcome.ts'

const LEFT_OVER = {
  status: 'failed',
  stage: 'verify',
  pendingReason: 'company',
  errorCode: 'fiken_down',
  errorMessage: 'Fiken svarer ikke.',
  attempts: 7,
  nextAttemptAt: new Date('2026-11-22T12:00:00Z'),
  collectiveRun: 'a set',
} as const
const CLEAN = {
  stage: null,
  pendingReason: null,
  errorCode: null,
  errorMessage: null,
  attempts: 0,
  nextAttemptAt: null,
  collectiveRun: null,
}
const after = (outcome: Outcome) => ({ ...LEFT_OVER, ...standing(outcome) })
const at = new Date('2026-11-22T13:00:00Z')

describe('the row of a transfer', () => {
  test('completed, nothing is left of what stopped it before', () => {
    expect(after({ kind: 'completed' })).toEqual({ ...CLEAN, status: 'completed', stage: 'done' })
  })

  test('in the queue from the beginning, nothing is left either', () => {
    expect(after({ kind: 'queued' })).toEqual({
      ...CLEAN,
      startedByWebhook: false,
      status: 'queued',
    })
  })

  test('waiting for a person, it says why and no old error', () => {
    expect(after({ kind: 'waiting', reason: 'history' })).toEqual({
      ...CLEAN,
      status: 'pending',
      pendingReason: 'history',
    })
    expect(after({ kind: 'waiting', reason: 'refused', cause: 'already_paid' })).toEqual({
      ...CLEAN,
      status: 'pending',
      pendingReason: 'refused',
      errorCode: 'already_paid',
      errorMessage: causeOf('already_paid').explanation,
    })
  })

  test.for(['inactive', 'company'] as const)(
    'waiting for the settings (%s), a set stays one',
    (reason) => {
      expect(after({ kind: 'waiting', reason })).toEqual({
        ...CLEAN,
        collectiveRun: 'a set',
        status: 'pending',
        pendingReason: reason,
      })
    },
  )

  test("failed, it keeps its number of attempts, and gives the cause in its own words or the case's", () => {
    const failed = { ...CLEAN, status: 'failed', attempts: 7, errorCode: 'job_gone' }
    const { explanation } = causeOf('job_gone')
    expect(after({ kind: 'failed', cause: 'job_gone' })).toEqual({
      ...failed,
      errorMessage: explanation,
    })
    expect(after({ kind: 'failed', cause: 'job_gone', message: 'Borte.' })).toEqual({
      ...failed,
      errorMessage: 'Borte.',
    })
  })

  test('retried later, a draft that is being deleted remains one that is being deleted', () => {
    const undoing = { ...LEFT_OVER, ...standing({ kind: 'undoing' }) }
    expect(undoing).toEqual({ ...CLEAN, status: 'queued', pendingReason: 'undone' })
    const again = standing({ kind: 'again', at, cause: 'fiken_down', attempts: 2 })
    expect({ ...undoing, ...again }).toMatchObject({
      status: 'queued',
      pendingReason: 'undone',
      errorCode: 'fiken_down',
      errorMessage: causeOf('fiken_down').explanation,
      attempts: 2,
      nextAttemptAt: at,
    })
  })

  test('given back, it is as if it had not been claimed', () => {
    expect(after({ kind: 'released', attempts: 6 })).toEqual({
      ...LEFT_OVER,
      status: 'queued',
      stage: null,
      attempts: 6,
      nextAttemptAt: null,
    })
  })
})
