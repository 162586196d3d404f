import type * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import {
  deleteTransfer,
  restoreTransfer,
  retryTransfer,
  startTransfer,
  undoTransfer,
} from '#shared/contracts/transfers/actions'
import { readTransfer, type Transfer } from '#shared/contracts/transfers/row'
import { syncNow } from '#shared/contracts/intake'
import { listTransfers } from '#shared/contracts/transfers/list'
import { listActivity } from '#shared/contracts/activity-log'
import { saveConfiguration } from '#shared/contracts/configuration'
import { readSession } from '#shared/contracts/auth'
import { actOnMany } from '#shared/contracts/transfers/bulk'
import type { Overruled } from '#shared/transfer-status'
import { taskOver } from '../../support/people/bulk.ts'
import {
  approvedJob,
  draftsOf,
  fetchedJob,
  isRefused,
  pay,
  setApproval,
  startApprover,
  unpay,
} from '../../support/people/paid-jobs.ts'
import { atRest, rateOf, ring, storyOf, transferred } from '../../support/people/plumber.ts'
import { until } from '../../support/wait.ts'

/** Tests starting a paid or unapproved job: the user is asked, and overrules only that rule. */

const plumber = await startApprover()

const PAID = {
  status: 409,
  body: { code: 'already_paid', message: 'Jobben er allerede betalt i ServiceM8', confirm: 'paid' },
}
const UNAPPROVED = {
  status: 409,
  body: {
    code: 'not_approved',
    message: 'Jobben er ikke godkjent i ServiceM8',
    confirm: 'unapproved',
  },
}

type Call = typeof retryTransfer
const start = ({ id }: Pick<Transfer, 'id'>, confirm?: Overruled, call: Call = retryTransfer) =>
  plumber.person.tryCall(call, { params: { id }, ...(confirm ? { query: { confirm } } : {}) })
const read = ({ id }: Pick<Transfer, 'id'>) => plumber.person.call(readTransfer, { params: { id } })
const drafts = ({ servicem8JobId }: Transfer) => draftsOf(plumber, servicem8JobId)
const done = (row: Transfer) =>
  until('the transfer to be completed', async () => {
    const now = await read(row)
    return now.status === 'completed' && now
  })

async function paidJob(): Promise<Transfer> {
  const row = await fetchedJob(plumber)
  pay(plumber, row.servicem8JobId)
  return row
}

test.each([
  ['"Overfør nå"', startTransfer],
  ['"Prøv igjen" and "Behandle nå"', retryTransfer],
] as const)(
  '%s says that the job is paid, changes nothing, and makes the draft when it is repeated with a confirmation',
  async (_button, call) => {
    const row = await paidJob()
    expect(await start(row, undefined, call)).toMatchObject(PAID)
    expect(await read(row)).toEqual(row)
    expect(await start(row, 'paid', call)).toMatchObject({ status: 200 })
    const finished = await done(row)
    expect(drafts(row)).toBe(1)
    expect(await storyOf(plumber, finished)).toContain(
      'Skal overføres selv om den er betalt i ServiceM8',
    )
    const { email } = await plumber.person.call(readSession)
    const log = await plumber.person.call(listActivity, { query: { limit: 500 } })
    const entries = log.filter(
      ({ action, metadata }) =>
        action === 'eligibility_overruled' && metadata?.transferId === row.id,
    )
    expect(entries.map(({ description }) => description)).toEqual([
      `${email} har bestemt at Jobb #${row.servicem8Data?.job_number} overføres selv om den er betalt i ServiceM8`,
    ])
  },
)

test('a row that was refused in the lane asks too, and so does one in the queue', async () => {
  const row = await paidJob()
  await plumber.person.call(syncNow)
  await isRefused(plumber, row.servicem8JobId)
  expect(await start(row)).toMatchObject(PAID)
  const { faults } = plumber.vendors
  const { id } = faults.add({ vendor: 'fiken', kind: 'status', status: 503, retryAfter: 3_600 })
  expect(await start(row, 'paid')).toMatchObject({ status: 200 })
  await until('the row to back off', async () => {
    const now = await read(row)
    return now.status === 'queued' && now.nextAttemptAt !== null
  })
  // The user is not asked again about a rule that they have already overruled.
  faults.remove(id)
  expect(await start(row)).toMatchObject({
    status: 200,
    body: { message: 'Overføringen står i kø og prøves nå.' },
  })
  await done(row)
  expect(drafts(row)).toBe(1)

  const other = faults.add({ vendor: 'fiken', kind: 'status', status: 503, retryAfter: 3_600 })
  const queued = approvedJob(plumber)
  const waiting = await until('the next row to back off', async () => {
    const rows = await plumber.person.call(listTransfers, {
      query: { limit: 500, status: 'queued' },
    })
    return rows.find((one) => one.servicem8JobId === queued && one.nextAttemptAt !== null)
  })
  pay(plumber, queued)
  expect(await start(waiting)).toMatchObject(PAID)
  faults.remove(other.id)
  expect(await start(waiting, 'paid')).toMatchObject({ status: 200 })
  await done(waiting)
})

test('a job that is not approved is asked about in its own words', async () => {
  const row = await fetchedJob(plumber)
  setApproval(plumber, row.servicem8JobId, false)
  expect(await start(row)).toMatchObject(UNAPPROVED)
  expect(await start(row, 'unapproved')).toMatchObject({ status: 200 })
  await done(row)
  expect(drafts(row)).toBe(1)
})

describe('what was overruled', () => {
  test('is that the job is paid, not that it is not approved, and vice versa', async () => {
    const row = await paidJob()
    setApproval(plumber, row.servicem8JobId, false)
    expect(await start(row)).toMatchObject(UNAPPROVED)
    expect(await start(row, 'paid')).toMatchObject(UNAPPROVED)
    expect(await start(row, 'unapproved')).toMatchObject({ status: 200 })
    await done(row)
  })

  test('is asked about one thing at a time, each once', async () => {
    const row = await paidJob()
    setApproval(plumber, row.servicem8JobId, false)
    expect(await start(row, 'unapproved')).toMatchObject(PAID)
    expect(await start(row)).toMatchObject(PAID)
    expect(drafts(row)).toBe(0)
    expect(await start(row, 'paid')).toMatchObject({ status: 200 })
    await done(row)
  })

  test('does not cover what is found out after it', async () => {
    const row = await paidJob()
    const { faults } = plumber.vendors
    const { id } = faults.add({ vendor: 'fiken', kind: 'status', status: 503 })
    expect(await start(row, 'paid')).toMatchObject({ status: 200 })
    setApproval(plumber, row.servicem8JobId, false)
    ring(plumber, row.servicem8JobId)
    await isRefused(plumber, row.servicem8JobId, 'not_approved')
    faults.remove(id)
    expect(drafts(row)).toBe(0)
  })

  test('ends with the draft: after "Angre" it is asked again', async () => {
    const row = await paidJob()
    await start(row, 'paid')
    await done(row)
    await plumber.person.call(undoTransfer, { params: { id: row.id }, body: {} })
    expect(await start(row)).toMatchObject(PAID)
    expect(drafts(row)).toBe(0)
  })

  test('ends when it no longer applies', async () => {
    const lines = [
      { name: 'Ferge', displayed_amount: '100.0000', tax_rate_uuid: rateOf(plumber.account, 12) },
    ]
    const row = await fetchedJob(plumber, { lines })
    pay(plumber, row.servicem8JobId)
    await start(row, 'paid')
    const failed = await atRest(plumber, row.servicem8JobId, row.updatedAt)
    expect(failed.errorCode).toBe('vat_unmapped')
    unpay(plumber, row.servicem8JobId)
    await start(failed)
    await atRest(plumber, row.servicem8JobId, failed.updatedAt)
    pay(plumber, row.servicem8JobId)
    expect(await start(failed)).toMatchObject(PAID)
  })

  test('ends when the transfer is deleted', async () => {
    const lines = [
      { name: 'Ferge', displayed_amount: '100.0000', tax_rate_uuid: rateOf(plumber.account, 12) },
    ]
    const row = await fetchedJob(plumber, { lines })
    pay(plumber, row.servicem8JobId)
    await start(row, 'paid')
    await atRest(plumber, row.servicem8JobId, row.updatedAt)
    await plumber.person.call(deleteTransfer, { params: { id: row.id } })
    await plumber.person.call(restoreTransfer, { params: { id: row.id } })
    expect(await start(row)).toMatchObject(PAID)
  })
})

test('a bulk action overrules nothing', async () => {
  const row = await paidJob()
  const many = async () => {
    const answer = await plumber.person.fetch(`${actOnMany.path}?confirm=paid`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ act: 'retry', ids: [row.id] }),
    })
    const { task } = (await answer.json()) as z.infer<typeof actOnMany.answer>
    return taskOver(plumber.person, task.id)
  }
  await many()
  await isRefused(plumber, row.servicem8JobId)
  expect(await many()).toMatchObject({
    counts: { total: 1, leftAlone: 1 },
    items: [{ subject: row.id, status: 'left_alone', code: 'already_paid' }],
  })
  expect(drafts(row)).toBe(0)
})

test('nothing is asked, and nothing overruled, for a job that may be transferred', async () => {
  const row = await fetchedJob(plumber)
  expect(await start(row, 'paid')).toMatchObject({ status: 200 })
  await done(row)
  expect(await storyOf(plumber, row)).not.toContain(
    'Skal overføres selv om den er betalt i ServiceM8',
  )
})

test('while ServiceM8 does not answer, what was known is asked about; otherwise the lane finds out', async () => {
  const row = await paidJob()
  const { faults } = plumber.vendors
  const away = () => faults.add({ vendor: 'servicem8', kind: 'status', status: 503 }).id
  const first = away()
  expect(await start(row)).toMatchObject({ status: 200 })
  faults.remove(first)
  await isRefused(plumber, row.servicem8JobId)
  const second = away()
  expect(await start(row)).toMatchObject(PAID)
  faults.remove(second)
  expect(drafts(row)).toBe(0)
})

test('a confirmation other than those asked for is refused', async () => {
  const row = await fetchedJob(plumber)
  const answer = await plumber.person.fetch(`/api/transfers/${row.id}/retry?confirm=everything`, {
    method: 'POST',
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ code: 'invalid', message: 'Ugyldig bekreftelse' })
})

test('a user who wants all completed jobs is asked nothing', async () => {
  await plumber.person.call(saveConfiguration, { body: { jobFetchType: 'completed' } })
  const job = approvedJob(plumber)
  pay(plumber, job)
  setApproval(plumber, job, false)
  const row = await transferred(plumber, job)
  expect(row.status).toBe('completed')
  await plumber.person.call(undoTransfer, { params: { id: row.id }, body: {} })
  expect(await start(row)).toMatchObject({ status: 200 })
  await until('the draft', () => drafts(row) === 1)
})
