import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KARI, ORIGIN, startHttpApp, type HttpApp } from '#test/support/world/http-app'
import { buildApp, type AppOptions, type Feature } from './app.ts'
import { authRoutes } from './features/auth/routes.ts'
import { identifyBySession } from './features/auth/sessions/sessions.ts'
import { billingRoutes } from './features/billing/routes.ts'
import type { Config } from './platform/config.ts'
import { webhookRoutes } from './platform/http/webhook-routes.ts'
import { createRoom, RESERVE_BYTES, type Room } from './platform/database/room.ts'

const testing: Feature = {
  name: 'testing',
  routes: (app) =>
    webhookRoutes(app, [
      {
        method: 'POST',
        url: '/api/webhooks/test/:secret',
        turnedAway: () => Promise.resolve(null),
        handler: () => Promise.resolve({ heard: true }),
      },
    ]),
  figures: async () => [
    {
      name: 'fakturabro_transfers',
      help: 'Transfers by status',
      labels: ['status'],
      samples: [{ labels: { status: 'queued' }, value: 3 }],
    },
  ],
}

let world: HttpApp
let webFolder: string

beforeAll(async () => {
  webFolder = mkdtempSync(path.join(tmpdir(), 'web-'))
  mkdirSync(path.join(webFolder, 'assets'))
  const page = (name: string) =>
    `<!doctype html><html><head><title>${name}</title><script>paint()</script></head></html>`
  for (const name of ['landing', 'app', 'oauth-complete', 'offline', 'busy'])
    writeFileSync(path.join(webFolder, `${name}.html`), page(name))
  writeFileSync(path.join(webFolder, 'assets/app-1a2b3c4d.js'), 'export {}')
  writeFileSync(path.join(webFolder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(path.join(webFolder, 'sw.js'), 'self')
  writeFileSync(path.join(webFolder, 'manifest.webmanifest'), '{}')
  mkdirSync(path.join(webFolder, '.vite'))
  writeFileSync(
    path.join(webFolder, '.vite/screens.json'),
    JSON.stringify({
      '/transfers': {
        scripts: ['assets/TransfersPage-1a2b3c4d.js'],
        answers: ['/api/transfers?limit=50&page=1'],
      },
    }),
  )
  world = await startHttpApp({
    features: [testing],
    webFolder,
    env: { METRICS_TOKEN: 'let-me-see' },
  })
})
afterAll(async () => {
  await world.close()
  rmSync(webFolder, { recursive: true })
})

function variant({
  config = {},
  features = [],
  room = world.platform.room,
  ...options
}: Partial<AppOptions> & { config?: Partial<Config>; features?: Feature[]; room?: Room }) {
  const platform = { ...world.platform, room, config: { ...world.platform.config, ...config } }
  return buildApp(
    platform,
    [{ name: 'auth', routes: authRoutes }, { name: 'billing', routes: billingRoutes }, ...features],
    { identify: identifyBySession(platform), webFolder, ...options },
  )
}

/** Connects to a server; `answered` gives all that it has sent, when the connection is closed. */
async function connected(served: Awaited<ReturnType<typeof buildApp>>) {
  await served.listen({ port: 0, host: '127.0.0.1' })
  const connection = connect((served.server.address() as AddressInfo).port, '127.0.0.1')
  await once(connection, 'connect')
  let answer = ''
  connection.on('data', (part) => (answer += String(part)))
  connection.on('error', () => undefined)
  const answered = once(connection, 'close').then(() => answer)
  return { connection, answered }
}

describe('pages', () => {
  const page = (url: string, cookie?: string) =>
    world.app.inject({ url, headers: { accept: 'text/html', ...(cookie ? { cookie } : {}) } })

  it('shows the landing page to visitors and the app to those with a session', async () => {
    expect((await page('/')).body).toContain('<title>landing</title>')
    expect((await page('/', 'sid=made-up')).body).toContain('<title>landing</title>')
    const registered = await world.app.inject({
      method: 'POST',
      url: '/api/auth/register',
      headers: { origin: ORIGIN },
      payload: KARI,
    })
    expect((await page('/', `sid=${registered.cookies[0]?.value}`)).body).toContain(
      '<title>app</title>',
    )
  })

  it('gives the app on its own paths, and with status 404 on others', async () => {
    expect((await page('/transfers')).statusCode).toBe(200)
    expect((await page('/auth?next=/transfers')).statusCode).toBe(200)
    const unknown = await page('/no/such/page')
    expect(unknown.statusCode).toBe(404)
    expect(unknown.body).toContain('<title>app</title>')
    expect((await page('/oauth/complete')).body).toContain('<title>oauth-complete</title>')
  })

  it('allows no foreign script, no inline script but its own and no frame, and keeps the reset address private', async () => {
    const { headers, body } = await page('/reset-password?token=abc')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'self'")
    const own = createHash('sha256').update('paint()').digest('base64')
    expect(policy).toContain(`script-src 'self' 'sha256-${own}';`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
    expect(body).toContain(`<meta property="csp-nonce" nonce="${nonce}" />`)
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  it('names the scripts that a screen needs, so that they are fetched at once', async () => {
    const { body } = await page('/transfers')
    expect(body).toContain(
      '<link rel="modulepreload" crossorigin fetchpriority="low" href="/assets/TransfersPage-1a2b3c4d.js" />',
    )
    expect((await page('/help')).body).not.toContain('modulepreload')
  })

  it('asks for what a screen shows first, where somebody may be logged in and nothing is searched for', async () => {
    const asked =
      '<link rel="preload" as="fetch" crossorigin="use-credentials" fetchpriority="low" href="/api/transfers?limit=50&amp;page=1" />'
    expect((await page('/transfers', 'sid=made-up')).body).toContain(asked)
    expect((await page('/transfers?status=failed', 'sid=made-up')).body).not.toContain(asked)
    expect((await page('/transfers')).body).not.toContain(asked)
  })

  it('serves what an installed app needs', async () => {
    const worker = await page('/sw.js')
    expect(worker.headers['cache-control']).toBe('public, max-age=0')
    expect(worker.headers['content-type']).toContain('javascript')
    const manifest = await page('/manifest.webmanifest')
    expect(manifest.headers['content-type']).toContain('application/manifest+json')
    expect(manifest.headers['cache-control']).toBe('public, max-age=3600')
    const offline = await page('/offline.html')
    expect(offline.body).toContain('<title>offline</title>')
    const policy = String(offline.headers['content-security-policy'])
    expect(policy).toContain("worker-src 'self'")
    expect(policy).toContain("manifest-src 'self'")
  })

  it('lets hashed files be cached for ever and nothing outside the folder be read', async () => {
    const asset = await page('/assets/app-1a2b3c4d.js')
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await page('/icon.svg')).headers['content-type']).toContain('image/svg+xml')
    expect((await page('/assets/missing.js')).statusCode).toBe(404)
    for (const url of [
      '/assets/../../package.json',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/assets/..%2f..%2fpackage.json',
    ]) {
      expect((await page(url)).body).not.toContain('fakturabro"')
    }
  })
})

describe('operations', () => {
  it('lists every bound endpoint in the OpenAPI document, and no page or webhook', async () => {
    const document = (await world.app.inject('/api/openapi.json')).json<{
      paths: Record<string, Record<string, object>>
    }>()
    const calls = Object.entries(document.paths).flatMap(([url, methods]) =>
      Object.keys(methods).map((method) => `${method} ${url}`),
    )
    expect(calls.toSorted()).toEqual([
      'get /api/public/pricing',
      'get /api/second-factor',
      'get /api/session/user',
      'get /api/subscription',
      'post /api/auth/check-registration',
      'post /api/auth/confirm-password',
      'post /api/auth/login',
      'post /api/auth/logout',
      'post /api/auth/register',
      'post /api/companies',
      'post /api/second-factor/begin',
      'post /api/second-factor/confirm',
      'post /api/second-factor/end',
      'post /api/second-factor/recovery-codes',
      'post /api/subscription/restart',
    ])
    expect(document.paths['/api/auth/login']?.['post']).toMatchObject({
      requestBody: {
        content: { 'application/json': { schema: { required: ['email', 'password'] } } },
      },
    })
  })

  it('answers the probes', async () => {
    expect((await world.app.inject('/healthz')).statusCode).toBe(200)
    expect((await world.app.inject('/readyz')).json()).toEqual({
      status: 'ready',
      queue: true,
      database: true,
      disk: true,
    })
  })

  it('without room on the disk says so, refuses to store anything, and goes on showing what there is', async () => {
    let free = RESERVE_BYTES - 1
    const full = await variant({ features: [testing], room: createRoom('/', () => free) })
    expect(await full.inject('/readyz')).toMatchObject({ statusCode: 503 })
    expect((await full.inject('/readyz')).json()).toMatchObject({ database: true, disk: false })
    const login = { method: 'POST', url: '/api/auth/login', payload: KARI } as const
    for (const call of [login, { method: 'POST', url: '/api/webhooks/test/x' } as const]) {
      const refused = await full.inject({ ...call, headers: { origin: ORIGIN } })
      expect(refused.statusCode).toBe(503)
      expect(refused.json()).toEqual({
        code: 'disk_full',
        message:
          'Det er ikke plass til å lagre mer på serveren akkurat nå. Ingenting er endret. Prøv igjen om litt.',
      })
      expect(refused.headers['retry-after']).toBe('60')
    }
    expect((await full.inject('/api/public/pricing')).statusCode).toBe(200)
    free = RESERVE_BYTES
    expect((await full.inject({ ...login, headers: { origin: ORIGIN } })).statusCode).not.toBe(503)
    expect((await full.inject('/readyz')).statusCode).toBe(200)
    await full.close()
  })

  it('shows figures only to callers with the token', async () => {
    expect((await world.app.inject('/metrics')).statusCode).toBe(401)
    const { body } = await world.app.inject({
      url: '/metrics',
      headers: { authorization: 'Bearer let-me-see' },
    })
    expect(body).toMatch(
      /fakturabro_http_request_seconds_count\{method="GET",route="\/healthz",status="200"\} \d+/,
    )
    expect(body).toContain('fakturabro_transfers{status="queued"} 3')
    expect(body).toMatch(/process_resident_memory_bytes \d+/)
  })

  it('does not start with a route that does not declare who may call it', async () => {
    const open: Feature = {
      name: 'open',
      routes: (app) => void app.get('/api/open', () => ({ everything: true })),
    }
    await expect(variant({ features: [open] })).rejects.toThrow(
      'GET /api/open does not say who may call it',
    )
  })

  it('is secured according to its address: https brings Secure cookies and HSTS; before the queue runs it is not ready', async () => {
    const secure = await variant({
      config: { publicUrl: 'https://fakturabro.example', metricsToken: '' },
      isReady: () => false,
    })
    const logout = await secure.inject({
      method: 'POST',
      url: '/api/auth/logout',
      headers: { origin: 'https://fakturabro.example' },
    })
    expect(logout.headers['set-cookie']).toContain('Secure')
    expect(logout.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect((await secure.inject('/readyz')).statusCode).toBe(503)
    expect((await secure.inject('/metrics')).statusCode).toBe(404)
    await secure.close()
  })

  it('keeps a session over https under a name that no other host can plant, and no other name is one', async () => {
    const publicUrl = 'https://fakturabro.example'
    const secure = await variant({ config: { publicUrl, metricsToken: '' } })
    const registered = await secure.inject({
      method: 'POST',
      url: '/api/auth/register',
      headers: { origin: publicUrl, cookie: `sid=${'a'.repeat(43)}` },
      payload: { ...KARI, email: 'over.https@firma.no' },
    })
    const [own, former] = registered.cookies
    expect(own).toMatchObject({ name: '__Host-sid', secure: true, path: '/', httpOnly: true })
    expect(own?.domain).toBeUndefined()
    expect(former).toMatchObject({ name: 'sid', value: '' })
    const asks = (cookie: string) => secure.inject({ url: '/', headers: { cookie } })
    expect((await asks(`__Host-sid=${own?.value}`)).body).toContain('<title>app</title>')
    expect((await asks(`sid=${own?.value}`)).body).toContain('<title>landing</title>')
    await secure.close()
  })

  it('turns away a flood from one address, a navigation with a page, but never a webhook', async () => {
    const small = await variant({
      features: [testing],
      limits: { callsPerMinute: 5, maxLagMs: 60_000 },
    })
    const statuses: number[] = []
    for (let i = 0; i < 7; i += 1)
      statuses.push((await small.inject('/api/public/pricing')).statusCode)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    const refused = await small.inject('/api/public/pricing')
    expect(refused.json()).toMatchObject({
      code: 'rate_limited',
      message: expect.stringMatching(/^For mange forespørsler\. Prøv igjen om \d+ /),
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const page = await small.inject({ url: '/transfers', headers: { accept: 'text/html,*/*' } })
    expect(page.body).toContain('<title>busy</title>')
    expect(page.body).toContain(`name="retry-after" content="${page.headers['retry-after']}"`)
    for (let i = 0; i < 10; i += 1) {
      expect((await small.inject({ method: 'POST', url: '/api/webhooks/test/x' })).statusCode).toBe(
        200,
      )
    }
    await small.close()
  })

  it('answers over a real socket, finishes what is running, and closes', async () => {
    const served = await variant({})
    await served.listen({ port: 0, host: '127.0.0.1' })
    const { port } = served.server.address() as AddressInfo
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const body = JSON.stringify({ email: 'ingen@firma.no', password: 'feil passord' })
      const headers = {
        origin: `http://127.0.0.1:${port}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }
      const call = httpRequest(
        { port, host: '127.0.0.1', path: '/api/auth/login', method: 'POST', headers },
        (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        },
      )
      call.on('error', reject)
      call.end(body)
    })
    expect(status).toBe(401)
    await served.close()
  })

  it.each([
    ['slower than it has to', { graceMs: 50, leastPerSecond: 2 ** 30, mostMs: 60_000 }],
    ['for longer than any may take', { graceMs: 50, leastPerSecond: 0, mostMs: 200 }],
  ])('answers 408 and hangs up where a body comes %s', async (_how, bodyPace) => {
    const served = await variant({ bodyPace })
    const { connection, answered } = await connected(served)
    connection.write(
      `POST /api/auth/login HTTP/1.1\r\nhost: a\r\norigin: ${ORIGIN}\r\ncontent-type: application/json\r\ncontent-length: 60\r\n\r\n{`,
    )
    const drip = setInterval(() => connection.write(' '), 20)
    const answer = await answered
    clearInterval(drip)
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toContain('Forespørselen kom for langsomt. Prøv igjen.')
    await served.close()
  })

  it('answers a request that is on its way when it is told to stop', async () => {
    const served = await variant({})
    const { connection, answered } = await connected(served)
    const stopped = served.close()
    connection.write('GET /api/public/pricing HTTP/1.1\r\nhost: a\r\n\r\n')
    const [answer] = await Promise.all([answered, stopped])
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(answer).toMatch(/^connection: close/im)
  })
})
