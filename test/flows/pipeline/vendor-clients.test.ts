import { afterAll, expect, test } from 'vitest'
import { createBrreg } from '#clients/brreg/client'
import { createFiken } from '#clients/fiken/client'
import type { NewDraft } from '#clients/fiken/types'
import type { ExternalError } from '#clients/http/external-error'
import { createServiceM8 } from '#clients/servicem8/client'
import { createServiceM8OAuth } from '#clients/servicem8/oauth'
import type { Job } from '#clients/servicem8/types'
import { SERVICEM8_CLIENT } from '#sandbox/http/credentials'
import { ODD_UNITS } from '#sandbox/seed/register-oddities'
import { startSandbox } from '#sandbox/start'
import { localDate } from '#sandbox/world/local-time'
import { worldIsReady } from '../../support/clock/midnight.ts'
import {
  clientBasics,
  consent,
  fikenOAuthOf,
  oneAtATime,
} from '../../support/vendors/sandbox-clients.ts'

/** Tests the vendors' clients, which send each of the product's requests to the sandbox. */

const sandbox = await startSandbox({})
sandbox.world.settings.fiken.throttlePerSecond = 0
const servicem8OAuth = createServiceM8OAuth({
  ...clientBasics,
  clientId: SERVICEM8_CLIENT.id,
  clientSecret: SERVICEM8_CLIENT.secret,
  authorizeUrl: `${sandbox.servicem8Url}/oauth/authorize`,
  tokenUrl: `${sandbox.servicem8Url}/oauth/access_token`,
})
const fikenOAuth = fikenOAuthOf(sandbox)
let servicem8Grant = await consent(servicem8OAuth)
let fikenGrant = await consent(fikenOAuth)
const servicem8 = createServiceM8({
  ...clientBasics,
  apiUrl: sandbox.servicem8Url,
  token: async () => servicem8Grant.accessToken,
  limiter: (run) => run(),
})
const fiken = createFiken({
  ...clientBasics,
  apiUrl: `${sandbox.fikenUrl}/api/v2`,
  token: async () => fikenGrant.accessToken,
  limiter: oneAtATime(),
})
worldIsReady()
afterAll(() => sandbox.close())

async function all<T>(
  pages: AsyncIterable<{ rows: T[]; unreadable: ExternalError[] }>,
): Promise<T[]> {
  const rows: T[] = []
  for await (const page of pages) {
    expect(page.unreadable).toEqual([])
    rows.push(...page.rows)
  }
  return rows
}

async function companyInUse() {
  const [first] = (await fiken.companies.list()).filter(
    (company) => company.hasApiAccess && company.vatRegistered,
  )
  if (!first) throw new Error('no company')
  return fiken.company(first.slug)
}

test('every ServiceM8 object is read, page by page', async () => {
  sandbox.world.settings.servicem8.pageSize = 5
  expect(await servicem8.account()).toMatchObject({ timeZone: 'Europe/Oslo', currency: 'NOK' })
  const jobs = await all(servicem8.jobs.list({ status: 'Completed' }))
  expect(jobs.length).toBeGreaterThan(5)
  const job = jobs.find((one: Job) => one.active && Number(one.totalInvoiceAmount) > 0)
  if (!job) throw new Error('no completed job')
  expect(await servicem8.jobs.get(job.uuid)).toEqual(job)
  expect((await servicem8.jobs.linesOf(job.uuid)).length).toBeGreaterThan(0)
  await servicem8.jobs.contactsOf(job.uuid)
  await servicem8.jobs.paymentsOf(job.uuid)
  const client = await servicem8.clients.get(job.companyUuid ?? '')
  await servicem8.clients.contactsOf(client.uuid)
  expect(await all(servicem8.clients.list())).toContainEqual(client)
  expect((await all(servicem8.clientContacts.list())).length).toBeGreaterThan(0)
  expect((await servicem8.taxRates.list()).map((rate) => Number(rate.percent))).toContain(25)
  await all(servicem8.payments.list({ editedAfter: '2020-01-01 00:00:00' }))
})

test('a ServiceM8 product is created, changed and removed', async () => {
  const uuid = crypto.randomUUID()
  const made = await servicem8.materials.create({
    uuid,
    name: 'Prøvekabel',
    itemNumber: 'PK-1',
    price: '10.5',
    isInventoried: true,
    quantityInStock: '3',
  })
  await servicem8.materials.update(made, { price: '12.25' })
  expect(await servicem8.materials.get(made)).toMatchObject({
    name: 'Prøvekabel',
    itemNumber: 'PK-1',
    isInventoried: true,
    active: true,
  })
  expect(Number((await servicem8.materials.get(made)).price)).toBe(12.25)
  expect(
    (await all(servicem8.materials.list({ itemNumber: 'PK-1' }))).map((one) => one.uuid),
  ).toEqual([made])
  await servicem8.materials.remove(made)
  expect((await servicem8.materials.get(made)).active).toBe(false)
})

test('a draft goes through its whole life in Fiken, and is never created twice', async () => {
  expect((await fiken.user()).email).toContain('@')
  const company = await companyInUse()
  const [bank] = (await company.bankAccounts()).filter(
    (account) => account.type === 'normal' && !account.inactive,
  )
  expect(
    (await company.accounts({ from: '3000', to: '3999' })).map((account) => account.code),
  ).toContain('3020')
  const contactId = await company.contacts.create({
    name: 'Prøvekunde AS',
    email: 'post@prove.no',
    memberNumber: 'client-x',
  })
  await company.contacts.update(contactId, { organizationNumber: '974760673' })
  expect(await company.contacts.find({ memberNumberString: 'client-x' })).toMatchObject([
    { contactId, organizationNumber: '974760673', customer: true },
  ])

  const draft: NewDraft = {
    uuid: crypto.randomUUID(),
    customerId: contactId,
    issueDate: localDate(sandbox.world.now()),
    daysUntilDueDate: 14,
    bankAccountNumber: bank?.bankAccountNumber,
    lines: [
      {
        description: 'Arbeid',
        quantity: '1.1',
        unitPrice: 95_000,
        vatType: 'HIGH',
        incomeAccount: '3020',
      },
    ],
  }
  expect(await company.drafts.findByUuid(draft.uuid)).toBeNull()
  const draftId = await company.drafts.create(draft)
  await expect(company.drafts.create(draft)).rejects.toMatchObject({
    kind: 'unknown_outcome',
    status: 500,
  })
  expect(await company.drafts.findByUuid(draft.uuid)).toMatchObject({
    draftId,
    net: 104_500,
    gross: 130_625,
    customerId: contactId,
  })
  await company.drafts.update(draftId, { ...draft, ourReference: 'Jobb #1' })
  await company.drafts.createInvoice(draftId)
  await expect(company.drafts.get(draftId)).rejects.toMatchObject({ kind: 'not_found' })
  const invoice = await company.invoices.findByDraftUuid(draft.uuid)
  expect(invoice).toMatchObject({
    net: 104_500,
    gross: 130_625,
    settled: false,
    customerId: contactId,
  })
  expect(await company.invoices.get(invoice?.invoiceId ?? 0)).toEqual(invoice)
  expect(String(await company.invoices.counter())).toBe(invoice?.invoiceNumber)
  expect(
    await all(company.invoices.list({ from: draft.issueDate, customerId: contactId })),
  ).toEqual([invoice])
})

test('a lost answer while a draft is created leaves one draft, found by its uuid', async () => {
  const company = await companyInUse()
  const [customer] = await all(company.contacts.list())
  sandbox.world.faults.add({
    vendor: 'fiken',
    kind: 'lost',
    method: 'POST',
    path: '/drafts$',
    count: 1,
  })
  const draft: NewDraft = {
    uuid: crypto.randomUUID(),
    customerId: customer?.contactId ?? 0,
    issueDate: '2026-01-15',
    daysUntilDueDate: 14,
    lines: [
      {
        description: 'Arbeid',
        quantity: '1',
        unitPrice: 100,
        vatType: 'HIGH',
        incomeAccount: '3020',
      },
    ],
  }
  await expect(company.drafts.create(draft)).rejects.toMatchObject({
    kind: 'unknown_outcome',
    status: null,
  })
  const found = await company.drafts.findByUuid(draft.uuid)
  expect(found).not.toBeNull()
  await company.drafts.remove(found?.draftId ?? 0)
  expect(await company.drafts.findByUuid(draft.uuid)).toBeNull()
})

test('a Fiken product keeps its stock when its price changes', async () => {
  const { products } = await companyInUse()
  const productId = await products.create({
    name: 'Kabel',
    productNumber: 'PK-2',
    unitPrice: 1_050,
    incomeAccount: '3000',
    vatType: 'HIGH',
    stock: 2.5,
  })
  await products.update(productId, { unitPrice: 1_225 })
  expect(await products.find({ productNumber: 'PK-2' })).toMatchObject([
    { productId, unitPrice: 1_225, stock: 2.5 },
  ])
  await products.update(productId, { stock: null })
  expect((await products.get(productId)).stock).toBeNull()
  expect((await all(products.list())).map((one) => one.productId)).toContain(productId)
  await products.remove(productId)
})

test('tokens rotate, and after a used refresh token a person must renew the grant', async () => {
  const old = servicem8Grant.refreshToken
  servicem8Grant = await servicem8OAuth.refresh(old)
  expect(servicem8Grant.refreshToken).not.toBe(old)
  await servicem8.account()
  await expect(servicem8OAuth.refresh(old)).rejects.toMatchObject({ kind: 'reauth_required' })
  fikenGrant = await fikenOAuth.refresh(fikenGrant.refreshToken)
  expect(sandbox.world.ledger.overlaps).toBe(0)
})

test('the organisation register is searched by name and by number', async () => {
  const brreg = createBrreg({ apiUrl: sandbox.brregUrl, ...clientBasics })
  const [first] = await brreg.search('as')
  expect(first).toBeDefined()
  expect(await brreg.lookup(first?.organizationNumber ?? '')).toEqual(first)
  expect(await brreg.lookup('000000000')).toBeNull()
  expect(await brreg.lookup(ODD_UNITS.branch)).toMatchObject({ form: 'BEDR', ended: null })
  for (const number of [ODD_UNITS.deleted, ODD_UNITS.removed, ODD_UNITS.closedBranch])
    expect((await brreg.lookup(number))?.ended?.kind).toBe('deleted')
})

test('a grant that has ended no longer works', async () => {
  await fikenOAuth.revoke(fikenGrant.accessToken)
  await expect(fiken.user()).rejects.toMatchObject({ kind: 'unauthenticated' })
  await expect(fikenOAuth.refresh(fikenGrant.refreshToken)).rejects.toMatchObject({
    kind: 'reauth_required',
  })
})
