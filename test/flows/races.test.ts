import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveConfiguration, type ConfigurationChange } from '#shared/contracts/configuration'
import { acceptTransfer } from '#shared/contracts/transfer-drafts'
import * as contract from '#shared/contracts/transfers'
import type { Visitor } from '../support/browserless.ts'
import {
  AFTER_LEAVING,
  ALL_POINTS,
  BEFORE_LEAVING,
  completeJobOfStranger,
  draftsFromNow,
  heldAt,
  startHeldPlumber,
  transferOfJob,
  type HeldPlumber,
} from '../support/held-runs.ts'
import { atRest, draftOf, inboxEmpty, ring } from '../support/plumber.ts'
import { until } from '../support/wait.ts'

/**
 * What a person does while a transfer runs, in two tabs and with double clicks. What becomes of it:
 *
 * | act                                                | before the draft leaves            | after                                 |
 * | -------------------------------------------------- | ---------------------------------- | ------------------------------------- |
 * | try again, transfer, accept, delete, leave out     | refused; one draft                 | refused; one draft                    |
 * | delete all that waits                              | leaves it alone; one draft         | leaves it alone; one draft            |
 * | switch off                                         | nothing is sent; it waits          | one draft; in invoice mode not issued |
 * | switch off and on again                            | one draft, or it waits             | one draft                             |
 * | anything, on a transfer whose draft is in Fiken    |                                    | its draft is never forgotten          |
 */

let plumber: HeldPlumber
let person: Visitor

beforeAll(async () => {
  plumber = await startHeldPlumber()
  person = plumber.person
})
afterAll(() => plumber.stop())

const save = (body: ConfigurationChange) => person.call(saveConfiguration, { body })
const act = {
  retry: (id: string) => person.tryCall(contract.retryTransfer, { params: { id } }),
  start: (id: string) => person.tryCall(contract.startTransfer, { params: { id } }),
  accept: (id: string) => person.tryCall(acceptTransfer, { params: { id } }),
  remove: (id: string) => person.tryCall(contract.deleteTransfer, { params: { id } }),
  leaveOut: (id: string) => person.tryCall(contract.deleteLineItem, { params: { id, lineIndex: 0 } }),
}
const decide = (decision: 'transfer' | 'skip') => person.call(contract.decideWaiting, { body: { decision } })

/** Longer than ten minutes at the tests' pace. */
const A_MINUTE_MS = 60_000

describe('while a transfer runs', () => {
  test.each(ALL_POINTS)('every button is refused and nothing is doubled (held at: %s)', async (point) => {
    const made = draftsFromNow(plumber)
    const { jobUuid, row, goOn } = await heldAt(plumber, point)
    expect(row.status).toBe('processing')
    const { retry, start, accept, remove, leaveOut } = act
    const answers = await Promise.all(
      [retry, retry, start, start, accept, remove, remove, leaveOut].map((press) => press(row.id)),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 409))
    const emptied = await Promise.all([person.call(contract.deleteAllPending), person.call(contract.deleteAllPending)])
    expect(emptied.map(({ deletedCount }) => deletedCount)).toEqual([0, 0])
    goOn()
    const done = await atRest(plumber, jobUuid)
    expect(done).toMatchObject({ status: 'completed', retryCount: 0, skipTransfer: false, lineItemsCount: 1 })
    expect(made()).toEqual([expect.objectContaining({ uuid: done.fikenDraftUuid })])
  })

  test.each(BEFORE_LEAVING)('switching off before its draft has left keeps the draft back (held at: %s)', async (point) => {
    const made = draftsFromNow(plumber)
    const { jobUuid, goOn } = await heldAt(plumber, point)
    await save({ isActive: false })
    goOn()
    expect(await atRest(plumber, jobUuid)).toMatchObject({
      status: 'pending',
      pendingReason: 'inactive',
      fikenInvoiceDraftId: null,
    })
    expect(made()).toEqual([])

    await save({ isActive: true })
    await decide('transfer')
    const done = await completed(jobUuid)
    expect(made()).toEqual([expect.objectContaining({ uuid: done.fikenDraftUuid })])
  })

  test.each(AFTER_LEAVING)('switching off when its draft is on its way lets it come home (held at: %s)', async (point) => {
    const made = draftsFromNow(plumber)
    const { jobUuid, goOn } = await heldAt(plumber, point)
    await save({ isActive: false })
    goOn()
    const done = await atRest(plumber, jobUuid)
    expect(done).toMatchObject({ status: 'completed', pendingReason: null })
    expect(made()).toEqual([expect.objectContaining({ uuid: done.fikenDraftUuid })])
    await save({ isActive: true })
  })

  test('switching off before an invoice is issued leaves its draft, which is issued once when the person goes on', async () => {
    await save({ invoiceCreationMode: 'invoice' })
    const invoices = plumber.company.invoices.length
    const made = draftsFromNow(plumber)
    const { jobUuid, goOn } = await heldAt(plumber, 'check')
    await save({ isActive: false })
    goOn()
    const waiting = await atRest(plumber, jobUuid)
    expect(waiting).toMatchObject({ status: 'pending', pendingReason: 'inactive' })
    expect(draftOf(plumber, waiting).uuid).toBe(waiting.fikenDraftUuid)
    expect(await decide('skip')).toMatchObject({ count: 0 })
    expect(plumber.company.invoices).toHaveLength(invoices)

    await save({ isActive: true })
    await Promise.all([decide('transfer'), decide('transfer')])
    expect((await completed(jobUuid)).fikenInvoiceNumber).not.toBeNull()
    expect(plumber.company.invoices).toHaveLength(invoices + 1)
    expect(made()).toHaveLength(1)
    await save({ invoiceCreationMode: 'draft' })
  })

  test('switching off and on again at once loses nothing: the job is sent once, or waits for the person', async () => {
    const made = draftsFromNow(plumber)
    const { jobUuid, goOn } = await heldAt(plumber, 'last look-up')
    const saves = [save({ isActive: false }), save({ isActive: true }), save({ isActive: false })]
    goOn()
    await Promise.all(saves)
    await save({ isActive: true })
    const rest = await atRest(plumber, jobUuid)
    if (rest.status === 'pending') await decide('transfer')
    await completed(jobUuid)
    expect(made()).toHaveLength(1)
  })

  test('what was started by hand while the integration is off runs, and a look at it changes nothing', async () => {
    await save({ isActive: false })
    const made = draftsFromNow(plumber)
    const jobUuid = completeJobOfStranger(plumber)
    await person.call(contract.syncJobs, { body: {} })
    await inboxEmpty(plumber)
    const row = await transferOfJob(plumber, jobUuid)
    expect(row).toMatchObject({ status: 'pending', pendingReason: 'inactive' })
    expect((await act.start(row.id)).status).toBe(200)
    await completed(jobUuid)
    expect(made()).toHaveLength(1)
    await save({ isActive: true })
  })
})

describe('a transfer whose draft is in Fiken, but whose check is put off', () => {
  /** Fiken answers the check with an outage for an hour. */
  async function unchecked() {
    const { faults } = plumber.world.sandbox.world
    const away = { vendor: 'fiken', kind: 'status', status: 503, retryAfter: 3_600 } as const
    const fault = faults.add({ ...away, method: 'GET', path: String.raw`/drafts/\d+$` })
    const { jobUuid, goOn } = await heldAt(plumber, 'check')
    goOn()
    const row = await until('the transfer to back off', async () => {
      const found = await transferOfJob(plumber, jobUuid)
      return found.status === 'queued' && found.nextAttemptAt !== null && found
    })
    faults.remove(fault.id)
    return { jobUuid, row }
  }

  test('is not forgotten by deleting, by "Slett alle ventende" nor by the switch; tried again, it is the same draft', async () => {
    const made = draftsFromNow(plumber)
    const { jobUuid, row } = await unchecked()
    expect(row.fikenInvoiceDraftId).not.toBeNull()
    expect(await act.remove(row.id)).toMatchObject({ status: 409, body: { code: 'draft_exists' } })
    await person.call(contract.deleteAllPending)
    await save({ isActive: false })
    expect(await decide('skip')).toMatchObject({ count: 0 })
    await save({ isActive: true })
    expect((await transferOfJob(plumber, jobUuid)).fikenInvoiceDraftId).toBe(row.fikenInvoiceDraftId)
    await act.retry(row.id)
    const done = await completed(jobUuid)
    expect(draftOf(plumber, done).uuid).toBe(row.fikenDraftUuid)
    expect(made()).toHaveLength(1)
  })

  test('can be deleted once the person has deleted the draft in Fiken, and restored and sent anew by that person only', async () => {
    const { jobUuid, row } = await unchecked()
    plumber.company.drafts = plumber.company.drafts.filter(({ uuid }) => uuid !== row.fikenDraftUuid)
    const answers = await Promise.all([act.remove(row.id), act.remove(row.id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      expect.toSatisfy((status) => status === 409 || status === 200),
    ])
    plumber.later(A_MINUTE_MS)
    await until('the transfer to be deleted', async () => (await transferOfJob(plumber, jobUuid, true)).skipTransfer)
    await person.call(contract.restoreTransfer, { params: { id: row.id } })
    const made = draftsFromNow(plumber)
    expect(await transferOfJob(plumber, jobUuid)).toMatchObject({ status: 'failed', errorCode: 'draft_deleted' })
    await Promise.all([act.retry(row.id), act.retry(row.id)])
    expect(made()).toEqual([])
    plumber.later(A_MINUTE_MS)
    const done = await completed(jobUuid)
    expect(made()).toEqual([expect.objectContaining({ uuid: done.fikenDraftUuid })])
    expect(done.fikenDraftUuid).not.toBe(row.fikenDraftUuid)
  })
})

test('two tabs: of "Overfør nå", deleting and "Slett alle ventende" at once, either the draft is made or the transfer is gone', async () => {
  await save({ isActive: false })
  const outcomes: string[] = []
  for (let round = 0; round < 8; round += 1) {
    const made = draftsFromNow(plumber)
    const jobUuid = completeJobOfStranger(plumber)
    await person.call(contract.syncJobs, { body: {} })
    const { id } = await transferOfJob(plumber, jobUuid)
    await Promise.all([
      act.start(id),
      round % 2 === 0 ? act.remove(id) : person.call(contract.deleteAllPending),
      act.start(id),
      act.retry(id),
    ])
    const gone = (await person.call(contract.readTransfer, { params: { id } })).skipTransfer
    if (!gone) await completed(jobUuid)
    expect(made()).toHaveLength(gone ? 0 : 1)
    outcomes.push(gone ? 'gone' : 'made')
  }
  await save({ isActive: true })
  expect(outcomes).toHaveLength(8)
})

test('two tabs that fetch jobs at once, and a ping meanwhile, show each job once', async () => {
  const jobs = Array.from({ length: 5 }, () => completeJobOfStranger(plumber))
  const fetching = [1, 2, 3].map(() => person.call(contract.syncJobs, { body: {} }))
  for (const job of jobs) ring(plumber, job)
  await Promise.all(fetching)
  await inboxEmpty(plumber)
  const rows = await person.call(contract.listTransfers, { query: { limit: 500 } })
  expect(
    rows
      .map((row) => row.servicem8JobId)
      .filter((job) => jobs.includes(job))
      .sort(),
  ).toEqual([...jobs].sort())
})

const completed = (jobUuid: string) =>
  until(`job ${jobUuid} to be completed`, async () => {
    const row = await transferOfJob(plumber, jobUuid)
    return row.status === 'completed' && row
  })
