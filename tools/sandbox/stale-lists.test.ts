import { afterEach, beforeEach, expect, test } from 'vitest'
import { bookDraft } from './fiken/invoicing.ts'
import { payInvoice } from './fiken/sales.ts'
import { startSandbox, type Sandbox } from './start.ts'
import { fikenCalls, idIn, plumbersBooks, staleLists, type Calls } from './testing.ts'
import type { FikenCompany } from './world/state.ts'

const PLUMBER = '/companies/fjordvik-ror-as'

let sandbox: Sandbox
let call: Calls
let company: FikenCompany
let now: number

beforeEach(async () => {
  now = Date.parse('2026-06-15T10:00:00Z')
  sandbox = await startSandbox({ now: () => now })
  sandbox.world.settings.fiken.throttlePerSecond = 0
  call = await fikenCalls(sandbox)
  company = plumbersBooks(sandbox.world)
})
afterEach(() => sandbox.close())

async function made(path: string, body: unknown): Promise<string> {
  const answer = await call('POST', `${PLUMBER}${path}`, body)
  expect(answer.status).toBe(201)
  return idIn(answer) ?? ''
}

async function listed(path: string): Promise<Record<string, unknown>[]> {
  const answer = await call('GET', `${PLUMBER}${path}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as Record<string, unknown>[]
}

const draft = (change: Record<string, unknown> = {}): Record<string, unknown> => ({
  type: 'invoice',
  uuid: '0b3e5a52-3f0a-5d0e-9d4a-222222222222',
  customerId: company.contacts.find((contact) => contact.customer)?.contactId,
  daysUntilDueDate: 14,
  bankAccountNumber: company.verifiedBankAccounts[0],
  lines: [
    {
      description: 'Arbeid',
      quantity: 1,
      unitPrice: 100_000,
      vatType: 'HIGH',
      incomeAccount: '3020',
    },
  ],
  ...change,
})

test('a new draft is found at its address immediately, and in lists once the seconds have passed', async () => {
  staleLists(sandbox.world, 9)
  const id = await made('/invoices/drafts', draft())
  const search = '/invoices/drafts?uuid=0b3e5a52-3f0a-5d0e-9d4a-222222222222'
  expect((await call('GET', `${PLUMBER}/invoices/drafts/${id}`)).status).toBe(200)
  expect((await call('POST', `${PLUMBER}/invoices/drafts`, draft())).status).toBe(500)
  now += 8_999
  expect([await listed(search), await listed('/invoices/drafts')]).toEqual([[], []])
  now += 1
  expect(await listed(search)).toMatchObject([{ draftId: Number(id) }])
})

test('a draft that was deleted or changed is still listed as it was', async () => {
  const kept = await made('/invoices/drafts', draft())
  const gone = await made('/invoices/drafts', draft({ uuid: undefined }))
  const before = await listed('/invoices/drafts')
  const off = staleLists(sandbox.world, null)
  await call('DELETE', `${PLUMBER}/invoices/drafts/${gone}`)
  await call(
    'PUT',
    `${PLUMBER}/invoices/drafts/${kept}`,
    draft({ ourReference: 'Jobb #1', lines: [] }),
  )
  await call(
    'PUT',
    `${PLUMBER}/invoices/drafts/${kept}`,
    draft({ ourReference: 'Jobb #2', lines: [] }),
  )
  expect((await call('GET', `${PLUMBER}/invoices/drafts/${gone}`)).status).toBe(404)
  expect(await (await call('GET', `${PLUMBER}/invoices/drafts/${kept}`)).json()).toMatchObject({
    ourReference: 'Jobb #2',
  })
  now += 3_600_000
  expect(await listed('/invoices/drafts')).toEqual(before)
  off()
  expect(await listed('/invoices/drafts')).toMatchObject([{ ourReference: 'Jobb #2', gross: 0 }])
})

test('a draft that became a paid invoice is listed as a draft, then as an unpaid invoice, then as a paid one', async () => {
  const id = await made('/invoices/drafts', draft())
  staleLists(sandbox.world, 10)
  const stored = company.drafts.find((one) => String(one.draftId) === id)
  if (!stored) throw new Error('no draft')
  const invoice = bookDraft(sandbox.world, company, stored, '2026-06-15')
  now += 5_000
  payInvoice(sandbox.world, invoice, invoice.gross, '2026-06-15', '1920:10001')
  const seen = async () => [
    (await listed('/invoices/drafts')).length,
    (await listed(`/invoices?invoiceDraftUuid=${stored.uuid}`)).length,
    (await listed('/invoices?settled=true')).length,
    (await listed('/sales?settled=true')).length,
  ]
  expect((await call('GET', `${PLUMBER}/invoices/${invoice.invoiceId}`)).status).toBe(200)
  expect(await seen()).toEqual([1, 0, 0, 0])
  now += 5_000
  expect(await seen()).toEqual([0, 1, 0, 0])
  now += 5_000
  expect(await seen()).toEqual([0, 1, 1, 1])
})

test('contacts and products lag as drafts do, whatever the search', async () => {
  staleLists(sandbox.world, 10)
  const contact = await made('/contacts', { name: 'Ny Kunde AS', customer: true })
  const product = {
    name: 'Ny vare',
    incomeAccount: '3000',
    vatType: 'HIGH',
    active: true,
    productNumber: 'NY-1',
  }
  const id = await made('/products', product)
  const seen = async () => [
    (await listed('/contacts?name=Ny%20Kunde%20AS')).length,
    (
      await listed('/contacts?lastModifiedGe=2026-06-15&sortBy=lastModified%20asc&pageSize=100')
    ).some((row) => String(row['contactId']) === contact),
    (await listed('/products?productNumber=NY-1')).length,
  ]
  expect((await call('GET', `${PLUMBER}/contacts/${contact}`)).status).toBe(200)
  expect((await call('GET', `${PLUMBER}/products/${id}`)).status).toBe(200)
  expect(await seen()).toEqual([0, false, 0])
  now += 10_000
  expect(await seen()).toEqual([1, true, 1])
  await call('PUT', `${PLUMBER}/contacts/${contact}`, { name: 'Nytt Navn AS', customer: true })
  await call('DELETE', `${PLUMBER}/products/${id}`)
  expect(await seen()).toEqual([1, true, 1])
  now += 10_000
  expect(await seen()).toEqual([0, true, 0])
})

test('lists never show anything older than the moment the fault was switched on, and catch up on request', async () => {
  await made('/contacts', { name: 'Før AS', customer: true })
  staleLists(sandbox.world, 600)
  await made('/contacts', { name: 'Etter AS', customer: true })
  const seen = async (name: string) =>
    (await listed(`/contacts?name=${encodeURIComponent(name)}`)).length
  expect([await seen('Før AS'), await seen('Etter AS')]).toEqual([1, 0])
  sandbox.world.faults.catchUp()
  expect(await seen('Etter AS')).toBe(1)
})

test('one list may be stale while the others are not, alongside another fault', async () => {
  staleLists(sandbox.world, null, '/invoices/drafts$')
  sandbox.world.faults.add({ vendor: 'fiken', kind: 'slow', ms: 1 })
  await made('/contacts', { name: 'Ny Kunde AS', customer: true })
  await made('/invoices/drafts', draft())
  expect(await listed('/contacts?name=Ny%20Kunde%20AS')).toHaveLength(1)
  expect(await listed('/invoices/drafts')).toEqual([])
})
