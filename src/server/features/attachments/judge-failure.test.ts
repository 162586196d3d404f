import { expect, test } from 'vitest'
import { ExternalError, type ExternalErrorKind, type Vendor } from '#clients/http/external-error'
import { LimiterClosed } from '../../platform/limiter/vendor-limiter.ts'
import { HttpError } from '../../platform/http-error.ts'
import { DraftNotFound, judgeFailure } from './judge-failure.ts'

const judge = (error: unknown, failures = 0) =>
  judgeFailure(error, { failures, random: 0.5, scale: 1 })
const from = (vendor: Vendor, kind: ExternalErrorKind, retryAfterMs: number | null = null) =>
  new ExternalError({ vendor, kind, doing: 'x', retryAfterMs })

test.each([
  ['servicem8', 'unavailable', 'again'],
  ['servicem8', 'bad_answer', 'again'],
  ['servicem8', 'rate_limited', 'again'],
  ['servicem8', 'forbidden', 'consent'],
  ['servicem8', 'not_found', 'failed'],
  ['servicem8', 'reauth_required', 'given_back'],
  ['servicem8', 'cancelled', 'given_back'],
  ['fiken', 'unknown_outcome', 'unknown'],
  ['fiken', 'unavailable', 'again'],
  ['fiken', 'not_found', 'again'],
  ['fiken', 'invalid', 'failed'],
  ['fiken', 'forbidden', 'failed'],
  ['fiken', 'payment_required', 'failed'],
] as const)('%s, %s: %s', (vendor, kind, expected) => {
  expect(judge(from(vendor, kind)).kind).toBe(expected)
})

test('the waits grow, and the vendor’s own wish goes before them', () => {
  const wait = (failures: number) => judge(from('fiken', 'bad_answer'), failures)
  expect([wait(0), wait(1), wait(2)]).toMatchObject([
    { afterMs: 5_000, outage: false },
    { afterMs: 30_000 },
    { afterMs: 120_000 },
  ])
  expect(wait(8).kind).toBe('failed')
  expect(judge(from('servicem8', 'rate_limited', 60_000))).toMatchObject({
    afterMs: 60_000,
    outage: true,
  })
})

test('a stop gives the file back as it was, and a grant that is missing too', () => {
  expect(judge(new LimiterClosed('stopping')).kind).toBe('given_back')
  expect(judge(new HttpError(401, 'reauthorize_fiken', 'x')).kind).toBe('given_back')
})

test('trouble of our own is tried again, and never told in the words of a program', () => {
  expect(judge(new Error('ENOSPC: no space left on device'))).toMatchObject({
    kind: 'again',
    why: 'Noe gikk galt hos oss da filen ble gjort klar.',
  })
})

test('whoever reads why a file waits is not asked to try again themselves', () => {
  expect(judge(from('servicem8', 'unavailable'))).toMatchObject({
    why: 'ServiceM8 svarer ikke akkurat nå.',
  })
})

test('a draft that is not found is looked for again, and that is what is said', () => {
  expect(judge(new DraftNotFound('x'))).toMatchObject({
    kind: 'again',
    why: 'Verken utkastet eller en faktura av det er i Fiken.',
    outage: false,
  })
})
