import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '../start.ts'
import { fikenCalls, idIn, plumbersBooks, type Calls } from '../testing.ts'
import { payInvoice, takePaymentBack } from './sales.ts'

const PLUMBER = '/companies/fjordvik-ror-as'
const ESTATE = '/companies/fjordvik-eiendom-as'

let sandbox: Sandbox
let call: Calls
let now: string

beforeEach(async () => {
  now = '2026-06-15T10:00:00Z'
  sandbox = await startSandbox({ now: () => Date.parse(now) })
  sandbox.world.settings.fiken.throttlePerSecond = 0
  call = await fikenCalls(sandbox)
})
afterEach(() => sandbox.close())

function draftFor(
  slug: string,
  change: Record<string, unknown> = {},
  line: Record<string, unknown> = {},
): Record<string, unknown> {
  const customerId = sandbox.world.state.fiken.companies[slug]?.contacts[0]?.contactId
  const lines = [
    {
      description: 'Arbeid',
      quantity: 1,
      unitPrice: 100_000,
      vatType: 'HIGH',
      incomeAccount: '3020',
      ...line,
    },
  ]
  return { type: 'invoice', customerId, daysUntilDueDate: 14, lines, ...change }
}

test('a year opens on its 1 January, and stays closed once somebody has closed it', async () => {
  const own = 'fjordvik-ror-as'
  const send = async () => {
    const draft = draftFor(own, { issueDate: '2027-01-01' })
    const answer = await call('POST', `${PLUMBER}/invoices/drafts`, draft)
    return answer.status === 201 ? 201 : messageOf(answer)
  }
  // This is one minute before midnight in Norway.
  now = '2026-12-31T22:59:00Z'
  call = await fikenCalls(sandbox)
  expect(await send()).toBe('Fiscal year 2027 is invalid')
  now = '2026-12-31T23:00:00Z'
  expect(await send()).toBe(201)
  const books = sandbox.world.state.fiken.companies[own]
  if (books) books.openYears = books.openYears.filter((year) => year !== 2027)
  expect(await send()).toBe('Fiscal year 2027 is invalid')
})

async function messageOf(answer: Response): Promise<string> {
  const body = (await answer.json()) as { message: string } | { message: string }[]
  return Array.isArray(body) ? (body[0]?.message ?? '') : body.message
}

test('what Fiken refuses in a draft', async () => {
  const refused = async (draft: Record<string, unknown>, company = PLUMBER): Promise<string> => {
    const answer = await call('POST', `${company}/invoices/drafts`, draft)
    return `${answer.status} ${await messageOf(answer)}`
  }
  const own = 'fjordvik-ror-as'
  expect(await refused({})).toBe(
    "400 Feil ved validering av data: 'type' er påkrevd. 'customerId' er påkrevd. 'daysUntilDueDate' er påkrevd.",
  )
  expect(await refused(draftFor(own, { issueDate: '2027-01-02' }))).toBe(
    '400 Fiscal year 2027 is invalid',
  )
  expect(await refused(draftFor(own, { bankAccountNumber: '12345678901' }))).toContain(
    '400 Bank account',
  )
  expect(await refused(draftFor(own, { projectId: 3 }))).toBe('402 module not activated')
  expect(await refused(draftFor(own, {}, { incomeAccount: undefined }))).toBe(
    '400 incomeAccount is required for free-text lines (lines without a productId)',
  )
  expect(await refused(draftFor(own, {}, { description: 'x'.repeat(201) }))).toContain('200 tegn')
  expect(await refused(draftFor(own, {}, { productId: 21 }))).toBe('404 Missing product with id 21')
  expect(await refused(draftFor('fjordvik-eiendom-as'), ESTATE)).toContain(
    'The only VAT type accepted is OUTSIDE.',
  )
  const supplier = sandbox.world.state.fiken.companies[own]?.contacts.find(
    (contact) => !contact.customer,
  )
  expect(await refused(draftFor(own, { customerId: supplier?.contactId }))).toContain(
    'not a customer',
  )
})

test('a misspelt bank account field is silently ignored, and the draft can then not be issued', async () => {
  const made = await call(
    'POST',
    `${PLUMBER}/invoices/drafts`,
    draftFor('fjordvik-ror-as', { bankAccountCode: '1920:10001' }),
  )
  expect(made.status).toBe(201)
  const id = idIn(made)
  const refused = await call('POST', `${PLUMBER}/invoices/drafts/${id}/createInvoice`)
  expect(refused.status).toBe(403)
  expect(await messageOf(refused)).toContain('The bank account number null has not been verified')
})

test('issuing numbers the invoice, removes the draft and takes the goods out of stock', async () => {
  const company = plumbersBooks(sandbox.world)
  const product = company.products.find((row) => (row.stock ?? 0) > 5)
  const stock = product?.stock ?? 0
  const uuid = '0b3e5a52-3f0a-5d0e-9d4a-222222222222'
  const bankAccountNumber = company.bankAccounts[0]?.bankAccountNumber
  const draft = draftFor('fjordvik-ror-as', {
    uuid,
    bankAccountNumber,
    lines: [{ productId: product?.productId, quantity: 2 }],
  })
  const id = idIn(await call('POST', `${PLUMBER}/invoices/drafts`, draft))
  expect((await call('POST', `${PLUMBER}/invoices/drafts/${id}/createInvoice`)).status).toBe(201)
  expect((await call('GET', `${PLUMBER}/invoices/drafts/${id}`)).status).toBe(404)
  const found = await (await call('GET', `${PLUMBER}/invoices?invoiceDraftUuid=${uuid}`)).json()
  expect(found).toMatchObject([{ invoiceNumber: 10_001, kid: null, sale: { settled: false } }])
  expect(product?.stock).toBe(stock - 2)
  expect((await call('POST', `${PLUMBER}/invoices/drafts`, draft)).status).toBe(500)
})

test('a company without a number series says so until the counter is set', async () => {
  const company = sandbox.world.state.fiken.companies['fjordvik-eiendom-as']
  const bankAccountNumber = company?.bankAccounts[0]?.bankAccountNumber
  const draft = draftFor(
    'fjordvik-eiendom-as',
    { bankAccountNumber },
    { vatType: 'OUTSIDE', incomeAccount: '3220' },
  )
  const id = idIn(await call('POST', `${ESTATE}/invoices/drafts`, draft))
  const refused = await call('POST', `${ESTATE}/invoices/drafts/${id}/createInvoice`)
  expect([refused.status, await messageOf(refused)]).toEqual([
    400,
    expect.stringContaining('Missing number series'),
  ])
  expect((await call('POST', `${ESTATE}/invoices/counter`, { value: 500 })).status).toBe(201)
  expect((await call('POST', `${ESTATE}/invoices/drafts/${id}/createInvoice`)).status).toBe(201)
  expect(await (await call('GET', `${ESTATE}/invoices/counter`)).json()).toEqual({ value: 501 })
})

test('the same uuid on a direct invoice makes two invoices', async () => {
  const customerId = plumbersBooks(sandbox.world).contacts[0]?.contactId
  const invoice = {
    uuid: '0b3e5a52-3f0a-5d0e-9d4a-333333333333',
    issueDate: '2026-06-15',
    dueDate: '2026-06-29',
    bankAccountCode: '1920:10001',
    cash: false,
    customerId,
    lines: [
      {
        description: 'Arbeid',
        quantity: 1,
        unitPrice: 1000,
        vatType: 'HIGH',
        incomeAccount: '3020',
      },
    ],
  }
  await call('POST', `${PLUMBER}/invoices`, invoice)
  await call('POST', `${PLUMBER}/invoices`, invoice)
  expect(await (await call('GET', `${PLUMBER}/invoices`)).json()).toHaveLength(2)
})

test('replacing a product without its stock ends its stock keeping', async () => {
  const product = plumbersBooks(sandbox.world).products.find((row) => typeof row.stock === 'number')
  if (!product) throw new Error('no product')
  const { productId, name, incomeAccount, vatType } = product
  const answer = await call('PUT', `${PLUMBER}/products/${productId}`, {
    name,
    incomeAccount,
    vatType,
    active: true,
  })
  expect(answer.status).toBe(200)
  expect(await (await call('GET', `${PLUMBER}/products/${productId}`)).json()).not.toHaveProperty(
    'stock',
  )
})

test('lists are paged from 0, with the counts in the headers', async () => {
  const answer = await call('GET', `${PLUMBER}/contacts?page=1&pageSize=5`)
  expect(((await answer.json()) as unknown[]).length).toBe(5)
  const headers = ['page', 'page-size', 'page-count', 'result-count'].map((name) =>
    answer.headers.get(`fiken-api-${name}`),
  )
  const count = plumbersBooks(sandbox.world).contacts.length
  expect(headers).toEqual(['1', '5', String(Math.ceil(count / 5)), String(count)])
  expect((await call('GET', `${PLUMBER}/contacts?pageSize=101`)).status).toBe(400)
})

test('contacts are found by the whole name only, and one in use is made inactive rather than deleted', async () => {
  const contact = plumbersBooks(sandbox.world).contacts[0]
  const find = async (name: string): Promise<unknown> =>
    (await call('GET', `${PLUMBER}/contacts?name=${encodeURIComponent(name)}`)).json()
  expect(await find(contact?.name.toUpperCase() ?? '')).toHaveLength(1)
  expect(await find(contact?.name.slice(0, 5) ?? '')).toEqual([])
  await call('POST', `${PLUMBER}/invoices/drafts`, draftFor('fjordvik-ror-as'))
  const removed = await call('DELETE', `${PLUMBER}/contacts/${contact?.contactId}`)
  expect([removed.status, await removed.json()]).toMatchObject([200, { inactive: true }])
})

test('a company without the API module, somebody else’s, and one that does not exist', async () => {
  const statuses: number[] = []
  for (const slug of ['uten-api-as', 'bakke-elektro-as', 'finnes-ikke']) {
    statuses.push((await call('GET', `/companies/${slug}/contacts`)).status)
  }
  expect(statuses).toEqual([403, 403, 404])
})

test('an invoice that is paid in full is settled', async () => {
  const company = plumbersBooks(sandbox.world)
  const draft = draftFor('fjordvik-ror-as', {
    bankAccountNumber: company.bankAccounts[0]?.bankAccountNumber,
  })
  const id = idIn(await call('POST', `${PLUMBER}/invoices/drafts`, draft))
  await call('POST', `${PLUMBER}/invoices/drafts/${id}/createInvoice`)
  const saleId = company.invoices[0]?.saleId
  const payment = { date: '2026-06-15', account: '1920:10001', amount: 125_000 }
  expect((await call('POST', `${PLUMBER}/sales/${saleId}/payments`, payment)).status).toBe(201)
  expect(await (await call('GET', `${PLUMBER}/invoices?settled=true`)).json()).toMatchObject([
    { sale: { settled: true, totalPaid: 125_000, outstandingBalance: 0 } },
  ])
  // A partly paid invoice is open, and so is an invoice whose payment was reversed.
  const [invoice] = company.invoices
  if (!invoice) throw new Error('no invoice')
  takePaymentBack(sandbox.world, invoice, '2026-06-16')
  payInvoice(sandbox.world, invoice, 25_000, '2026-06-17', '1920:10001')
  const open = async () =>
    (await call('GET', `${PLUMBER}/invoices?settled=false&dueDateLe=${invoice.dueDate}`)).json()
  expect(await open()).toMatchObject([
    { sale: { settled: false, totalPaid: 25_000, outstandingBalance: 100_000 } },
  ])
  expect(takePaymentBack(sandbox.world, invoice, '2026-06-18')).toBe(true)
  expect(takePaymentBack(sandbox.world, invoice, '2026-06-18')).toBe(false)
  expect(await open()).toMatchObject([
    { sale: { settled: false, totalPaid: 0, outstandingBalance: 125_000 } },
  ])
})
