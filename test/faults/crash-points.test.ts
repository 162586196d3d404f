import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRecord } from '#sandbox/servicem8/records'
import { addJob, completeJob } from '#sandbox/servicem8/workshop'
import { seededUuid } from '#sandbox/seed/put'
import type { Tenant } from '#sandbox/seed/tenants'
import { startProcessWorld, type ProcessWorld } from '../support/process.ts'
import { readyCustomer, transfersOf, type Customer } from '../support/tenants.ts'
import { tell } from '../support/tell.ts'
import { vendorProxy, type VendorProxy } from '../support/vendor-proxy.ts'
import { until } from '../support/wait.ts'

/** A call of the road, and whether the product dies before the vendor has done what it asks (the call hangs) or after (its answer does). */
interface Point {
  what: string
  vendor: 'servicem8' | 'fiken'
  method: string
  path: string
  done?: true
}

const POINTS: Point[] = [
  { what: 'the job is read', vendor: 'servicem8', method: 'GET', path: '/api_1.0/job/[^/]+$' },
  { what: 'its lines are read', vendor: 'servicem8', method: 'GET', path: '/api_1.0/jobmaterial.json$' },
  { what: 'its contacts are read', vendor: 'servicem8', method: 'GET', path: '/api_1.0/jobcontact.json$' },
  { what: 'its client is read', vendor: 'servicem8', method: 'GET', path: '/api_1.0/company/[^/]+$' },
  { what: "the client's contacts are read", vendor: 'servicem8', method: 'GET', path: '/api_1.0/companycontact.json$' },
  { what: 'the contact is looked for', vendor: 'fiken', method: 'GET', path: '/contacts$' },
  { what: 'the contact is made', vendor: 'fiken', method: 'POST', path: '/contacts$' },
  { what: 'the contact has been made', vendor: 'fiken', method: 'POST', path: '/contacts$', done: true },
  { what: 'the product has been made', vendor: 'fiken', method: 'POST', path: '/products$', done: true },
  { what: 'the draft is looked for', vendor: 'fiken', method: 'GET', path: '/invoices/drafts$' },
  { what: 'its invoice is looked for', vendor: 'fiken', method: 'GET', path: '/invoices$' },
  { what: 'the draft is made', vendor: 'fiken', method: 'POST', path: '/invoices/drafts$' },
  { what: 'the draft has been made', vendor: 'fiken', method: 'POST', path: '/invoices/drafts$', done: true },
  { what: 'the draft is read back', vendor: 'fiken', method: 'GET', path: '/invoices/drafts/[0-9]+$' },
]

let world: ProcessWorld
let proxy: VendorProxy
let customers: Customer[]

beforeAll(async () => {
  world = await startProcessWorld({
    // Long enough that every customer hangs at the same moment, shorter than the lease.
    overrides: {
      gate: { spacingMs: 1, bucketPerSecond: 1_000, bucketBurst: 1_000, leaseMs: 21_000 },
      vendorTimeoutMs: 20_000,
      ladderScale: 0.005,
      tickMs: 500,
    },
    before: async (sandbox) => {
      proxy = await vendorProxy(sandbox.fikenUrl)
      return { FIKEN_API_URL: `${proxy.url}/api/v2` }
    },
  })
  customers = await Promise.all(
    POINTS.map((_, index) =>
      readyCustomer(world, `Krasj ${index + 1} AS`, { prepare: addItem, configuration: { autoCreateProducts: true } }),
    ),
  )
}, 180_000)
afterAll(async () => {
  await world.stop()
  await proxy[Symbol.asyncDispose]()
})

/** An item that Fiken does not have. */
function addItem({ account }: Tenant): void {
  createRecord(world.sandbox.world, account, 'material', {
    uuid: seededUuid(account.vendor.name, 'material', 'NY-1'),
    item_number: 'NY-1',
    name: 'Ny vare',
    price: '100.0000',
    tax_rate_uuid: seededUuid(account.vendor.name, 'taxrate', '25'),
  })
}

/** A client that neither Fiken nor our copy of the clients has, so that every call of the road is made. */
function completeJobOfStranger({ account }: Tenant): string {
  const { world: sandbox } = world.sandbox
  const address = 'Fjellveien 3\n5700 Voss'
  const client = createRecord(sandbox, account, 'company', {
    name: 'Fjellheim Sameie',
    address,
    billing_address: address,
    address_street: 'Fjellveien 3',
    address_postcode: '5700',
    address_city: 'Voss',
  })
  const uuid = addJob(
    sandbox,
    account,
    { company_uuid: client, job_description: 'Bytte av sluk', job_address: address, billing_address: address },
    [
      {
        name: 'Ny vare',
        quantity: '3',
        displayed_amount: '100.0000',
        material_uuid: seededUuid(account.vendor.name, 'material', 'NY-1'),
      },
    ],
  )
  completeJob(sandbox, account, uuid)
  return uuid
}

test('a product that is killed at any call of the road makes one draft of the job when it is back, by itself', async () => {
  const { faults, ledger } = world.sandbox.world
  const hanging = POINTS.map(({ vendor, method, path, done }, index) => {
    const { user, account, company } = customerAt(index).tenant
    if (done) return proxy.tamper(method, new RegExp(`/${company.slug}${path}`), 'hold', 1).hits
    const rule = faults.add({ kind: 'hang', vendor, method, path, who: vendor === 'fiken' ? user.email : account.uuid, count: 1 })
    return () => rule.hits
  })
  const jobs = customers.map(({ tenant }) => completeJobOfStranger(tenant))
  await until('every customer to hang', () => hanging.every((hits) => hits() > 0), 60_000).catch((error: unknown) => {
    tell(
      'not reached:',
      POINTS.filter((_, index) => hanging[index]?.() === 0).map(({ what }) => what),
    )
    throw error
  })
  expect(completed(await Promise.all(customers.map(transfersOf)))).toBe(0)

  await world.kill()
  faults.clear()
  proxy.clear()
  await world.start()

  const rows = await until(
    'every transfer to be completed',
    async () => {
      const all = await Promise.all(customers.map(transfersOf))
      return completed(all) === POINTS.length && all
    },
    90_000,
  ).catch(async (error: unknown) => {
    const rows = await Promise.all(customers.map(transfersOf))
    const late = POINTS.map(
      ({ what }, index) => [what, rows[index]?.map((row) => [row.status, row.stage, row.errorCode])] as const,
    )
    tell(
      'not completed:',
      late.filter((_, index) => completed([rows[index] ?? []]) === 0),
    )
    throw error
  })
  for (const [index, { what }] of POINTS.entries()) {
    const { company } = customerAt(index).tenant
    expect(
      rows[index]?.map((row) => row.servicem8JobId),
      what,
    ).toEqual([jobs[index]])
    expect(
      company.drafts.map(({ uuid, gross }) => [uuid, gross]),
      what,
    ).toEqual([[rows[index]?.[0]?.fikenDraftUuid, 37_500]])
    expect(
      ledger.draftsCreated.filter(({ slug }) => slug === company.slug),
      what,
    ).toHaveLength(1)
    expect(
      company.contacts.filter(({ name }) => name === 'Fjellheim Sameie'),
      what,
    ).toHaveLength(1)
    expect(
      company.products.filter(({ productNumber }) => productNumber === 'NY-1'),
      what,
    ).toHaveLength(1)
  }
  expect(ledger.overlaps).toBe(0)
})

function customerAt(index: number): Customer {
  const customer = customers[index]
  if (!customer) throw new Error(`no customer ${index}`)
  return customer
}

const completed = (all: readonly (readonly { status: string }[])[]) =>
  all.flat().filter(({ status }) => status === 'completed').length
