import { describe, expect, test } from 'vitest'
import { deleteRecord } from '#sandbox/servicem8/records'
import type { NewFault } from '#sandbox/http/faults'
import { rowsOf, type StoredInvoice } from '#sandbox/world/state'
import { clearCompanySelection, saveConfiguration } from '#shared/contracts/configuration'
import { chooseAttachment, retryAttachments } from '#shared/contracts/transfers/attachments'
import type { Transfer } from '#shared/contracts/transfers/row'
import { book } from '../../support/people/deposits/jobs-with-deposits.ts'
import * as attached from '../../support/people/files/attached-jobs.ts'
import { atRest, draftOf, startPlumber, storyOf } from '../../support/people/plumber.ts'
import { TEN_MINUTES_MS } from '../../support/people/unanswered.ts'
import { until } from '../../support/wait.ts'
import { consent } from '../../support/world/world.ts'

const plumber = await startPlumber()
await attached.chooseAttachments(plumber, 'all')

const { PHOTO, DOCUMENT } = attached
const POSTED = { vendor: 'fiken', method: 'POST', path: '/attachments$' } as const
const FILE = { vendor: 'servicem8', path: '/Attachment/' } as const
const fail = (fault: NewFault) => plumber.vendors.faults.add(fault)
const heal = () => plumber.vendors.faults.clear()
const chooseCompany = (fikenCompanySlug: string) =>
  plumber.person.call(saveConfiguration, { body: { fikenCompanySlug } })
const stored = ({ id }: Transfer) => attached.storedFiles(plumber, id)

/** Makes a draft whose files failed at the first attempt and wait for a retry. */
async function waiting(fault: NewFault, files = [PHOTO, DOCUMENT]) {
  fail(fault)
  const made = await attached.draftWith(plumber, files)
  await until('the files to wait', async () => {
    const rows = await stored(made.transfer)
    return rows.length === files.length && rows.some(({ failures }) => failures > 0)
  })
  return made
}

/** Waits for another attempt without a clear response; returns the file's number of failures. */
async function nextUnclear(transfer: Transfer, before: number): Promise<number> {
  const [row] = await until('another request without a clear answer', async () => {
    const rows = await stored(transfer)
    return (rows[0]?.failures ?? 0) > before && rows
  })
  return row?.failures ?? 0
}

describe('a file that somebody deletes in ServiceM8 while it waits', () => {
  test('is not sent, is missed by nobody, and holds no other back', async () => {
    const { transfer, uuids } = await waiting({ ...FILE, kind: 'status', status: 500 })
    const { account, world } = plumber
    const photo = rowsOf(account, 'attachment')[uuids[0] ?? '']!
    deleteRecord(world.vendors, account, 'attachment', photo)
    // An attempt begun before the deletion would still fetch the file.
    await until('the file to be forgotten', async () => (await stored(transfer)).length === 1)
    heal()
    const rows = await attached.settled(plumber, transfer)
    expect(rows.map(({ uuid, state }) => [uuid, state])).toEqual([[uuids[1], 'sent']])
    expect(attached.arrivals(plumber, uuids)).toEqual([0, 1])
    expect((await atRest(plumber, transfer.servicem8JobId)).attachmentsNote).toBeNull()
    expect(await storyOf(plumber, transfer)).toContain(
      'Vedlegget «Bereder.jpg» er slettet i ServiceM8, og sendes ikke',
    )
  })
})

describe('a file that ServiceM8 cannot deliver', () => {
  test.each([
    ['first', 0],
    ['last', 1],
  ])('holds no other up, though it comes %s', async (_, place) => {
    const { transfer } = await waiting({ ...FILE, kind: 'status', status: 500 })
    const rows = (await stored(transfer)).toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const [broken, other] = place === 0 ? rows : rows.toReversed()
    heal()
    fail({ ...FILE, path: `/Attachment/${broken!.attachment_uuid}`, kind: 'status', status: 500 })
    await until(
      'the other file to be in Fiken',
      () => attached.arrivals(plumber, [other!.attachment_uuid])[0] === 1,
    )
    expect(attached.arrivals(plumber, [broken!.attachment_uuid])).toEqual([0])
    heal()
    await attached.settled(plumber, transfer)
    expect(attached.arrivals(plumber, [broken!.attachment_uuid])).toEqual([1])
  })
})

describe('a file that Fiken never answers clearly', () => {
  const TRIES = 6

  test('is looked for once more before it is given up, and then it is said that it is not there', async () => {
    fail({ ...POSTED, kind: 'reset' })
    const { transfer, uuids } = await attached.draftWith(plumber, [PHOTO])
    for (let tries = 0; tries < TRIES;) {
      tries = await nextUnclear(transfer, tries)
      plumber.later(TEN_MINUTES_MS)
    }
    const [row] = await attached.settled(plumber, transfer)
    expect([row?.state, row?.why, row?.mayRetry]).toEqual([
      'failed',
      'Fiken svarte ikke tydelig, og vedlegget kom ikke fram.',
      true,
    ])
    expect(attached.arrivals(plumber, uuids)).toEqual([0])
    heal()
    const params = { id: transfer.id }
    await plumber.person.call(retryAttachments, { params, body: {} })
    await attached.settled(plumber, transfer)
    expect(attached.arrivals(plumber, uuids)).toEqual([1])
  })

  test('and has come with the last request, is not called missing', async () => {
    fail({ ...POSTED, kind: 'reset', count: TRIES - 1 })
    fail({ ...POSTED, kind: 'lost', count: 1 })
    const { transfer, uuids } = await attached.draftWith(plumber, [PHOTO])
    for (let tries = 0; tries < TRIES - 1;) {
      tries = await nextUnclear(transfer, tries)
      plumber.later(TEN_MINUTES_MS)
    }
    const [row] = await attached.settled(plumber, transfer)
    expect([row?.state, attached.arrivals(plumber, uuids)]).toEqual(['sent', [1]])
  })
})

test('a draft that is invoiced after an answer was lost: the invoice has the file once', async () => {
  fail({ ...POSTED, kind: 'lost', count: 1 })
  const { transfer, uuids } = await attached.draftWith(plumber, [PHOTO])
  await until('an answer to be lost', async () => (await stored(transfer))[0]?.asked_at)
  const invoice: StoredInvoice = book(plumber, transfer)
  plumber.later(TEN_MINUTES_MS)
  await attached.settled(plumber, transfer)
  expect(attached.namesOn(invoice)).toEqual([`Bereder-${uuids[0]}.jpeg`])
})

describe('a grant that ends while files are on their way', () => {
  const ends: [vendor: 'fiken' | 'servicem8', fault: NewFault][] = [
    ['fiken', { ...POSTED, kind: 'revoke', count: 1 }],
    ['servicem8', { ...FILE, kind: 'revoke', count: 1 }],
  ]
  test.each(ends)('of %s: they wait, and come when it is given again', async (vendor, fault) => {
    const rule = fail(fault)
    const { transfer, uuids } = await attached.draftWith(plumber, [PHOTO, DOCUMENT])
    await until('the grant to be gone', () => rule.hits > 0)
    const before = await attached.filesOf(plumber, transfer)
    expect(before.every(({ state }) => state === 'waiting' || state === 'sent')).toBe(true)
    expect((await atRest(plumber, transfer.servicem8JobId)).attachmentsNote).toBeNull()
    await consent(plumber.person, vendor)
    // After a new consent, the user must also confirm the company.
    if (vendor === 'fiken') await plumber.person.call(clearCompanySelection)
    await until('both files to be in Fiken', async () => {
      const rows = await attached.filesOf(plumber, transfer)
      return rows.length === 2 && rows.every(({ state }) => state === 'sent')
    })
    expect(attached.arrivals(plumber, uuids)).toEqual([1, 1])
  })
})

test('another company is chosen: the files go to the draft, where it is', async () => {
  const { transfer, uuids } = await waiting({ ...FILE, kind: 'status', status: 500 })
  await chooseCompany('fjordvik-eiendom-as')
  heal()
  await attached.settled(plumber, transfer)
  await chooseCompany('fjordvik-ror-as')
  expect(attached.arrivals(plumber, uuids)).toEqual([1, 1])
  expect(attached.namesOn(draftOf(plumber, transfer))).toHaveLength(2)
})

test('ticked and tried again in two windows at once, a file arrives once', async () => {
  const { transfer, uuids } = await waiting({ ...FILE, kind: 'status', status: 500 }, [PHOTO])
  const [attachmentUuid = ''] = uuids
  const params = { id: transfer.id }
  const tick = (chosen: boolean) =>
    plumber.person.tryCall(chooseAttachment, {
      params: { ...params, attachmentUuid },
      body: { chosen },
    })
  const again = (body: { attachmentUuid?: string }) =>
    plumber.person.tryCall(retryAttachments, { params, body })
  const press = () =>
    Promise.all([tick(true), again({ attachmentUuid }), tick(true), again({}), tick(true)])
  const answers = await press()
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  heal()
  await press()
  const [row] = await attached.settled(plumber, transfer)
  await press()
  await attached.settled(plumber, transfer)
  expect([row?.state, attached.arrivals(plumber, uuids)]).toEqual(['sent', [1]])
})
