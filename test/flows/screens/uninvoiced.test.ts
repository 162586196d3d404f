import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deleteDraft } from '#sandbox/fiken/drafts'
import { approveJob } from '#sandbox/servicem8/workshop'
import { transfers } from '#server/features/transfers/tables'
import { readUnapproved } from '#shared/contracts/overview'
import { deleteTransfer, sendAgain, undoTransfer } from '#shared/contracts/transfers/actions'
import {
  atRest,
  completeNewJob,
  inboxEmpty,
  rateOf,
  startPlumber,
  type CompletedJob,
} from '../../support/people/plumber.ts'
import { until } from '../../support/wait.ts'
import { signUp } from '../../support/world/world.ts'

const CLIENT = 'Ola Hansen'
const NOTHING = {
  count: 0,
  ore: 0,
  withoutAmount: 0,
  negative: 0,
  oldestAt: null,
  waiting: 0,
  failed: 0,
  unapproved: 0,
}

const plumber = await startPlumber({ jobFetchType: 'awaiting_payment' })

const uninvoiced = async () => (await plumber.person.call(readUnapproved)).uninvoiced
const sandbox = () => plumber.vendors
async function completed(job: CompletedJob = {}): Promise<string> {
  const made = completeNewJob(plumber, { client: CLIENT, ...job })
  await inboxEmpty(plumber)
  return made
}
async function approved(job: string) {
  approveJob(sandbox(), plumber.account, job)
  await inboxEmpty(plumber)
  return atRest(plumber, job)
}

/** Returns a job line whose VAT rate has no VAT type in Fiken, so that the job fails. */
const ferry = () => ({
  name: 'Ferge',
  displayed_amount: '312.5000',
  tax_rate_uuid: rateOf(plumber.account, 12),
})

test('a job is not invoiced from when it is completed until its draft is in Fiken', async () => {
  expect(await uninvoiced()).toEqual(NOTHING)
  const job = await completed()
  expect(await uninvoiced()).toEqual({
    ...NOTHING,
    count: 1,
    unapproved: 1,
    ore: 100_000,
    oldestAt: expect.any(String) as string,
  })
  expect(await (await signUp(plumber.world)).call(readUnapproved)).toMatchObject({
    uninvoiced: NOTHING,
  })
  expect(await approved(job)).toMatchObject({ status: 'completed' })
  expect(await uninvoiced()).toEqual(NOTHING)
})

test('one that has stopped counts with its amount, and one that is deleted does not', async () => {
  const row = await approved(await completed({ lines: [ferry()] }))
  expect(row.status).toBe('failed')
  expect(await uninvoiced()).toEqual({
    ...NOTHING,
    count: 1,
    failed: 1,
    ore: row.amount,
    oldestAt: row.jobCompletedAt,
  })
  await plumber.person.call(deleteTransfer, { params: { id: row.id } })
  expect(await uninvoiced()).toEqual(NOTHING)
})

test('one whose draft is taken back, or deleted in Fiken, is not invoiced again', async () => {
  const undone = await approved(await completed())
  await plumber.person.call(undoTransfer, { params: { id: undone.id }, body: {} })
  await until('it to wait', async () => (await uninvoiced()).waiting === 1)
  expect(await uninvoiced()).toMatchObject({ count: 1, ore: 100_000 })
  await plumber.person.call(deleteTransfer, { params: { id: undone.id } })

  const gone = await approved(await completed())
  const draft = plumber.company.drafts.find(
    (one) => String(one.draftId) === gone.fikenInvoiceDraftId,
  )!
  deleteDraft(sandbox(), plumber.company, draft)
  await plumber.person.tryCall(undoTransfer, { params: { id: gone.id }, body: {} })
  expect(await uninvoiced()).toMatchObject({ count: 1, failed: 1, ore: 100_000 })
  const { updatedAt } = await atRest(plumber, gone.servicem8JobId, gone.updatedAt)
  await plumber.person.call(sendAgain, { params: { id: gone.id }, query: { confirm: 'deleted' } })
  const again = await atRest(plumber, gone.servicem8JobId, updatedAt)
  expect(again).toMatchObject({ status: 'completed' })
  expect(await uninvoiced()).toEqual(NOTHING)
})

test('a transfer without an amount is counted, and is said not to be in the sum', async () => {
  const row = await approved(await completed({ lines: [ferry()] }))
  await completed()
  const sum = await uninvoiced()
  expect(sum).toMatchObject({ count: 2, failed: 1, unapproved: 1, withoutAmount: 0 })
  // A row has no amount until its job has been read.
  const { db } = plumber.world.product.platform
  await db.update(transfers).set({ amount: null }).where(eq(transfers.id, row.id))
  expect(await uninvoiced()).toEqual({ ...sum, ore: 100_000, withoutAmount: 1 })
})
