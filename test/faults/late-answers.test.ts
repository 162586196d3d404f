import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  completeWorkOrder,
  readyCustomer,
  transfersOf,
  type Customer,
} from '../support/people/tenants.ts'
import { vendorProxy, type VendorProxy } from '../support/vendors/vendor-proxy.ts'
import { until } from '../support/wait.ts'
import { UNPACED } from '../support/world/limiters.ts'
import { startWorld } from '../support/world/world.ts'

/**
 * Durations in milliseconds. Ordinary responses take far less than WAITS_MS, even on a busy
 * machine; the slow one takes SLOW_MS, which ends before the lease.
 */
const WAITS_MS = 3_000
const SLOW_MS = 4_000
const LEASE_MS = 8_000

let fiken: VendorProxy

const world = await startWorld({
  before: async (sandbox) => {
    fiken = await vendorProxy(sandbox.fikenUrl)
    return { FIKEN_API_URL: `${fiken.url}/api/v2` }
  },
  overrides: {
    limiter: { ...UNPACED, leaseMs: LEASE_MS },
    vendorTimeoutMs: WAITS_MS,
    ladderScale: 0.005,
  },
})

const completed = (customer: Customer) =>
  until('the transfer to be completed', async () =>
    (await transfersOf(customer)).find(({ status }) => status === 'completed'),
  )

test.each([
  ['the draft is made', 'POST', '/invoices/drafts$'],
  ['the draft is looked up', 'GET', '/invoices/drafts$'],
  ['the draft is read back', 'GET', '/invoices/drafts/[0-9]+$'],
  ['a token is renewed', 'POST', '/oauth/token$'],
])(
  'a Fiken that keeps working on an abandoned request (%s) never gets a second one in the meantime',
  async (what, method, path) => {
    const { faults, ledger, state } = world.vendors
    const customer = await readyCustomer(world, `Treg ${what}`)
    const { user, company } = customer.tenant
    // The old refresh token must still work when the response with the new one was lost.
    world.vendors.settings.fiken.refreshGraceSeconds = 60
    if (path === '/oauth/token$')
      for (const row of Object.values(state.fiken.oauth.access)) row.expiresAt = 0
    const slow = faults.add({
      kind: 'slow',
      ms: SLOW_MS,
      vendor: 'fiken',
      method,
      path,
      who: user.email,
      count: 1,
    })
    completeWorkOrder(world, customer)
    const row = await completed(customer)
    expect(slow.hits).toBe(1)
    expect(ledger.overlaps).toBe(0)
    expect(company.drafts.map(({ uuid }) => uuid)).toEqual([row.fikenDraftUuid])
  },
)

test.each([
  ['a contact', /\/contacts$/, (query: URLSearchParams) => query.has('lastModifiedGe')],
  ['a draft', /\/invoices$/, (query: URLSearchParams) => query.has('invoiceDraftUuid')],
])(
  'a run whose job another process has taken over does nothing more with it (%s)',
  async (what, path, when) => {
    const customer = await readyCustomer(world, `Overtatt ${what}`)
    const { company, account, user } = customer.tenant
    const { ledger } = world.vendors
    // An unknown customer must be created in Fiken.
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
    completeWorkOrder(world, customer)
    await taken.promise
    const contacts = company.contacts.length
    // Another run takes over the lane, and looks up the document before creating anything.
    const row = await completed(customer)
    const later = ledger.entries.filter(
      ({ seq, who, vendor }) => seq > seen && vendor === 'fiken' && who === user.email,
    )
    expect(later[0]?.method).toBe('GET')
    expect(company.drafts.map(({ uuid }) => uuid)).toEqual([row.fikenDraftUuid])
    expect(company.contacts.length - contacts).toBe(what === 'a contact' ? 1 : 0)
  },
)
