import { expect, test } from 'vitest'
import { failureOf, TOKEN, transportTo } from '#test/support/vendors/transport'
import { json, vendorStub } from '#test/support/vendors/vendor-stub'
import type { RequestOptions } from './transport.ts'

const read = { method: 'GET', path: '/rows' } satisfies RequestOptions
const write = { method: 'POST', path: '/rows', json: { a: 1 } } satisfies RequestOptions

test('no token reaches an error, whatever the vendor echoes', async () => {
  await using stub = await vendorStub((request, response) =>
    json(
      response,
      {
        message: `bad header ${request.headers.authorization ?? ''} refresh_token=abcdef ${TOKEN}`,
      },
      400,
    ),
  )
  const error = await failureOf(transportTo(stub).transport.request(read))
  expect(
    `${error.message} ${error.details} ${JSON.stringify(error)} ${error.stack ?? ''}`,
  ).not.toMatch(/nobody-may-read|abcdef/)
})

test('a redirect is never followed with the token', async () => {
  await using elsewhere = await vendorStub((_request, response) => json(response, []))
  await using stub = await vendorStub((_request, response) =>
    response.writeHead(302, { location: elsewhere.url }).end(),
  )
  const { transport } = transportTo(stub)
  expect(await failureOf(transport.request(read))).toMatchObject({
    kind: 'bad_answer',
    status: 302,
  })
  expect(await failureOf(transport.request(write))).toMatchObject({
    kind: 'unknown_outcome',
    status: 302,
  })
  expect(elsewhere.seen).toHaveLength(0)
})

test('an expired token is renewed once and the call repeated', async () => {
  await using stub = await vendorStub((request, response) =>
    json(response, {}, request.headers.authorization === 'Bearer new-token' ? 201 : 401),
  )
  const asked: string[] = []
  const { transport } = transportTo(stub, {
    onUnauthenticated: async (used) => {
      asked.push(used)
      return 'new-token'
    },
  })
  expect((await transport.request(write)).status).toBe(201)
  expect(asked).toEqual([TOKEN])
  expect(stub.seen).toHaveLength(2)
})

test('a token that is refused even after renewal is given up, and so is one that cannot be renewed', async () => {
  await using stub = await vendorStub((_request, response) =>
    response.writeHead(401).end('Authorization Required'),
  )
  for (const next of ['new-token', null]) {
    const { transport } = transportTo(stub, { onUnauthenticated: async () => next })
    expect(await failureOf(transport.request(read))).toMatchObject({
      kind: 'unauthenticated',
      details: 'Authorization Required',
    })
  }
  expect(stub.seen).toHaveLength(3)
})
test('a token is never sent unencrypted to another machine', () => {
  expect(() => transportTo({ url: 'http://api.example.com' })).toThrow('must be https')
})
