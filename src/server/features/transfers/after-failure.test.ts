import { expect, it } from 'vitest'
import { ExternalError, type ExternalErrorKind } from '#clients/http/external-error'
import { Refusal } from '../../platform/refusal.ts'
import { deadGrant, notConnected } from '../connections/grant-row.ts'
import { afterFailure, type FailureContext } from './after-failure.ts'

const fiken = (kind: ExternalErrorKind) => new ExternalError({ vendor: 'fiken', kind, doing: 'GET /invoices/drafts' })
const after = (error: unknown, more: Partial<FailureContext> = {}) =>
  afterFailure(error, { failures: 1, former: null, outcomeUnknown: false, stage: 'send', random: 0.5, scale: 1, ...more })

it('a transfer that fails again and again is given up when the ladder ends', () => {
  expect(after(fiken('rate_limited'), { failures: 8 })).toMatchObject({ kind: 'again', failures: 8 })
  expect(after(fiken('rate_limited'), { failures: 9 })).toMatchObject({ kind: 'fail', code: 'gave_up' })
})

it('a vendor that is down for a day costs no transfer its own tries', () => {
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

it('a database that is away for a moment puts the transfer back as if it had not been taken', () => {
  expect(after(Object.assign(new Error('terminating connection'), { code: '57P01' }))).toEqual({ kind: 'give_back' })
})

it.each([
  [deadGrant('servicem8', null), 'servicem8_grant_dead'],
  [notConnected('servicem8'), 'servicem8_grant_dead'],
  [deadGrant('fiken', null), 'fiken_grant_dead'],
  [notConnected('fiken'), 'fiken_grant_dead'],
  [fiken('reauth_required'), 'fiken_grant_dead'],
])('a transfer waits for the person to connect again only when the access is gone: %s', (error, code) => {
  expect(after(error)).toMatchObject({ kind: 'wait_for_grant', code })
})

it.each([
  ['fiken', 'fiken_down', true],
  ['servicem8', 'servicem8_down', false],
])('a transfer refused because %s is not set up here is tried again, as after any outage', (vendor, code, pauseLane) => {
  const refusal = new Refusal(503, `${vendor}_not_set_up`, 'Er ikke satt opp på denne installasjonen.')
  expect(after(refusal)).toMatchObject({ kind: 'again', code, pauseLane, message: refusal.message, delayMs: 5_000 })
})

it('a transfer refused for another reason fails with that reason instead of waiting for a connection that is alive', () => {
  const refusal = new Refusal(409, 'api_module_off', 'API-modulen er ikke slått på.')
  expect(after(refusal)).toMatchObject({ kind: 'fail', code: 'unknown', details: refusal.message })
})
