import { describe, expect, test } from 'vitest'
import { grantAdmin } from '#server/features/admin/grant-admin'
import { webhookEvents } from '#server/features/inbox/tables'
import type { ErrorAnswer } from '#shared/contract'
import { readSession } from '#shared/contracts/auth'
import type { Operation } from '../../support/junk.ts'
import { readyCustomer } from '../../support/people/tenants.ts'
import { startWorld } from '../../support/world/world.ts'

/** Tests text that the database cannot store: NUL, and half of a surrogate pair. */

const world = await startWorld({ env: { TRUST_PROXY: '1' } })
const customer = await readyCustomer(world, 'Halve Tegn AS')
// The user becomes an administrator, so that every endpoint is allowed.
const { email } = await customer.visitor.call(readSession)
await grantAdmin(world.product.platform.db, email, new Date())
const callback = customer.tenant.account.subscriptions[0]?.callback_url ?? ''
const document = (await (await fetch(`${world.url}/api/openapi.json`)).json()) as {
  paths: Record<string, Record<string, Operation>>
}
const operations: { method: string; path: string; operation: Operation }[] = Object.entries(
  document.paths,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    operation,
  })),
)

const UUID = 'd6bd4b0e-0f0e-4d0e-8a3e-000000000001'
const SENTENCE = 'Teksten inneholder et tegn som ikke kan lagres'
const JSON_TYPE = { 'content-type': 'application/json' }

/** Escape sequences that only a JSON parser turns into characters. */
const IN_JSON = ['\\u0000', '\\ud83d', '\\udca9', 'a\\udca9\\ud83d', '\\\\\\ud83d', 'x\\ud83dx']
const IN_ADDRESS = ['%00', 'a%00b', '%ED%A0%BD', '%ed%b2%a9x']

function* inTurn(texts: readonly string[]): Generator<string, never> {
  for (;;) yield* texts
}

async function expectRefusal(answer: Response, where: string): Promise<void> {
  const body = (await answer.json()) as ErrorAnswer
  expect({ where, status: answer.status, body }).toMatchObject({
    where,
    status: 400,
    body: { code: 'invalid', message: SENTENCE },
  })
}

let asked = 0

/** Sends a request from a new IP address, because some endpoints limit the rate per address. */
function ask(method: string, path: string, body?: string): Promise<Response> {
  asked += 1
  const address = { 'x-forwarded-for': `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}` }
  const init =
    body === undefined ? { headers: address } : { body, headers: { ...JSON_TYPE, ...address } }
  return customer.visitor.fetch(path, { method, ...init })
}

const aim = (path: string, part = UUID) => path.replace(/\{\w+\}/g, part)

describe('every call of the application refuses text that cannot be stored', () => {
  test('there are calls to test', () => expect(operations.length).toBeGreaterThan(50))

  test('in any field of its body that it takes', async () => {
    const texts = inTurn(IN_JSON)
    let byText = 0
    for (const { method, path, operation } of operations.filter(({ method }) => method !== 'GET')) {
      const { properties = {} } = operation.requestBody?.content['application/json']?.schema ?? {}
      for (const name of Object.keys(properties)) {
        const body = `{${JSON.stringify(name)}:"${texts.next().value}"}`
        const answer = await ask(method, aim(path), body)
        const { code, message } = (await answer.json()) as ErrorAnswer
        // The request is refused either for this text or for another missing or invalid field.
        expect({ path, body, status: answer.status, code }).toMatchObject({
          status: 400,
          code: 'invalid',
        })
        if (message === SENTENCE) byText += 1
      }
    }
    expect(byText).toBeGreaterThan(10)
    expect((await customer.visitor.call(readSession)).firstName).toBe('Frode')
  })

  test('in its address', async () => {
    const texts = inTurn(IN_ADDRESS)
    for (const { method, path, operation } of operations) {
      const names = [
        'q',
        'x',
        ...(operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name),
      ]
      for (const write of [
        ...names.map((name) => (text: string) => `${name}=${text}`),
        (text: string) => `${text}=1`,
      ]) {
        const query = write(texts.next().value)
        await expectRefusal(
          await ask(method, `${aim(path)}?${query}`),
          `${method} ${path}?${query}`,
        )
      }
      if (path.includes('{'))
        await expectRefusal(await ask(method, aim(path, '%00')), `${method} ${path} %00`)
      // Half a character in the path makes the URL itself invalid.
      if (path.includes('{')) expect((await ask(method, aim(path, '%ED%A0%BD'))).status).toBe(400)
    }
  })

  test.each([
    '/api/profile/export',
    '/api/auth/fiken/callback',
    '/api/auth/servicem8/callback',
    '/api/auth/fiken',
  ])('and so does the address %s, which a browser navigates to', async (path) => {
    for (const text of IN_ADDRESS)
      await expectRefusal(await ask('GET', `${path}?code=${text}`), `${path} ${text}`)
  })

  test('and says which field it is', async () => {
    const answer = await ask('POST', '/api/configuration', '{"fikenCompanySlug":"fjord\\ud83d"}')
    expect(await answer.json()).toMatchObject({ fields: { fikenCompanySlug: SENTENCE } })
  })

  test('but accepts whole characters, however they are written, and text about escapes', async () => {
    const { email } = await customer.visitor.call(readSession)
    const person = (firstName: string) =>
      `{"email":${JSON.stringify(email)},"lastName":"Fjordvik","firstName":"${firstName}"}`
    for (const [written, stored] of [
      ['Æ\\ud83d\\udebf', 'Æ🚿'],
      ['🚿', '🚿'],
      ['\\\\ud83d og \\\\u0000', '\\ud83d og \\u0000'],
      ['%00 %ED%A0%BD', '%00 %ED%A0%BD'],
    ] as const) {
      expect((await ask('PUT', '/api/profile', person(written))).status).toBe(200)
      expect((await customer.visitor.call(readSession)).firstName).toBe(stored)
    }
    for (const query of ['q=%F0%9F%9A%BF', 'q=%2500', 'q=%25ED%25A0%25BD'])
      expect((await ask('GET', `/api/transfers?${query}`)).status).toBe(200)
  })

  test('and bytes that are not text at all', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"fikenCompanySlug":"'),
      Buffer.from([0xed, 0xa0, 0xbd]),
      Buffer.from('"}'),
    ])
    const answer = await customer.visitor.fetch('/api/configuration', {
      method: 'POST',
      body: bytes,
      headers: JSON_TYPE,
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      code: 'invalid_json',
      message: 'Innholdet er ikke gyldig JSON',
    })
  })
})

describe('the webhook address that ServiceM8 posts to', () => {
  const multipart = (fields: Record<string, string>) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    return { body }
  }
  const json = (body: string): RequestInit => ({ headers: JSON_TYPE, body })
  const form = (body: string): RequestInit => ({
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  })
  const entry = `"entry":[{"uuid":"${UUID}"}]`

  test.each<[string, string, RequestInit]>([
    ['NUL in JSON', '', json(`{"object":"jo\\u0000b",${entry}}`)],
    ['half a character in JSON', '', json(`{"object":"job","event":"job.\\udc00",${entry}}`)],
    [
      'half a character in a field that nobody reads',
      '',
      json(`{"object":"job","x":{"y":["\\ud83d"]},${entry}}`),
    ],
    ['half a character as the challenge', '', json('{"mode":"subscribe","challenge":"\\ud83d"}')],
    [
      'NUL in a form',
      '',
      form(`object=job&event=a%00b&entry=${encodeURIComponent(`{"uuid":"${UUID}"}`)}`),
    ],
    [
      'a form whose field is JSON with half a character',
      '',
      multipart({ data: `{"object":"job\\ud83d",${entry}}` }),
    ],
    ['NUL in a form with parts', '', multipart({ object: 'job', event: 'a\0b', uuid: UUID })],
    ['NUL in the address', '?event=a%00b', json(`{"object":"job",${entry}}`)],
    ['half a character in the address', '?event=%ED%A0%BD', json(`{"object":"job",${entry}}`)],
  ])('refuses %s, and stores nothing of it', async (where, query, init) => {
    const { db } = world.product.platform
    const before = await db.$count(webhookEvents)
    await expectRefusal(await fetch(callback + query, { method: 'POST', ...init }), where)
    expect(await db.$count(webhookEvents)).toBe(before)
    // A webhook to an unknown URL gets 410, whatever is posted.
    const stranger = await fetch(`${world.url}/api/webhooks/servicem8/ukjent${query}`, {
      method: 'POST',
      ...init,
    })
    expect(stranger.status).toBe(410)
  })
})
