import { expect, test } from 'vitest'
import { handClock, json, vendorStub, type SeenRequest } from '#test/support/vendors/vendor-stub'
import { createFikenOAuth } from '../fiken/oauth.ts'
import {
  createServiceM8OAuth,
  mayReadAttachments,
  mayWritePayments,
  missingScopes,
  scopesFor,
  SERVICEM8_SCOPE,
  SERVICEM8_SCOPES,
} from '../servicem8/oauth.ts'
import type { VendorCall } from './transport.ts'

const CODE = { code: 'c0de', state: 'st-1', redirectUri: 'https://app.example/api/auth/callback' }

function clientsOf(stub: { url: string }, timeoutMs = 5_000) {
  const calls: VendorCall[] = []
  const options = {
    clientId: 'id-1',
    clientSecret: 'se-cret_/+ æ',
    authorizeUrl: `${stub.url}/oauth/authorize`,
    tokenUrl: `${stub.url}/oauth/token`,
    clock: handClock('2026-03-02T08:00:00.000Z'),
    timeoutMs,
    observe: (call: VendorCall) => calls.push(call),
    userAgent: 'test',
  }
  return {
    servicem8: createServiceM8OAuth(options),
    fiken: createFikenOAuth({ ...options, revokeUrl: `${stub.url}/oauth/revoke` }),
    calls,
  }
}

const formOf = (request: SeenRequest | undefined) =>
  Object.fromEntries(new URLSearchParams(request?.body))
const answer = {
  access_token: 'a-2',
  refresh_token: 'r-2',
  token_type: 'Bearer',
  expires_in: 3600,
  scope: 'vendor read_jobs',
}

test('consent at ServiceM8 asks for exactly the scopes in use; Fiken has none', async () => {
  await using stub = await vendorStub(() => undefined)
  const { servicem8, fiken } = clientsOf(stub)
  const request = { state: 'st-1', redirectUri: CODE.redirectUri }
  expect(Object.fromEntries(new URL(servicem8.authorizeUrl(request)).searchParams)).toEqual({
    response_type: 'code',
    client_id: 'id-1',
    redirect_uri: CODE.redirectUri,
    state: 'st-1',
    scope: SERVICEM8_SCOPE,
  })
  expect(
    new URL(
      servicem8.authorizeUrl({ ...request, scope: 'vendor manage_job_payments' }),
    ).searchParams.get('scope'),
  ).toBe('vendor manage_job_payments')
  expect(new URL(fiken.authorizeUrl(request)).searchParams.has('scope')).toBe(false)
})

test('ServiceM8 gets its credentials in the body', async () => {
  await using stub = await vendorStub((_request, response) => json(response, answer))
  expect(await clientsOf(stub).servicem8.exchange(CODE)).toEqual({
    accessToken: 'a-2',
    refreshToken: 'r-2',
    expiresAt: '2026-03-02T09:00:00.000Z',
    scope: 'vendor read_jobs',
  })
  expect(stub.seen[0]?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
  expect(stub.seen[0]?.headers.authorization).toBeUndefined()
  expect(formOf(stub.seen[0])).toEqual({
    grant_type: 'authorization_code',
    client_id: 'id-1',
    client_secret: 'se-cret_/+ æ',
    code: 'c0de',
    redirect_uri: CODE.redirectUri,
  })
})

test('Fiken gets its credentials as Basic, unencoded, and the state again', async () => {
  await using stub = await vendorStub((_request, response) =>
    json(response, { ...answer, expires_in: 86_157, scope: null }),
  )
  expect(await clientsOf(stub).fiken.exchange(CODE)).toMatchObject({
    expiresAt: '2026-03-03T07:55:57.000Z',
    scope: '',
  })
  expect(stub.seen[0]?.headers.authorization).toBe(
    `Basic ${Buffer.from('id-1:se-cret_/+ æ').toString('base64')}`,
  )
  expect(formOf(stub.seen[0])).toEqual({
    grant_type: 'authorization_code',
    code: 'c0de',
    redirect_uri: CODE.redirectUri,
    state: 'st-1',
  })
})

test('a refresh returns the new refresh token, or the old one when the vendor keeps it', async () => {
  const { refresh_token: _left, ...kept } = answer
  await using stub = await vendorStub((_request, response, count) =>
    json(response, count === 1 ? answer : kept),
  )
  const { fiken } = clientsOf(stub)
  expect((await fiken.refresh('r-1')).refreshToken).toBe('r-2')
  expect((await fiken.refresh('r-1')).refreshToken).toBe('r-1')
  expect(formOf(stub.seen[0])).toEqual({ grant_type: 'refresh_token', refresh_token: 'r-1' })
})

test.each([
  [400, { error: 'invalid_grant', error_description: 'gone' }, 'reauth_required'],
  [401, { error: 'invalid_grant' }, 'reauth_required'],
  [401, { error: 'invalid_client' }, 'unauthenticated'],
  [400, { error: 'unauthorized_client' }, 'unauthenticated'],
  [400, { error: 'unsupported_grant_type' }, 'unauthenticated'],
  [400, { error: 'invalid_request' }, 'unauthenticated'],
  [400, { error: 'invalid_scope' }, 'unauthenticated'],
  [403, 'forbidden', 'unavailable'],
  [403, '<html>Request blocked: invalid_grant</html>', 'unavailable'],
  [400, '{"error":"invalid_grant"', 'unavailable'],
  [400, { error: { code: 'invalid_grant' } }, 'unavailable'],
  [400, { error: 'something_else' }, 'unavailable'],
  [400, {}, 'unavailable'],
  [404, { error: 'not_found' }, 'unavailable'],
  [408, {}, 'unavailable'],
  [402, {}, 'payment_required'],
  [429, {}, 'rate_limited'],
  [500, {}, 'unavailable'],
  [502, { error: 'invalid_grant' }, 'unavailable'],
  [503, '<html>down</html>', 'unavailable'],
] as const)('a token call answered with %i %j is %s', async (status, body, kind) => {
  await using stub = await vendorStub((_request, response) => {
    if (typeof body === 'string')
      response.writeHead(status, { 'www-authenticate': 'Basic realm="x"' }).end(body)
    else json(response, body, status)
  })
  const { servicem8, fiken, calls } = clientsOf(stub)
  await expect(servicem8.refresh('r-1')).rejects.toMatchObject({
    kind,
    status,
    vendor: 'servicem8',
  })
  await expect(fiken.exchange(CODE)).rejects.toMatchObject({ kind, status, vendor: 'fiken' })
  expect(stub.seen).toHaveLength(2)
  expect(calls).toMatchObject([{ path: '/oauth/token', status, error: kind }, { error: kind }])
})

test('a refused token call keeps the code that was given, and nothing else is taken for one', async () => {
  const answers = [{ error: 'invalid_client' }, { error: 'x'.repeat(50) }, 'invalid_grant']
  await using stub = await vendorStub((_request, response, count) =>
    json(response, answers[count - 1], 400),
  )
  const { fiken } = clientsOf(stub)
  await expect(fiken.refresh('r-1')).rejects.toMatchObject({ oauthCode: 'invalid_client' })
  await expect(fiken.refresh('r-1')).rejects.toMatchObject({ oauthCode: null })
  await expect(fiken.refresh('r-1')).rejects.toMatchObject({ oauthCode: null })
})

test('a lost answer to a refresh has an unknown outcome: the tokens may have rotated', async () => {
  await using silent = await vendorStub(() => undefined)
  await expect(clientsOf(silent, 60).fiken.refresh('r-1')).rejects.toMatchObject({
    kind: 'unknown_outcome',
    details: 'no answer within 60 ms',
  })
  await expect.poll(() => silent.dropped()).toBe(1)
  await using broken = await vendorStub((_request, response) => response.destroy())
  await expect(clientsOf(broken).fiken.refresh('r-1')).rejects.toMatchObject({
    kind: 'unknown_outcome',
  })
})

test('a vendor that cannot be reached is an outage', async () => {
  let url = ''
  {
    await using stub = await vendorStub(() => undefined)
    url = stub.url
  }
  await expect(clientsOf({ url }).servicem8.refresh('r-1')).rejects.toMatchObject({
    kind: 'unavailable',
  })
})

test.each([
  '<html>Vedlikehold</html>',
  '{"access_token":"a-2"',
  '[]',
  '{"token_type":"bearer"}',
  '{"access_token":"","token_type":"bearer"}',
  '',
])('a 200 with %j is not a token answer and holds no token', async (body) => {
  await using stub = await vendorStub((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(body),
  )
  const error: unknown = await clientsOf(stub)
    .fiken.refresh('r-1')
    .catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ kind: 'bad_answer', retryable: true })
  expect(String(error)).not.toContain('a-2')
})

test('a token answer is read whatever content type it claims', async () => {
  await using stub = await vendorStub((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(JSON.stringify(answer)),
  )
  expect((await clientsOf(stub).servicem8.refresh('r-1')).accessToken).toBe('a-2')
})

test('errors name neither secret nor token, though the vendor echoes them', async () => {
  await using stub = await vendorStub((request, response) =>
    json(
      response,
      { error: 'invalid_grant', error_description: `${request.body} se-cret_/+ æ` },
      400,
    ),
  )
  const error: unknown = await clientsOf(stub)
    .servicem8.refresh('r-secret-1')
    .catch((thrown: unknown) => thrown)
  expect(`${String(error)} ${JSON.stringify(error)}`).not.toMatch(/se-cret|r-secret-1/)
})

test('ending a grant sends the access token; a grant that is already dead is no error', async () => {
  await using stub = await vendorStub((_request, response, count) =>
    response.writeHead([200, 401, 500][count - 1] ?? 200).end(),
  )
  const { fiken, servicem8 } = clientsOf(stub)
  await fiken.revoke('a-1')
  await fiken.revoke('a-1')
  await expect(fiken.revoke('a-1')).rejects.toMatchObject({ kind: 'unavailable' })
  await servicem8.revoke('a-1')
  expect(stub.seen).toHaveLength(3)
  expect(stub.seen[0]).toMatchObject({
    method: 'POST',
    path: '/oauth/revoke',
    headers: { authorization: 'Bearer a-1' },
  })
})

test('credentials are never sent unencrypted to another machine', () => {
  expect(() => clientsOf({ url: 'http://go.example.com' })).toThrow('must be https')
})

test('what a grant lacks is reported, except what we can do without', () => {
  expect(missingScopes(SERVICEM8_SCOPE)).toEqual([])
  expect(
    missingScopes(
      'vendor read_jobs read_job_materials read_customers manage_customers read_customer_contacts read_job_contacts read_job_payments',
    ),
  ).toEqual(['read_inventory', 'manage_inventory'])
  // The scope for recording payments is requested only when the user has switched that on.
  const nothing = { writesPayments: false, readsAttachments: false }
  expect(scopesFor(nothing)).toEqual(SERVICEM8_SCOPES)
  const payments = scopesFor({ ...nothing, writesPayments: true })
  expect(missingScopes(SERVICEM8_SCOPE, payments)).toEqual(['manage_job_payments'])
  // The scopes for photos and documents are optional too, and no user has to connect again to get
  // them.
  const files = scopesFor({ ...nothing, readsAttachments: true })
  expect(files).toEqual([...SERVICEM8_SCOPES, 'read_attachments', 'read_job_attachments'])
  expect(missingScopes(SERVICEM8_SCOPE, files)).toEqual([])
  expect([mayReadAttachments(SERVICEM8_SCOPE), mayReadAttachments(files.join(' '))]).toEqual([
    false,
    true,
  ])
  expect([
    mayWritePayments(SERVICEM8_SCOPE),
    mayWritePayments(`${SERVICEM8_SCOPE} manage_job_payments`),
  ]).toEqual([false, true])
})
