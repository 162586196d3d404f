import { expect, test } from 'vitest'
import { bookDraft } from '#sandbox/fiken/invoicing'
import { changeJob, completeJob } from '#sandbox/servicem8/workshop'
import { staleLists } from '#sandbox/testing'
import type { StoredDraft } from '#sandbox/world/state'
import { syncNow } from '#shared/contracts/intake'
import { acceptTransfer, startTransfer, undoTransfer } from '#shared/contracts/transfers/actions'
import type { Transfer } from '#shared/contracts/transfers/row'
import { DAY_MS } from '../support/people/plumber.ts'
import { completeWorkOrder, readyCustomer, transfersOf } from '../support/people/tenants.ts'
import { until } from '../support/wait.ts'
import { startBackedUpWorld } from '../support/world/backed-up.ts'
import { SHORT_WAITS } from '../support/world/limiters.ts'

/** Tests a backup without today's jobs, which were sent again under later revisions' UUIDs. */

const SWEEP_MS = 16 * 60_000
const SCALE = 0.05

const world = await startBackedUpWorld({ ...SHORT_WAITS, ladderScale: SCALE, tickMs: 300 })
const customer = await readyCustomer(world, 'Tilbakelagt Rør AS')

const transferThat = (jobUuid: string, what: string, is: (row: Transfer) => boolean) =>
  until(`the transfer to be ${what}`, async () => {
    const row = (await transfersOf(customer)).find((one) => one.servicem8JobId === jobUuid)
    if (row && is(row)) return row
    throw new Error(`it is ${row?.status}, ${row?.errorCode}: ${row?.errorMessage}`)
  })
const done = (jobUuid: string) =>
  transferThat(jobUuid, 'completed', ({ status }) => status === 'completed')
const asks = (jobUuid: string) =>
  transferThat(jobUuid, 'a question', ({ errorCode }) => errorCode === 'draft_differs')

/** Sends a job, undoes it and sends it again; returns the job's UUID and the second draft. */
async function sentTwice(): Promise<{ jobUuid: string; draft: StoredDraft }> {
  const { visitor, tenant } = customer
  const jobUuid = completeWorkOrder(world, customer)
  const { id } = await done(jobUuid)
  await visitor.call(undoTransfer, { params: { id } })
  await transferThat(jobUuid, 'undone', ({ pendingReason }) => pendingReason === 'undone')
  await visitor.call(startTransfer, { params: { id } })
  const { fikenDraftUuid } = await done(jobUuid)
  const draft = tenant.company.drafts.find(({ uuid }) => uuid === fikenDraftUuid)
  if (!draft) throw new Error('there is no second draft')
  return { jobUuid, draft }
}

const made = () => world.vendors.ledger.draftsCreated.length

test('what was sent once more in the lost time is found, also when Fiken’s lists show it late', async () => {
  const { company } = customer.tenant
  await world.kill()
  await world.save()
  await world.start()
  const { world: vendors } = world.sandbox
  // From here on Fiken's lists no longer change.
  const caughtUp = staleLists(vendors, null, '/invoices')
  const asDraft = await sentTwice()
  const asInvoice = await sentTwice()
  asInvoice.draft.bankAccountNumber = company.verifiedBankAccounts[0]
  const invoice = bookDraft(vendors, company, asInvoice.draft)
  const plain = completeWorkOrder(world, customer)
  await done(plain)
  const before = made()
  await world.kill()
  await world.putBack()
  world.advance(SWEEP_MS)
  await world.start()

  const jobs = [asDraft.jobUuid, asInvoice.jobUuid, plain]
  for (const jobUuid of jobs)
    await transferThat(jobUuid, 'looked for', ({ errorCode }) => errorCode === 'checking')
  expect(made()).toBe(before)
  caughtUp()

  expect(await asks(asDraft.jobUuid)).toMatchObject({ fikenDraftUuid: asDraft.draft.uuid })
  const invoiced = await asks(asInvoice.jobUuid)
  expect(invoiced.fikenInvoiceNumber).toBe(String(invoice.invoiceNumber))
  await done(plain)
  for (const jobUuid of [asDraft.jobUuid, asInvoice.jobUuid]) {
    const { id } = await asks(jobUuid)
    await customer.visitor.call(acceptTransfer, { params: { id } })
    await done(jobUuid)
  }
  expect(made()).toBe(before)

  // A job completed after the restore is processed without waiting.
  await done(completeWorkOrder(world, customer))
  expect(made()).toBe(before + 1)
})

test('a job that is opened again after the restore, and completed once more, has no second draft', async () => {
  const { world: vendors } = world.sandbox
  await world.kill()
  await world.save()
  await world.start()
  const asDraft = await sentTwice()
  const asInvoice = await sentTwice()
  const { company, account } = customer.tenant
  asInvoice.draft.bankAccountNumber = company.verifiedBankAccounts[0]
  bookDraft(vendors, company, asInvoice.draft)
  const both = [asDraft.jobUuid, asInvoice.jobUuid]
  await world.kill()
  for (const jobUuid of both) changeJob(vendors, account, jobUuid, { status: 'Work Order' })
  await world.putBack()
  // Ten days later the invoices no longer count as new.
  world.advance(10 * DAY_MS)
  await world.start()
  const startedBy = Date.now()
  const before = made()
  // ServiceM8's completion times are whole seconds, so wait for the next second.
  await until('another second', () => Date.now() >= startedBy + 1_000)
  for (const jobUuid of both) completeJob(vendors, account, jobUuid)
  // ServiceM8's webhooks are delayed because earlier attempts failed.
  await customer.visitor.call(syncNow)
  expect(await asks(asDraft.jobUuid)).toMatchObject({ fikenDraftUuid: asDraft.draft.uuid })
  await asks(asInvoice.jobUuid)
  expect(made()).toBe(before)
})
