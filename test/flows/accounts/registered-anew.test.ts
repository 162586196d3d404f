import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { bookDraft } from '#sandbox/fiken/invoicing'
import { creditInFull, creditInPart, payInvoice } from '#sandbox/fiken/sales'
import { changeJob, completeJob } from '#sandbox/servicem8/workshop'
import type { StoredDraft, StoredInvoice } from '#sandbox/world/state'
import { readSession } from '#shared/contracts/auth'
import { saveConfiguration } from '#shared/contracts/configuration'
import { deleteAccount } from '#shared/contracts/profile'
import {
  acceptTransfer,
  retryTransfer,
  startTransfer,
  undoTransfer,
} from '#shared/contracts/transfers/actions'
import { listTransfers } from '#shared/contracts/transfers/list'
import { readTransfer, type Transfer } from '#shared/contracts/transfers/row'
import { actOnAll } from '../../support/people/bulk.ts'
import { finishJob } from '../../support/people/finished-jobs.ts'
import { looksBegun } from '../../support/people/payment-looks.ts'
import { DAY_MS } from '../../support/people/plumber.ts'
import { secondCompany } from '../../support/people/second-company.ts'
import { completeWorkOrder, readyCustomer, type Customer } from '../../support/people/tenants.ts'
import { until } from '../../support/wait.ts'
import { makeReady, signUp, startWorld, transferOf } from '../../support/world/world.ts'

/** Tests a new account to which the deleted account's documents in Fiken are unknown. */

let count = 0
const world = await startWorld()

const newcomer = () => {
  count += 1
  return readyCustomer(world, `Tilbake ${count} AS`)
}

/** Sends a job twice; returns its UUID and the second draft, with the second revision's UUID. */
async function sentTwice(customer: Customer): Promise<{ jobUuid: string; draft: StoredDraft }> {
  const { visitor } = customer
  const jobUuid = completeWorkOrder(world, customer)
  const { id } = await transferOf(visitor, jobUuid, 'completed')
  await visitor.call(undoTransfer, { params: { id } })
  await transferOf(visitor, jobUuid, 'pending')
  await visitor.call(startTransfer, { params: { id } })
  const { fikenDraftUuid } = await transferOf(visitor, jobUuid, 'completed')
  const { company } = customer.tenant
  const draft = company.drafts.find(({ uuid }) => uuid === fikenDraftUuid)
  if (!draft) throw new Error('the second draft is missing')
  return { jobUuid, draft }
}

function onlyDraft({ tenant: { company } }: Customer): StoredDraft {
  const [draft, ...more] = company.drafts
  if (!draft || more.length > 0) throw new Error(`${company.drafts.length} drafts were made`)
  return draft
}

/** Gives our draft another UUID, so that it looks written by hand. */
function writtenByHand({ tenant: { company } }: Customer, draft: StoredDraft): void {
  draft.uuid = randomUUID()
  company.draftUuids = company.draftUuids.filter((uuid) => uuid === draft.uuid)
}

function invoiced({ tenant: { company } }: Customer, draft: StoredDraft): StoredInvoice {
  draft.bankAccountNumber = company.verifiedBankAccounts[0]
  const { world: vendors } = world.sandbox
  return bookDraft(vendors, company, draft)
}

/**
 * Deletes the account, registers again with the same vendor accounts, and activates from yesterday.
 */
async function comeBack(
  { visitor, tenant }: Customer,
  slug = tenant.company.slug,
): Promise<Customer> {
  await visitor.call(deleteAccount)
  expect((await visitor.tryCall(readSession)).status).toBe(401)
  const again = await signUp(world)
  await makeReady(world, again, {
    slug,
    subjects: { servicem8: tenant.account.uuid, fiken: tenant.user.email },
    activate: false,
  })
  await again.call(saveConfiguration, {
    body: { isActive: true, activatedAt: new Date(Date.now() - DAY_MS).toISOString() },
  })
  return { visitor: again, tenant }
}

const made = ({ tenant: { company } }: Customer) =>
  world.vendors.ledger.draftsCreated.filter(({ slug }) => slug === company.slug).length
const read = ({ visitor }: Customer, { id }: Transfer) =>
  visitor.call(readTransfer, { params: { id } })
const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ')

test('a draft that the former account sent again is found, and taken over when a person says so', async () => {
  const former = await newcomer()
  const { jobUuid, draft } = await sentTwice(former)
  const before = made(former)

  const now = await comeBack(former)
  const stopped = await transferOf(now.visitor, jobUuid, 'failed')

  expect(stopped).toMatchObject({
    errorCode: 'draft_differs',
    fikenInvoiceDraftId: String(draft.draftId),
    fikenDraftUuid: draft.uuid,
  })
  expect(plain(stopped.errorMessage)).toMatch(
    /^Jobben er overført før: i Fiken ligger et utkast til «/,
  )
  await now.visitor.call(acceptTransfer, { params: { id: stopped.id } })
  expect(await transferOf(now.visitor, jobUuid, 'completed')).toMatchObject({
    fikenDraftUuid: draft.uuid,
  })
  expect(made(former)).toBe(before)
})

test('while one of Fiken’s drafts cannot be read, a job from before makes none, and what it was sent as is found later', async () => {
  const former = await newcomer()
  const { jobUuid, draft } = await sentTwice(former)
  const { issueDate } = draft
  const before = made(former)
  Object.assign(draft, { issueDate: { odd: true } })

  const now = await comeBack(former)
  const unread = await until('the row to say so', async () => {
    const rows = await now.visitor.call(listTransfers, { query: { limit: 50 } })
    const row = rows.find(({ servicem8JobId }) => servicem8JobId === jobUuid)
    if (row?.errorCode === 'bad_answer') return row
    throw new Error(JSON.stringify(row))
  })
  expect(made(former)).toBe(before)

  // The job is retried automatically.
  Object.assign(draft, { issueDate })
  const stopped = await until('the draft to be found', async () => {
    const row = await read(now, unread)
    return row.errorCode === 'draft_differs' && row
  })
  expect(stopped.fikenDraftUuid).toBe(draft.uuid)
  expect(made(former)).toBe(before)
})

test('an invoice of it is found as well, and shown with its number', async () => {
  const former = await newcomer()
  const { jobUuid, draft } = await sentTwice(former)
  const invoice = invoiced(former, draft)
  const before = made(former)

  const now = await comeBack(former)
  const stopped = await transferOf(now.visitor, jobUuid, 'failed')

  expect(stopped).toMatchObject({
    errorCode: 'draft_differs',
    fikenInvoiceNumber: String(invoice.invoiceNumber),
  })
  await now.visitor.call(acceptTransfer, { params: { id: stopped.id } })
  await transferOf(now.visitor, jobUuid, 'completed')
  expect(made(former)).toBe(before)
})

test('what carries the job’s number without being ours stops the job, and a person may send it all the same', async () => {
  const former = await newcomer()
  const jobUuid = completeWorkOrder(world, former)
  await transferOf(former.visitor, jobUuid, 'completed')
  const { company } = former.tenant
  const draft = onlyDraft(former)
  writtenByHand(former, draft)
  const before = made(former)

  const now = await comeBack(former)
  const stopped = await transferOf(now.visitor, jobUuid, 'failed')

  expect(stopped).toMatchObject({ errorCode: 'sent_before', fikenInvoiceDraftId: null })
  expect(plain(stopped.errorMessage)).toContain(`med referansen «${draft.ourReference}»`)
  const refused = await now.visitor.tryCall(retryTransfer, { params: { id: stopped.id } })
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'sent_before', confirm: 'sent_before' },
  })
  // The confirmation cannot be given in a bulk action.
  await actOnAll(now.visitor, { act: 'retry', ids: [stopped.id] })
  expect(await read(now, stopped)).toMatchObject({ status: 'failed', errorCode: 'sent_before' })
  expect(made(former)).toBe(before)

  await now.visitor.call(retryTransfer, {
    params: { id: stopped.id },
    query: { confirm: 'sent_before' },
  })
  await transferOf(now.visitor, jobUuid, 'completed')
  expect(made(former)).toBe(before + 1)
  expect(company.drafts).toHaveLength(2)
})

test('an invoice with the job’s number that is credited in full stops nothing', async () => {
  const former = await newcomer()
  const jobUuid = completeWorkOrder(world, former)
  await transferOf(former.visitor, jobUuid, 'completed')
  const { company } = former.tenant
  const draft = onlyDraft(former)
  writtenByHand(former, draft)
  const invoice = invoiced(former, draft)
  company.creditNoteCounter ??= 10_000
  creditInFull(world.vendors, company, invoice, invoice.issueDate, undefined)
  const before = made(former)

  const now = await comeBack(former)
  await transferOf(now.visitor, jobUuid, 'completed')
  expect(made(former)).toBe(before + 1)
})

test.each([
  ['by its uuid', false],
  ['by its number', true],
])(
  'an invoice that was paid, of which a part was credited and paid back, stops the job: found %s',
  async (_how, byHand) => {
    const former = await newcomer()
    const { jobUuid, draft } = await sentTwice(former)
    if (byHand) writtenByHand(former, draft)
    const invoice = invoiced(former, draft)
    const { company } = former.tenant
    payInvoice(world.vendors, invoice, invoice.gross, invoice.issueDate, '1920:10001')
    creditInPart(world.vendors, company, invoice, invoice.issueDate, 500)
    payInvoice(world.vendors, invoice, -500, invoice.issueDate, '1920:10001')
    const before = made(former)

    const now = await comeBack(former)
    const stopped = await transferOf(now.visitor, jobUuid, 'failed')
    expect(stopped.errorCode).toBe(byHand ? 'sent_before' : 'draft_differs')
    expect(made(former)).toBe(before)
  },
)

test('while the credit notes of its invoice cannot be read, a job from before makes no draft', async () => {
  const former = await newcomer()
  const { jobUuid, draft } = await sentTwice(former)
  const invoice = invoiced(former, draft)
  former.tenant.company.creditNoteCounter ??= 10_000
  const { world: vendors } = world.sandbox
  creditInFull(vendors, former.tenant.company, invoice, invoice.issueDate, undefined)
  vendors.faults.add({ vendor: 'fiken', kind: 'status', status: 403, path: '/creditNotes$' })
  const before = made(former)

  const now = await comeBack(former)
  expect((await transferOf(now.visitor, jobUuid, 'failed')).errorCode).toBe('draft_differs')
  expect(made(former)).toBe(before)
})

test('a job that is opened again, and completed after the registration, has no second draft', async () => {
  const former = await newcomer()
  const asDraft = await sentTwice(former)
  const asInvoice = await sentTwice(former)
  const { account } = former.tenant
  const { world: vendors } = world.sandbox
  invoiced(former, asInvoice.draft)
  const both = [asDraft.jobUuid, asInvoice.jobUuid]
  for (const jobUuid of both) changeJob(vendors, account, jobUuid, { status: 'Work Order' })
  const before = made(former)

  const now = await comeBack(former)
  await anotherSecond()
  for (const jobUuid of both) completeJob(vendors, account, jobUuid)

  for (const { jobUuid, draft } of [asDraft, asInvoice])
    expect(await transferOf(now.visitor, jobUuid, 'failed')).toMatchObject({
      errorCode: 'draft_differs',
      fikenDraftUuid: draft.uuid,
    })
  expect(made(former)).toBe(before)
})

test('what was invoiced of it is found also when the job was first tried in another company, and undone there', async () => {
  const former = await newcomer()
  const { company } = former.tenant
  const other = secondCompany(world, former.tenant)
  const jobUuid = completeWorkOrder(world, former)
  await transferOf(former.visitor, jobUuid, 'completed')
  const invoice = invoiced(former, onlyDraft(former))
  const before = made(former)

  const now = await comeBack(former, other)
  const { id } = await transferOf(now.visitor, jobUuid, 'completed')
  await now.visitor.call(undoTransfer, { params: { id } })
  await now.visitor.call(saveConfiguration, { body: { fikenCompanySlug: company.slug } })
  await now.visitor.call(startTransfer, { params: { id } })

  expect(await transferOf(now.visitor, jobUuid, 'failed')).toMatchObject({
    errorCode: 'draft_differs',
    fikenInvoiceNumber: String(invoice.invoiceNumber),
  })
  expect(made(former)).toBe(before)
})

test('a job that is newer than the account costs no more calls than anybody’s', async () => {
  const now = await comeBack(await newcomer())
  await anotherSecond()
  // Wait for the first payment check, which reads the same lists.
  await looksBegun(world, (await now.visitor.call(readSession)).id)
  // The first job looks up its customer, which takes more requests, so the second job is measured.
  await transferOf(now.visitor, finishJob(world, now).uuid, 'completed')
  const { entries } = world.vendors.ledger
  const from = entries.length
  await transferOf(now.visitor, finishJob(world, now).uuid, 'completed')
  const lists = entries
    .slice(from)
    .filter(({ method, who }) => method === 'GET' && who === now.tenant.user.email)
    .filter(({ path }) => /\/invoices(\/drafts)?$/.test(path))
  expect(lists.map(({ path }) => path.replace(/.*\/invoices/, 'invoices')).toSorted()).toEqual([
    'invoices',
    'invoices/drafts',
  ])
})

/** Waits a second: a job of the second of registration can count as older than the account. */
async function anotherSecond(): Promise<void> {
  const now = Date.now()
  await until('another second', () => Date.now() >= now + 1_000)
}
