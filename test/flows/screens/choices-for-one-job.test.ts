import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '#server/platform/database/database'
import { rowsOfCompany } from '#server/rows-of-company'
import { readDecisions, undoDecision } from '#shared/contracts/customers'
import {
  chooseRecipient,
  readRecipient,
  retryTransfer,
  undoTransfer,
  updateDraft,
} from '#shared/contracts/transfers/actions'
import { readPreview } from '#shared/contracts/transfers/preview'
import type { Transfer } from '#shared/contracts/transfers/row'
import {
  clientNamed,
  draftOf,
  inboxEmpty,
  startPlumber,
  storyOf,
} from '../../support/people/plumber.ts'
import {
  asksForCustomer,
  become,
  begin,
  failNext,
  freeze,
  isChecking,
  isDone,
  questions,
  requests,
  TEN_MINUTES_MS,
} from '../../support/people/unanswered.ts'
import { until } from '../../support/wait.ts'
import { signUp } from '../../support/world/world.ts'

/** Tests choosing a customer without "Bruk alltid for denne mottakeren". */

const CONTACTS = '/contacts$'
const plumber = await startPlumber()

type Row = Pick<Transfer, 'id'>
const { contactsNamed } = plumber
const newest = (name: string) => contactsNamed(name).at(-1)!
const choose = ({ id }: Row, contactId: number | null, always = false) =>
  plumber.person.tryCall(chooseRecipient, { params: { id }, body: { contactId, always } })
const decisionsOf = async (name: string) =>
  (await plumber.person.call(readDecisions)).filter(
    ({ clientUuid }) => clientUuid === clientNamed(plumber.account, name).uuid,
  )
const forget = async (name: string) => {
  const [
    { clientUuid, recipientKey, forJob } = { clientUuid: '', recipientKey: '', forJob: null },
  ] = await decisionsOf(name)
  const transferId = forJob?.transferId ?? ''
  return plumber.person.tryCall(undoDecision, { body: { clientUuid, recipientKey, transferId } })
}
const retry = ({ id }: Row) => plumber.person.call(retryTransfer, { params: { id } })
const update = ({ id }: Row) => plumber.person.call(updateDraft, { params: { id } })
const undo = ({ id }: Row) => plumber.person.call(undoTransfer, { params: { id } })
const completed = (row: Row) => become(plumber, row, 'completed', isDone)
const asks = (row: Row) => become(plumber, row, 'a question', asksForCustomer)
const attempts = () => requests(plumber, 'POST', /\/contacts$/)

describe('a contact that is chosen for one job alone', () => {
  test('gets that invoice and no other: nobody else goes on, and the next job asks', async () => {
    const { client, rows } = await questions(plumber)
    const [first, second] = rows
    const { contactId } = newest(client)
    const asked = await plumber.person.call(readRecipient, { params: { id: first!.id } })
    expect(asked).toMatchObject({ jobs: 2, job: expect.stringMatching(/^Jobb #\d+$/) })
    const { status, body } = await choose(first!, contactId)
    expect([status, body]).toEqual([
      200,
      { message: `«${client}» er valgt, og overføringen er startet.`, checking: false },
    ])
    const done = await completed(first!)
    expect(draftOf(plumber, done).customerId).toBe(contactId)
    expect((await storyOf(plumber, done)).join()).toContain(
      `Mottaker: ${client} (valgt for denne jobben alene)`,
    )
    await asks(second!)
    await asks(await begin(plumber, client))
    expect(await decisionsOf(client)).toMatchObject([
      { contactId, foundBy: 'person', forJob: { transferId: first!.id, title: asked.job } },
    ])
  })

  test('is kept through a failed attempt, an update of the draft and an undo, until it is forgotten', async () => {
    const { client, rows } = await questions(plumber)
    const row = rows[0]!
    const { contactId } = newest(client)
    failNext(plumber, { kind: 'status', status: 403, path: '/invoices/drafts$' })
    expect((await choose(row, contactId)).status).toBe(200)
    await become(plumber, row, 'failed', ({ status }) => status === 'failed')
    const preview = await plumber.person.call(readPreview, { params: { id: row.id } })
    expect(preview.recipient).toMatchObject({ name: client, how: 'valgt for denne jobben alene' })
    await retry(row)
    await inboxEmpty(plumber)
    expect(draftOf(plumber, await completed(row)).customerId).toBe(contactId)
    await update(row)
    expect(draftOf(plumber, await completed(row)).customerId).toBe(contactId)
    await undo(row)
    await retry(row)
    expect(draftOf(plumber, await completed(row)).customerId).toBe(contactId)

    await undo(row)
    expect((await forget(client)).status).toBe(200)
    expect(await decisionsOf(client)).toEqual([])
    await retry(row)
    await asks(row)
    expect(contactsNamed(client)).toHaveLength(1)
  })

  test('gives way to what is chosen later, for this job or for all', async () => {
    const { client, rows } = await questions(plumber)
    const [first, second] = rows
    const { contactId } = newest(client)
    await choose(first!, contactId)
    await undo(await completed(first!))
    expect((await choose(first!, null)).status).toBe(200)
    const made = newest(client).contactId
    expect(draftOf(plumber, await completed(first!)).customerId).toBe(made)
    await undo(first!)
    expect((await choose(first!, contactId, true)).status).toBe(200)
    for (const row of [first!, second!])
      expect(draftOf(plumber, await completed(row)).customerId).toBe(contactId)
    expect(await decisionsOf(client)).toMatchObject([{ contactId, forJob: null }])
  })

  test('is asked about again when it is deleted in Fiken', async () => {
    const { client, rows } = await questions(plumber)
    const row = rows[0]!
    expect((await choose(row, null)).status).toBe(200)
    const { contactId } = newest(client)
    await undo(await completed(row))
    const { contacts } = plumber.company
    contacts.splice(
      contacts.findIndex((one) => one.contactId === contactId),
      1,
    )
    await retry(row)
    await asks(row)
    expect(await decisionsOf(client)).toEqual([])
  })

  test('does not hold for another recipient that the job gets in ServiceM8', async () => {
    const { client, rows } = await questions(plumber)
    const row = rows[0]!
    await choose(row, newest(client).contactId)
    await undo(await completed(row))
    const job = plumber.account.tables.job[row.servicem8JobId]!
    job.billing_address = 'Ganske Annet Sameie\nNyveien 900\n5700 Voss'
    await retry(row)
    expect(draftOf(plumber, await completed(row)).recipient).toBe('Ganske Annet Sameie')
  })
})

describe('a new customer that is made for one job alone', () => {
  test('is not what the next job of the recipient is linked to', async () => {
    const { client, rows } = await questions(plumber)
    expect((await choose(rows[0]!, null)).status).toBe(200)
    expect(contactsNamed(client)).toHaveLength(2)
    expect(draftOf(plumber, await completed(rows[0]!)).customerId).toBe(newest(client).contactId)
    await asks(rows[1]!)
    await asks(await begin(plumber, client))
  })

  test('is found where the answer was lost, and there is one', async () => {
    const { client, rows } = await questions(plumber)
    const caughtUp = freeze(plumber, '/contacts')
    failNext(plumber, { kind: 'lost', path: CONTACTS })
    expect(await choose(rows[0]!, null)).toMatchObject({ status: 200, body: { checking: true } })
    await become(plumber, rows[0]!, 'looked up', isChecking)
    const before = attempts()
    await retry(rows[0]!)
    await become(plumber, rows[0]!, 'looked up', isChecking)
    caughtUp()
    expect(draftOf(plumber, await completed(rows[0]!)).customerId).toBe(newest(client).contactId)
    expect(contactsNamed(client)).toHaveLength(2)
    expect(attempts()).toBe(before)
    await asks(rows[1]!)
    expect(await decisionsOf(client)).toMatchObject([{ contactId: newest(client).contactId }])
  })

  test('that Fiken never made is asked about again after ten minutes, and is then made once', async () => {
    const { client, rows } = await questions(plumber)
    failNext(plumber, { kind: 'reset', path: CONTACTS })
    expect(await choose(rows[0]!, null)).toMatchObject({ status: 200, body: { checking: true } })
    await become(plumber, rows[0]!, 'looked up', isChecking)
    plumber.later(TEN_MINUTES_MS)
    await asks(rows[0]!)
    expect((await choose(rows[0]!, null)).status).toBe(200)
    await completed(rows[0]!)
    expect(contactsNamed(client)).toHaveLength(2)
  })

  test('is made once however often a person presses', async () => {
    const { client, rows } = await questions(plumber)
    const answers = await Promise.all([1, 2, 3].map(() => choose(rows[0]!, null)))
    expect(answers.map(({ status }) => status)).toContain(200)
    await completed(rows[0]!)
    expect(contactsNamed(client)).toHaveLength(2)
  })

  test('is kept when a second press sees neither the request, which was just answered, nor the contact', async () => {
    const { client, rows } = await questions(plumber)
    const caughtUp = freeze(plumber, '/contacts')
    const before = attempts()
    failNext(plumber, { kind: 'slow', ms: 500, path: CONTACTS })
    const first = choose(rows[0]!, null)
    await until('Fiken to be asked', () => attempts() > before)
    const second = choose(rows[0]!, null)
    await Promise.all([first, second])
    expect(draftOf(plumber, await completed(rows[0]!)).customerId).toBe(newest(client).contactId)
    expect(contactsNamed(client)).toHaveLength(2)
    caughtUp()
  })
})

test('nobody chooses for another’s job, nor with a contact of another, nor forgets for another', async () => {
  const { client, rows } = await questions(plumber)
  const row = rows[0]!
  const stranger = await signUp(plumber.world)
  const body = { contactId: newest(client).contactId, always: false }
  expect(await stranger.tryCall(chooseRecipient, { params: { id: row.id }, body })).toMatchObject({
    status: 404,
  })
  expect(await choose(row, 1)).toMatchObject({ status: 404 })
  await asks(row)
  expect(await decisionsOf(client)).toEqual([])

  expect((await choose(row, body.contactId)).status).toBe(200)
  await completed(row)
  const [decision] = await decisionsOf(client)
  const { clientUuid, recipientKey } = decision!
  const undone = { clientUuid, recipientKey, transferId: row.id }
  expect(await stranger.tryCall(undoDecision, { body: undone })).toMatchObject({ status: 404 })
  expect(await decisionsOf(client)).toHaveLength(1)
  expect((await forget(client)).status).toBe(200)
  expect(await plumber.person.tryCall(undoDecision, { body: undone })).toMatchObject({
    status: 404,
  })
})

test('what is chosen for one job is in the data that its owner takes out', async () => {
  const { client, rows } = await questions(plumber)
  const { contactId } = newest(client)
  await choose(rows[0]!, contactId)
  await completed(rows[0]!)
  const { db } = plumber.world.product.platform
  const stored: unknown[] = []
  const [owner] = await rowsOf<{ id: string }>(
    db,
    sql`select user_id as id from transfers where id = ${rows[0]!.id}`,
  )
  const id = owner?.id ?? ''
  for await (const part of rowsOfCompany(db, { company: id, person: id }))
    if (part.table === 'transfers') stored.push(...part.rows)
  expect(stored).toContainEqual(
    expect.objectContaining({ chosenRecipient: expect.objectContaining({ contactId }) }),
  )
})
