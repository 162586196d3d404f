import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { seededRandom } from '#sandbox/world/random'
import { readTokenStatus, testFiken } from '#shared/contracts/connections'
import { swept } from '../support/people/swept.ts'
import { startTimedWorld } from '../support/people/person.ts'
import { report } from '../support/report.ts'
import { readyCustomer, transfersOf, type Customer } from '../support/people/tenants.ts'
import { vendorProxy, type VendorProxy } from '../support/vendors/vendor-proxy.ts'
import { until } from '../support/wait.ts'
import { completePlainJobs } from './support/plain-jobs.ts'

const SEED = Number(process.env['FAULT_SEED'] ?? 20_261_121)
const DAY_MS = 86_400_000

let tokens: VendorProxy

report(`FAULT_SEED=${SEED}`)
const world = await startTimedWorld({
  before: async (sandbox) => {
    tokens = await vendorProxy(sandbox.fikenUrl)
    return { FIKEN_TOKEN_URL: `${tokens.url}/oauth/token` }
  },
})
beforeEach(() => {
  world.vendors.settings.servicem8.webhooks = 'normal'
  world.vendors.ledger.reset()
})

function completeJobs({ tenant }: Customer, count: number): string[] {
  return completePlainJobs(world.vendors, tenant, count)
}

async function expectOneDraftEach(customer: Customer, jobs: readonly string[]): Promise<void> {
  const rows = await until('every job to be completed', async () => {
    const all = await transfersOf(customer)
    return all.length >= jobs.length && all.every(({ status }) => status === 'completed') && all
  })
  expect(rows.map((row) => row.servicem8JobId).sort()).toEqual([...jobs].sort())
  const { ledger } = world.vendors
  const drafts = ledger.draftsCreated.filter(({ slug }) => slug === customer.tenant.company.slug)
  expect(drafts.map(({ uuid }) => uuid).sort()).toEqual(
    rows.map(({ fikenDraftUuid }) => fikenDraftUuid).sort(),
  )
  expect(ledger.overlaps).toBe(0)
}

test('every ping of a day is lost: the sweep automatically finds every job within sixteen minutes', async () => {
  const customers = await Promise.all(
    ['Stum', 'Taus'].map((name) => readyCustomer(world, `${name} AS`)),
  )
  for (const { visitor } of customers) await swept(world, visitor)
  world.vendors.settings.servicem8.webhooks = 'drop'
  const jobs = customers.map((customer) => completeJobs(customer, 20))
  world.advance(16 * 60_000)
  for (const [index, customer] of customers.entries())
    await expectOneDraftEach(customer, jobs[index] ?? [])
  expect(world.vendors.ledger.webhooks).toEqual([])
})

/** Calls `send` at half the rate at which the database accepts rows in ten parallel loops. */
async function atHalfTheRateOfRows(count: number, send: (index: number) => void): Promise<void> {
  const { db } = world.product.platform
  await db.execute(sql`create table bare_rows (id bigserial primary key, body jsonb)`)
  const body = JSON.stringify({ object: 'job', uuid: 'one as long as that of a ping' })
  let rows = 0
  let sent = 0
  const write = async () => {
    while (sent < count) {
      await db.execute(sql`insert into bare_rows (body) values (${body}::jsonb)`)
      rows += 1
      if (rows % 2 === 0 && sent < count) send(sent++)
    }
  }
  await Promise.all(Array.from({ length: 10 }, write))
  await db.execute(sql`drop table bare_rows`)
}

test(`a storm of pings, nine of ten repeated and none in order, at half the rate at which rows can be written: all are accepted, one draft per job (FAULT_SEED=${SEED})`, async () => {
  const customer = await readyCustomer(world, 'Storm AS')
  const { account } = customer.tenant
  world.vendors.settings.servicem8.webhooks = 'drop'
  const jobs = completeJobs(customer, 40)
  const address = account.subscriptions.find(({ active }) => active === 1)?.callback_url ?? ''
  const random = seededRandom(SEED)
  const pings = Array.from({ length: 10 }, () => jobs)
    .flat()
    .map((uuid) => ({ uuid, place: random() }))
    .sort((one, other) => one.place - other.place)

  const statuses: Promise<number>[] = []
  await atHalfTheRateOfRows(pings.length, (index) => {
    statuses.push(ping(address, pings[index]?.uuid ?? ''))
  })
  const answered = await Promise.all(statuses)
  expect(answered).toHaveLength(pings.length)
  expect(answered.filter((status) => status !== 200)).toEqual([])
  await expectOneDraftEach(customer, jobs)
})

async function ping(address: string, uuid: string): Promise<number> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      object: 'job',
      entry: [{ uuid, changed_fields: ['status'], time: '2026-11-21T12:00:00Z' }],
    }),
  })
  await response.arrayBuffer()
  return response.status
}

test('a provider that renews the access token but sends no new refresh token: the old one stays in use, day after day', async () => {
  const customer = await readyCustomer(world, 'Uten ny AS')
  const { company } = customer.tenant
  const { grants } = world.vendors.state.fiken.oauth
  const leftOut = tokens.tamper('POST', /^\/oauth\/token$/, (answer) => {
    const { refresh_token: fresh, ...rest } = JSON.parse(answer.body) as Record<string, unknown>
    for (const grant of Object.values(grants))
      if (grant.refreshToken === fresh) grant.refreshToken = grant.previousRefreshToken
    return { ...answer, body: JSON.stringify(rest) }
  })
  try {
    for (let day = 1; day <= 3; day += 1) {
      world.advance(DAY_MS + 60_000)
      const test = await customer.visitor.call(testFiken, { body: { companySlug: company.slug } })
      expect(test.connected).toBe(true)
      expect(leftOut.hits()).toBeGreaterThanOrEqual(day)
      expect(await customer.visitor.call(readTokenStatus)).toMatchObject({
        needsReauth: false,
        fikenStatus: 'connected',
      })
    }
  } finally {
    leftOut.stop()
  }
})
