import { expect, test, vi } from 'vitest'
import { failureOf, TOKEN, transportTo } from '#test/support/vendors/transport'
import { json, vendorStub, type VendorStub } from '#test/support/vendors/vendor-stub'
import type { RequestOptions, TransportOptions } from './transport.ts'

const read = { method: 'GET', path: '/rows' } satisfies RequestOptions
const write = { method: 'POST', path: '/rows', json: { a: 1 } } satisfies RequestOptions

test('sends the token, a request id and the query, and reads the answer', async () => {
  await using stub = await vendorStub((_request, response) =>
    json(response, [1], 200, { 'x-more': 'yes' }),
  )
  const { transport, calls, slots } = transportTo({ url: `${stub.url}/api/v2/` })
  const answer = await transport.request({
    ...read,
    query: { $filter: "a eq 'b c'", none: undefined, page: 0 },
  })
  expect(answer.body).toEqual([1])
  expect(answer.headers.get('x-more')).toBe('yes')
  const [seen] = stub.seen
  expect(seen?.path).toBe('/api/v2/rows')
  expect(Object.fromEntries(seen?.query ?? [])).toEqual({ $filter: "a eq 'b c'", page: '0' })
  expect(seen?.headers).toMatchObject({
    authorization: `Bearer ${TOKEN}`,
    'user-agent': 'Fakturabro/test',
    'x-request-id': answer.requestId,
  })
  expect(calls).toMatchObject([
    { vendor: 'fiken', method: 'GET', path: '/rows', status: 200, requestId: answer.requestId },
  ])
  expect(calls[0]).not.toHaveProperty('error')
  expect(slots()).toBe(1)
})

test.each([
  [400, 'invalid'],
  [402, 'payment_required'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [409, 'conflict'],
  [415, 'invalid'],
  [422, 'invalid'],
  [401, 'unauthenticated'],
] as const)(
  'a %i is %s for reads and writes alike, is not repeated and keeps the vendor’s words',
  async (status, kind) => {
    await using stub = await vendorStub((_request, response) =>
      json(response, { message: 'konto 5000 finnes ikke' }, status),
    )
    for (const call of [read, write]) {
      const { transport, clock } = transportTo(stub)
      const error = await failureOf(transport.request(call))
      expect(error).toMatchObject({
        kind,
        status,
        details: 'konto 5000 finnes ikke',
        retryable: false,
        vendor: 'fiken',
      })
      expect(clock.slept).toEqual([])
    }
    expect(stub.seen).toHaveLength(2)
  },
)

test('a 500 on a read is retried twice and then reported as an outage', async () => {
  await using stub = await vendorStub((_request, response) =>
    json(response, { message: 'account 400 is odd' }, 500),
  )
  const { transport, clock, slots } = transportTo(stub)
  expect(await failureOf(transport.request(read))).toMatchObject({
    kind: 'unavailable',
    status: 500,
    retryable: true,
  })
  expect(stub.seen).toHaveLength(3)
  expect(slots()).toBe(3)
  expect(clock.slept.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(2_000)
})

test('a read that succeeds at the second attempt succeeds', async () => {
  await using stub = await vendorStub((_request, response, count) =>
    json(response, [count], count === 1 ? 503 : 200),
  )
  const { transport, calls } = transportTo(stub)
  expect((await transport.request(read)).body).toEqual([2])
  expect(calls.map((call) => [call.status, call.error])).toEqual([
    [503, 'unavailable'],
    [200, undefined],
  ])
})

test('a write that meets a 500 is never repeated, and its outcome is unknown', async () => {
  await using stub = await vendorStub((_request, response) =>
    json(response, [{ logref: 'abc', message: 'duplikatfeil' }], 500),
  )
  const { transport } = transportTo(stub)
  const error = await failureOf(transport.request(write))
  expect(error).toMatchObject({
    kind: 'unknown_outcome',
    status: 500,
    retryable: false,
    details: 'duplikatfeil (abc)',
  })
  expect(stub.seen).toHaveLength(1)
})

test('a write whose connection breaks after sending has an unknown outcome and is not repeated', async () => {
  await using stub = await vendorStub((_request, response) => response.destroy())
  const { transport, calls } = transportTo(stub)
  expect(await failureOf(transport.request(write))).toMatchObject({
    kind: 'unknown_outcome',
    status: null,
  })
  expect(stub.seen).toHaveLength(1)
  expect(calls).toMatchObject([{ status: null, error: 'unknown_outcome' }])
})

test('a write whose answer breaks off in the middle has an unknown outcome', async () => {
  await using stub = await vendorStub((_request, response) => {
    response.writeHead(201, { 'content-length': '500' })
    response.write('{"a":', () => response.destroy())
  })
  const { transport } = transportTo(stub)
  expect(await failureOf(transport.request(write))).toMatchObject({
    kind: 'unknown_outcome',
    status: 201,
  })
})

test('a write that never reached the server was not performed', async () => {
  let gone: VendorStub
  {
    await using stub = await vendorStub(() => undefined)
    gone = stub
  }
  const { transport } = transportTo(gone)
  expect(await failureOf(transport.request(write))).toMatchObject({
    kind: 'unavailable',
    status: null,
    retryable: true,
  })
})

async function timedOut<T>(request: () => Promise<T>, isThere: Promise<unknown>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const failure = request()
    await isThere
    vi.advanceTimersByTime(60)
    return await failure
  } finally {
    vi.useRealTimers()
  }
}

test('a timeout cancels the request: reads become an outage, writes an unknown outcome, neither is repeated', async () => {
  let arrived = Promise.withResolvers<unknown>()
  await using stub = await vendorStub(() => arrived.resolve(null))
  for (const [call, kind] of [
    [read, 'unavailable'],
    [write, 'unknown_outcome'],
  ] as const) {
    const { transport } = transportTo(stub, { timeoutMs: 60 })
    arrived = Promise.withResolvers()
    expect(await timedOut(() => failureOf(transport.request(call)), arrived.promise)).toMatchObject(
      {
        kind,
        status: null,
        details: 'no answer within 60 ms',
      },
    )
  }
  await expect.poll(() => stub.dropped()).toBe(2)
  expect(stub.seen).toHaveLength(2)
})

test('the timeout also covers a body that never ends', async () => {
  await using stub = await vendorStub((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('[')
  })
  const begun = Promise.withResolvers<unknown>()
  const watched: TransportOptions['fetch'] = async (url, init) => {
    const answer = await fetch(url, init)
    begun.resolve(null)
    return answer
  }
  const { transport } = transportTo(stub, { timeoutMs: 60, fetch: watched })
  expect(await timedOut(() => failureOf(transport.request(read)), begun.promise)).toMatchObject({
    kind: 'unavailable',
    status: 200,
  })
  await expect.poll(() => stub.dropped()).toBe(1)
})

test('a 429 without Retry-After is retried shortly, also for writes, since nothing was performed', async () => {
  await using stub = await vendorStub((_request, response, count) =>
    json(response, {}, count < 3 ? 429 : 201),
  )
  const { transport, clock } = transportTo(stub)
  expect((await transport.request(write)).status).toBe(201)
  expect(clock.slept).toHaveLength(2)
})

test('a 429 that asks for a longer wait is passed to the caller with it', async () => {
  await using stub = await vendorStub((_request, response) =>
    json(response, {}, 429, { 'retry-after': '120' }),
  )
  const { transport } = transportTo(stub)
  expect(await failureOf(transport.request(read))).toMatchObject({
    kind: 'rate_limited',
    retryAfterMs: 120_000,
    retryable: true,
  })
  expect(stub.seen).toHaveLength(1)
})

test('Retry-After may be a date', async () => {
  await using stub = await vendorStub((_request, response) =>
    json(response, {}, 503, { 'retry-after': 'Mon, 02 Mar 2026 08:10:00 GMT' }),
  )
  const { transport } = transportTo(stub)
  expect(await failureOf(transport.request(read))).toMatchObject({
    kind: 'unavailable',
    retryAfterMs: 600_000,
  })
})

test('a web page with status 200 is not an answer: a read may be retried later, a write has an unknown outcome', async () => {
  await using stub = await vendorStub((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<html><style>x</style><h1>Vedlikehold</h1></html>'),
  )
  const { transport } = transportTo(stub)
  expect(await failureOf(transport.request(read))).toMatchObject({
    kind: 'bad_answer',
    retryable: true,
    details: 'no JSON: Vedlikehold',
  })
  expect(await failureOf(transport.request(write))).toMatchObject({ kind: 'unknown_outcome' })
})

test('truncated or empty JSON is a bad answer', async () => {
  for (const body of ['[{"uuid":"a"', '']) {
    await using stub = await vendorStub((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    )
    const { transport } = transportTo(stub)
    expect(await failureOf(transport.request(read))).toMatchObject({
      kind: 'bad_answer',
      retryable: true,
    })
    expect(stub.seen).toHaveLength(3)
  }
})

test('an answer larger than the limit is dropped', async () => {
  await using stub = await vendorStub((_request, response) => json(response, 'x'.repeat(200_000)))
  const { transport } = transportTo(stub, { maxBodyBytes: 10_000 })
  expect(await failureOf(transport.request(read))).toMatchObject({
    kind: 'bad_answer',
    retryable: false,
  })
  expect(stub.seen).toHaveLength(1)
})

test('an error text in ISO-8859-1 keeps its Norwegian letters, and so does one in UTF-8', async () => {
  for (const encoding of ['latin1', 'utf8'] as const) {
    await using stub = await vendorStub((_request, response) =>
      response
        .writeHead(400, { 'content-type': 'application/json' })
        .end(Buffer.from('{"message":"Beløp på øre mangler"}', encoding)),
    )
    expect((await failureOf(transportTo(stub).transport.request(read))).details).toBe(
      'Beløp på øre mangler',
    )
  }
})
test('an abort before sending cancels, during a read cancels, and during a write leaves the outcome unknown', async () => {
  const early = new AbortController()
  early.abort()
  await using stub = await vendorStub(() => undefined)
  const { transport } = transportTo(stub)
  expect(await failureOf(transport.request({ ...write, signal: early.signal }))).toMatchObject({
    kind: 'cancelled',
  })
  expect(stub.seen).toHaveLength(0)
  for (const [call, kind] of [
    [read, 'cancelled'],
    [write, 'unknown_outcome'],
  ] as const) {
    const stop = new AbortController()
    const failure = failureOf(transport.request({ ...call, signal: stop.signal }))
    const before = stub.seen.length
    await expect.poll(() => stub.seen.length).toBeGreaterThan(before)
    stop.abort()
    expect(await failure).toMatchObject({ kind })
  }
})

test('the limiter learns when nobody waited for the answer, because the vendor may still be working on it', async () => {
  const heard: (boolean | undefined)[] = []
  const limiter: TransportOptions['limiter'] = async (run, slot) => {
    const ended = await run()
    heard.push(slot?.gaveUp?.())
    return ended
  }
  await using silent = await vendorStub(() => undefined)
  const late = await failureOf(
    transportTo(silent, { limiter, timeoutMs: 50 }).transport.request(write),
  )
  expect(late).toMatchObject({ kind: 'unknown_outcome', gaveUp: true })
  await using cutting = await vendorStub((_request, response) => response.destroy())
  expect(await failureOf(transportTo(cutting, { limiter }).transport.request(write))).toMatchObject(
    {
      gaveUp: false,
    },
  )
  await using quick = await vendorStub((_request, response) => json(response, {}))
  await transportTo(quick, { limiter }).transport.request(write)
  expect(heard).toEqual([true, false, false])
})

test('what the limiter throws passes through unchanged, and nothing is sent', async () => {
  await using stub = await vendorStub((_request, response) => json(response, []))
  const busy = new Error('no slot')
  const { transport } = transportTo(stub, { limiter: () => Promise.reject(busy) })
  await expect(transport.request(read)).rejects.toBe(busy)
  expect(stub.seen).toHaveLength(0)
})
test('an observer that fails does not turn a success into a failure', async () => {
  await using stub = await vendorStub((_request, response) => json(response, {}, 201))
  const { transport } = transportTo(stub, {
    observe: () => {
      throw new Error('watcher')
    },
  })
  expect((await transport.request(write)).status).toBe(201)
})
