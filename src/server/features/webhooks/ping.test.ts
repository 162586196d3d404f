import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPing } from './ping.ts'

const JOB = '11111111-2222-4333-8444-555555555555'
const read = (contentType: string, body: string, query: Record<string, unknown> = {}) =>
  readPing({ contentType, body: Buffer.from(body), query })

test('the documented JSON message names its job', async () => {
  const body = JSON.stringify({
    object: 'job',
    entry: [{ uuid: JOB, changed_fields: ['status'], time: '2026-11-01T00:00:00Z' }],
    resource_url: `https://api.servicem8.com/api_1.0/job/${JOB}`,
  })
  expect(await read('application/json', body)).toEqual({
    kind: 'ping',
    eventType: 'job.updated',
    objectType: 'job',
    objectId: JOB,
  })
})

test('an event message keeps the name of its event', async () => {
  expect(
    await read('application/json', JSON.stringify({ event: 'job.completed', entry: [{ uuid: JOB.toUpperCase() }] })),
  ).toEqual({
    kind: 'ping',
    eventType: 'job.completed',
    objectType: 'job',
    objectId: JOB,
  })
})

test('a form-encoded message names its job', async () => {
  const body = new URLSearchParams({ object: 'job', entry: JSON.stringify([{ uuid: JOB }]) }).toString()
  expect(await read('application/x-www-form-urlencoded', body)).toMatchObject({ kind: 'ping', objectId: JOB })
})

test.each([
  [
    'multipart',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="mode"\r\n\r\nsubscribe\r\n--x\r\nContent-Disposition: form-data; name="challenge"\r\n\r\nabc123\r\n--x--\r\n',
  ],
  ['form', 'application/x-www-form-urlencoded', 'mode=subscribe&challenge=abc123'],
  ['JSON', 'application/json', '{"mode":"subscribe","challenge":"abc123"}'],
])('the subscription challenge is read from %s', async (_name, contentType, body) => {
  expect(await read(contentType, body)).toEqual({ kind: 'challenge', challenge: 'abc123' })
})

test('the subscription challenge is read from the query', async () => {
  expect(await read('', '', { mode: 'subscribe', challenge: 'abc123' })).toEqual({ kind: 'challenge', challenge: 'abc123' })
})

test('whatever arrives, reading it never fails', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(
        'application/json',
        'multipart/form-data; boundary=x',
        'application/x-www-form-urlencoded',
        'text/html',
        '',
      ),
      fc.oneof(fc.json(), fc.string({ unit: 'binary' }), fc.constant('{"__proto__":{"uuid":"x"}}')),
      async (contentType, body) => {
        expect(['challenge', 'ping', 'unreadable']).toContain((await read(contentType, body)).kind)
      },
    ),
    { numRuns: 300 },
  )
})
