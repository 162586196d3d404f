import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#shared/contract'
import { ExternalError } from '#clients/http/external-error'
import { KARI, ORIGIN, startHttpApp, type HttpApp } from '#test/support/world/http-app'
import type { Feature } from '../../app.ts'
import { changeRights } from '../../features/auth/store.ts'
import { LimiterBusy } from '../limiter/vendor-limiter.ts'
import { adminRoute, publicRoute, route } from './route.ts'
import { webhookRoutes } from './webhook-routes.ts'

const echo = endpoint({
  method: 'POST',
  path: '/api/test/echo/:id',
  access: 'public',
  changes: [],
  summary: 'Svarer det den får',
  params: z.object({ id: z.uuid() }),
  query: z.object({ limit: z._default(z.coerce.number().check(z.int()), 20) }),
  body: z.object({
    name: z.string().check(z.minLength(1)),
    lines: z.array(z.object({ quantity: z.number() })),
  }),
  answer: z.object({ name: z.string(), limit: z.number() }),
})
const empty = endpoint({
  method: 'POST',
  path: '/api/test/empty',
  access: 'public',
  changes: [],
  summary: 'Trenger ikke noe innhold',
  body: z.optional(z.unknown()),
  answer: z.object({ body: z.string() }),
})
const failing = endpoint({
  method: 'GET',
  path: '/api/test/fail/:how',
  access: 'public',
  summary: 'Feiler',
  params: z.object({ how: z.string() }),
  answer: z.object({}),
})
const forUsers = endpoint({
  method: 'GET',
  path: '/api/test/user',
  access: 'user',
  act: 'read',
  summary: 'For brukere',
  answer: z.object({ email: z.string() }),
})
const forAdmins = endpoint({
  method: 'POST',
  path: '/api/test/admin',
  access: 'admin',
  changes: [],
  summary: 'For administratorer',
  answer: z.object({}),
})

const destructive = endpoint({
  method: 'POST',
  path: '/api/test/destructive',
  access: 'admin',
  changes: [],
  freshPassword: true,
  summary: 'Gjør noe som ikke kan gjøres om',
  body: z.object({ id: z.uuid() }),
  answer: z.object({}),
})

const external = (kind: ExternalError['kind'], vendor: ExternalError['vendor'] = 'fiken') =>
  new ExternalError({
    vendor,
    kind,
    doing: 'GET /companies',
    details: 'upstream said no',
    retryAfterMs: kind === 'rate_limited' ? 3_000 : null,
  })

const FAILURES: Record<string, () => unknown> = {
  fault: () => new Error('select * from secrets where password = hemmelig'),
  thrown: () => 'a text',
  busy: () => new LimiterBusy('fiken:kari'),
  reauth: () => external('reauth_required'),
  sm8: () => external('reauth_required', 'servicem8'),
  limited: () => external('rate_limited'),
  down: () => external('unavailable'),
  lost: () => external('unknown_outcome'),
}

const testing: Feature = {
  name: 'testing',
  routes: (app) => {
    publicRoute(app, echo, ({ body, query, params }) => ({
      ...body,
      ...query,
      ...params,
      secret: 'not declared',
    }))
    publicRoute(app, empty, ({ body }) => ({
      body: body === undefined ? 'none' : JSON.stringify(body),
    }))
    publicRoute(app, failing, ({ params }) => {
      throw FAILURES[params.how]?.()
    })
    route(app, forUsers, ({ actor }) => ({ email: actor.email }))
    adminRoute(app, forAdmins, () => ({}))
    adminRoute(app, destructive, () => ({}))
    webhookRoutes(app, [
      {
        method: 'POST',
        url: '/api/webhooks/servicem8/:secret',
        turnedAway: () => Promise.resolve(null),
        handler: async ({ body, request }) => ({
          bytes: body.length,
          type: request.headers['content-type'] ?? null,
        }),
      },
    ])
  },
}

const ID = '6f9d1bb8-6f62-4c0f-9b53-0f6c2f2a7a11'
let world: HttpApp

beforeAll(async () => {
  world = await startHttpApp({ features: [testing] })
})
afterAll(() => world.close())

const send = (url: string, payload?: string | object, headers: Record<string, string> = {}) =>
  world.app.inject({
    method: 'POST',
    url,
    headers: { origin: ORIGIN, ...headers },
    ...(payload === undefined ? {} : { payload }),
  })

describe('a declared endpoint', () => {
  it('passes on what it declares and returns nothing else', async () => {
    const answer = await send(`/api/test/echo/${ID}?limit=5`, { name: 'Kari', lines: [], extra: 1 })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ name: 'Kari', limit: 5 })
  })

  it('names the invalid fields in Norwegian, with the first as the message', async () => {
    const answer = await send(`/api/test/echo/${ID}`, {
      name: '',
      lines: [{ quantity: 1 }, { quantity: 'to' }],
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      message: 'Feltet er påkrevd',
      code: 'invalid',
      fields: { name: 'Feltet er påkrevd', 'lines.1.quantity': 'Må være et tall' },
    })
  })

  it('says so when there is no body at all', async () => {
    const answer = await send(`/api/test/echo/${ID}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      message: 'Forespørselen mangler innhold',
      code: 'invalid',
    })
  })

  it('finds nothing under an invalid id', async () => {
    const answer = await send('/api/test/echo/1%20or%201', { name: 'Kari', lines: [] })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ message: 'Finnes ikke.', code: 'not_found' })
  })

  it.each([
    ['no body', undefined, {}],
    ['an empty JSON body', '', { 'content-type': 'application/json' }],
  ])('accepts %s where none is needed', async (_name, payload, headers) => {
    const answer = await send('/api/test/empty', payload, headers)
    expect(answer.json()).toEqual({ body: 'none' })
  })

  it('is closed to callers without a session, and if for administrators to the others, before the body is read', async () => {
    expect((await world.app.inject('/api/test/user')).json()).toEqual({
      message: 'Du er ikke logget inn',
      code: 'unauthenticated',
    })
    const registered = await send('/api/auth/register', KARI)
    const cookie = `sid=${registered.cookies[0]?.value}`
    expect((await world.app.inject({ url: '/api/test/user', headers: { cookie } })).json()).toEqual(
      { email: 'kari@firma.no' },
    )
    const refused = await send('/api/test/admin', '{ not json', {
      cookie,
      'content-type': 'application/json',
    })
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toEqual({ message: 'Admin-tilgang påkrevd', code: 'admin_required' })
  })

  it('that requires a recently entered password says so after checking the caller and the input, and before it acts', async () => {
    const { platform } = world
    const person = await send('/api/auth/register', { ...KARI, email: 'sjef@firma.no' })
    const cookie = `sid=${person.cookies[0]?.value}`
    const destroy = async (
      payload: object = { id: ID },
      headers: Record<string, string> = { cookie },
    ) => {
      const { statusCode, json } = await send('/api/test/destructive', payload, headers)
      return [statusCode, json<{ code?: string }>().code]
    }
    world.advance(15 * 60_000 + 1_000)
    expect(await destroy({ id: ID }, {})).toEqual([401, 'unauthenticated'])
    expect(await destroy()).toEqual([403, 'admin_required'])
    await changeRights(platform.db, person.json<{ id: string }>().id, { isAdmin: true }, new Date())
    expect(await destroy({ id: 'ingen' })).toEqual([400, 'invalid'])
    expect(await destroy()).toEqual([409, 'password_required'])
    await send('/api/auth/confirm-password', { password: KARI.password }, { cookie })
    expect(await destroy()).toEqual([200, undefined])
  })

  it('that is public cannot require a password', () => {
    const open = { ...empty, path: '/api/test/open', freshPassword: true } as const
    const app = { route: () => undefined } as unknown as Parameters<typeof publicRoute>[0]
    expect(() => publicRoute(app, open, () => ({ body: '' }))).toThrow(/public/)
  })
})

describe('bodies', () => {
  it.each([
    ['broken JSON', 400, 'invalid_json', '{"name":', 'application/json'],
    [
      'JSON that reaches for the prototype',
      400,
      'invalid_json',
      '{"__proto__":{"x":1}}',
      'application/json',
    ],
    ['a form', 415, 'unsupported_media_type', 'name=Kari', 'application/x-www-form-urlencoded'],
    ['text', 415, 'unsupported_media_type', '{}', 'text/plain'],
    [
      'more than 64 kB',
      413,
      'too_large',
      JSON.stringify({ name: 'x'.repeat(64 * 1_024) }),
      'application/json',
    ],
  ])('%s is answered %i %s', async (_name, status, code, payload, type) => {
    const answer = await send(`/api/test/echo/${ID}`, payload, { 'content-type': type })
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({
      code,
      message: expect.stringMatching(/^(Innholdet|Forespørselen)/),
    })
  })
})

describe('failures', () => {
  const fail = (how: string) => world.app.inject(`/api/test/fail/${how}`)

  it.each(['fault', 'thrown'])(
    'says nothing about a bug of ours (%s) except where to find it in the log',
    async (how) => {
      const answer = await fail(how)
      expect(answer.statusCode).toBe(500)
      expect(answer.json()).toEqual({
        message: 'Noe gikk galt hos oss. Prøv igjen.',
        code: 'fault',
        requestId: answer.headers['x-request-id'],
      })
    },
  )

  it.each([
    ['busy', 503, 'busy', 'Fiken er overbelastet. Prøv igjen om litt.'],
    ['limited', 503, 'busy', 'Fiken er overbelastet. Prøv igjen om litt.'],
    ['reauth', 401, 'reauthorize_fiken', 'Tilgangen til Fiken er utløpt. Koble til på nytt.'],
    ['sm8', 401, 'reauthorize_servicem8', 'Tilgangen til ServiceM8 er utløpt. Koble til på nytt.'],
    ['down', 503, 'vendor_unavailable', 'Fiken svarer ikke akkurat nå. Prøv igjen om litt.'],
    ['lost', 502, 'unknown_outcome', expect.stringContaining('Se etter før du prøver igjen')],
  ])('%s is answered %i %s', async (how, status, code, message) => {
    const answer = await fail(how)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ code, message })
    expect(answer.body).not.toContain('    at ')
  })

  it("keeps the vendor's own words under details, and its requested pause in Retry-After", async () => {
    const answer = await fail('limited')
    expect(answer.json()).toMatchObject({ details: 'upstream said no' })
    expect(answer.headers['retry-after']).toBe('3')
  })

  it('answers unknown calls with JSON, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
      const answer = await world.app.inject({
        method,
        url: '/api/nothing/here',
        headers: { origin: ORIGIN },
      })
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toEqual({ message: 'Finnes ikke.', code: 'not_found' })
    }
    const wrongMethod = await world.app.inject({
      method: 'DELETE',
      url: '/api/session/user',
      headers: { origin: ORIGIN },
    })
    expect(wrongMethod.json()).toMatchObject({ code: 'not_found' })
  })

  it('answers an address that cannot be read', async () => {
    const answer = await world.app.inject('/api/%E0%A4%A')
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ message: 'Adressen er ugyldig', code: 'invalid' })
  })
})

describe('calls that change something', () => {
  it.each([
    ['from another site', { origin: 'https://evil.example' }],
    ['from a hidden frame', { origin: 'null' }],
    ['from a subdomain that is not ours', { 'sec-fetch-site': 'same-site' }],
    ['from another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
    ['without saying where they come from', {}],
    [
      'from a name that was made to resolve to this server',
      { origin: 'http://evil.example:3000', host: 'evil.example:3000' },
    ],
  ])('are refused %s', async (_name, headers) => {
    const answer = await world.app.inject({ method: 'POST', url: '/api/auth/logout', headers })
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ code: 'foreign_origin' })
  })

  it.each([
    ['our own address', { origin: ORIGIN }],
    [
      'the loopback address that was typed',
      { origin: 'http://127.0.0.1:4000', host: '127.0.0.1:4000' },
    ],
    ['the browser saying that it is the same site', { 'sec-fetch-site': 'same-origin' }],
  ])('are let through with %s', async (_name, headers) => {
    expect(
      (await world.app.inject({ method: 'POST', url: '/api/auth/logout', headers })).statusCode,
    ).toBe(200)
  })
})

describe('webhooks', () => {
  it.each([
    ['application/x-www-form-urlencoded', 'entry=1'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/json', '{broken'],
    ['anything/else', 'abc'],
  ])('are received as raw bytes: %s', async (type, payload) => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/webhooks/servicem8/s3cret',
      headers: { 'content-type': type },
      payload,
    })
    expect(answer.json()).toEqual({ bytes: payload.length, type })
  })

  it('may have no body or content type, and their secret is not logged', async () => {
    const answer = await world.app.inject({ method: 'POST', url: '/api/webhooks/servicem8/s3cret' })
    expect(answer.json()).toEqual({ bytes: 0, type: null })
    expect(world.logged()).toContain('/api/webhooks/servicem8/***')
    expect(world.logged()).not.toContain('s3cret')
  })
})
