import { beforeEach, describe, expect, test } from 'vitest'
import { bookDraft } from '#sandbox/fiken/invoicing'
import { localDate } from '#sandbox/world/local-time'
import type { StoredInvoice } from '#sandbox/world/state'
import { listActivity } from '#shared/contracts/activity-log'
import { saveConfiguration } from '#shared/contracts/configuration'
import { acceptTransfer, retryTransfer } from '#shared/contracts/transfers/actions'
import { listTransfers } from '#shared/contracts/transfers/list'
import type { Transfer } from '#shared/contracts/transfers/row'
import { atRest, completeNewJob, draftOf, startPlumber } from '../../support/people/plumber.ts'
import { until } from '../../support/wait.ts'

/** Tests that an invoice, whose number is permanent, is created once, and only if all is right. */

let draftsBefore: number
let invoicesBefore: number

const plumber = await startPlumber({ mode: 'invoice' })
beforeEach(() => {
  draftsBefore = plumber.company.drafts.length
  invoicesBefore = plumber.company.invoices.length
})

const complete = () =>
  completeNewJob(plumber, { client: 'Ola Hansen', fields: { purchase_order_number: '000451' } })
const faults = () => plumber.vendors.faults

async function tryAgain(row: Transfer): Promise<Transfer> {
  await plumber.person.call(retryTransfer, { params: { id: row.id } })
  return atRest(plumber, row.servicem8JobId, row.updatedAt)
}

/**
 * Returns the transfer's invoice in Fiken.
 * @throws if there is none
 */
function invoiceOf(row: Transfer): StoredInvoice {
  const found = plumber.company.invoices.find((one) => one.invoiceDraftUuid === row.fikenDraftUuid)
  if (!found)
    throw new Error(
      `The transfer is ${row.status} (${row.errorCode}: ${row.errorMessage}) and has no invoice`,
    )
  return found
}

function expectOneInvoice(row: Transfer): void {
  expect(row).toMatchObject({
    status: 'completed',
    fikenInvoiceNumber: String(invoiceOf(row).invoiceNumber),
    errorCode: null,
  })
  expect(plumber.company.invoices).toHaveLength(invoicesBefore + 1)
  expect(plumber.company.drafts).toHaveLength(draftsBefore)
}

test('a completed job becomes an invoice with a number, payable to the company’s own account', async () => {
  const row = await atRest(plumber, complete())
  expectOneInvoice(row)
  expect(row).toMatchObject({ amount: 100_000, netAmount: 80_000 })
  expect(invoiceOf(row)).toMatchObject({
    gross: 100_000,
    orderReference: '000451',
    bankAccountNumber: plumber.company.bankAccounts[0]?.bankAccountNumber,
    issueDate: localDate(plumber.vendors.now()),
  })
  const log = await plumber.person.call(listActivity, { query: { type: 'transfer' } })
  expect(log[0]?.description).toContain(`faktura ${row.fikenInvoiceNumber ?? '?'}`)
})

test('the bank account that the user has chosen is on the invoice', async () => {
  const { company, person } = plumber
  const second = {
    ...company.bankAccounts[0],
    bankAccountId: 77,
    accountCode: '1920:10002',
    bankAccountNumber: '15031234569',
  }
  company.bankAccounts.push(second as (typeof company.bankAccounts)[number])
  company.verifiedBankAccounts.push('15031234569')
  await person.call(saveConfiguration, { body: { fikenBankAccountCode: '1920:10002' } })
  const row = await atRest(plumber, complete())
  expect(invoiceOf(row).bankAccountNumber).toBe('15031234569')
  await person.call(saveConfiguration, { body: { fikenBankAccountCode: '' } })
})

describe('a company that has never issued an invoice in Fiken', () => {
  test('must choose its first number itself; the draft waits, and then becomes the invoice', async () => {
    const { company } = plumber
    const last = company.invoiceCounter
    company.invoiceCounter = null
    const row = await atRest(plumber, complete())
    expect(row).toMatchObject({
      status: 'failed',
      errorCode: 'missing_number_series',
      fikenInvoiceNumber: null,
    })
    expect(row.errorMessage).toContain('Lag den første fakturaen i Fiken')
    expect(draftOf(plumber, row).uuid).toBe(row.fikenDraftUuid)

    const again = await tryAgain(row)
    expect(again).toMatchObject({
      status: 'failed',
      errorCode: 'missing_number_series',
      retryCount: 1,
    })
    expect(company.drafts).toHaveLength(draftsBefore + 1)

    company.invoiceCounter = last
    const done = await tryAgain(again)
    expectOneInvoice(done)
    expect(done.fikenDraftUuid).toBe(row.fikenDraftUuid)
  })
})

describe('a bank account whose ownership Fiken has not verified', () => {
  test('stops the invoice but not the draft; once it is verified the same draft becomes the invoice', async () => {
    const { company } = plumber
    const verified = company.verifiedBankAccounts
    company.verifiedBankAccounts = []
    const row = await atRest(plumber, complete())
    expect(row).toMatchObject({
      status: 'failed',
      errorCode: 'bank_account_not_verified',
      fikenInvoiceNumber: null,
    })
    expect(draftOf(plumber, row).uuid).toBe(row.fikenDraftUuid)
    company.verifiedBankAccounts = verified
    expectOneInvoice(await tryAgain(row))
  })
})

test('a draft that the accountant has invoiced in the meantime is accepted as it is, and not invoiced again', async () => {
  const { company, world } = plumber
  const fault = faults().add({
    vendor: 'fiken',
    kind: 'status',
    status: 403,
    path: '/createInvoice',
  })
  const row = await atRest(plumber, complete())
  expect(row.status).toBe('failed')
  faults().remove(fault.id)
  const draft = company.drafts.find((one) => one.uuid === row.fikenDraftUuid)
  if (!draft) throw new Error('no draft')
  bookDraft(world.vendors, company, draft)
  expectOneInvoice(await tryAgain(row))
})

test('an invoice whose answer is lost is found, and not made twice', async () => {
  const fault = faults().add({ vendor: 'fiken', kind: 'lost', path: '/createInvoice', count: 1 })
  const row = await atRest(plumber, complete())
  expect(fault.hits).toBe(1)
  expectOneInvoice(row)
})

test('a draft with a different sum in Fiken is never issued automatically; when the user accepts it, it is', async () => {
  // Fiken postpones the verification for an hour, so that nothing runs until the user acts.
  const away = { vendor: 'fiken', kind: 'status', status: 503, retryAfter: 3_600 } as const
  const fault = faults().add({ ...away, method: 'GET', path: String.raw`/drafts/\d+$` })
  const jobUuid = complete()
  const queued = await until('the transfer to back off', async () => {
    const [found] = await plumber.person.call(listTransfers, { query: { status: 'queued' } })
    return found?.servicem8JobId === jobUuid && found.nextAttemptAt !== null && found
  })
  const draft = plumber.company.drafts.at(draftsBefore)
  for (const line of draft?.lines ?? []) line.unitPrice = 90_000
  Object.assign(draft ?? {}, { net: 90_000, gross: 112_500 })
  faults().remove(fault.id)
  await plumber.person.call(retryTransfer, { params: { id: queued.id } })
  const row = await atRest(plumber, jobUuid)
  expect(row).toMatchObject({ status: 'failed', errorCode: 'draft_differs' })
  expect(plumber.company.invoices).toHaveLength(invoicesBefore)
  await plumber.person.call(acceptTransfer, { params: { id: row.id } })
  const done = await atRest(plumber, jobUuid, row.updatedAt)
  expectOneInvoice(done)
  expect(done.amount).toBe(112_500)
})

test('a company without a bank account gets no invoice, and nothing is sent', async () => {
  const { company, person } = plumber
  for (const account of company.bankAccounts) if (account.type === 'normal') account.inactive = true
  // Choosing the company again makes the server reread its accounts.
  await person.call(saveConfiguration, { body: { fikenCompanySlug: 'fjordvik-eiendom-as' } })
  await person.call(saveConfiguration, { body: { fikenCompanySlug: 'fjordvik-ror-as' } })
  const row = await atRest(plumber, complete())
  expect(row).toMatchObject({
    status: 'failed',
    errorCode: 'no_bank_account',
    fikenInvoiceDraftId: null,
  })
  expect(company.drafts).toHaveLength(draftsBefore)
})
