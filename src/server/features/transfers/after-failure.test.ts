import { expect, it } from 'vitest'
import { ExternalError, type ExternalErrorKind } from '#clients/http/external-error'
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
