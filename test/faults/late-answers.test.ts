import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '#sandbox/world/state'
import { completeJob } from '#sandbox/servicem8/workshop'
import { readyCustomer, transfersOf, type Customer } from '../support/tenants.ts'
import { vendorProxy, type VendorProxy } from '../support/vendor-proxy.ts'
import { until } from '../support/wait.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

/** Longer than the product waits, shorter than the lease. */
const SLOW_MS = 900

let world: TestWorld
let fiken: VendorProxy

beforeAll(async () => {
  world = await startWorld({
    before: async (sandbox) => {
      fiken = await vendorProxy(sandbox.fikenUrl)
      return { FIKEN_API_URL: `${fiken.url}/api/v2` }
    },
    overrides: {
      gate: { spacingMs: 1, bucketPerSecond: 1_000, bucketBurst: 1_000, leaseMs: 1_500 },
      vendorTimeoutMs: 400,
      ladderScale: 0.005,
    },
  })
})
afterAll(async () => {
  await world.stop()
  await fiken[Symbol.asyncDispose]()
})

function completeWorkOrder({ tenant: { account } }: Customer): void {
  const job = Object.values(rowsOf(account, 'job')).find((row) => row['status'] === 'Work Order')
  completeJob(world.sandbox.world, account, job?.uuid ?? '')
}

const completed = (customer: Customer) =>
  until('the transfer to be completed', async () => (await transfersOf(customer)).find(({ status }) => status === 'completed'))

test.each([
  ['the draft is made', 'POST', '/invoices/drafts$'],
  ['the draft is looked for', 'GET', '/invoices/drafts$'],
  ['the draft is read back', 'GET', '/invoices/drafts/[0-9]+$'],
  ['a token is renewed', 'POST', '/oauth/token$'],
])(
  'a Fiken that goes on with what nobody waits for any more (%s) never gets a second request meanwhile',
  async (what, method, path) => {
    const { faults, ledger, state } = world.sandbox.world
    const customer = await readyCustomer(world, `Treg ${what}`)
    const { user, company } = customer.tenant
    // Rotated without an answer, the old refresh token must still do.
    world.sandbox.world.settings.fiken.refreshGraceSeconds = 60
    if (path === '/oauth/token$') for (const row of Object.values(state.fiken.oauth.access)) row.expiresAt = 0
    const slow = faults.add({ kind: 'slow', ms: SLOW_MS, vendor: 'fiken', method, path, who: user.email, count: 1 })
    completeWorkOrder(customer)
    const row = await completed(customer)
    expect(slow.hits).toBe(1)
    expect(ledger.overlaps).toBe(0)
    expect(company.drafts.map(({ uuid }) => uuid)).toEqual([row.fikenDraftUuid])
  },
)

test.each([
  ['a contact', /\/contacts$/, (query: URLSearchParams) => query.has('name')],
  ['a draft', /\/invoices$/, () => true],
])('a run whose job another process has taken over meanwhile makes no more of it (%s)', async (what, path, when) => {
  const customer = await readyCustomer(world, `Overtatt ${what}`)
  const { company, account, user } = customer.tenant
  const { ledger } = world.sandbox.world
  // Whom Fiken does not know must be made there.
  company.contacts = []
  const { db } = world.product.platform
  const others = sql`from users u where u.id = transfers.user_id and transfers.servicem8_account_id = ${account.uuid}`
  const taken = Promise.withResolvers<unknown>()
  let seen = Infinity
  fiken.tamper('GET', new RegExp(`/${company.slug}${path.source}`), async (answer, { query }) => {
    if (seen < Infinity || !when(query)) return answer
    seen = ledger.total
    await db.execute(sql`update transfers set claim = ${randomUUID()} ${others}`)
    taken.resolve(null)
    return answer
  })
  completeWorkOrder(customer)
  await taken.promise
  const contacts = company.contacts.length
  // Its lane is taken back by the next drain, which looks before it makes anything.
  const row = await completed(customer)
  const later = ledger.entries.filter(({ seq, who, vendor }) => seq > seen && vendor === 'fiken' && who === user.email)
  expect(later[0]?.method).toBe('GET')
  expect(company.drafts.map(({ uuid }) => uuid)).toEqual([row.fikenDraftUuid])
  expect(company.contacts.length - contacts).toBe(what === 'a contact' ? 1 : 0)
})
