import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#test/support/size'
import { readPing } from './webhook-body.ts'

const JOB = 'a1b2c3d4-2222-4333-8444-55555555555f'
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
    await read(
      'application/json',
      JSON.stringify({ event: 'job.completed', entry: [{ uuid: JOB.toUpperCase() }] }),
    ),
  ).toEqual({ kind: 'ping', eventType: 'job.completed', objectType: 'job', objectId: JOB })
})

test('a form-encoded message names its job', async () => {
  const body = new URLSearchParams({
    object: 'job',
    entry: JSON.stringify([{ uuid: JOB }]),
  }).toString()
  expect(await read('application/x-www-form-urlencoded', body)).toMatchObject({
    kind: 'ping',
    objectId: JOB,
  })
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
  expect(await read('', '', { mode: 'subscribe', challenge: 'abc123' })).toEqual({
    kind: 'challenge',
    challenge: 'abc123',
  })
})

const json = (message: unknown) => read('application/json', JSON.stringify(message))
const named = { kind: 'ping', eventType: 'job.updated', objectType: 'job', objectId: JOB }
const UNREADABLE = { kind: 'unreadable', why: 'Fant ingen jobb i meldingen' }

test.each([
  ['an entry that is not in a list', { entry: { uuid: JOB } }],
  ['the second of several entries', { entry: ['noe', { uuid: 'x' }, { uuid: JOB }] }],
  ['a uuid of its own', { uuid: JOB.toUpperCase() }],
  ["a job's uuid", { jobUUID: JOB }],
  [
    'the address of the object',
    { resource_url: `https://api.servicem8.com/api_1.0/job/${JOB}.json` },
  ],
  ['an address and nothing else', { resource_url: JOB }],
])('a job is named by %s', async (_what, message) => {
  expect(await json(message)).toEqual(named)
})

test.each([
  ['a uuid with something before it', { uuid: `x${JOB}` }],
  ['a uuid with something after it', { uuid: `${JOB}0` }],
  ['a list where a uuid should be', { uuid: [JOB] }],
  ['a number where an address should be', { resource_url: 7 }],
  [
    'an address with something in the uuid',
    { resource_url: `/job/${JOB.slice(0, 4)}.json${JOB.slice(4)}` },
  ],
  ['a uuid deep in another field', { payload: { uuid: JOB } }],
  ['a list', [{ uuid: JOB }]],
  ['nothing', null],
])('%s names no job', async (_what, message) => {
  expect(await json(message)).toEqual(UNREADABLE)
})

test.each([
  ['the name of its event', { eventName: 'job.completed', uuid: JOB }, 'job.completed', 'job'],
  [
    'the arguments of its event',
    { eventName: 'job.created', eventArgs: { jobUUID: JOB } },
    'job.created',
    'job',
  ],
  ['the kind of its object', { object: 'Company', uuid: JOB }, 'company.updated', 'company'],
  [
    'the kind before the name of its event',
    { object: 'company', event: 'job.created', uuid: JOB },
    'job.created',
    'company',
  ],
  ['the kind of its event', { event: 'Quote.created', uuid: JOB }, 'Quote.created', 'quote'],
  [
    'an empty name and another one',
    { eventName: '', event: 'job.created', object: '', uuid: JOB },
    'job.created',
    'job',
  ],
  ['nothing but the job', { eventName: '', event: 7, uuid: JOB }, 'job.updated', 'job'],
  ['control characters', { event: 'job.\u0007com\u202epleted', uuid: JOB }, 'job.completed', 'job'],
])('a message with %s is reported as what it is', async (_what, message, eventType, objectType) => {
  expect(await json(message)).toEqual({ kind: 'ping', eventType, objectType, objectId: JOB })
})

describe('a form', () => {
  const form = (fields: Record<string, string>) =>
    read('application/x-www-form-urlencoded', new URLSearchParams(fields).toString())
  test('may contain the whole message as JSON in one field, with its own fields first', async () => {
    expect(await form({ payload: JSON.stringify({ object: 'company', uuid: JOB }) })).toMatchObject(
      { objectId: JOB, objectType: 'company' },
    )
    expect(
      await form({
        object: 'job',
        payload: JSON.stringify({ object: 'company', uuid: JOB }),
        note: '[1]',
      }),
    ).toMatchObject({ objectType: 'job' })
  })
  test('that is large is read to its end', async () => {
    expect(
      await form({ payload: JSON.stringify({ filler: 'x'.repeat(1_200_000), uuid: JOB }) }),
    ).toEqual(named)
  })
  test('is read as what it declares itself to be, whatever else the header contains', async () => {
    const body = JSON.stringify({ uuid: JOB })
    for (const kind of ['multipart/form-data', 'application/x-www-form-urlencoded']) {
      expect(await read(`application/json; was=${kind}`, body)).toEqual(named)
    }
  })
  test.each([
    [
      'is cut off',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="note"\r\n\r\na1b2',
    ],
    ['has no boundary', 'multipart/form-data', '--x--'],
    ['is empty', 'multipart/form-data; boundary=x', ''],
    ['is empty too', 'application/x-www-form-urlencoded', ''],
  ])('that %s names no job, and causes no delay', async (_what, contentType, body) => {
    expect(await read(contentType, body)).toEqual(UNREADABLE)
    expect(await read(contentType, body, { uuid: JOB })).toEqual(named)
  })
})

test.each([
  [{ mode: 'unsubscribe', challenge: 'abc123' }],
  [{ mode: 'subscribe', challenge: '' }],
  [{ challenge: '' }],
  [{ mode: 'subscribe', challenge: ['abc123'] }],
])('%j is not a challenge', async (query) => {
  expect(await read('', '', query)).toEqual(UNREADABLE)
})

test('a challenge needs no mode', async () => {
  expect(await read('', '', { challenge: 'abc123' })).toEqual({
    kind: 'challenge',
    challenge: 'abc123',
  })
})

test('what is repeated in the query is not trusted', async () => {
  expect(await read('', '', { uuid: [JOB, JOB] })).toEqual(UNREADABLE)
  expect(await read('', '', { entry: { uuid: JOB } })).toEqual(UNREADABLE)
})

test('text that cannot be stored is recognised, unless it is no message at all', async () => {
  expect(await json({ uuid: JOB, event: 'job\u0000' })).toEqual({ kind: 'unstorable' })
  expect(await read('', '', { uuid: JOB, event: '\ud800' })).toEqual({ kind: 'unstorable' })
  expect(await read('application/x-www-form-urlencoded', 'uuid=%00')).toEqual({
    kind: 'unstorable',
  })
  expect(await read('text/plain', 'a\u0000b', { uuid: JOB })).toEqual(named)
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
        expect(['challenge', 'ping', 'unreadable', 'unstorable']).toContain(
          (await read(contentType, body)).kind,
        )
      },
    ),
    { numRuns: runs(300) },
  )
})
