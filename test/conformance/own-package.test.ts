import { ServiceM8 } from 'servicem8'
import { HTTPClient } from 'servicem8/lib/http.js'
import { ResponseValidationError } from 'servicem8/models/errors/responsevalidationerror.js'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startSandbox } from '#sandbox/start'
import { findAccount } from '#sandbox/world/world'
import { PLUMBER } from '#sandbox/seed/plumber'
import { all, signedIn } from './clients.ts'

/** Tests the sandbox with ServiceM8's own npm package, to prove that other clients work with it. */

const sandbox = await startSandbox()
const clients = await signedIn(sandbox)
afterAll(() => sandbox.close())
afterEach(() => {
  const { servicem8 } = sandbox.world.settings
  Object.assign(servicem8, { wire: 'caller', pageSize: 1000, perMinute: 100_000, perDay: 100_000 })
})

/** Returns ServiceM8's own client, with a retry period shorter than the default of one hour. */
function ownPackage(oauth2 = clients.servicem8Token, httpClient?: HTTPClient): ServiceM8 {
  return new ServiceM8({
    serverURL: `${sandbox.servicem8Url}/api_1.0`,
    security: { oauth2 },
    retryConfig: { strategy: 'none' },
    httpClient,
  })
}

function tables() {
  const account = findAccount(sandbox.world, PLUMBER)
  if (!account) throw new Error('no account')
  return account.tables
}

const uuids = (rows: { uuid?: string }[]) => rows.map((row) => row.uuid).sort()

test('it lists and reads jobs, lines, products and clients', async () => {
  const sdk = ownPackage()
  const jobs = await sdk.jobs.listJobs()
  expect(uuids(jobs)).toEqual(Object.keys(tables().job).sort())
  const [first] = jobs
  expect(await sdk.jobs.getJobs({ uuid: first?.uuid ?? '' })).toEqual(first)
  const materials = await sdk.materials.listMaterials()
  expect(uuids(materials)).toEqual(Object.keys(tables().material).sort())
  expect(await sdk.materials.getMaterials({ uuid: materials[0]?.uuid ?? '' })).toEqual(materials[0])
  const companies = await sdk.clients.listClients()
  expect(uuids(companies)).toEqual(Object.keys(tables().company).sort())
  expect(await sdk.clients.getClients({ uuid: companies[0]?.uuid ?? '' })).toEqual(companies[0])
  expect(uuids(await sdk.jobMaterials.listJobMaterials())).toEqual(
    Object.keys(tables().jobmaterial).sort(),
  )
  expect((await sdk.taxRates.listTaxRates()).length).toBeGreaterThan(0)
  expect((await sdk.vendors.listVendors()).map((account) => account.name)).toEqual([PLUMBER])
})

test.each(['job', 'material', 'company'] as const)(
  'it pages through every %s, each exactly once',
  async (object) => {
    sandbox.world.settings.servicem8.pageSize = 7
    // The package supports neither cursor nor filter, so they are added through its request hooks.
    const http = new HTTPClient()
    let cursor = '-1'
    const after: { cursor: string | null } = { cursor: null }
    http.addHook(
      'beforeRequest',
      (request) => new Request(`${request.url}?${new URLSearchParams({ cursor })}`, request),
    )
    http.addHook('response', (response) => {
      after.cursor = response.headers.get('x-next-cursor')
    })
    const sdk = ownPackage(clients.servicem8Token, http)
    const list = {
      job: () => sdk.jobs.listJobs(),
      material: () => sdk.materials.listMaterials(),
      company: () => sdk.clients.listClients(),
    }[object]
    const seen: { uuid?: string }[] = []
    let pages = 0
    do {
      const rows = await list()
      expect(rows.length).toBeLessThanOrEqual(7)
      seen.push(...rows)
      pages += 1
      cursor = after.cursor ?? ''
    } while (cursor !== '')
    expect(pages).toBeGreaterThan(2)
    expect(uuids(seen)).toEqual(Object.keys(tables()[object]).sort())
  },
)

test('it reads the same job as our own client', async () => {
  const [ours] = await all(clients.servicem8.jobs.list({ status: 'Completed' }))
  const theirs = await ownPackage().jobs.getJobs({ uuid: ours?.uuid ?? '' })
  expect(theirs).toMatchObject({
    status: ours?.status,
    companyUuid: ours?.companyUuid,
    generatedJobId: ours?.number,
    totalInvoiceAmount: ours?.totalInvoiceAmount,
  })
})

test('our own client reads rows as published and rows as live accounts send them alike; the package refuses the latter', async () => {
  const rows = async () => {
    const { jobs, materials, clients: companies, taxRates, payments } = clients.servicem8
    return [
      await all(jobs.list()),
      (await all(materials.list())).map((row) => ({
        ...row,
        price: Number(row.price),
        cost: Number(row.cost),
      })),
      await all(companies.list()),
      await taxRates.list(),
      await all(payments.list()),
    ]
  }
  sandbox.world.settings.servicem8.wire = 'published'
  const published = await rows()
  sandbox.world.settings.servicem8.wire = 'live'
  expect(await rows()).toEqual(published)
  await expect(ownPackage().jobs.listJobs()).rejects.toBeInstanceOf(ResponseValidationError)
})

test('it is refused where the real API refuses', async () => {
  const sdk = ownPackage()
  await expect(ownPackage('no such token').jobs.listJobs()).rejects.toMatchObject({
    statusCode: 401,
  })
  await expect(ownPackage('').jobs.listJobs()).rejects.toMatchObject({ statusCode: 401 })
  await expect(sdk.jobs.getJobs({ uuid: crypto.randomUUID() })).rejects.toMatchObject({
    statusCode: 404,
  })
  await expect(sdk.materials.createMaterials({ name: '' })).rejects.toMatchObject({
    statusCode: 400,
  })
  const withoutJobs = await signedIn(sandbox, 'vendor read_inventory')
  await expect(ownPackage(withoutJobs.servicem8Token).jobs.listJobs()).rejects.toMatchObject({
    statusCode: 403,
    body: expect.stringContaining('read_jobs'),
  })
  await expect(
    ownPackage(withoutJobs.servicem8Token).materials.createMaterials({ name: 'Kran' }),
  ).rejects.toMatchObject({ statusCode: 403 })
  const account = findAccount(sandbox.world, PLUMBER)
  if (account) account.inGoodStanding = false
  await expect(sdk.jobs.listJobs()).rejects.toMatchObject({ statusCode: 402 })
  if (account) account.inGoodStanding = true
  sandbox.world.settings.servicem8.perMinute = 1
  await expect(sdk.jobs.listJobs()).rejects.toMatchObject({
    statusCode: 429,
    body: expect.stringContaining('per minute'),
  })
  sandbox.world.settings.servicem8.perMinute = 100_000
  sandbox.world.settings.servicem8.perDay = 1
  await expect(sdk.jobs.listJobs()).rejects.toMatchObject({
    statusCode: 429,
    body: expect.stringContaining('per day'),
  })
})
