import { beforeAll, describe, expect, test } from 'vitest'
import type { StoredDraft } from '#sandbox/world/state'
import { syncJobs, syncNow } from '#shared/contracts/intake'
import { listTransfers } from '#shared/contracts/transfers/list'
import {
  chooseRecipient,
  deleteTransfer,
  readRecipient,
  restoreTransfer,
  retryTransfer,
  startTransfer,
  acceptTransfer,
  undoTransfer,
} from '#shared/contracts/transfers/actions'
import { readStats } from '#shared/contracts/overview'
import { NO_JOBS } from '#shared/needs/job-sum'
import { deleteLineItem, restoreLineItem } from '#shared/contracts/transfers/lines'
import { readTimeline, readTransfer, type Transfer } from '#shared/contracts/transfers/row'
import { deleteAllPending, readAllPending } from '#shared/contracts/transfers/waiting'
import { readDraftUuid, readPreview } from '#shared/contracts/transfers/preview'
import type { Visitor } from '../../support/people/browserless.ts'
import {
  atRest,
  completeNewJob,
  draftOf,
  inboxEmpty,
  jobNamed,
  linesOf,
  rateOf,
  ring,
  startPlumber,
} from '../../support/people/plumber.ts'
import { until } from '../../support/wait.ts'
import { signUp } from '../../support/world/world.ts'

const plumber = await startPlumber()
const person = plumber.person
await person.call(syncJobs, { body: {} })
await inboxEmpty(plumber)

const list = (query = {}) => person.call(listTransfers, { query: { limit: 500, ...query } })

async function waiting(key: string): Promise<Transfer> {
  const row = (await list({ status: 'pending' })).find(
    (one) => one.servicem8JobId === jobNamed(key),
  )
  if (!row) throw new Error(`no transfer of ${key} waits`)
  return row
}

const start = (id: string) => person.call(startTransfer, { params: { id } })
const retry = (id: string) => person.tryCall(retryTransfer, { params: { id } })
const draftsMade = () => plumber.vendors.ledger.draftsCreated.length
const done = (row: Transfer) => atRest(plumber, row.servicem8JobId, row.updatedAt)

/** Makes a transfer that has failed, because one of its two lines has no VAT type. */
const failing = () =>
  atRest(
    plumber,
    completeNewJob(plumber, {
      client: 'Ola Hansen',
      lines: [
        { name: 'Arbeid', displayed_amount: '800.0000' },
        { name: 'Ferge', displayed_amount: '100.0000', tax_rate_uuid: rateOf(plumber.account, 12) },
      ],
    }),
  )

describe('"Overfør nå"', () => {
  test('makes the draft of a job that waited', async () => {
    const row = await waiting('fritekst')
    expect(await start(row.id)).toEqual({
      message: 'Overføringen blir forsøkt på nytt',
      waits: false,
    })
    expect(await done(row)).toMatchObject({
      status: 'completed',
      pendingReason: null,
      retryCount: 0,
    })
  })

  test('clicked twice makes one draft', async () => {
    const row = await waiting('rabatt')
    const before = draftsMade()
    const answers = await Promise.all([
      retry(row.id),
      retry(row.id),
      person.tryCall(startTransfer, { params: { id: row.id } }),
    ])
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect((await done(row)).status).toBe('completed')
    expect(draftsMade()).toBe(before + 1)
  })

  test('is refused for a transfer that is completed', async () => {
    const [row] = await list({ status: 'completed' })
    const answer = await retry(row?.id ?? '')
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'wrong_status', status: 'completed' },
    })
  })
})

async function counters() {
  const { total, successful, pending, failed } = await person.call(readStats)
  return { total, successful, pending, failed }
}

describe('"Prøv igjen"', () => {
  test('counts the user’s attempts, and gives the same cause when nothing has been fixed', async () => {
    const row = await failing()
    await retry(row.id)
    const again = await done(row)
    expect(again).toMatchObject({ status: 'failed', errorCode: 'vat_unmapped', retryCount: 1 })
    await retry(row.id)
    expect(await done(again)).toMatchObject({ status: 'failed', retryCount: 2 })
  })
})

describe('deleting', () => {
  test('removes a transfer from the list and counters; only the user can bring it back', async () => {
    const row = await waiting('enkel')
    const before = await counters()
    await person.call(deleteTransfer, { params: { id: row.id } })
    const after = await counters()
    expect(after).toEqual({ ...before, total: before.total - 1, pending: before.pending - 1 })
    await person.call(syncJobs, { body: {} })
    await person.call(syncNow)
    await inboxEmpty(plumber)
    expect((await list()).some((one) => one.id === row.id)).toBe(false)
    expect((await list({ skipped: '1' })).map((one) => one.id)).toContain(row.id)
    expect((await retry(row.id)).status).toBe(404)

    await person.call(restoreTransfer, { params: { id: row.id } })
    expect((await list()).find((one) => one.id === row.id)).toMatchObject({
      status: 'pending',
      pendingReason: row.pendingReason,
      skipTransfer: false,
    })
    expect(await counters()).toEqual(before)
  })

  test('is refused for a transfer that is completed', async () => {
    const [row] = await list({ status: 'completed' })
    const answer = await person.tryCall(deleteTransfer, { params: { id: row?.id ?? '' } })
    expect(answer).toMatchObject({ status: 409, body: { code: 'wrong_status' } })
  })
})

describe('leaving a line out', () => {
  const leaveOut = (row: Transfer, lineIndex: number) =>
    person.tryCall(deleteLineItem, { params: { id: row.id, lineIndex } })

  test('removes one line however often it is clicked, keeps the positions of the others, and the draft lacks it', async () => {
    const row = await waiting('ører')
    const answers = await Promise.all([leaveOut(row, 1), leaveOut(row, 1)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0].body).toMatchObject({ success: true })
    const left = await person.call(readTransfer, { params: { id: row.id } })
    expect(left.lineItemsCount).toBe(2)
    expect(left.servicem8Data?.line_items.map((line) => line.removed === true)).toEqual([
      false,
      true,
      false,
    ])
    await start(row.id)
    const finished = await done(left)
    const draft = draftOf(plumber, finished)
    expect(linesOf(draft).map(([text]) => text)).toEqual([
      'Kobling 15 mm (7 × 42,9175 kr ekskl. mva)',
      'Albue 15 mm (3 × 33,33 kr inkl. mva)',
    ])
    expect(finished).toMatchObject({ status: 'completed', amount: 37_553 + 9_999 })
  })

  test('removes both of two lines that are clicked at the same time', async () => {
    const row = await waiting('blandet mva')
    await Promise.all([leaveOut(row, 0), leaveOut(row, 2)])
    const left = await person.call(readTransfer, { params: { id: row.id } })
    expect(left.servicem8Data?.line_items.map((line) => line.removed === true)).toEqual([
      true,
      false,
      true,
    ])
    expect(left.lineItemsCount).toBe(1)
  })

  test('is not undone by a look at the job that was under way', async () => {
    const row = await waiting('priser med mva')
    const slow = plumber.vendors.faults.add({
      vendor: 'servicem8',
      kind: 'slow',
      ms: 300,
      path: '/jobmaterial',
    })
    ring(plumber, row.servicem8JobId)
    await until('the look to have begun', () => slow.hits > 0)
    await leaveOut(row, 0)
    await inboxEmpty(plumber)
    plumber.vendors.faults.remove(slow.id)
    const left = await person.call(readTransfer, { params: { id: row.id } })
    expect(left.servicem8Data?.line_items.map((line) => line.removed === true)).toEqual([
      true,
      false,
    ])
  })

  test('also fixes a transfer that failed because of the line', async () => {
    const row = await failing()
    await leaveOut(row, 1)
    await retry(row.id)
    const finished = await done(row)
    expect(finished).toMatchObject({ status: 'completed', amount: 100_000, lineItemsCount: 1 })
  })

  test('that does not exist answers 404, and on a completed transfer 409', async () => {
    expect((await leaveOut(await waiting('enkel'), 99)).status).toBe(404)
    const [row] = await list({ status: 'completed' })
    if (!row) throw new Error('nothing is completed')
    expect(await leaveOut(row, 0)).toMatchObject({ status: 409, body: { code: 'wrong_status' } })
  })
})

describe('a draft that was changed in Fiken before it could be verified', () => {
  let row: Transfer
  let draft: StoredDraft

  beforeAll(async () => {
    // Fiken postpones the verification for an hour, so that nothing runs until the user acts.
    const { faults, ledger } = plumber.vendors
    const away = { vendor: 'fiken', kind: 'status', status: 503, retryAfter: 3_600 } as const
    const fault = faults.add({ ...away, method: 'GET', path: String.raw`/drafts/\d+$` })
    const jobUuid = completeNewJob(plumber, { client: 'Ola Hansen' })
    const queued = await until('the transfer to back off', async () => {
      const [found] = await list({ status: 'queued' })
      return found?.servicem8JobId === jobUuid && found.nextAttemptAt !== null && found
    })
    const made = plumber.company.drafts.find(
      (one) => one.draftId === ledger.draftsCreated.at(-1)?.draftId,
    )
    if (!made) throw new Error('no draft was made')
    draft = made
    Object.assign(draft, { net: draft.net + 10_000, gross: draft.gross + 12_500 })
    faults.remove(fault.id)
    expect((await retry(queued.id)).body).toEqual({
      message: 'Overføringen står i kø og prøves nå.',
      waits: false,
    })
    row = await atRest(plumber, jobUuid)
  })

  test('does not pass: the sums are named, and the link to it is kept', () => {
    expect(row).toMatchObject({
      status: 'failed',
      errorCode: 'draft_differs',
      fikenInvoiceDraftId: String(draft.draftId),
    })
    expect(row.errorMessage?.replace(/\u00a0/g, ' ')).toContain(
      'Utkastet i Fiken er på 1 125,00 kr (netto 900,00 kr), men skulle vært 1 000,00 kr',
    )
  })

  test('fails the same way when it is merely retried, and no second draft is made', async () => {
    const before = draftsMade()
    await retry(row.id)
    row = await done(row)
    expect(row).toMatchObject({ status: 'failed', errorCode: 'draft_differs' })
    expect(draftsMade()).toBe(before)
  })

  test('is completed as it is when the user accepts it', async () => {
    expect(await person.call(acceptTransfer, { params: { id: row.id } })).toEqual({
      message: 'Utkastet er godtatt.',
    })
    const accepted = await done(row)
    expect(accepted).toMatchObject({
      status: 'completed',
      errorCode: null,
      errorMessage: null,
      amount: 112_500,
      netAmount: 90_000,
    })
    expect(accepted.fikenDraftUuid).toBe(draft.uuid)
  })

  test('cannot be accepted twice, nor can anything else be accepted', async () => {
    const again = await person.tryCall(acceptTransfer, { params: { id: row.id } })
    expect(again).toMatchObject({ status: 409, body: { code: 'nothing_to_accept' } })
  })
})

describe('the link to a draft in Fiken', () => {
  const find = (visitor: Visitor, draftId: string) =>
    visitor.tryCall(readDraftUuid, { params: { draftId }, query: { t: '1' } })

  test('is its uuid, whether we or somebody else created it', async () => {
    const [row] = await list({ status: 'completed' })
    const answer = await find(person, row?.fikenInvoiceDraftId ?? '')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.body).toMatchObject({ success: true, uuid: row?.fikenDraftUuid })
    expect(answer.body).toHaveProperty('url', expect.stringContaining(`/fjordvik-ror-as/`))
    const stranger = {
      ...(plumber.company.drafts[0] as StoredDraft),
      draftId: 99_999,
      uuid: '11111111-2222-4333-8444-555555555555',
    }
    plumber.company.drafts.push(stranger)
    expect((await find(person, '99999')).body).toMatchObject({ success: true, uuid: stranger.uuid })
  })

  test('is the number where there is no uuid, and only numbers are looked up', async () => {
    expect((await find(person, '424242')).body).toMatchObject({ success: false, uuid: null })
    expect((await find(person, 'abc')).status).toBe(404)
  })
})

test('another user’s transfers do not exist: every call answers 404', async () => {
  const stranger = await signUp(plumber.world)
  const [row] = await list()
  const params = { id: row?.id ?? '' }
  const answers = [
    await stranger.tryCall(readTransfer, { params }),
    await stranger.tryCall(readTimeline, { params }),
    await stranger.tryCall(readRecipient, { params }),
    await stranger.tryCall(chooseRecipient, { params, body: { contactId: null } }),
    await stranger.tryCall(retryTransfer, { params }),
    await stranger.tryCall(startTransfer, { params }),
    await stranger.tryCall(acceptTransfer, { params }),
    await stranger.tryCall(deleteTransfer, { params }),
    await stranger.tryCall(restoreTransfer, { params }),
    await stranger.tryCall(deleteLineItem, { params: { ...params, lineIndex: 0 } }),
    await stranger.tryCall(restoreLineItem, { params: { ...params, lineIndex: 0 } }),
    await stranger.tryCall(readPreview, { params }),
    await stranger.tryCall(undoTransfer, { params }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  expect(await stranger.call(listTransfers)).toEqual([])
  expect(await stranger.call(deleteAllPending)).toMatchObject({ deletedCount: 0 })
  expect(await person.call(readTransfer, { params })).toEqual(row)
})

test('"Slett alle ventende" deletes what waits, and nothing that failed or is completed', async () => {
  const before = await counters()
  expect(before.pending).toBeGreaterThan(3)
  const rows = (await person.call(listTransfers)).filter(({ status }) =>
    ['pending', 'queued'].includes(status),
  )
  expect(await person.call(readAllPending)).toEqual({
    count: before.pending,
    ore: rows.reduce((sum, { amount }) => sum + Math.max(amount ?? 0, 0), 0),
    withoutAmount: rows.filter(({ amount }) => amount === null).length,
    negative: rows.filter(({ amount }) => (amount ?? 0) < 0).length,
  })
  const answer = await person.call(deleteAllPending)
  expect(answer).toEqual({
    deletedCount: before.pending,
    message: `Slettet ${before.pending} ventende jobber`,
  })
  expect(await counters()).toEqual({
    ...before,
    total: before.total - before.pending,
    pending: 0,
  })
  expect(await person.call(readAllPending)).toEqual(NO_JOBS)
  expect(await person.call(deleteAllPending)).toMatchObject({ deletedCount: 0 })
})
