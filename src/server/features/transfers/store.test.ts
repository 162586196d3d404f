import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { memoryPlatform } from '#test/support/world/memory-platform'
import { documents } from '../documents/tables.ts'
import type { SentDraft } from '../drafts/sent-draft.ts'
import { claimedRows, writeClaimed } from './delivery/claim-store.ts'
import { forgotten } from './forgotten-draft.ts'
import { rowsById, transferById } from './queries.ts'
import { OF_DOCUMENT, transferRows } from './row-queries.ts'
import { changeWithDraft, insertTransfer, shareDocument } from './store.ts'
import { transfers, type TransferChange, type TransferRow } from './tables.ts'

let companyId = ''

const memory = await memoryPlatform()
afterAll(() => memory.close())
const db = memory.platform.db
beforeEach(async () => {
  companyId = await memory.addUser()
})

const NOW = new Date('2026-11-28T12:00:00Z')
const CLAIM = randomUUID()
const RECORD = { sent: {}, net: 80, gross: 100, notes: [] } as unknown as SentDraft

async function job(): Promise<TransferRow> {
  const row = await insertTransfer(db, {
    id: randomUUID(),
    companyId,
    servicem8JobId: randomUUID(),
    servicem8AccountId: 'konto',
    status: 'processing',
    claim: CLAIM,
    createdAt: NOW,
    updatedAt: NOW,
  })
  if (!row) throw new Error('the transfer was not stored')
  return row
}

const reserved = (uuid: string, company = 'et-as'): TransferChange => ({
  fikenDraftUuid: uuid,
  fikenCompanySlug: company,
  fikenData: RECORD,
})

const write = (
  row: TransferRow,
  change: TransferChange,
  { claim = CLAIM, others = [] }: { claim?: string; others?: readonly TransferRow[] } = {},
) => writeClaimed(db, claimedRows(row, others), claim, { change: { ...change, updatedAt: NOW } })

const now = async ({ id }: TransferRow) => {
  const row = await transferById(db, companyId, id)
  if (!row) throw new Error('the transfer is gone')
  return row
}

const documentsNow = () =>
  db.select().from(documents).where(eq(documents.companyId, companyId)).orderBy(documents.uuid)

const shared = (uuid: string, ...rows: TransferRow[]) =>
  shareDocument(db, { companyId, ids: rows.map(({ id }) => id) }, reserved(uuid), NOW)

test('a draft that is reserved is a document, and is the same one under another uuid', async () => {
  const row = await job()
  expect(await write(row, reserved('a'))).toBe(true)
  const first = await now(row)
  expect(first).toMatchObject({ fikenDraftUuid: 'a', fikenData: RECORD, collectiveId: null })
  await write(row, { ...reserved('b', 'et-annet-as'), outcomeUnknown: true })
  const second = await now(row)
  expect(second).toMatchObject({ documentId: first.documentId, fikenDraftUuid: 'b' })
  expect(await documentsNow()).toMatchObject([{ companySlug: 'et-annet-as', outcomeUnknown: true }])
})

test('a run that has lost its claim makes no document, and changes none', async () => {
  const row = await job()
  expect(await write(row, reserved('a'), { claim: randomUUID() })).toBe(false)
  expect(await documentsNow()).toEqual([])
  await write(row, reserved('a'))
  expect(await write(row, { fikenInvoiceDraftId: '7' }, { claim: randomUUID() })).toBe(false)
  expect(await now(row)).toMatchObject({ fikenDraftUuid: 'a', fikenInvoiceDraftId: null })
})

test('when one of several jobs is not ours any more, nothing is written of any', async () => {
  const [one, other] = [await job(), await job()]
  await shared('a', one, other)
  await db.update(transfers).set({ claim: null }).where(eq(transfers.id, other.id))
  expect(await write(one, { outcomeUnknown: true }, { others: [other] })).toBe(false)
  expect(await write(one, forgotten('gone'), { others: [other] })).toBe(false)
  expect(await documentsNow()).toMatchObject([{ outcomeUnknown: false, ended: null }])
})

test('what is written of a collective draft is said on each of its jobs', async () => {
  const [one, other] = [await job(), await job()]
  const id = await shared('a', one, other)
  await write(one, { fikenInvoiceDraftId: '7', outcomeUnknown: false }, { others: [other] })
  const rows = await rowsById(db, one.companyId, [one.id, other.id])
  expect(rows.map((row) => [row.collectiveId, row.fikenInvoiceDraftId])).toEqual([
    [id, '7'],
    [id, '7'],
  ])
  const changed = await changeWithDraft(db, rows[0] ?? one, ['processing'], {
    revision: 1,
    updatedAt: NOW,
  })
  expect(changed.map(({ revision }) => revision)).toEqual([1, 1])
})

test('a set that is formed once more is on the same document, and what nobody was asked for is not kept', async () => {
  const [one, other] = [await job(), await job()]
  await write(one, reserved('of one'))
  const first = await shared('both', one, other)
  expect(await documentsNow()).toMatchObject([{ uuid: 'both' }])
  expect(await shared('both', one, other)).toBe(first)
  await write(one, reserved('of one'))
  expect((await documentsNow()).map(({ uuid }) => uuid)).toEqual(['both', 'of one'])
  await write(other, reserved('of the other'))
  expect((await documentsNow()).map(({ uuid }) => uuid)).toEqual(['of one', 'of the other'])
})

test('a draft that is gone stays as a former document, with what Fiken said of it, and can be made again', async () => {
  const row = await job()
  await write(row, reserved('a'))
  await write(row, { fikenInvoiceDraftId: '7', paymentStatus: 'gone', paymentCheckedAt: NOW })
  await write(row, forgotten('gone'))
  expect(await now(row)).toMatchObject({ documentId: null, fikenDraftUuid: null, fikenData: null })
  await write(row, reserved('a'))
  expect(await now(row)).toMatchObject({ fikenDraftUuid: 'a', fikenInvoiceDraftId: null })
  const [former] = (await documentsNow()).filter(({ ended }) => ended !== null)
  expect(former).toMatchObject({
    ended: 'gone',
    endedAt: NOW,
    draftId: '7',
    record: RECORD,
    paymentStatus: 'gone',
  })
})

test('a job that comes back after its transfer is gone has the document that was left', async () => {
  const row = await job()
  await write(row, reserved('a'))
  await write(row, { fikenInvoiceDraftId: '7' })
  await db.delete(transfers).where(eq(transfers.id, row.id))
  const back = await job()
  await write(back, reserved('a'))
  expect(await documentsNow()).toMatchObject([{ uuid: 'a', draftId: null }])
  expect((await now(back)).fikenDraftUuid).toBe('a')
})

test('a row that a statement returns is as the view has it', async () => {
  const [one, other] = [await job(), await job()]
  await shared('a', one, other)
  await write(
    one,
    { fikenInvoiceDraftId: '7', outcomeUnknown: true, paidAmount: 5, paymentDueDate: '2026-12-01' },
    { others: [other] },
  )
  await job()
  const { id } = transfers
  const returned = await db
    .select({ id, ...OF_DOCUMENT })
    .from(transfers)
    .leftJoin(documents, eq(documents.id, transfers.documentId))
    .where(eq(transfers.companyId, companyId))
    .orderBy(id)
  const viewed = await db
    .select()
    .from(transferRows)
    .where(and(eq(transferRows.companyId, companyId), isNull(transferRows.completedAt)))
    .orderBy(id)
  const keys = ['id', ...Object.keys(OF_DOCUMENT)]
  expect(returned).toEqual(
    viewed.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([key]) => keys.includes(key))),
    ),
  )
})
