import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bookDraft } from '#sandbox/fiken/invoicing'
import { listEverybodysActivity } from '#shared/contracts/admin'
import {
  changeSubscription,
  endBill,
  endUnseenBill,
  readBillingStatus,
  readOwnSubscription,
  retryBill,
  saveSubscriptionSettings,
  triggerBilling,
  useExistingConnection,
  type Bill,
} from '#shared/contracts/billing'
import { readOperations } from '#shared/contracts/operations'
import { deleteAccount, updateProfile } from '#shared/contracts/profile'
import { formatMonth } from '#shared/dates'
import {
  activeSubscriber,
  billOf,
  billsIn,
  invoicesTo,
  newSeller,
  nextFifteenth,
  nextFirst,
  now,
  SETTINGS,
  startSeller,
  switchIntegration,
  turnTo,
  type Account,
  type Seller,
} from '../../support/billing/seller.ts'
import { until } from '../../support/wait.ts'

/** Tests "Ikke fakturer", which ends a failed bill, so that its month is never billed. */

const started = await startSeller({ date: '2027-01-15' })
const { world } = started
let { seller } = started
let customer: Account
let month: string

beforeEach(async () => {
  await nextFifteenth(world, seller)
  customer = await activeSubscriber(world)
})

/** Cancels the customer's subscription, so that later test cases do not bill it. */
afterEach(async () => {
  const body = { status: 'cancelled' as const }
  await seller.visitor.tryCall(changeSubscription, { params: { userId: customer.id }, body })
})

async function monthBegins(): Promise<void> {
  month = await nextFirst(world, seller, customer)
}

async function later(minutes: number): Promise<void> {
  await turnTo(world, new Date(now(world) + minutes * 60_000), seller)
}

const profile = () => ({ firstName: 'Frode', lastName: 'Fjordvik', email: customer.email })
const end = ({ id }: Bill) => seller.visitor.call(endBill, { params: { id } })
const tryEnd = ({ id }: Bill) => seller.visitor.tryCall(endBill, { params: { id } })
const standing = (status: Bill['status']) => billOf(seller, customer, month, status)
const ownBills = async () => (await customer.visitor.call(readOwnSubscription)).bills

/** Makes a bill that has a draft but no invoice, because no bank account is verified in Fiken. */
async function stoppedWithDraft(): Promise<Bill> {
  const { company } = seller
  const accounts = company.verifiedBankAccounts
  company.verifiedBankAccounts = []
  await monthBegins()
  const stopped = await standing('failed')
  company.verifiedBankAccounts = accounts
  expect(stopped.mayBeInFiken).toBe(true)
  return stopped
}

test('a bill that Fiken was never asked for is ended at once, and the month is not billed whatever the customer does', async () => {
  await customer.visitor.call(updateProfile, { body: { ...profile(), address: '' } })
  await monthBegins()
  const stopped = await standing('failed')
  expect(stopped.mayBeInFiken).toBe(false)
  expect(await end(stopped)).toEqual({ message: 'Måneden faktureres ikke.' })
  expect(await standing('ended')).toMatchObject({ message: null, nextAttemptAt: null, url: null })

  const log = { query: { type: 'configuration' as const, limit: 50 } }
  const entries = (await seller.visitor.call(listEverybodysActivity, log)).filter(
    ({ action }) => action === 'subscription_bill_ended',
  )
  expect(entries.map(({ user, description }) => [user?.email, description]).toSorted()).toEqual(
    [
      [seller.email, `Fjordvik Rør AS faktureres ikke for ${formatMonth(month)}`],
      [
        customer.email,
        `En administrator har bestemt at du ikke faktureres for ${formatMonth(month)}`,
      ],
    ].toSorted(),
  )
  const { needs } = await seller.visitor.call(readOperations)
  expect(needs.filter(({ kind }) => kind === 'bills')).toEqual([])

  await customer.visitor.call(updateProfile, { body: { ...profile(), address: 'Kaigata 4' } })
  await switchIntegration(customer, false)
  expect((await customer.visitor.call(readOwnSubscription)).billedWhenSwitchedOn).toBeNull()
  await switchIntegration(customer, true)
  expect(await seller.visitor.call(triggerBilling)).toMatchObject({ made: 0, retried: 0 })
  expect(await ownBills()).toMatchObject([{ month, status: 'ended', invoiceNumber: null }])
  expect(invoicesTo(seller, customer)).toEqual([])

  expect(await end(stopped)).toEqual({ message: 'Måneden faktureres ikke.' })
  const again = await seller.visitor.tryCall(retryBill, { params: { id: stopped.id } })
  expect([again.status, again.body]).toMatchObject([409, { code: 'bill_ended' }])

  await monthBegins()
  await standing('done')
  expect(invoicesTo(seller, customer)).toMatchObject([{ net: 50_000, issueDate: `${month}-01` }])
  const invoiced = await tryEnd(await standing('done'))
  expect([invoiced.status, invoiced.body]).toMatchObject([409, { code: 'already_invoiced' }])
})

test('a bill whose draft is in Fiken is not ended before the draft is deleted there', async () => {
  const stopped = await stoppedWithDraft()
  const { message } = await end(stopped)
  expect(message).toBe('Vi ser først etter i Fiken. Er det ingenting der, faktureres måneden ikke.')
  const left = await until('the draft to be found', async () => {
    const bill = await standing('failed')
    return bill.message !== stopped.message && bill
  })
  expect(left.message).toMatch(/^Utkastet ligger i Fiken og kan bli fakturert der\. Slett det/)
  expect(left.url).toContain('/fakturautkast/')
  expect(seller.company.drafts).toHaveLength(1)

  seller.company.drafts = []
  await end(left)
  await until('the look-ups to begin', async () => (await standing('ending')).nextAttemptAt)
  expect(await seller.visitor.call(readBillingStatus)).toMatchObject({
    isUnderWay: true,
    queued: 0,
    failed: 0,
  })
  const pressed = await seller.visitor.tryCall(retryBill, { params: { id: left.id } })
  expect([pressed.status, pressed.body]).toMatchObject([409, { code: 'bill_ended' }])
  await standing('ended')
  await seller.visitor.call(triggerBilling)
  expect(invoicesTo(seller, customer)).toEqual([])
  expect(seller.company.drafts).toEqual([])
})

test('a draft that became an invoice in Fiken is the month’s invoice, also where the list lags behind', async () => {
  const { company } = seller
  const stopped = await stoppedWithDraft()
  const { faults } = world.vendors
  const lag = faults.add({ vendor: 'fiken', kind: 'stale', seconds: 1 })
  const [draft] = company.drafts
  if (!draft) throw new Error('the draft is not in Fiken')
  bookDraft(world.vendors, company, draft)
  await end(stopped)
  const done = await standing('done')
  faults.remove(lag.id)
  const [invoice, ...more] = invoicesTo(seller, customer)
  expect(more).toEqual([])
  expect(done.invoiceNumber).toBe(String(invoice?.invoiceNumber))
})

test('while nobody can look in Fiken nothing is ended, and it is said why', async () => {
  const stopped = await stoppedWithDraft()
  seller.company.drafts = []
  const settings = { ...SETTINGS, adminFikenCompanySlug: seller.company.slug }
  const save = (billingEnabled: boolean) =>
    seller.visitor.call(saveSubscriptionSettings, { body: { ...settings, billingEnabled } })
  await save(false)
  const refused = await tryEnd(stopped)
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'billing_disabled', message: expect.stringMatching(/^Det kan finnes et utkast/) },
  ])
  await save(true)
  const { faults } = world.vendors
  const away = faults.add({ vendor: 'fiken', kind: 'status', status: 503 })
  await end(stopped)
  await until('the look-up to fail', async () =>
    (await standing('ending')).message?.startsWith('Fiken svarer ikke.'),
  )
  const { status, body } = await tryEnd(stopped)
  expect([status, body]).toMatchObject([200, { message: expect.stringMatching(/^Vi ser først/) }])
  faults.remove(away.id)
  await later(1)
  await seller.visitor.call(triggerBilling)
  await standing('ended')
  expect(invoicesTo(seller, customer)).toEqual([])
})

test('the stopped bill of a deleted account is ended, its recipient forgotten, and who registers again is not billed for the month', async () => {
  await customer.visitor.call(updateProfile, { body: { ...profile(), address: '' } })
  await monthBegins()
  const stopped = await standing('failed')
  await customer.visitor.call(deleteAccount)
  const bill = async () => (await billsIn(seller, month)).find(({ id }) => id === stopped.id)
  expect(await bill()).toMatchObject({ userId: null, name: 'Fjordvik Rør AS', status: 'failed' })
  await end(stopped)
  expect(await bill()).toMatchObject({ userId: null, name: null, status: 'ended' })
  customer = await activeSubscriber(world, { email: customer.email })
  await switchIntegration(customer, false)
  await switchIntegration(customer, true)
  await seller.visitor.call(triggerBilling)
  expect(await ownBills()).toEqual([])
  expect(invoicesTo(seller, customer)).toEqual([])
})

describe('a bill that may be in a company which the seller has left', () => {
  let former: Seller

  async function handOver(): Promise<void> {
    former = seller
    seller = await newSeller(world)
    await seller.visitor.call(useExistingConnection)
    await seller.visitor.call(saveSubscriptionSettings, {
      body: { ...SETTINGS, adminFikenCompanySlug: seller.company.slug },
    })
  }
  const sign = ({ id }: Bill) =>
    seller.visitor.tryCall(endUnseenBill, { params: { id }, body: { signed: true } })
  const toldClosed = () =>
    until('Fiken to have said that we may not look', async () => {
      const bill = await standing('failed')
      return bill.closedCompany !== null && bill
    })

  test('is ended by who says to have looked there, and only once Fiken has refused us the company', async () => {
    const stopped = await stoppedWithDraft()
    await handOver()
    const unasked = await sign(stopped)
    expect([unasked.status, unasked.body]).toMatchObject([409, { code: 'company_open' }])

    const { faults } = world.vendors
    const away = faults.add({ vendor: 'fiken', kind: 'status', status: 503 })
    await end(stopped)
    await until('the look-up to fail', async () =>
      (await standing('ending')).message?.startsWith('Fiken svarer ikke.'),
    )
    expect((await standing('ending')).closedCompany).toBeNull()
    expect((await sign(stopped)).status).toBe(409)
    faults.remove(away.id)
    await later(1)
    await seller.visitor.call(triggerBilling)

    const closed = await toldClosed()
    expect(closed).toMatchObject({ closedCompany: former.company.info.name, mayBeInFiken: true })
    expect(closed.message).toMatch(/^Fakturaen kan ligge i selskapet som laget fakturaene før/)
    // A retry fails for the same reason, because the bill is never made in the other company.
    await seller.visitor.call(retryBill, { params: { id: closed.id } })
    await toldClosed()
    const unsigned = await seller.visitor.fetch(
      `/api/admin/monthly-billing/bills/${closed.id}/end-unseen`,
      { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
    )
    expect(unsigned.status).toBe(400)

    expect((await sign(closed)).body).toEqual({ message: 'Måneden faktureres ikke.' })
    expect(await standing('ended')).toMatchObject({ closedCompany: null, message: null })
    const log = await seller.visitor.call(listEverybodysActivity, {
      query: { type: 'configuration' as const, limit: 50 },
    })
    expect(log.find(({ action }) => action === 'subscription_bill_signed')).toMatchObject({
      user: { email: seller.email },
      description: `Bekreftet at fakturaen til Fjordvik Rør AS for ${formatMonth(month)} ikke finnes i ${former.company.info.name} i Fiken`,
    })
    const again = await seller.visitor.tryCall(retryBill, { params: { id: closed.id } })
    expect([again.status, again.body]).toMatchObject([409, { code: 'bill_ended' }])
    await switchIntegration(customer, false)
    await switchIntegration(customer, true)
    expect(await seller.visitor.call(triggerBilling)).toMatchObject({ made: 0, retried: 0 })
    expect(invoicesTo(seller, customer)).toEqual([])
  })
})
