import { expect, test } from 'vitest'
import { handClock, json, vendorStub } from '#test/support/vendors/vendor-stub'
import { isExternalError } from '../http/external-error.ts'
import { createServiceM8 } from './client.ts'

function clientOf(stub: { url: string }) {
  const clock = handClock()
  const client = createServiceM8({
    apiUrl: stub.url,
    token: async () => 'token',
    clock,
    limiter: (run) => run(),
    userAgent: 'test',
  })
  return { client, clock }
}

const line = (uuid: string, job = 'job-1', sort = '1') => ({
  uuid,
  active: 1,
  edit_date: '2026-03-02 09:15:00',
  job_uuid: job,
  material_uuid: '',
  name: uuid,
  quantity: '1.0000',
  displayed_amount: '10.0000',
  displayed_amount_is_tax_inclusive: '0',
  tax_rate_uuid: '',
  sort_order: sort,
})
const job = (uuid: string, more: object = {}) => ({
  uuid,
  active: 1,
  edit_date: '2026-03-02 09:15:00',
  status: 'Completed',
  completion_date: '2026-03-02 09:00:00',
  total_invoice_amount: '100.0000',
  ...more,
})

test("a job's lines come from all pages, each once, in order, and never another job's", async () => {
  await using stub = await vendorStub((request, response) =>
    request.query.get('cursor') === '-1'
      ? json(response, [line('b', 'job-1', '2'), line('stranger', 'job-2')], 200, {
          'x-next-cursor': 'next',
        })
      : json(response, [line('a', 'JOB-1', '1'), line('b', 'job-1', '2')]),
  )
  const lines = await clientOf(stub).client.jobs.linesOf('job-1')
  expect(lines.map((one) => one.uuid)).toEqual(['a', 'b'])
  expect(
    stub.seen.map((request) => [
      request.path,
      request.query.get('$filter'),
      request.query.get('cursor'),
    ]),
  ).toEqual([
    ['/api_1.0/jobmaterial.json', "job_uuid eq 'job-1'", '-1'],
    ['/api_1.0/jobmaterial.json', "job_uuid eq 'job-1'", 'next'],
  ])
})

test('a line without a price stops the job instead of being left out', async () => {
  await using stub = await vendorStub((_request, response) =>
    json(response, [line('a'), { ...line('b'), displayed_amount: null }]),
  )
  await expect(clientOf(stub).client.jobs.linesOf('job-1')).rejects.toMatchObject({
    kind: 'bad_answer',
    details: 'jobmaterial.displayed_amount is missing: null (uuid b)',
  })
})

test('a sweep asks for what was edited since, with an hour of overlap, and one malformed job does not hide the others', async () => {
  await using stub = await vendorStub((_request, response) =>
    json(response, [job('a'), job('b', { completion_date: '??' }), job('c', { active: 0 })]),
  )
  const pages = []
  for await (const page of clientOf(stub).client.jobs.list({
    editedAfter: '2026-10-25 02:30:00',
    status: 'Completed',
  }))
    pages.push(page)
  expect(pages).toHaveLength(1)
  expect(pages[0]?.rows.map((one) => [one.uuid, one.active])).toEqual([
    ['a', true],
    ['c', false],
  ])
  expect(pages[0]?.unreadable).toMatchObject([
    { kind: 'bad_answer', details: 'job.completion_date is no date: "??" (uuid b)' },
  ])
  expect(stub.seen[0]?.query.get('$filter')).toBe(
    "edit_date gt '2026-10-25 01:29:00' and status eq 'Completed'",
  )
})

test('a record is fetched by its uuid, and a different one in the answer is refused', async () => {
  await using stub = await vendorStub((request, response) =>
    json(response, job(request.path.includes('job-9') ? 'job-8' : 'job-1')),
  )
  const { client } = clientOf(stub)
  expect((await client.jobs.get('job-1')).uuid).toBe('job-1')
  expect(stub.seen[0]?.path).toBe('/api_1.0/job/job-1.json')
  await expect(client.jobs.get('job-9')).rejects.toMatchObject({ kind: 'bad_answer' })
})

test('a quote in a filter value is refused before anything is sent', async () => {
  await using stub = await vendorStub((_request, response) => json(response, []))
  await expect(clientOf(stub).client.jobs.linesOf("x' or job_uuid gt '")).rejects.toMatchObject({
    kind: 'invalid',
  })
  expect(stub.seen).toHaveLength(0)
})

test.each([
  ['Number of allowed API requests per minute exceeded', 60_000],
  ['Number of allowed API requests per day exceeded', 3_600_000],
  ['{"errorCode":429,"message":"Number of allowed API requests Per Day exceeded"}', 3_600_000],
])('a 429 that says %j means a wait of %i ms', async (text, retryAfterMs) => {
  await using stub = await vendorStub((_request, response) => response.writeHead(429).end(text))
  const { client, clock } = clientOf(stub)
  await expect(client.taxRates.list()).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs })
  expect(clock.slept).toEqual([])
})

test('a 200 that carries an error code is an error', async () => {
  await using stub = await vendorStub((_request, response) =>
    json(response, { errorCode: '400', message: 'name is required' }),
  )
  await expect(
    clientOf(stub).client.materials.create({ uuid: 'm-1', name: '' }),
  ).rejects.toMatchObject({
    kind: 'invalid',
    details: 'name is required',
  })
})

test('the account is the one row of vendor.json', async () => {
  await using stub = await vendorStub((_request, response, count) =>
    json(
      response,
      [{ uuid: 'acc', name: 'Elektro', timezone_name: 'Europe/Oslo', currency: 'NOK' }].concat(
        count > 1 ? ([{}] as never) : [],
      ),
    ),
  )
  const { client } = clientOf(stub)
  expect(await client.account()).toEqual({
    uuid: 'acc',
    name: 'Elektro',
    timeZone: 'Europe/Oslo',
    currency: 'NOK',
    organizationNumber: '',
  })
  await expect(client.account()).rejects.toMatchObject({ kind: 'bad_answer' })
})

const material = {
  uuid: 'm-1',
  active: 1,
  edit_date: '',
  item_number: 'K',
  name: 'Kabel',
  price: 10,
  item_is_inventoried: '1',
  quantity_in_stock: 3,
}

test('changing a price also sends the required name, and nothing that was not asked for', async () => {
  await using stub = await vendorStub((request, response) =>
    json(response, request.method === 'GET' ? material : { errorCode: 0, message: 'OK' }),
  )
  await clientOf(stub).client.materials.update('m-1', {
    price: '12.5000',
    isInventoried: undefined,
  })
  expect(stub.seen.map((request) => [request.method, request.path])).toEqual([
    ['GET', '/api_1.0/material/m-1.json'],
    ['POST', '/api_1.0/material/m-1.json'],
  ])
  expect(JSON.parse(stub.seen[1]?.body ?? '')).toEqual({ name: 'Kabel', price: '12.5000' })
})

test('a new product carries our uuid and returns the one it got', async () => {
  await using stub = await vendorStub((_request, response) =>
    json(response, { errorCode: 0, message: 'OK' }, 200, { 'x-record-uuid': 'm-2' }),
  )
  const uuid = await clientOf(stub).client.materials.create({
    uuid: 'm-2',
    name: 'Kabel',
    itemNumber: 'K-16',
    price: '10',
    priceIncludesTax: false,
    isInventoried: true,
    quantityInStock: '2.5',
  })
  expect(uuid).toBe('m-2')
  expect(JSON.parse(stub.seen[0]?.body ?? '')).toEqual({
    uuid: 'm-2',
    name: 'Kabel',
    item_number: 'K-16',
    price: '10',
    price_includes_taxes: 0,
    item_is_inventoried: 1,
    quantity_in_stock: 2.5,
  })
})

test('a new product whose answer is lost is not created twice', async () => {
  await using stub = await vendorStub((_request, response) => response.destroy())
  await expect(
    clientOf(stub).client.materials.create({ uuid: 'm-2', name: 'Kabel' }),
  ).rejects.toMatchObject({
    kind: 'unknown_outcome',
  })
  expect(stub.seen).toHaveLength(1)
})

test('what is already gone can be removed', async () => {
  await using stub = await vendorStub((_request, response) =>
    json(response, { errorCode: 404, message: 'Not found' }, 404),
  )
  const { client } = clientOf(stub)
  await client.materials.remove('m-1')
  await client.webhooks.remove('s-1')
  expect(stub.seen.map((request) => [request.method, request.path])).toEqual([
    ['DELETE', '/api_1.0/material/m-1.json'],
    ['DELETE', '/webhook_subscriptions/s-1'],
  ])
  expect(
    await client.jobs.get('x').catch((error: unknown) => isExternalError(error, 'not_found')),
  ).toBe(true)
})

test('webhooks are subscribed to on the host itself, with a form', async () => {
  await using stub = await vendorStub((request, response) =>
    json(
      response,
      request.method === 'GET'
        ? [{ uuid: 's-1', type: 'event', event: 'job.completed', callback_url: 'x', active: 1 }]
        : { errorCode: 0 },
    ),
  )
  const { client } = clientOf(stub)
  await client.webhooks.subscribeObject({
    object: 'job',
    fields: ['status', 'active'],
    callbackUrl: 'https://app.example/hook',
    uniqueId: 'tenant-1',
  })
  await client.webhooks.subscribeEvent({
    event: 'job.completed',
    callbackUrl: 'https://app.example/hook',
  })
  expect(await client.webhooks.list()).toMatchObject([
    { uuid: 's-1', subject: 'job.completed', active: true },
  ])
  expect(
    stub.seen.map((request) => [
      request.path,
      request.headers['content-type'],
      Object.fromEntries(new URLSearchParams(request.body)),
    ]),
  ).toEqual([
    [
      '/webhook_subscriptions/object',
      'application/x-www-form-urlencoded;charset=UTF-8',
      {
        object: 'job',
        fields: 'status,active',
        callback_url: 'https://app.example/hook',
        unique_id: 'tenant-1',
      },
    ],
    [
      '/webhook_subscriptions/event',
      'application/x-www-form-urlencoded;charset=UTF-8',
      { event: 'job.completed', callback_url: 'https://app.example/hook' },
    ],
    ['/webhook_subscriptions', undefined, {}],
  ])
  expect(stub.seen[2]?.query.get('status')).toBe('all')
})
