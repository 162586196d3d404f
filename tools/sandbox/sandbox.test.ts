import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seededUuid } from './seed/put.ts'
import { PLUMBER, PLUMBER_EMAIL } from './seed/plumber.ts'
import { completeJob } from './servicem8/workshop.ts'
import { startSandbox, type Sandbox } from './start.ts'
import { fikenCalls, fikenTokens, plumbersBooks, servicem8Tokens } from './testing.ts'

let sandbox: Sandbox

beforeEach(async () => {
  sandbox = await startSandbox({ now: () => Date.parse('2026-06-15T10:00:00Z') })
  sandbox.world.settings.fiken.throttlePerSecond = 0
})
afterEach(() => sandbox.close())

const SCOPES =
  'vendor read_jobs manage_jobs create_jobs read_job_materials read_customers read_inventory read_tax_rates'

test('a used refresh token is dead, and the new one works', async () => {
  const first = await servicem8Tokens(sandbox, SCOPES)
  const second = await first.refresh()
  expect(second.status).toBe(200)
  expect((await first.refresh()).status).toBe(400)
  expect(await (await first.refresh()).json()).toMatchObject({ error: 'invalid_grant' })
})

test('a token request in JSON is refused by ServiceM8', async () => {
  const answer = await fetch(`${sandbox.servicem8Url}/oauth/access_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'refresh_token' }),
  })
  expect(answer.status).toBe(400)
})

test('Fiken refuses a token request without state or with credentials in the body', async () => {
  const { withoutState, withBodyCredentials } = await fikenTokens(sandbox)
  expect((await withoutState()).status).toBe(400)
  expect((await withBodyCredentials()).status).toBe(401)
})

test('two Fiken requests at the same time: the second is refused and counted', async () => {
  const call = await fikenCalls(sandbox)
  sandbox.world.settings.latencyMs = 50
  const answers = await Promise.all([call('GET', '/user'), call('GET', '/user')])
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 429])
  expect(sandbox.world.ledger.overlaps).toBe(1)
  expect(sandbox.world.ledger.maxInFlight[PLUMBER_EMAIL]).toBe(2)
})

test('one Fiken request after the other never counts as two at the same time', async () => {
  const call = await fikenCalls(sandbox)
  for (let round = 0; round < 40; round += 1) expect((await call('GET', '/user')).status).toBe(200)
  expect(sandbox.world.ledger.overlaps).toBe(0)
})

test('the same draft uuid twice answers 500 "duplikatfeil" and makes one draft', async () => {
  const call = await fikenCalls(sandbox)
  const customer = plumbersBooks(sandbox.world).contacts[0]
  const draft = {
    type: 'invoice',
    uuid: '0b3e5a52-3f0a-5d0e-9d4a-111111111111',
    customerId: customer?.contactId,
    daysUntilDueDate: 14,
    lines: [
      {
        description: 'Arbeid',
        quantity: 1.5,
        unitPrice: 89_500,
        vatType: 'HIGH',
        incomeAccount: '3020',
      },
    ],
  }
  const made = await call('POST', '/companies/fjordvik-ror-as/invoices/drafts', draft)
  expect(made.status).toBe(201)
  expect(await made.text()).toBe('')
  const again = await call('POST', '/companies/fjordvik-ror-as/invoices/drafts', draft)
  expect(again.status).toBe(500)
  expect(await again.json()).toEqual({ message: 'duplikatfeil' })
  const listed = await (
    await call('GET', `/companies/fjordvik-ror-as/invoices/drafts?uuid=${draft.uuid}`)
  ).json()
  expect(listed).toMatchObject([
    { net: 134_250, gross: 167_813, customers: [{ name: customer?.name }] },
  ])
})

test('a VAT type that the account does not accept is refused with the list of those it does', async () => {
  const call = await fikenCalls(sandbox)
  const customerId = plumbersBooks(sandbox.world).contacts[0]?.contactId
  const answer = await call('POST', '/companies/fjordvik-ror-as/invoices/drafts', {
    type: 'invoice',
    customerId,
    daysUntilDueDate: 14,
    lines: [
      { description: 'Bok', quantity: 1, unitPrice: 100, vatType: 'NONE', incomeAccount: '3100' },
    ],
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({
    message:
      'SALG_INNTEKTER_UTEN_MVABEHANDLING er ikke en gyldig mva kode for kontoen 3100. Mulige mva koder er [SALG_FRITATT_FOR_MVA_AVGIFTSFRITT, SALG_UTFØRSEL_AV_VARER_OG_TJENESTER, SALG_INNENLANDSK_OMSETNING_MED_OMVENDT_AVGIFTPLIKT]',
  })
})

test('a lost answer does the work and cuts the connection', async () => {
  const call = await fikenCalls(sandbox)
  sandbox.world.faults.add({
    vendor: 'fiken',
    kind: 'lost',
    method: 'POST',
    path: '/contacts$',
    count: 1,
  })
  const before = plumbersBooks(sandbox.world).contacts.length
  await expect(
    call('POST', '/companies/fjordvik-ror-as/contacts', { name: 'Tapt AS', customer: true }),
  ).rejects.toThrow()
  expect(plumbersBooks(sandbox.world).contacts.length).toBe(before + 1)
  expect(sandbox.world.ledger.entries.at(-1)).toMatchObject({ fault: 'lost', status: 0 })
})

test('a completed job calls the webhook that answered the challenge', async () => {
  const received: string[] = []
  const callback = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const challenge = /name="challenge"\r\n\r\n(\w+)/.exec(body)?.[1]
      if (!challenge) received.push(body)
      response.writeHead(200, { 'content-type': 'text/plain' }).end(challenge ?? 'ok')
    })
  })
  await new Promise<void>((resolve) => callback.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/hook`
  const { call } = await servicem8Tokens(sandbox, SCOPES)
  const form = new URLSearchParams({
    object: 'job',
    fields: 'status,total_invoice_amount',
    callback_url: url,
  })
  expect((await call('POST', '/webhook_subscriptions/object', form)).status).toBe(200)
  const account = Object.values(sandbox.world.state.servicem8.accounts)[0]
  const uuid = seededUuid(PLUMBER, 'job', 'klar: bereder')
  if (account) completeJob(sandbox.world, account, uuid)
  await sandbox.webhooks.idle()
  callback.close()
  expect(JSON.parse(received[0] ?? '{}')).toMatchObject({
    object: 'job',
    entry: [{ uuid, changed_fields: ['status'] }],
  })
})

test('JSON to the subscription call is answered as if nothing had been sent', async () => {
  const { call } = await servicem8Tokens(sandbox, SCOPES)
  const answer = await call(
    'POST',
    '/webhook_subscriptions/object',
    JSON.stringify({ object: 'job' }),
  )
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    message: 'Please specify an object for subscription',
  })
})

test('a filtered list is paged by cursor until the header is gone', async () => {
  sandbox.world.settings.servicem8.pageSize = 7
  const { call } = await servicem8Tokens(sandbox, SCOPES)
  const filter = encodeURIComponent("status eq 'Completed' and active eq 1")
  const seen: string[] = []
  let cursor: string | null = '-1'
  while (cursor) {
    const answer: Response = await call(
      'GET',
      `/api_1.0/job.json?%24filter=${filter}&cursor=${cursor}`,
    )
    seen.push(...((await answer.json()) as { uuid: string }[]).map((job) => job.uuid))
    cursor = answer.headers.get('x-next-cursor')
  }
  expect(seen.length).toBeGreaterThan(20)
  expect(new Set(seen).size).toBe(seen.length)
})

test('a field that cannot be filtered on is refused, and a missing scope is named', async () => {
  const { call } = await servicem8Tokens(sandbox, SCOPES)
  expect((await call('GET', "/api_1.0/job.json?%24filter=nonsense%20eq%20'1'")).status).toBe(400)
  const refused = await call('GET', '/api_1.0/jobpayment.json')
  expect(refused.status).toBe(403)
  expect(await refused.text()).toContain('read_job_payments')
})

test('a payment is registered only with permission, on an existing job, under the caller’s own uuid and once', async () => {
  const account = Object.values(sandbox.world.state.servicem8.accounts)[0]
  const job = Object.values(account?.tables.job ?? {}).find(
    (one) => one.status === 'Completed' && one.payment_received !== 1,
  )
  const payment = {
    uuid: randomUUID(),
    job_uuid: job?.uuid,
    amount: job?.total_invoice_amount,
    method: 'Fiken',
  }
  const reader = await servicem8Tokens(sandbox, `${SCOPES} read_job_payments`)
  const refused = await reader.call('POST', '/api_1.0/jobpayment.json', JSON.stringify(payment))
  expect([refused.status, await refused.text()]).toEqual([
    403,
    expect.stringContaining('manage_job_payments'),
  ])
  const { call } = await servicem8Tokens(sandbox, `${SCOPES} read_job_payments manage_job_payments`)
  expect(
    (
      await call(
        'POST',
        '/api_1.0/jobpayment.json',
        JSON.stringify({ ...payment, job_uuid: randomUUID() }),
      )
    ).status,
  ).toBe(400)
  expect(
    (await call('POST', '/api_1.0/jobpayment.json', JSON.stringify(payment))).headers.get(
      'x-record-uuid',
    ),
  ).toBe(payment.uuid)
  expect((await call('POST', '/api_1.0/jobpayment.json', JSON.stringify(payment))).status).toBe(409)
  expect(job?.payment_received).toBe(1)
})
