import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endpoint, LIST_BODY } from '#shared/contract'
import { ORIGIN, startHttpApp, type HttpApp } from '#test/support/world/http-app'
import { publicRoute } from './route.ts'

const ID = 'd6bd4b0e-0f0e-4d0e-8a3e-000000000001'
const open = { method: 'POST', access: 'public', changes: [], summary: 'Tar imot' } as const
const form = endpoint({
  ...open,
  path: '/api/test/form',
  body: z.object({ name: z.string(), lines: z.array(z.object({ text: z.string() })) }),
  answer: z.object({ name: z.string() }),
})
const atATime = endpoint({
  ...open,
  path: '/api/test/at-a-time',
  body: z.object({ name: z.string() }),
  answer: z.object({}),
})
const list = endpoint({
  ...open,
  path: '/api/test/list',
  bodyLimit: LIST_BODY,
  body: z.object({ ids: z.array(z.uuid()) }),
  answer: z.object({}),
})

let world: HttpApp
/** The number of turns of the event loop that others have had. */
let turn = 0
beforeAll(async () => {
  world = await startHttpApp({
    features: [
      {
        name: 'testing',
        routes: (app) => {
          publicRoute(app, form, ({ body }) => body)
          publicRoute(app, list, () => ({}))
          publicRoute(app, atATime, () => ({}))
        },
      },
    ],
  })
})
afterAll(() => world.close())

async function send(url: string, body: unknown) {
  const answer = await world.app.inject({
    ...{ method: 'POST', url },
    headers: { origin: ORIGIN, 'content-type': 'application/json' },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}

it('may be as large as its declaration says, and not larger', async () => {
  const ids = (count: number) => ({ ids: Array.from({ length: count }, () => ID) })
  expect((await send('/api/test/list', ids(5_000))).status).toBe(200)
  expect((await send('/api/test/list', ids(7_000))).status).toBe(413)
  const text = (length: number) => ({ name: 'x'.repeat(length), lines: [] })
  expect((await send('/api/test/form', text(65_000))).status).toBe(200)
  expect(await send('/api/test/form', text(66_000))).toMatchObject({
    status: 413,
    body: { code: 'too_large', message: 'Forespørselen er for stor. Send mindre om gangen.' },
  })
})

it('may hold any text where its declaration drops it, and none that cannot be stored where it is kept', async () => {
  const dropped =
    '{"name":"Kari","lines":[{"text":"a","x":"\\ud83d"}],"x":{"y":["\\u0000","\\ud83d"]}}'
  expect(await send('/api/test/form', dropped)).toEqual({ status: 200, body: { name: 'Kari' } })
  const why = 'Teksten inneholder et tegn som ikke kan lagres'
  const lines = [{ text: 'a' }, { text: 'b\0' }]
  expect(await send('/api/test/form', { name: 'Kari', lines })).toMatchObject({
    status: 400,
    body: { code: 'invalid', message: why, fields: { 'lines.1.text': why } },
  })
})

it('has as many levels as anybody needs, brackets in its texts aside', async () => {
  const levels = (count: number) =>
    `{"name":"Kari","lines":[],"x":${'['.repeat(count)}${']'.repeat(count)}}`
  expect((await send('/api/test/form', levels(63))).status).toBe(200)
  expect(await send('/api/test/form', levels(64))).toMatchObject({
    status: 400,
    body: { code: 'invalid_json', message: 'Innholdet har for mange nivåer' },
  })
  const name = '["\\{'.repeat(200)
  expect(await send('/api/test/form', { name, lines: [] })).toEqual({ status: 200, body: { name } })
})

it.each([
  ['numbers', `[${'0,'.repeat(32_000)}0]`],
  ['fields', `{${Array.from({ length: 5_000 }, (_, n) => `"k${n}":0`).join(',')}}`],
])('of nothing but %s is refused by its declaration', async (_what, body) => {
  expect(await send('/api/test/form', body)).toMatchObject({
    status: 400,
    body: { code: 'invalid' },
  })
})

it('lets others go between large bodies that arrive together', async () => {
  let counting = true
  const count = () => {
    turn += 1
    if (counting) setImmediate(count)
  }
  setImmediate(count)
  const five = (body: unknown) =>
    Promise.all(
      Array.from({ length: 5 }, async () => {
        const { status } = await send('/api/test/at-a-time', body)
        return { status, turn }
      }),
    )
  try {
    for (const [body, status] of [
      [{ name: 'x'.repeat(60_000) }, 200],
      [`"${'x'.repeat(60_000)}"${'['.repeat(65)}`, 400],
      [' '.repeat(60_000), 400],
    ] as const) {
      const sent = await five(body)
      expect(sent.map((one) => one.status)).toEqual(Array(5).fill(status))
      expect(new Set(sent.map((one) => one.turn)).size).toBe(5)
    }
  } finally {
    counting = false
  }
})
