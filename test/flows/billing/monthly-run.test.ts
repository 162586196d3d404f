import { beforeEach, describe, expect, test } from 'vitest'
import { listEverybodysActivity } from '#shared/contracts/admin'
import {
  changeSubscription,
  listSubscriptions,
  readBillingStatus,
  readOwnSubscription,
  restartSubscription,
  retryBill,
  saveSubscriptionSettings,
  testBilling,
  triggerBilling,
  useExistingConnection,
} from '#shared/contracts/billing'
import { readOperations } from '#shared/contracts/operations'
import { deleteAccount, updateProfile } from '#shared/contracts/profile'
import { addMonths, formatMonth, osloInstant } from '#shared/dates'
import {
  activeSubscriber,
  billOf,
  billsIn,
  contactsOf,
  invoicesTo,
  loggedIn,
  newSeller,
  newSubscriber,
  nextFifteenth,
  nextFirst,
  SETTINGS,
  startSeller,
  subscriptionOf,
  switchIntegration,
  thisMonth,
  turnTo,
} from '../../support/billing/seller.ts'
import { confirmOwnAddress, mailsTo } from '../../support/vendors/mailbox.ts'
import { until } from '../../support/wait.ts'

/** Tests monthly billing. Each test case has a month; customers of earlier ones are billed too. */

const { world, seller } = await startSeller({ date: '2027-01-15' })
// E-mails name customers only if the recipient's address is confirmed.
await confirmOwnAddress(world, seller.visitor)

beforeEach(() => nextFifteenth(world, seller))

test('a customer who switches on pays nothing that month, and gets one invoice on the 1st of the next', async () => {
  const customer = await activeSubscriber(world)
  const started = await customer.visitor.call(readOwnSubscription)
  expect(started.bills).toEqual([])
  expect(started.nextInvoiceDate).toBe(
    osloInstant(`${addMonths(thisMonth(world), 1)}-01`, 9).toISOString(),
  )
  const month = await nextFirst(world, seller, customer)
  const bill = await billOf(seller, customer, month, 'done')
  expect(bill).toMatchObject({ name: 'Fjordvik Rør AS', price: 50_000, gross: 62_500 })
  expect(bill.url).toContain(`/foretak/${seller.company.slug}/handel/salg/`)
  const [invoice, ...more] = invoicesTo(seller, customer)
  expect(more).toEqual([])
  expect(invoice).toMatchObject({
    issueDate: `${month}-01`,
    dueDate: `${month}-15`,
    net: 50_000,
    gross: 62_500,
    sentManually: false,
    lines: [{ vatType: 'HIGH', incomeAccount: '3020' }],
  })
  const own = await customer.visitor.call(readOwnSubscription)
  expect(own.bills).toEqual([
    { month, status: 'done', price: 50_000, gross: 62_500, invoiceNumber: bill.invoiceNumber },
  ])
  expect(own.nextInvoiceDate).toBe(osloInstant(`${addMonths(month, 1)}-01`, 9).toISOString())
})

test('the button bills nobody before their date, and the test call changes nothing', async () => {
  const customer = await activeSubscriber(world)
  const { testResults } = await seller.visitor.call(testBilling)
  expect(testResults).toMatchObject({ billingSettings: 'present', missing: [], dueNow: 0 })
  expect(testResults.sum).toBe(testResults.activeSubscriptions * 500)
  const before = seller.company.invoices.length
  const { message, made } = await seller.visitor.call(triggerBilling)
  expect(made).toBe(0)
  expect(message).toMatch(/^Ingen abonnement har nådd fakturadatoen sin\. Neste kjøring er 01\./)
  expect(seller.company.invoices).toHaveLength(before)
  expect(invoicesTo(seller, customer)).toEqual([])
})

test('the schedule, the button and a second tab at the same moment make one invoice a customer', async () => {
  const customers = [await activeSubscriber(world), await activeSubscriber(world)]
  const month = await nextFirst(world, seller, ...customers)
  const other = await loggedIn(world, seller)
  await Promise.all([seller, other, seller].map(({ visitor }) => visitor.call(triggerBilling)))
  for (const customer of customers) {
    await billOf(seller, customer, month, 'done')
    expect(invoicesTo(seller, customer)).toHaveLength(1)
  }
  await seller.visitor.call(triggerBilling)
  const { isUnderWay, failed } = await until('the run to end', async () => {
    const status = await seller.visitor.call(readBillingStatus)
    return !status.isUnderWay && status
  })
  expect({ isUnderWay, failed }).toEqual({ isUnderWay: false, failed: 0 })
  for (const customer of customers) expect(invoicesTo(seller, customer)).toHaveLength(1)
})

test('a bill that lacks an address stops alone, and is sent when the customer has filled it in', async () => {
  const [good, bad] = [await activeSubscriber(world), await activeSubscriber(world)]
  const profile = { firstName: 'Frode', lastName: 'Fjordvik', email: bad.email }
  await bad.visitor.call(updateProfile, { body: { ...profile, address: '', city: '' } })
  const { testResults } = await seller.visitor.call(testBilling)
  expect(testResults.incomplete).toEqual([
    { userId: bad.id, name: 'Fjordvik Rør AS', missing: ['adresse', 'poststed'] },
  ])
  const month = await nextFirst(world, seller, good, bad)
  const stopped = await billOf(seller, bad, month, 'failed')
  expect(stopped.message).toBe(
    'Kunden mangler adresse og poststed. Det rettes i kundens profil; prøv så igjen.',
  )
  const log = { query: { userId: seller.id, type: 'error' as const, limit: 1 } }
  expect(await seller.visitor.call(listEverybodysActivity, log)).toMatchObject([
    {
      action: 'subscription_bill_stopped',
      description: `Fakturaen til Fjordvik Rør AS for ${formatMonth(month)} stoppet: ${stopped.message}`,
    },
  ])
  expect((await seller.visitor.call(readOperations)).needs).toContainEqual({
    kind: 'bills',
    count: 1,
  })
  const subject = `Én faktura til kundene for ${formatMonth(month)} har stoppet`
  const mails = () => mailsTo(world.sandbox, seller.email, subject)
  const mail = await until('the operator to be mailed', () => {
    world.advance(15_000)
    return mails()[0]
  })
  expect(mail.text).toContain(`- Fjordvik Rør AS: ${stopped.message}`)
  expect(mail.text).toContain(`${world.url}/admin#fakturaer`)
  await billOf(seller, good, month, 'done')
  await bad.visitor.call(updateProfile, {
    body: { ...profile, address: 'Kaigata 4', postalCode: '5003', city: 'Bergen' },
  })
  await seller.visitor.call(retryBill, { params: { id: stopped.id } })
  await billOf(seller, bad, month, 'done')
  expect(invoicesTo(seller, bad)).toHaveLength(1)
  expect(invoicesTo(seller, good)).toHaveLength(1)
  expect(mails()).toHaveLength(1)
  const again = await seller.visitor.tryCall(retryBill, { params: { id: stopped.id } })
  expect([again.status, again.body]).toMatchObject([409, { code: 'already_invoiced' }])
})

describe('a customer who switches off', () => {
  test('before nine on the 1st is paused and not billed, and is billed when they switch on again that month', async () => {
    const customer = await activeSubscriber(world)
    await switchIntegration(customer, false)
    const month = await nextFirst(world, seller, customer)
    await subscriptionOf(customer, 'paused')
    expect((await billsIn(seller, month)).filter(({ userId }) => userId === customer.id)).toEqual(
      [],
    )
    const own = await customer.visitor.call(readOwnSubscription)
    expect(own.billedWhenSwitchedOn).toBe(month)
    await switchIntegration(customer, true)
    await billOf(seller, customer, month, 'done')
    expect(invoicesTo(seller, customer)).toHaveLength(1)
  })

  test('and on again in a month that is paid gets no second invoice', async () => {
    const customer = await activeSubscriber(world)
    const month = await nextFirst(world, seller, customer)
    await billOf(seller, customer, month, 'done')
    await switchIntegration(customer, false)
    await switchIntegration(customer, true)
    await seller.visitor.call(triggerBilling)
    expect(invoicesTo(seller, customer)).toHaveLength(1)
    expect((await customer.visitor.call(readOwnSubscription)).status).toBe('active')
  })
})

test('a customer who deletes the account and registers again in the same month is not billed twice', async () => {
  const customer = await activeSubscriber(world)
  const month = await nextFirst(world, seller, customer)
  const { id } = await billOf(seller, customer, month, 'done')
  await customer.visitor.call(deleteAccount)
  expect((await billsIn(seller, month)).find((bill) => bill.id === id)).toMatchObject({
    userId: null,
    name: null,
    status: 'done',
  })
  const again = await newSubscriber(world, { email: customer.email })
  // A subscription that starts again is billed immediately if its month has not been billed.
  await seller.visitor.call(changeSubscription, {
    params: { userId: again.id },
    body: { status: 'cancelled' },
  })
  await again.visitor.call(restartSubscription)
  await seller.visitor.call(triggerBilling)
  const own = await again.visitor.call(readOwnSubscription)
  expect(own).toMatchObject({ status: 'active', bills: [] })
  const next = await nextFirst(world, seller, again)
  await billOf(seller, again, next, 'done')
  expect(invoicesTo(seller, again)).toHaveLength(1)
})

test('a bill that waits when the account is deleted goes to whom it was made for, who is then forgotten', async () => {
  const customer = await activeSubscriber(world)
  const { faults } = world.vendors
  faults.add({
    vendor: 'fiken',
    kind: 'status',
    method: 'POST',
    path: '/invoices/drafts$',
    status: 503,
  })
  const month = await nextFirst(world, seller, customer)
  const { id } = await until('the bill to wait', async () =>
    (await billsIn(seller, month)).find(
      ({ userId, nextAttemptAt }) => userId === customer.id && nextAttemptAt !== null,
    ),
  )
  const bill = async () => (await billsIn(seller, month)).find((one) => one.id === id)
  await customer.visitor.call(deleteAccount)
  expect(await bill()).toMatchObject({ userId: null, name: 'Fjordvik Rør AS', status: 'queued' })
  faults.clear()
  await seller.visitor.call(triggerBilling)
  const done = await until('the bill to be an invoice', async () => {
    const now = await bill()
    return now?.status === 'done' && now
  })
  expect(done).toMatchObject({ userId: null, name: null, gross: 62_500 })
  expect(invoicesTo(seller, customer)).toMatchObject([{ net: 50_000 }])
})

test('a price that is changed mid-month is the next bill’s, and leaves the month that is billed as it is', async () => {
  const customer = await activeSubscriber(world)
  const month = await nextFirst(world, seller, customer)
  await billOf(seller, customer, month, 'done')
  const settings = { ...SETTINGS, adminFikenCompanySlug: seller.company.slug }
  await seller.visitor.call(saveSubscriptionSettings, { body: { ...settings, monthlyPrice: 600 } })
  await seller.visitor.call(triggerBilling)
  const next = await nextFirst(world, seller, customer)
  await billOf(seller, customer, next, 'done')
  expect(invoicesTo(seller, customer).map(({ net }) => net)).toEqual([50_000, 60_000])
  expect((await billsIn(seller, month)).find(({ userId }) => userId === customer.id)).toMatchObject(
    { price: 50_000 },
  )
  await seller.visitor.call(saveSubscriptionSettings, { body: settings })
})

test('an administrator keeps a customer free, and a cancelled one stays so until somebody starts it', async () => {
  const [friend, former] = [await activeSubscriber(world), await activeSubscriber(world)]
  for (const [{ id: userId }, status] of [
    [friend, 'free'],
    [former, 'cancelled'],
  ] as const)
    await seller.visitor.call(changeSubscription, { params: { userId }, body: { status } })
  const month = await nextFirst(world, seller, friend, former)
  await seller.visitor.call(triggerBilling)
  const rows = await seller.visitor.call(listSubscriptions)
  const standing = (id: string) => rows.find(({ userId }) => userId === id)?.status
  expect([standing(friend.id), standing(former.id)]).toEqual(['free', 'cancelled'])
  expect([...invoicesTo(seller, friend), ...invoicesTo(seller, former)]).toEqual([])
  await seller.visitor.call(changeSubscription, {
    params: { userId: former.id },
    body: { status: 'active' },
  })
  const next = await nextFirst(world, seller, friend, former)
  expect(next).toBe(addMonths(month, 1))
  await billOf(seller, former, next, 'done')
  expect(invoicesTo(seller, friend)).toEqual([])
})

test('an account that has sent the bills and no longer does is first billed on the next 1st', async () => {
  const other = await newSeller(world)
  await switchIntegration(other, true)
  await subscriptionOf(other, 'active')
  await other.visitor.call(useExistingConnection)
  await nextFirst(world, seller, other)
  await turnTo(world, osloInstant(`${thisMonth(world)}-15`, 10), seller, other)
  await seller.visitor.call(useExistingConnection)
  await seller.visitor.call(triggerBilling)
  expect(await other.visitor.call(readOwnSubscription)).toMatchObject({
    status: 'active',
    nextInvoiceDate: osloInstant(`${addMonths(thisMonth(world), 1)}-01`, 9).toISOString(),
    bills: [],
  })
  const next = await nextFirst(world, seller, other)
  await billOf(seller, other, next, 'done')
  expect(invoicesTo(seller, other)).toHaveLength(1)
})

test('the customer’s contact is made once, found by their id afterwards, and corrected when they move', async () => {
  const customer = await activeSubscriber(world)
  const month = await nextFirst(world, seller, customer)
  await billOf(seller, customer, month, 'done')
  const profile = { firstName: 'Frode', lastName: 'Fjordvik', email: customer.email }
  await customer.visitor.call(updateProfile, {
    body: { ...profile, address: 'Strandgaten 12', postalCode: '5013', city: 'Bergen' },
  })
  const next = await nextFirst(world, seller, customer)
  await billOf(seller, customer, next, 'done')
  expect(contactsOf(seller, customer)).toMatchObject([
    { name: 'Fjordvik Rør AS', address: { streetAddress: 'Strandgaten 12', postCode: '5013' } },
  ])
  expect(invoicesTo(seller, customer)).toHaveLength(2)
})
