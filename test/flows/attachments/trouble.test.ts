import { beforeEach, describe, expect, test } from 'vitest'
import { editDraft, deleteDraft } from '#sandbox/fiken/drafts'
import type { NewFault } from '#sandbox/http/faults'
import { listActivity } from '#shared/contracts/activity-log'
import { retryAttachments } from '#shared/contracts/transfers/attachments'
import { undoTransfer, startTransfer } from '#shared/contracts/transfers/actions'
import type { Transfer } from '#shared/contracts/transfers/row'
import * as attached from '../../support/people/files/attached-jobs.ts'
import {
  atRest,
  bookByHand,
  startPlumber,
  storedDraft as storedDraftOf,
  transferred,
} from '../../support/people/plumber.ts'
import { freeze } from '../../support/people/unanswered.ts'
import { until } from '../../support/wait.ts'

/** Tests failing files: the draft is made as without them, and Fiken has each file once. */

let released = () => {}
const plumber = await startPlumber()
await attached.chooseAttachments(plumber, 'all')
beforeEach(() => {
  released()
  released = () => {}
})

const fiken = () => plumber.vendors
const { PHOTO, DOCUMENT } = attached
const POSTED = { vendor: 'fiken', method: 'POST', path: '/attachments$' } as const
const LISTED = { vendor: 'fiken', method: 'GET', path: '/attachments$' } as const
const FILE = { vendor: 'servicem8', path: '/Attachment/' } as const
const FILES = { vendor: 'servicem8', path: '/attachment\\.json$' } as const

const storedDraft = (transfer: Transfer) => storedDraftOf(plumber, transfer)
const book = (transfer: Transfer) => bookByHand(plumber, transfer)
const invoiceOf = ({ fikenDraftUuid }: Transfer) =>
  plumber.company.invoices.find(({ invoiceDraftUuid }) => invoiceDraftUuid === fikenDraftUuid)

describe('a file arrives once', () => {
  const faults: [name: string, fault: NewFault][] = [
    ['Fiken answers 500', { ...POSTED, kind: 'status', status: 500 }],
    ['Fiken answers 503', { ...POSTED, kind: 'status', status: 503 }],
    ['Fiken takes the file, and the answer is lost', { ...POSTED, kind: 'lost' }],
    ['Fiken takes the file, and answers a page of HTML', { ...POSTED, kind: 'html' }],
    ['the connection is cut before Fiken has the file', { ...POSTED, kind: 'reset' }],
    ['Fiken has had enough for now', { ...POSTED, kind: 'status', status: 429 }],
    ['the list in Fiken answers 500', { ...LISTED, kind: 'status', status: 500 }],
    ['the list in Fiken is garbage', { ...LISTED, kind: 'garbage' }],
    ['ServiceM8 answers 500 to the file', { ...FILE, kind: 'status', status: 500, count: 3 }],
    ['ServiceM8 sends garbage for the file', { ...FILE, kind: 'garbage', count: 3 }],
    ['ServiceM8 sends half of the file', { ...FILE, kind: 'truncate' }],
    ['ServiceM8 cannot list the files', { ...FILES, kind: 'status', status: 500, count: 3 }],
    ['ServiceM8 has had enough for now', { ...FILES, kind: 'status', status: 429 }],
  ]
  test.each(faults)('when %s', async (_name, fault) => {
    fiken().faults.add({ count: 1, ...fault })
    const { transfer, uuids } = await attached.draftWith(plumber, [PHOTO, DOCUMENT])
    expect(transfer.status).toBe('completed')
    let mayHaveArrived = false
    const rows = await until('both files to be in Fiken', async () => {
      const stored = await attached.storedFiles(plumber, transfer.id)
      const isLookedFor = stored.some(({ state, asked_at: at }) => state === 'waiting' && at)
      // A file that might have arrived is looked up for as long as lists can lag.
      if (isLookedFor && !mayHaveArrived) plumber.later(60_000)
      mayHaveArrived ||= isLookedFor
      const now = await attached.filesOf(plumber, transfer)
      if (now.length === 2 && now.every(({ state }) => state === 'sent')) return now
      throw new Error(JSON.stringify(now))
    })
    expect(rows.map(({ why }) => why)).toEqual(['', ''])
    expect(attached.arrivals(plumber, uuids)).toEqual([1, 1])
    expect(storedDraft(transfer).attachments).toHaveLength(2)
  })

  test('when the answer is lost and the list does not show the file for a while', async () => {
    fiken().faults.add({ ...POSTED, kind: 'lost', count: 1 })
    released = freeze(plumber, '/attachments$')
    const { transfer, uuids } = await attached.draftWith(plumber, [PHOTO])
    await until('the file to be looked for a few times', () =>
      Promise.resolve(fiken().faults.rules.some(({ kind, hits }) => kind === 'stale' && hits >= 3)),
    )
    expect(attached.arrivals(plumber, uuids)).toEqual([1])
    released()
    const [row] = await attached.settled(plumber, transfer)
    expect([row?.state, attached.arrivals(plumber, uuids)]).toEqual(['sent', [1]])
  })

  test('when it has gone on for longer than any list lags, it is sent once more, and no sooner', async () => {
    fiken().faults.add({ ...POSTED, kind: 'reset', count: 1 })
    const { transfer, uuids } = await attached.draftWith(plumber, [PHOTO])
    const [stored] = await until('the request to be noted', async () => {
      const rows = await attached.storedFiles(plumber, transfer.id)
      return rows.length === 1 && rows[0]?.asked_at && rows
    })
    expect(stored?.state).toBe('waiting')
    expect(attached.arrivals(plumber, uuids)).toEqual([0])
    plumber.later(60_000)
    await attached.settled(plumber, transfer)
    expect(attached.arrivals(plumber, uuids)).toEqual([1])
  })
})

describe('a file that cannot be sent', () => {
  test('is named on the row with why, the draft stays completed, and «Prøv igjen» sends it alone', async () => {
    const refusal = { ...POSTED, kind: 'status', status: 400, count: 1 } as const
    fiken().faults.add(refusal)
    const { transfer, uuids } = await attached.draftWith(plumber, [PHOTO, DOCUMENT])
    const rows = await attached.settled(plumber, transfer)
    const failed = rows.find(({ state }) => state === 'failed')
    expect(rows.map(({ state }) => state).sort()).toEqual(['failed', 'sent'])
    expect(failed?.why).not.toBe('')
    const row = await atRest(plumber, transfer.servicem8JobId)
    expect([row.status, row.errorCode, row.attachmentsNote]).toEqual([
      'completed',
      null,
      `Vedlegg ikke sendt: ${failed?.name}`,
    ])
    const log = await plumber.person.call(listActivity, { query: { limit: 50 } })
    expect(log.some(({ action }) => action === 'attachment_failed')).toBe(true)

    const body = { attachmentUuid: failed?.uuid }
    await plumber.person.call(retryAttachments, { params: { id: transfer.id }, body })
    const after = await attached.settled(plumber, transfer)
    expect(after.map(({ state }) => state)).toEqual(['sent', 'sent'])
    expect(attached.arrivals(plumber, uuids)).toEqual([1, 1])
    expect((await atRest(plumber, transfer.servicem8JobId)).attachmentsNote).toBeNull()
  })

  test('does not hold back the files of another job', async () => {
    fiken().faults.add({ ...POSTED, kind: 'status', status: 400, count: 1 })
    const first = await attached.draftWith(plumber, [PHOTO])
    const [row] = await attached.settled(plumber, first.transfer)
    expect(row?.state).toBe('failed')
    const second = await attached.draftWith(plumber, [PHOTO])
    await attached.settled(plumber, second.transfer)
    expect(attached.arrivals(plumber, second.uuids)).toEqual([1])
  })
})

test('a draft is made while files hang on their way, and no later than without them', async () => {
  fiken().faults.add({ ...FILE, kind: 'slow', ms: 8_000 })
  const first = await attached.draftWith(plumber, [PHOTO])
  const second = await attached.draftWith(plumber, [DOCUMENT])
  const waiting = await attached.filesOf(plumber, first.transfer)
  expect(waiting.filter(({ state }) => state === 'sent')).toEqual([])
  expect([first.transfer.status, second.transfer.status]).toEqual(['completed', 'completed'])
})

describe('what becomes of the draft in the meantime', () => {
  const held = () => fiken().faults.add({ ...FILE, kind: 'status', status: 500 })

  test('invoiced: the files go to the invoice', async () => {
    const fault = held()
    const { transfer, uuids } = await attached.draftWith(plumber, [PHOTO])
    book(transfer)
    fiken().faults.remove(fault.id)
    await attached.settled(plumber, transfer)
    expect(attached.arrivals(plumber, uuids)).toEqual([1])
    expect(attached.namesOn(invoiceOf(transfer)!)).toEqual([`Bereder-${uuids[0]}.jpeg`])
  })

  test('taken back: they are not sent, and a new draft gets them', async () => {
    const fault = held()
    const { transfer, uuids } = await attached.draftWith(plumber, [PHOTO])
    await plumber.person.call(undoTransfer, { params: { id: transfer.id }, body: {} })
    fiken().faults.remove(fault.id)
    const undone = await atRest(plumber, transfer.servicem8JobId)
    expect([undone.status, undone.attachmentsNote]).toEqual(['pending', null])
    expect(attached.arrivals(plumber, uuids)).toEqual([0])
    await plumber.person.call(startTransfer, { params: { id: transfer.id }, query: {} })
    const anew = await until('the job to be transferred again', async () => {
      const row = await atRest(plumber, transfer.servicem8JobId)
      return row.status === 'completed' && row
    })
    await attached.settled(plumber, anew)
    expect(attached.namesOn(storedDraft(anew))).toEqual([`Bereder-${uuids[0]}.jpeg`])
  })

  test('with its files there it can be taken back all the same: they are ours', async () => {
    const { transfer, uuids } = await attached.draftWith(plumber, [PHOTO, DOCUMENT])
    await attached.settled(plumber, transfer)
    await plumber.person.call(undoTransfer, { params: { id: transfer.id }, body: {} })
    expect((await atRest(plumber, transfer.servicem8JobId)).status).toBe('pending')
    expect(attached.arrivals(plumber, uuids)).toEqual([1, 1])
  })

  test('a file that a person has put there is theirs, and the draft is not taken back', async () => {
    const { transfer } = await attached.draftWith(plumber, [PHOTO])
    await attached.settled(plumber, transfer)
    const draft = storedDraft(transfer)
    const theirs = { identifier: 'x', type: 'invoice', downloadUrl: 'https://fiken.test/x/k.pdf' }
    editDraft(fiken(), plumber.company, draft, { attachments: [...draft.attachments, theirs] })
    const answer = await plumber.person.tryCall(undoTransfer, {
      params: { id: transfer.id },
      body: {},
    })
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      409,
      expect.stringContaining('vedleggene'),
    ])
  })

  test('deleted in Fiken: they are looked for a place for, and never sent anywhere else', async () => {
    const fault = held()
    const { transfer, uuids } = await attached.draftWith(plumber, [PHOTO])
    deleteDraft(fiken(), plumber.company, storedDraft(transfer))
    fiken().faults.remove(fault.id)
    await until('the draft to be missed', async () => {
      const [row] = await attached.storedFiles(plumber, transfer.id)
      return (row?.failures ?? 0) >= 2
    })
    expect(attached.arrivals(plumber, uuids)).toEqual([0])
    expect((await atRest(plumber, transfer.servicem8JobId)).status).toBe('completed')
  })
})

test('a job without files costs one call more, and nothing of it is kept', async () => {
  const job = (await attached.draftWith(plumber, [])).transfer
  expect(await attached.settled(plumber, job)).toEqual([])
  expect((await transferred(plumber, job.servicem8JobId)).status).toBe('completed')
})
