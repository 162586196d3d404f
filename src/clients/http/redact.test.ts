import { expect, test } from 'vitest'
import { ExternalError } from './external-error.ts'
import { redact } from './redact.ts'

test.each([
  ['Authorization: Bearer abc.def-ghi', 'abc.def'],
  ['authorization":"Basic aWQ6c2VjcmV0"', 'aWQ6'],
  ['grant_type=refresh_token&refresh_token=r-123&x=1', 'r-123'],
  ['{"access_token":"a-123","expires_in":3600}', 'a-123'],
  ["client_secret='hush'", 'hush'],
  ['https://app.example/api/auth/fiken/callback?code=c0de&state=x', 'c0de'],
  ['callback https://app.example/api/webhooks/servicem8/5up3r53cr3t refused', '5up3r53cr3t'],
  [
    'callback_url=https%3A%2F%2Fapp%2Fapi%2Fwebhooks%2Fservicem8%2F5up3r53cr3t&unique_id=1',
    '5up3r53cr3t',
  ],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig', 'eyJzdWIi'],
])('%s is redacted', (text, secret) => {
  expect(redact(text)).not.toContain(secret)
  expect(redact(text)).toContain('[redacted]')
})

test('ordinary vendor texts are left as they are', () => {
  const text =
    'Mulige mva koder er [SALG_FRITATT_FOR_MVA_AVGIFTSFRITT], account code: 3100, errorCode: 400'
  expect(redact(text)).toBe(text)
})

test('an error keeps at most 500 characters of what the vendor said', () => {
  const error = new ExternalError({
    vendor: 'fiken',
    kind: 'invalid',
    doing: 'POST /x',
    status: 400,
    details: 'å'.repeat(2_000),
  })
  expect(error.details).toHaveLength(500)
  expect(error.message).toContain('fiken invalid: POST /x → 400')
})

test('what a vendor says can be stored whatever it contains: PostgreSQL accepts no NUL', () => {
  const { details, message } = new ExternalError({
    vendor: 'fiken',
    kind: 'bad_answer',
    doing: 'GET /rows',
    details: 'a\u0000b',
  })
  expect([details, message]).toEqual(['ab', 'fiken bad_answer: GET /rows ab'])
})
