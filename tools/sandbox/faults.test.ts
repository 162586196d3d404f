import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PLUMBER_EMAIL } from './seed/plumber.ts'
import { addJob, approveJob, completeJob } from './servicem8/workshop.ts'
import { until } from '#test/support/wait'
import { startSandbox, type Sandbox } from './start.ts'
import { fikenCalls, servicem8Tokens } from './testing.ts'
import { findAccount } from './world/world.ts'

let sandbox: Sandbox

beforeEach(async () => {
  sandbox = await startSandbox()
  sandbox.world.settings.fiken.throttlePerSecond = 0
})
afterEach(() => sandbox.close())

test('a status fault carries its Retry-After and ends when its count is used up', async () => {
  const call = await fikenCalls(sandbox)
  sandbox.world.faults.add({
    vendor: 'fiken',
    kind: 'status',
    status: 429,
    retryAfter: 7,
    count: 1,
  })
  const struck = await call('GET', '/user')
  expect([struck.status, struck.headers.get('retry-after')]).toEqual([429, '7'])
  expect((await call('GET', '/user')).status).toBe(200)
})

test('a request that is never answered frees the lane once the client gives up', async () => {
  const call = await fikenCalls(sandbox)
  const token = (await servicem8Tokens(sandbox, 'vendor')).accessToken
  const hang = sandbox.world.faults.add({ vendor: 'servicem8', kind: 'hang', count: 1 })
  const client = new AbortController()
  const hanging = fetch(`${sandbox.servicem8Url}/api_1.0/vendor.json`, {
    headers: { authorization: `Bearer ${token}` },
    signal: client.signal,
  })
  await until('the request to have arrived', () => hang.hits > 0)
  client.abort()
  await expect(hanging).rejects.toThrow()
  expect((await call('GET', '/user')).status).toBe(200)
})

test('truncated and garbled answers are what they claim to be', async () => {
  const call = await fikenCalls(sandbox)
  const { faults } = sandbox.world
  faults.add({ vendor: 'fiken', kind: 'truncate', count: 1 })
  await expect(call('GET', '/companies').then((answer) => answer.text())).rejects.toThrow()
  faults.add({ vendor: 'fiken', kind: 'html', count: 1 })
  expect(await (await call('GET', '/user')).text()).toContain('Bad Gateway')
  faults.add({ vendor: 'fiken', kind: 'reset', count: 1 })
  await expect(call('GET', '/user')).rejects.toThrow()
  faults.add({ vendor: 'fiken', kind: 'expire', count: 1 })
  expect((await call('GET', '/user')).status).toBe(401)
  expect(sandbox.world.ledger.overlaps).toBe(0)
})

test('faults with a probability hit the same requests for the same seed', async () => {
  const pattern = async (): Promise<number[]> => {
    const one = await startSandbox({ seed: 7 })
    one.world.settings.fiken.throttlePerSecond = 0
    const call = await fikenCalls(one)
    one.world.faults.add({ vendor: 'fiken', kind: 'status', status: 503, probability: 0.5 })
    const seen: number[] = []
    for (let round = 0; round < 12; round += 1) seen.push((await call('GET', '/user')).status)
    await one.close()
    return seen
  }
  expect(await pattern()).toEqual(await pattern())
})

test('more than four Fiken calls a second are slowed, not refused', async () => {
  const call = await fikenCalls(sandbox)
  sandbox.world.settings.fiken.throttlePerSecond = 4
  sandbox.world.settings.fiken.refuseOverlap = false
  const started = performance.now()
  // Sent at the same time: one after the other, the calls could take over a second on a busy
  // machine anyway.
  const answers = await Promise.all(Array.from({ length: 6 }, () => call('GET', '/user')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(performance.now() - started).toBeGreaterThan(900)
  expect(sandbox.world.ledger.tooFast).toBeGreaterThan(0)
})

test('the 181st ServiceM8 call in a minute is refused in plain text', async () => {
  const { call } = await servicem8Tokens(sandbox, 'vendor')
  sandbox.world.settings.servicem8.perMinute = 3
  for (let round = 0; round < 3; round += 1)
    expect((await call('GET', '/api_1.0/vendor.json')).status).toBe(200)
  const refused = await call('GET', '/api_1.0/vendor.json')
  expect(refused.status).toBe(429)
  expect(await refused.text()).toBe('Number of allowed API requests per minute exceeded')
})

async function callback(answer: (ring: ServerResponse) => void) {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const challenge = /name="challenge"\r\n\r\n(\w+)/.exec(body)?.[1]
      if (challenge) response.end(challenge)
      else answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const callback_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { call } = await servicem8Tokens(sandbox, 'vendor read_jobs')
  const account = findAccount(sandbox.world)
  if (!account) throw new Error('no account')
  return {
    account,
    call,
    subscribe: () =>
      call(
        'POST',
        '/webhook_subscriptions/event',
        new URLSearchParams({ event: 'job.completed', callback_url }),
      ),
    close: () => server.close(),
  }
}

test('a callback that keeps failing is retried and then switched off; one that answers 410 is unsubscribed', async () => {
  let status = 200
  const { account, subscribe, close } = await callback((ring) => ring.writeHead(status).end('x'))
  sandbox.world.settings.servicem8.webhookRetryMs = [1, 1]

  await subscribe()
  status = 503
  completeJob(
    sandbox.world,
    account,
    addJob(sandbox.world, account, {}, [{ name: 'Arbeid', displayed_amount: '100' }]),
  )
  await sandbox.webhooks.idle()
  expect(sandbox.world.ledger.webhooks.map((delivery) => delivery.attempt)).toEqual([1, 2, 3])
  expect(account.subscriptions).toMatchObject([{ active: 0, last_failure_reason: 'HTTP 503' }])

  await subscribe()
  expect(account.subscriptions).toMatchObject([{ active: 1, last_failure_reason: null }])
  status = 410
  completeJob(sandbox.world, account, addJob(sandbox.world, account, {}, []))
  await sandbox.webhooks.idle()
  expect(account.subscriptions).toEqual([])
  close()
})

test('however many jobs are completed at the same time, fifty senders deliver, and every job gets its webhook', async () => {
  const held: ServerResponse[] = []
  const fifty = Promise.withResolvers<null>()
  const { account, call, subscribe, close } = await callback((ring) => {
    if (held.push(ring) === 50) fifty.resolve(null)
  })
  await subscribe()
  for (let job = 0; job < 120; job += 1)
    completeJob(sandbox.world, account, addJob(sandbox.world, account, {}, []))
  await fifty.promise
  // With more than fifty senders, more webhooks would have arrived during these round trips.
  for (let round = 0; round < 3; round += 1) await call('GET', '/api_1.0/vendor.json')
  expect(held).toHaveLength(50)
  const idle = sandbox.webhooks.idle()
  const answering = setInterval(() => held.splice(0).forEach((ring) => ring.end()), 1)
  await idle
  clearInterval(answering)
  expect(sandbox.world.ledger.webhooks.map(({ status }) => status)).toEqual(
    Array.from({ length: 120 }, () => 200),
  )
  close()
})

test('a job that is completed and approved carries the timestamps and the total that the lines add up to', () => {
  const { world } = sandbox
  const account = findAccount(world)
  if (!account) throw new Error('no account')
  const uuid = addJob(world, account, { job_description: 'Test' }, [
    { name: 'Arbeid', quantity: '2', displayed_amount: '100' },
  ])
  completeJob(world, account, uuid)
  approveJob(world, account, uuid)
  expect(account.tables.job[uuid]).toMatchObject({
    status: 'Completed',
    total_invoice_amount: '250.0000',
    ready_to_invoice: '1',
    payment_processed: 1,
    completion_date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  })
})

test('mail to anyone lands in the mailbox', async () => {
  const mailer = createTransport(sandbox.env['SMTP_URL'] ?? '')
  await mailer.sendMail({
    from: 'a@example.no',
    to: 'kari@example.no',
    subject: 'Hei på deg',
    text: 'Tekst',
    html: '<p>Tekst</p>',
  })
  const mails = await (await fetch(`${sandbox.webUrl}/api/mails?to=kari@example.no`)).json()
  expect(mails).toMatchObject([{ subject: 'Hei på deg', from: 'a@example.no' }])
})

test('another process drives it over the control API', async () => {
  const post = async (path: string, body: unknown): Promise<Record<string, unknown>> =>
    (await (
      await fetch(`${sandbox.webUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json()) as Record<string, unknown>
  const tenant = await post('/api/tenants', { name: 'Østby Elektro AS' })
  expect(tenant).toMatchObject({ email: 'ostby-elektro-as@example.no', slug: 'ostby-elektro-as' })
  const { uuid } = await post('/api/jobs', {
    account: tenant['accountUuid'],
    job: {},
    lines: [{ name: 'A', displayed_amount: '10' }],
  })
  await post(`/api/jobs/${String(uuid)}/complete`, {})
  expect(await (await fetch(`${sandbox.webUrl}/api/jobs/${String(uuid)}`)).json()).toMatchObject({
    status: 'Completed',
  })
  await post('/api/faults', { kind: 'status', vendor: 'brreg', status: 503 })
  expect((await fetch(`${sandbox.env['BRREG_API_URL']}/enheter/959910073`)).status).toBe(503)
  expect(await (await fetch(`${sandbox.webUrl}/api/ledger/summary`)).json()).toMatchObject({
    total: 1,
  })
})

test('what happened is still there after a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const first = await startSandbox({ dataDir })
  const call = await fikenCalls(first)
  await call('POST', '/companies/fjordvik-ror-as/contacts', { name: 'Husket AS', customer: true })
  await first.close()
  const second = await startSandbox({ dataDir })
  const contacts = second.world.state.fiken.companies['fjordvik-ror-as']?.contacts.map(
    (contact) => contact.name,
  )
  expect(contacts).toContain('Husket AS')
  expect(Object.values(second.world.state.fiken.oauth.grants)[0]?.subject).toBe(PLUMBER_EMAIL)
  await second.close()
  rmSync(dataDir, { recursive: true })
})
