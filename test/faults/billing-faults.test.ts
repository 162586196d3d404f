import { expect, test } from 'vitest'
import type { NewFault } from '#sandbox/http/faults'
import {
  listSubscriptions,
  readBillingStatus,
  retryBill,
  triggerBilling,
  type Bill,
} from '#shared/contracts/billing'
import { addMonths, formatMonth, osloInstant } from '#shared/dates'
import {
  activeSubscriber,
  billOf,
  billsIn,
  contactsOf,
  invoicesTo,
  nextFirst,
  startSeller,
  turnTo,
  type Account,
} from '../support/billing/seller.ts'
import { until } from '../support/wait.ts'
import { SHORT_WAITS } from '../support/world/limiters.ts'

/** Tests monthly billing while Fiken fails. Each test bills months of its own. */

const { world, seller } = await startSeller({ date: '2027-01-15', overrides: SHORT_WAITS })
const customers = [await activeSubscriber(world), await activeSubscriber(world)]

const INVOICED = (month: string, customer: Account) =>
  invoicesTo(seller, customer).filter(({ issueDate }) => issueDate.startsWith(month))

async function eachHasOne(month: string): Promise<void> {
  for (const customer of customers) {
    await billOf(seller, customer, month, 'done')
    expect(INVOICED(month, customer)).toMatchObject([{ net: 50_000, gross: 62_500 }])
    expect(contactsOf(seller, customer)).toHaveLength(1)
  }
  expect(seller.company.drafts).toEqual([])
}

const DRAFTS = '/invoices/drafts$'
const INVOICES = '/createInvoice$'
const FAULTS: readonly (readonly [string, readonly NewFault[]])[] = [
  // This fault comes first, while the customers have no contact in Fiken yet.
  [
    'a lost answer to each contact and a list that lags',
    [
      { vendor: 'fiken', kind: 'lost', method: 'POST', path: '/contacts$', count: 2 },
      { vendor: 'fiken', kind: 'stale', seconds: 2 },
    ],
  ],
  [
    'a lost answer to each draft',
    [{ vendor: 'fiken', kind: 'lost', method: 'POST', path: DRAFTS, count: 2 }],
  ],
  [
    'a lost answer to each invoice',
    [{ vendor: 'fiken', kind: 'lost', method: 'POST', path: INVOICES, count: 2 }],
  ],
  [
    'a broken connection on every third request',
    [{ vendor: 'fiken', kind: 'reset', path: '^/api/v2', probability: 0.3, count: 12 }],
  ],
  ['500 to the first requests', [{ vendor: 'fiken', kind: 'status', status: 500, count: 4 }]],
  [
    '429 with Retry-After',
    [{ vendor: 'fiken', kind: 'status', status: 429, retryAfter: 5, count: 4 }],
  ],
  ['rubbish', [{ vendor: 'fiken', kind: 'garbage', path: '^/api/v2', count: 4 }]],
  [
    'no answer to a draft and to an invoice',
    [
      { vendor: 'fiken', kind: 'hang', method: 'POST', path: DRAFTS, count: 1 },
      { vendor: 'fiken', kind: 'hang', method: 'POST', path: INVOICES, count: 1 },
    ],
  ],
  ['lists that lag behind', [{ vendor: 'fiken', kind: 'stale', seconds: 3 }]],
]

test.each(FAULTS)('%s: each customer has one invoice in the end', async (_name, faults) => {
  for (const fault of faults) world.vendors.faults.add(fault)
  await eachHasOne(await nextFirst(world, seller))
})

test('where Fiken has ended the access the run waits, says so, and goes on once it is connected again', async () => {
  world.vendors.faults.add({
    vendor: 'fiken',
    kind: 'revoke',
    who: seller.tenant.user.email,
    count: 1,
  })
  const month = await nextFirst(world, seller)
  await until('the run to wait', async () => {
    const { waitsFor } = await seller.visitor.call(readBillingStatus)
    return waitsFor?.startsWith('Tilkoblingen til Fiken virker ikke, så kjøringen venter.')
  })
  expect((await billsIn(seller, month)).map(({ status }) => status)).toEqual(['queued', 'queued'])
  const rows = await seller.visitor.call(listSubscriptions)
  const underWay = rows.filter(({ billsUnderWay }) => billsUnderWay.includes(month))
  expect(underWay.map(({ userId }) => userId).toSorted()).toEqual(
    customers.map(({ id }) => id).toSorted(),
  )
  world.vendors.faults.clear()
  await world.connect(seller, 'fiken')
  await eachHasOne(month)
})

test('a draft that became no invoice that day is one the next, with that day’s date, and is no other draft', async () => {
  const { company } = seller
  const away = world.vendors.faults.add({
    vendor: 'fiken',
    kind: 'status',
    status: 503,
    method: 'POST',
    path: INVOICES,
    count: 1_000,
  })
  const month = await nextFirst(world, seller)
  const draft = await until('the first draft', () => company.drafts[0])
  await turnTo(world, osloInstant(`${month}-02`, 0, 5), seller)
  // An invoice request begun before midnight, and its two short retries, carry the previous date.
  const { hits } = away
  await until('a request of this day', () => away.hits > hits + 3)
  world.vendors.faults.clear()
  await eachHasOne(month)
  for (const customer of customers)
    expect(INVOICED(month, customer)).toMatchObject([
      { issueDate: `${month}-02`, dueDate: `${month}-16` },
    ])
  expect(company.invoices.filter((one) => one.invoiceDraftUuid === draft.uuid)).toHaveLength(1)
})

test('a bill that became no invoice before its month was over is one in the next, for its own month and beside the next bill', async () => {
  const { company } = seller
  const away = world.vendors.faults.add({
    vendor: 'fiken',
    kind: 'status',
    status: 503,
    method: 'POST',
    path: INVOICES,
    count: 1_000,
  })
  const month = await nextFirst(world, seller)
  const next = addMonths(month, 1)
  const draft = await until('the first draft', () => company.drafts[0])
  const midnight = osloInstant(`${next}-01`)
  await turnTo(world, new Date(midnight.getTime() - 5_000), seller)
  const before = away.hits
  await until('a request around midnight', () => away.hits > before)
  await turnTo(world, new Date(midnight.getTime() + 5 * 60_000), seller)
  // An invoice request begun before midnight, and its two short retries, carry the previous date.
  const { hits } = away
  await until('a request of this day', () => away.hits > hits + 3)
  world.vendors.faults.clear()
  for (const customer of customers) {
    await billOf(seller, customer, month, 'done')
    expect(INVOICED(month, customer)).toEqual([])
  }
  await turnTo(world, osloInstant(`${next}-01`, 9, 5), seller)
  for (const customer of customers) {
    await billOf(seller, customer, next, 'done')
    expect(INVOICED(next, customer)).toMatchObject(
      [month, next].map((of) => ({
        issueDate: `${next}-01`,
        dueDate: `${next}-15`,
        gross: 62_500,
        lines: [{ description: expect.stringContaining(formatMonth(of)) as string }],
      })),
    )
  }
  expect(company.invoices.filter((one) => one.invoiceDraftUuid === draft.uuid)).toHaveLength(1)
  expect(company.drafts).toEqual([])
})

test('a draft that somebody deletes is looked for before the bill stops, and a new one is made only when a person says so', async () => {
  const { company } = seller
  world.vendors.faults.add({
    vendor: 'fiken',
    kind: 'status',
    status: 503,
    method: 'POST',
    path: INVOICES,
    count: 2,
  })
  const month = await nextFirst(world, seller)
  await until('the first draft', () => company.drafts.length > 0)
  company.drafts = []
  const stopped = await until('one bill to stop', async () => {
    const bills = await billsIn(seller, month)
    return bills.some(({ status }) => status === 'queued') ? false : bills
  })
  const failed = stopped.filter((bill): bill is Bill => bill.status === 'failed')
  expect(failed.length).toBeGreaterThan(0)
  for (const bill of failed) {
    expect(bill.message).toContain('Utkastet er slettet i Fiken')
    await seller.visitor.call(retryBill, { params: { id: bill.id } })
  }
  await eachHasOne(month)
})

test('a refusal stops one bill with its reason, and the button tries it again', async () => {
  const { company } = seller
  const accounts = company.verifiedBankAccounts
  company.verifiedBankAccounts = []
  const month = await nextFirst(world, seller)
  for (const customer of customers) {
    const { message } = await billOf(seller, customer, month, 'failed')
    expect(message).toContain('ikke bekreftet i Fiken')
  }
  company.verifiedBankAccounts = accounts
  const { retried } = await seller.visitor.call(triggerBilling)
  expect(retried).toBe(2)
  await eachHasOne(month)
})
