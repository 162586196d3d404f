import { expect, it } from 'vitest'
import { ExternalError, type ExternalErrorKind } from '#clients/http/external-error'
import { HttpError } from '../../platform/http-error.ts'
import { deadGrant, notConnected } from '../connections/tokens/grant-row.ts'
import { policyFor, type FailureContext } from './failure-policy.ts'

const fiken = (kind: ExternalErrorKind) =>
  new ExternalError({ vendor: 'fiken', kind, doing: 'GET /invoices/drafts' })
const after = (error: unknown, more: Partial<FailureContext> = {}) =>
  policyFor(error, {
    failures: 1,
    former: null,
    outcomeUnknown: false,
    stage: 'send',
    random: 0.5,
    scale: 1,
    ...more,
  })

it('a transfer that fails again and again is given up when the ladder ends', () => {
  expect(after(fiken('rate_limited'), { failures: 8 })).toMatchObject({
    kind: 'again',
    failures: 8,
  })
  expect(after(fiken('rate_limited'), { failures: 9 })).toMatchObject({
    kind: 'fail',
    code: 'gave_up',
  })
})

it('a vendor that is down for a day costs no transfer any of its own attempts', () => {
  expect(after(fiken('unavailable'), { failures: 150, former: 'fiken_down' })).toMatchObject({
    kind: 'again',
    delayMs: 600_000,
    failures: 150,
    code: 'fiken_down',
    pauseLane: true,
  })
  expect(after(fiken('rate_limited'), { failures: 151, former: 'fiken_down' })).toMatchObject({
    kind: 'again',
    delayMs: 5_000,
    failures: 1,
  })
})

it('a database that is unavailable for a moment puts the transfer back as if it had not been claimed', () => {
  expect(after(Object.assign(new Error('terminating connection'), { code: '57P01' }))).toEqual({
    kind: 'give_back',
  })
})

it.each([
  [deadGrant('servicem8', null), 'servicem8_grant_dead'],
  [notConnected('servicem8'), 'servicem8_grant_dead'],
  [deadGrant('fiken', null), 'fiken_grant_dead'],
  [notConnected('fiken'), 'fiken_grant_dead'],
  [fiken('reauth_required'), 'fiken_grant_dead'],
])('a transfer waits for the user to reconnect only when the access is gone: %s', (error, code) => {
  expect(after(error)).toMatchObject({ kind: 'wait_for_grant', code })
})

it.each([
  ['fiken', 'fiken_down', true],
  ['servicem8', 'servicem8_down', false],
])(
  'a transfer refused because %s is not set up here is retried, as after any outage',
  (vendor, code, pauseLane) => {
    const refusal = new HttpError(
      503,
      `${vendor}_not_set_up`,
      'Er ikke satt opp på denne installasjonen.',
    )
    expect(after(refusal)).toMatchObject({
      kind: 'again',
      code,
      pauseLane,
      message: refusal.message,
      delayMs: 5_000,
    })
  },
)

it('a transfer refused for another reason fails with that reason instead of waiting for a connection that is alive', () => {
  const refusal = new HttpError(409, 'api_module_off', 'API-modulen er ikke slått på.')
  expect(after(refusal)).toMatchObject({ kind: 'fail', code: 'unknown', details: refusal.message })
})
