import { describe, expect, test } from 'vitest'
import { ExternalError, type ExternalErrorInit } from '#clients/http/external-error'
import { afterRefusal, isOurReason, mustAsk, refusalOf } from './token-refusal.ts'

const HOUR = 3_600_000
const at = (hours: number) => new Date(hours * HOUR)
const failed = (init: Pick<ExternalErrorInit, 'kind' | 'status' | 'oauthCode'>) =>
  new ExternalError({ vendor: 'fiken', doing: 'POST /oauth/token', ...init })

describe('an answer of a token endpoint', () => {
  test.each([
    [
      { kind: 'unavailable', status: 403 },
      { reason: '403', isOurs: false, mayAsk: true },
    ],
    [
      { kind: 'unavailable', status: 404 },
      { reason: '404', isOurs: false, mayAsk: true },
    ],
    [
      { kind: 'unauthenticated', status: 401, oauthCode: 'invalid_client' },
      { reason: '401 invalid_client', isOurs: true, mayAsk: false },
    ],
    [
      { kind: 'unauthenticated', status: 400, oauthCode: 'unauthorized_client' },
      { reason: '400 unauthorized_client', isOurs: true, mayAsk: false },
    ],
    [
      { kind: 'unauthenticated', status: 400, oauthCode: 'invalid_request' },
      { reason: '400 invalid_request', isOurs: true, mayAsk: true },
    ],
    [
      { kind: 'unauthenticated', status: 400, oauthCode: 'invalid_scope' },
      { reason: '400 invalid_scope', isOurs: true, mayAsk: true },
    ],
  ] as const)('%j is a refusal', (init, refusal) => {
    expect(refusalOf(failed(init))).toEqual(refusal)
    expect(isOurReason(refusal.reason)).toBe(refusal.isOurs)
  })

  test.each([
    { kind: 'reauth_required', status: 400, oauthCode: 'invalid_grant' },
    { kind: 'rate_limited', status: 429 },
    { kind: 'payment_required', status: 402 },
    { kind: 'unavailable', status: 408 },
    { kind: 'unavailable', status: 503 },
    { kind: 'unavailable', status: null },
    { kind: 'unknown_outcome', status: null },
    { kind: 'bad_answer', status: 200 },
    { kind: 'bad_answer', status: 302 },
  ] as const)('%j is not a refusal', (init) => expect(refusalOf(failed(init))).toBeNull())
})

describe('a refusal that lasts', () => {
  const firewall = { reason: '403', isOurs: false, mayAsk: true }
  const unknownClient = { reason: '401 invalid_client', isOurs: true, mayAsk: false }

  test('is counted from its first time', () => {
    const first = afterRefusal(null, firewall, at(0))
    expect(afterRefusal(first, firewall, at(5))).toEqual({ reason: '403', since: at(0) })
  })

  test('is counted from zero when it is a different one', () => {
    const first = afterRefusal(null, firewall, at(0))
    expect(afterRefusal(first, { ...firewall, reason: '404' }, at(5))).toEqual({
      reason: '404',
      since: at(5),
    })
  })

  test('asks the user after six hours and not before', () => {
    const standing = { reason: '403', since: at(0) }
    expect(mustAsk(standing, firewall, new Date(6 * HOUR - 1))).toBe(false)
    expect(mustAsk(standing, firewall, at(6))).toBe(true)
  })

  test('never asks the user to reconnect when that could not help', () => {
    expect(mustAsk({ reason: unknownClient.reason, since: at(0) }, unknownClient, at(1_000))).toBe(
      false,
    )
  })
})
