import { beforeEach, expect, test } from 'vitest'
import { memberships } from '#server/features/auth/tables'
import { publicPricing } from '#shared/contracts/auth'
import {
  previewSubscriptionSettings,
  readBillingCompanies,
  readBillingStatus,
  readSubscriptionSettings,
  saveSubscriptionSettings,
  testBilling,
  triggerBilling,
  useExistingConnection,
} from '#shared/contracts/billing'
import { setUserAdmin } from '#shared/contracts/admin'
import { revokeFiken } from '#shared/contracts/connections'
import { deleteAccount } from '#shared/contracts/profile'
import { administrator } from '../../support/people/admin/administrator.ts'
import {
  loggedIn,
  newSeller,
  newSubscriber,
  SETTINGS,
  subscriptionOf,
  switchIntegration,
  type Seller,
} from '../../support/billing/seller.ts'
import { startTimedWorld } from '../../support/people/person.ts'

let seller: Seller

const world = await startTimedWorld({ byDay: true })

beforeEach(async () => {
  seller = await newSeller(world)
})

const complete = () => ({ ...SETTINGS, adminFikenCompanySlug: seller.company.slug })
const preview = (change: Partial<typeof SETTINGS>) =>
  seller.visitor.call(previewSubscriptionSettings, { body: { ...complete(), ...change } })
const save = (change: Partial<typeof SETTINGS> & { confirmed?: boolean }) =>
  seller.visitor.call(saveSubscriptionSettings, { body: { ...complete(), ...change } })
const trySave = (change: Partial<typeof SETTINGS> & { confirmed?: boolean }) =>
  seller.visitor.tryCall(saveSubscriptionSettings, { body: { ...complete(), ...change } })

test('before anything is decided it costs 500 kroner, nobody is billed, and what is missing is named', async () => {
  expect(await seller.visitor.call(readSubscriptionSettings)).toMatchObject({
    billingEnabled: false,
    monthlyPrice: 500,
    adminFikenCompanySlug: null,
    sender: null,
  })
  expect(await seller.visitor.call(readBillingStatus)).toMatchObject({
    cronStatus: { monthlyBilling: { isRunning: false, nextMonthlyRun: null } },
    isUnderWay: false,
    waitsFor: null,
  })
  const { testResults } = await seller.visitor.call(testBilling)
  expect(testResults).toMatchObject({
    activeSubscriptions: 0,
    sum: 0,
    billingSettings: 'missing',
    missing: ['tilkoblingen til Fiken er ikke valgt', 'selskapet i Fiken er ikke valgt'],
  })
  const run = await seller.visitor.tryCall(triggerBilling)
  expect([run.status, run.body]).toMatchObject([
    409,
    {
      message:
        'Fakturering er deaktivert. Aktiver i innstillinger for å kjøre månedlig fakturering.',
    },
  ])
  const saved = await trySave({ adminFikenCompanySlug: null })
  expect([saved.status, saved.body]).toMatchObject([
    409,
    {
      code: 'billing_incomplete',
      message:
        'Fakturering kan ikke være på: tilkoblingen til Fiken er ikke valgt, selskapet i Fiken er ikke valgt.',
    },
  ])
})

test('saving says how many start, stop and pay another price', async () => {
  await seller.visitor.call(useExistingConnection)
  await save({ billingEnabled: false })
  const on = await newSubscriber(world)
  const off = await newSubscriber(world)
  await switchIntegration(off, false)
  const starts = await preview({ billingEnabled: true })
  expect(starts).toMatchObject({ starts: 2, startsOff: 1, stops: 0, newPrice: 0, asks: [] })
  expect(starts.firstBill).not.toBeNull()
  await save({ billingEnabled: true })
  await subscriptionOf(on, 'active')
  await subscriptionOf(off, 'active')
  expect(await preview({ monthlyPrice: 600 })).toMatchObject({ starts: 0, stops: 0, newPrice: 2 })
  expect(await preview({ billingEnabled: false })).toMatchObject({ stops: 2, firstBill: null })
  expect(await preview({ monthlyPrice: 0 })).toMatchObject({ stops: 2, asks: ['zero_price'] })
  expect(await preview({ monthlyPrice: 1500 })).toMatchObject({ asks: [] })
  expect(await preview({ monthlyPrice: 1501 })).toMatchObject({ asks: ['over_three_times'] })
})

test('0 kroner, more than three times the price and less than a third must be confirmed; the new price is public at once', async () => {
  await seller.visitor.call(useExistingConnection)
  await save({ monthlyPrice: 500, confirmed: true })
  const dear = await trySave({ monthlyPrice: 5000 })
  expect([dear.status, dear.body]).toMatchObject([
    409,
    {
      code: 'confirm_price',
      message:
        'Prisen går fra 500,00\u00a0kr til 5\u00a0000,00\u00a0kr, mer enn tre ganger så mye. Bekreft at det er meningen.',
    },
  ])
  const nothing = await trySave({ monthlyPrice: 0 })
  expect(nothing.body).toMatchObject({ code: 'confirm_price', asks: ['zero_price'] })
  expect((await seller.visitor.call(readSubscriptionSettings)).monthlyPrice).toBe(500)
  await save({ monthlyPrice: 5000, confirmed: true })
  expect(await world.visitor().call(publicPricing)).toEqual({ monthlyPrice: 500_000 })
  const cheap = await trySave({ monthlyPrice: 500 })
  expect(cheap.body).toMatchObject({
    code: 'confirm_price',
    asks: ['under_a_third'],
    message:
      'Prisen går fra 5\u00a0000,00\u00a0kr til 500,00\u00a0kr, mindre enn en tredel. Bekreft at det er meningen.',
  })
  await save({ monthlyPrice: 500, confirmed: true })
})

test.each([
  [{ monthlyPrice: -1 }, 'Prisen kan ikke være negativ'],
  [{ monthlyPrice: 499.5 }, 'Skriv prisen i hele kroner, bare med tall, for eksempel 1000.'],
  [{ monthlyPrice: 100_001 }, 'Prisen kan være høyst 100000 kr'],
  [{ productName: '  ' }, 'Produktnavn er påkrevd'],
  [{ productName: 'x'.repeat(151) }, 'Produktnavn kan ha høyst 150 tegn'],
  [{ productDescription: 'x'.repeat(201) }, 'Beskrivelse kan ha høyst 200 tegn'],
])('%o is refused: %s', async (change, sentence) => {
  const { status, body } = await trySave(change)
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain(sentence)
})

test('the bills are sent from a company that the connection reaches, and from the one who says so', async () => {
  await seller.visitor.call(useExistingConnection)
  const { companies } = await seller.visitor.call(readBillingCompanies)
  expect(companies.map(({ slug }) => slug)).toContain(seller.company.slug)
  const far = await trySave({ adminFikenCompanySlug: 'et-annet-selskap' })
  expect([far.status, far.body]).toMatchObject([400, { code: 'company_out_of_reach' }])
  const { sender } = await seller.visitor.call(readSubscriptionSettings)
  expect(sender).toMatchObject({ userId: seller.id, email: seller.email, connected: true })
  const gone = await seller.visitor.tryCall(deleteAccount)
  expect([gone.status, gone.body]).toMatchObject([409, { code: 'billing_account' }])
})

test('without a connection of one’s own there is nothing to use', async () => {
  await seller.visitor.call(revokeFiken)
  const { status, body } = await seller.visitor.tryCall(useExistingConnection)
  expect([status, body]).toMatchObject([
    409,
    {
      code: 'authorize_fiken',
      message:
        'Koble til Fiken under Konfigurasjoner først, med kontoen som fakturaene skal lages fra.',
    },
  ])
})

test('the bills are sent with the connection of the request’s company, by its owner alone', async () => {
  const helper = await administrator(world)
  const { db } = world.product.platform
  await db
    .insert(memberships)
    .values({ companyId: seller.id, personId: helper.id, role: 'accountant' })
  const unnamed = await helper.visitor.tryCall(useExistingConnection)
  expect([unnamed.status, unnamed.body]).toMatchObject([409, { code: 'company_needed' }])
  const { method, path } = useExistingConnection
  const named = await helper.visitor.fetch(path, { method, headers: { 'x-company': seller.id } })
  expect([named.status, await named.json()]).toMatchObject([403, { code: 'role_refused' }])
})

test('an administrator who is demoted at the same moment does not end up sending the bills', async () => {
  for (let round = 0; round < 5; round += 1) {
    const other = await newSeller(world)
    const [chosen, demoted] = await Promise.all([
      other.visitor.tryCall(useExistingConnection),
      seller.visitor.tryCall(setUserAdmin, { params: { id: other.id }, body: { isAdmin: false } }),
    ])
    // Whichever request came second was refused.
    expect([chosen.status, demoted.status].toSorted()).toEqual(
      chosen.status === 200 ? [200, 409] : [200, 403],
    )
    await seller.visitor.call(useExistingConnection)
  }
})

test('when the sender’s access has ended, the test says so; that a run waits is said only when something is due', async () => {
  await seller.visitor.call(useExistingConnection)
  await save({})
  const tested = async () => (await seller.visitor.call(testBilling)).testResults.obstacle
  expect(await tested()).toBeNull()
  await seller.visitor.call(revokeFiken)
  expect(await tested()).toMatch(
    /^Tilgangen til Fiken som fakturaene lages med \(.+\), er avsluttet\. .*under Konfigurasjoner\.$/,
  )
  expect((await seller.visitor.call(readBillingStatus)).waitsFor).toBeNull()

  const customer = await newSubscriber(world)
  await switchIntegration(customer, true)
  const { nextInvoiceDate } = await subscriptionOf(customer, 'active')
  expect((await seller.visitor.call(readBillingStatus)).waitsFor).toBeNull()
  world.advance(Date.parse(nextInvoiceDate ?? '') - world.product.platform.clock.now() + 60_000)
  const again = await loggedIn(world, seller)
  expect((await again.visitor.call(readBillingStatus)).waitsFor).toMatch(/kjøringen venter/)
})
