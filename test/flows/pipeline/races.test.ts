import { describe, expect, test } from 'vitest'
import {
  deleteTransfer,
  restoreTransfer,
  retryTransfer,
  startTransfer,
  acceptTransfer,
} from '#shared/contracts/transfers/actions'
import { deleteLineItem } from '#shared/contracts/transfers/lines'
import { decideWaiting, deleteAllPending } from '#shared/contracts/transfers/waiting'
import { syncJobs } from '#shared/contracts/intake'
import { readTransfer } from '#shared/contracts/transfers/row'
import { listTransfers } from '#shared/contracts/transfers/list'
import { saveConfiguration, type ConfigurationChange } from '#shared/contracts/configuration'
import {
  AFTER_LEAVING,
  ALL_POINTS,
  BEFORE_LEAVING,
  completeJobOfStranger,
  draftsFromNow,
  heldAt,
  startHeldPlumber,
  transferOfJob,
  untilCompleted,
} from '../../support/world/held-runs.ts'
import { atRest, draftOf, inboxEmpty, ring } from '../../support/people/plumber.ts'
import { TEN_MINUTES_MS } from '../../support/people/unanswered.ts'
import { until } from '../../support/wait.ts'

/**
 * Tests the user's actions while a transfer runs, in two tabs and with double clicks. Expected
 * results:
 *
 * - Retry, transfer, accept, delete, or leave out a line: refused, and there is one draft.
 * - Delete all waiting transfers: the running transfer is skipped, and there is one draft.
 * - Switch off: before the draft is sent, nothing is sent and the transfer waits. Afterwards, there
 *   is one draft, which is not issued in invoice mode.
 * - Switch off and on again: before the draft is sent, there is one draft or the transfer waits.
 *   Afterwards, there is one draft.
 * - Any action on a transfer whose draft is in Fiken: the draft is never forgotten.
 */

const plumber = await startHeldPlumber()
const person = plumber.person

const save = (body: ConfigurationChange) => person.call(saveConfiguration, { body })
const act = {
  retry: (id: string) => person.tryCall(retryTransfer, { params: { id } }),
  start: (id: string) => person.tryCall(startTransfer, { params: { id } }),
  accept: (id: string) => person.tryCall(acceptTransfer, { params: { id } }),
  remove: (id: string) => person.tryCall(deleteTransfer, { params: { id } }),
  leaveOut: (id: string) => person.tryCall(deleteLineItem, { params: { id, lineIndex: 0 } }),
}
const decide = (decision: 'transfer' | 'skip') => person.call(decideWaiting, { body: { decision } })

describe('while a transfer runs', () => {
  test.each(ALL_POINTS)(
    'every button is refused and nothing is duplicated (held at: %s)',
    async (point) => {
      const made = draftsFromNow(plumber)
      const { jobUuid, row, goOn } = await heldAt(plumber, point)
      expect(row.status).toBe('processing')
      const { retry, start, accept, remove, leaveOut } = act
      const answers = await Promise.all(
        [retry, retry, start, start, accept, remove, remove, leaveOut].map((press) =>
          press(row.id),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 409))
      const emptied = await Promise.all([
        person.call(deleteAllPending),
        person.call(deleteAllPending),
      ])
      expect(emptied.map(({ deletedCount }) => deletedCount)).toEqual([0, 0])
      goOn()
      const done = await atRest(plumber, jobUuid)
      expect(done).toMatchObject({
        status: 'completed',
        retryCount: 0,
        skipTransfer: false,
        lineItemsCount: 1,
      })
      expect(made()).toEqual([expect.objectContaining({ uuid: done.fikenDraftUuid })])
    },
  )

  test.each(BEFORE_LEAVING)(
    'switching off before its draft is sent holds the draft back (held at: %s)',
    async (point) => {
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
    },
  )

  test.each(AFTER_LEAVING)(
    'switching off when its draft is on its way lets it finish (held at: %s)',
    async (point) => {
      const made = draftsFromNow(plumber)
      const { jobUuid, goOn } = await heldAt(plumber, point)
      await save({ isActive: false })
      goOn()
      const done = await atRest(plumber, jobUuid)
      expect(done).toMatchObject({ status: 'completed', pendingReason: null })
      expect(made()).toEqual([expect.objectContaining({ uuid: done.fikenDraftUuid })])
      await save({ isActive: true })
    },
  )

  test('switching off before an invoice is issued leaves its draft, which is issued once when the user continues', async () => {
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

  test('switching off and on again immediately loses nothing: the job is sent once, or waits for the user', async () => {
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

  test('what was started by hand while the integration is off runs, and looking at it changes nothing', async () => {
    await save({ isActive: false })
    const made = draftsFromNow(plumber)
    const jobUuid = completeJobOfStranger(plumber)
    await person.call(syncJobs, { body: {} })
    await inboxEmpty(plumber)
    const row = await transferOfJob(plumber, jobUuid)
    expect(row).toMatchObject({ status: 'pending', pendingReason: 'inactive' })
    expect((await act.start(row.id)).status).toBe(200)
    await completed(jobUuid)
    expect(made()).toHaveLength(1)
    await save({ isActive: true })
  })
})

describe('a transfer whose draft is in Fiken, but whose verification is postponed', () => {
  /** Makes a transfer whose draft is in Fiken, and whose verification is postponed for an hour. */
  async function unchecked() {
    const { faults } = plumber.vendors
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

  test('is not forgotten by deleting, by "Slett alle ventende" or by the switch; retried, it is the same draft', async () => {
    const made = draftsFromNow(plumber)
    const { jobUuid, row } = await unchecked()
    expect(row.fikenInvoiceDraftId).not.toBeNull()
    expect(await act.remove(row.id)).toMatchObject({ status: 409, body: { code: 'draft_exists' } })
    await person.call(deleteAllPending)
    await save({ isActive: false })
    expect(await decide('skip')).toMatchObject({ count: 0 })
    await save({ isActive: true })
    expect((await transferOfJob(plumber, jobUuid)).fikenInvoiceDraftId).toBe(
      row.fikenInvoiceDraftId,
    )
    await act.retry(row.id)
    const done = await completed(jobUuid)
    expect(draftOf(plumber, done).uuid).toBe(row.fikenDraftUuid)
    expect(made()).toHaveLength(1)
  })

  test('can be deleted once the user has deleted the draft in Fiken, and restored and sent again by that user only', async () => {
    const { jobUuid, row } = await unchecked()
    plumber.company.drafts = plumber.company.drafts.filter(
      ({ uuid }) => uuid !== row.fikenDraftUuid,
    )
    const answers = await Promise.all([act.remove(row.id), act.remove(row.id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      expect.toSatisfy((status) => status === 409 || status === 200),
    ])
    plumber.later(TEN_MINUTES_MS)
    await until(
      'the transfer to be deleted',
      async () => (await transferOfJob(plumber, jobUuid, true)).skipTransfer,
    )
    await person.call(restoreTransfer, { params: { id: row.id } })
    const made = draftsFromNow(plumber)
    expect(await transferOfJob(plumber, jobUuid)).toMatchObject({
      status: 'failed',
      errorCode: 'draft_deleted',
    })
    await Promise.all([act.retry(row.id), act.retry(row.id)])
    expect(made()).toEqual([])
    plumber.later(TEN_MINUTES_MS)
    const done = await completed(jobUuid)
    expect(made()).toEqual([expect.objectContaining({ uuid: done.fikenDraftUuid })])
    expect(done.fikenDraftUuid).not.toBe(row.fikenDraftUuid)
  })
})

test('two tabs: with "Overfør nå", deleting and "Slett alle ventende" at the same time, either the draft is made or the transfer is gone', async () => {
  await save({ isActive: false })
  const outcomes: string[] = []
  for (let round = 0; round < 8; round += 1) {
    const made = draftsFromNow(plumber)
    const jobUuid = completeJobOfStranger(plumber)
    await person.call(syncJobs, { body: {} })
    const { id } = await transferOfJob(plumber, jobUuid)
    await Promise.all([
      act.start(id),
      round % 2 === 0 ? act.remove(id) : person.call(deleteAllPending),
      act.start(id),
      act.retry(id),
    ])
    const gone = (await person.call(readTransfer, { params: { id } })).skipTransfer
    if (!gone) await completed(jobUuid)
    expect(made()).toHaveLength(gone ? 0 : 1)
    outcomes.push(gone ? 'gone' : 'made')
  }
  await save({ isActive: true })
  expect(outcomes).toHaveLength(8)
})

test('two tabs that fetch jobs at the same time, with a ping in between, show each job once', async () => {
  const jobs = Array.from({ length: 5 }, () => completeJobOfStranger(plumber))
  const fetching = [1, 2, 3].map(() => person.call(syncJobs, { body: {} }))
  for (const job of jobs) ring(plumber, job)
  await Promise.all(fetching)
  await inboxEmpty(plumber)
  const rows = await person.call(listTransfers, { query: { limit: 500 } })
  expect(
    rows
      .map((row) => row.servicem8JobId)
      .filter((job) => jobs.includes(job))
      .sort(),
  ).toEqual([...jobs].sort())
})

const completed = (jobUuid: string) => untilCompleted(plumber, jobUuid)
