import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { StoredDraft } from '#sandbox/world/state'
import { rowsOf } from '#server/platform/database/database'
import {
  endBill,
  retryBill,
  saveSubscriptionSettings,
  triggerBilling,
  useExistingConnection,
  type Bill,
} from '#shared/contracts/billing'
import { addMonths, osloInstant } from '#shared/dates'
import {
  activeSubscriber,
  billOf,
  billsIn,
  invoicesTo,
  newSeller,
  now,
  SETTINGS,
  startSeller,
  thisMonth,
  turnTo,
} from '../../support/billing/seller.ts'
import { vendorProxy, type Moment, type VendorProxy } from '../../support/vendors/vendor-proxy.ts'
import { until } from '../../support/wait.ts'

/** Tests billing while Fiken fails. Each test case bills one month of one customer. */

let fiken!: VendorProxy
let month: string
let seen = 0

const started = await startSeller({
  date: '2027-01-15',
  before: async (sandbox) => {
    fiken = await vendorProxy(sandbox.fikenUrl)
    return { FIKEN_API_URL: `${fiken.url}/api/v2` }
  },
})
const { world } = started
let { seller } = started
const customer = await activeSubscriber(world)
afterAll(() => fiken.clear())

beforeEach(() => {
  fiken.clear()
  month = addMonths(thisMonth(world), 1)
  seen = world.vendors.ledger.total
})

const faults = () => world.vendors.faults
const frozenLists = () => faults().add({ vendor: 'fiken', kind: 'stale', seconds: null })

const at = (day: string, minute = 5) =>
  turnTo(world, osloInstant(`${month}-${day}`, 9, minute), seller)

const DRAFTS = /\/invoices\/drafts$/
const DRAFT = /\/invoices\/drafts\/\d+$/
const CREATE_INVOICE = /\/createInvoice$/

const asked = (method: string, path: RegExp) =>
  requests().filter((one) => one.method === method && path.test(one.path)).length
const requests = () =>
  world.vendors.ledger.entries.filter(
    ({ seq, vendor, who }) => seq > seen && vendor === 'fiken' && who === seller.tenant.user.email,
  )

const standing = (status: Bill['status']) => billOf(seller, customer, month, status)
const retry = ({ id }: Bill) => seller.visitor.call(retryBill, { params: { id } })
const bill = async () => (await billsIn(seller, month)).find(({ userId }) => userId === customer.id)
const invoices = () =>
  invoicesTo(seller, customer).filter(({ issueDate }) => issueDate.startsWith(month))

async function oneInvoice(): Promise<void> {
  await standing('done')
  expect(invoices()).toMatchObject([{ net: 50_000, gross: 62_500 }])
  expect(seller.company.drafts).toEqual([])
}

/** Holds the billing run on the 1st at this request to the seller's company. */
async function heldAt(method: string, path: RegExp, when: Moment = 'before') {
  const own = new RegExp(`/${seller.company.slug}${path.source}`)
  const held = fiken.hold(method, own, when)
  await at('01')
  await until('the run to be held', async () => held.arrived() && (await isClaimed()))
  return held
}

/** Makes a bill that has a draft but no invoice, because no bank account is verified in Fiken. */
async function stoppedWithDraft(): Promise<{ stopped: Bill; draft: StoredDraft }> {
  const { company } = seller
  const accounts = company.verifiedBankAccounts
  company.verifiedBankAccounts = []
  await at('01')
  const stopped = await standing('failed')
  company.verifiedBankAccounts = accounts
  const [draft] = company.drafts
  if (!draft) throw new Error('Fiken has no draft')
  return { stopped, draft }
}

const saveBilling = (billingEnabled: boolean) =>
  seller.visitor.call(saveSubscriptionSettings, {
    body: { ...SETTINGS, adminFikenCompanySlug: seller.company.slug, billingEnabled },
  })

test('a bill that stopped with its draft in Fiken is invoiced of that draft later, with that day’s date', async () => {
  const { stopped, draft } = await stoppedWithDraft()
  await at('03')
  await retry(stopped)
  await oneInvoice()
  expect(invoices()).toMatchObject([{ issueDate: `${month}-03`, invoiceDraftUuid: draft.uuid }])
  expect(asked('POST', DRAFTS)).toBe(1)
})

test('a draft that Fiken has just made is found by its id, while no list shows it', async () => {
  frozenLists()
  const unread = faults().add({
    vendor: 'fiken',
    kind: 'status',
    status: 503,
    method: 'GET',
    path: '/drafts/[0-9]+$',
    count: 3,
  })
  await at('01')
  await until(
    'the draft to be read back, or asked for again',
    () => unread.hits === 3 && (asked('POST', CREATE_INVOICE) > 0 || asked('POST', DRAFTS) > 1),
  )
  expect(asked('POST', DRAFTS)).toBe(1)
  faults().clear()
  await oneInvoice()
})

test('a draft that Fiken refused is nothing to look for: its bill is ended at once', async () => {
  faults().add({
    vendor: 'fiken',
    kind: 'status',
    status: 400,
    method: 'POST',
    path: DRAFTS.source,
    count: 1,
  })
  await at('01')
  const refused = await standing('failed')
  expect(refused.mayBeInFiken).toBe(false)
  const { message } = await seller.visitor.call(endBill, { params: { id: refused.id } })
  expect(message).toBe('Måneden faktureres ikke.')
  expect(invoices()).toEqual([])
})

test('an invoice that Fiken may still be making is not asked for again until it cannot be', async () => {
  faults().add({
    vendor: 'fiken',
    kind: 'reset',
    method: 'POST',
    path: CREATE_INVOICE.source,
    count: 1,
  })
  await at('01')
  const waiting = await until('the bill to wait for Fiken', async () => {
    const { status, nextAttemptAt } = (await bill()) ?? {}
    if (status === 'done') return status
    return nextAttemptAt && Date.parse(nextAttemptAt) > now(world) + 10_000 && status
  })
  expect(waiting).toBe('queued')
  expect(asked('POST', CREATE_INVOICE)).toBe(1)
  await at('01', 10)
  await oneInvoice()
  expect(asked('POST', CREATE_INVOICE)).toBe(2)
})

test('an invoice whose answer is lost, and which no list shows yet, is looked for until it is listed', async () => {
  const lists = frozenLists()
  faults().add({
    vendor: 'fiken',
    kind: 'lost',
    method: 'POST',
    path: CREATE_INVOICE.source,
    count: 1,
  })
  await at('01')
  await until('the invoice to be made', () => asked('POST', CREATE_INVOICE) === 1)
  const looked = await until('it to be looked for in vain', async () => {
    const one = await bill()
    return (one?.status === 'failed' || asked('GET', DRAFT) > 1) && one
  })
  expect(looked.status).toBe('queued')
  faults().remove(lists.id)
  await oneInvoice()
  expect(asked('POST', CREATE_INVOICE)).toBe(1)
})

test('an invoice that Fiken has confirmed is never made again, however long no list shows it', async () => {
  const lists = frozenLists()
  await at('01')
  await until('the invoice to be made', () => asked('POST', CREATE_INVOICE) === 1)
  const unlisted = await standing('failed')
  expect(unlisted.message).toMatch(/^Fiken har bekreftet at fakturaen er laget/)
  await retry(unlisted)
  faults().remove(lists.id)
  await oneInvoice()
  expect(asked('POST', CREATE_INVOICE)).toBe(1)
})

test('a draft that somebody has changed in Fiken stops the bill, and is left as it is', async () => {
  const { stopped, draft } = await stoppedWithDraft()
  const [line] = draft.lines
  if (!line) throw new Error('the draft has no line')
  const { description } = line
  line.description = 'Noe annet'
  await retry(stopped)
  const differs = await until('the bill to stop again', async () => {
    const one = await bill()
    return one?.status !== 'queued' && one?.message !== stopped.message && one
  })
  expect(differs).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/^Utkastet i Fiken er endret/),
  })
  expect(line.description).toBe('Noe annet')
  expect(invoices()).toEqual([])
  line.description = description
  await retry(stopped)
  await oneInvoice()
})

test('a draft that comes to another sum than the price is not invoiced', async () => {
  const made = await heldAt('POST', DRAFTS, 'after')
  const [draft] = seller.company.drafts
  if (!draft) throw new Error('Fiken has no draft')
  const { net, gross } = draft
  Object.assign(draft, { net: net + 1_000, gross: gross + 1_250 })
  made.release()
  const stopped = await until('the bill to end', async () => {
    const one = await bill()
    return one?.status !== 'queued' && one
  })
  expect(stopped).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/637,50\skr og skulle vært 625,00\skr/),
  })
  expect(invoices()).toEqual([])
  Object.assign(draft, { net, gross })
  await retry(stopped)
  await oneInvoice()
})

test.each([
  ['the draft is not asked for when billing is disabled', /\/contacts$/, DRAFTS],
  ['the invoice is not asked for when billing is disabled', DRAFT, CREATE_INVOICE],
])(
  '%s while the run is under way, and is made once it is enabled again',
  async (_name, path, request) => {
    const held = await heldAt('GET', path)
    await saveBilling(false)
    held.release()
    const waits = await until('the run to end', async () => {
      const one = await bill()
      return (one?.status !== 'queued' || !(await isClaimed())) && one
    })
    expect(waits.status).toBe('queued')
    expect(asked('POST', request)).toBe(0)
    await saveBilling(true)
    await seller.visitor.call(triggerBilling)
    await oneInvoice()
    expect(asked('POST', DRAFTS)).toBe(1)
  },
)

const isClaimed = async () => {
  const rows = await rowsOf(
    world.product.platform.db,
    sql`select 1 from subscription_bills where claim is not null and status = 'queued'`,
  )
  return rows.length > 0
}

test('a run whose bill another one has taken over asks Fiken for nothing more', async () => {
  const held = await heldAt('GET', /\/invoices$/)
  const { db } = world.product.platform
  await db.execute(
    sql`update subscription_bills set claim = ${randomUUID()} where status = 'queued'`,
  )
  const before = world.vendors.ledger.total
  held.release()
  await oneInvoice()
  const later = requests().filter(({ seq }) => seq > before + 1)
  expect(later[0]?.method).toBe('GET')
  expect(asked('POST', DRAFTS)).toBe(1)
})

test('another company that takes over the billing while a bill is on its way sends it, and the former does not', async () => {
  const held = await heldAt('GET', /\/contacts$/)
  const former = seller
  const successor = await newSeller(world)
  await successor.visitor.call(useExistingConnection)
  await successor.visitor.call(saveSubscriptionSettings, {
    body: { ...SETTINGS, adminFikenCompanySlug: successor.company.slug },
  })
  held.release()
  seller = successor
  await oneInvoice()
  expect(former.company.drafts).toEqual([])
  expect(invoicesTo(former, customer).filter((one) => one.issueDate.startsWith(month))).toEqual([])
})
