import { beforeEach, describe, expect, test } from 'vitest'
import { deleteDraft } from '#sandbox/fiken/drafts'
import { changeJob } from '#sandbox/servicem8/workshop'
import type { Transfer } from '#shared/contracts/transfers/row'
import {
  deleteTransfer,
  retryTransfer,
  startTransfer,
  acceptTransfer,
  sendAgain,
  undoTransfer,
} from '#shared/contracts/transfers/actions'
import { listTransfers } from '#shared/contracts/transfers/list'
import { saveConfiguration } from '#shared/contracts/configuration'
import { actOnMany } from '#shared/contracts/transfers/bulk'
import {
  atRest,
  bookByHand,
  clientNamed,
  completeNewJob,
  draftOf,
  ring,
  startPlumber,
  storedDraft,
  storyOf,
} from '../../support/people/plumber.ts'
import * as unanswered from '../../support/people/unanswered.ts'
import { until } from '../../support/wait.ts'

/**
 * Tests that lagging lists and lost responses in Fiken cause no second invoice, no recipient that
 * the user has not seen, and no report that something existing is gone.
 */

let released = () => {}
const plumber = await startPlumber()
beforeEach(async () => {
  released()
  await plumber.person.call(saveConfiguration, { body: { invoiceCreationMode: 'draft' } })
})

const CLIENT = 'Ola Hansen'
const OTHER_CLIENT = 'Vestkanten Eiendom AS'
const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ')

const fiken = () => plumber.vendors
const fail = (fault: { kind: 'lost'; method?: string; path: string; count?: number }) =>
  fiken().faults.add({ vendor: 'fiken', count: 1, ...fault })
const freeze = (path = '') => {
  released = unanswered.freeze(plumber, path)
}
const read = (row: Pick<Transfer, 'id'>) => unanswered.read(plumber, row)
const retry = ({ id }: Pick<Transfer, 'id'>) =>
  plumber.person.tryCall(retryTransfer, { params: { id } })
const undo = ({ id }: Pick<Transfer, 'id'>) =>
  plumber.person.tryCall(undoTransfer, { params: { id }, body: {} })
const again = ({ id }: Pick<Transfer, 'id'>, confirm?: 'deleted') =>
  plumber.person.tryCall(sendAgain, { params: { id }, query: confirm ? { confirm } : {} })
const accept = ({ id }: Pick<Transfer, 'id'>, body = {}) =>
  plumber.person.tryCall(acceptTransfer, { params: { id }, body })
const become = (row: Pick<Transfer, 'id'>, what: string, is: (row: Transfer) => boolean) =>
  unanswered.become(plumber, row, what, is)
const { isChecking, isDone, TEN_MINUTES_MS } = unanswered
/** A next attempt later than this shows that the first look-ups, at short intervals, are over. */
const TEN_SECONDS_MS = 10_000
const hasFailed = ({ status }: Transfer) => status === 'failed'
const ended = (row: Pick<Transfer, 'id'>) =>
  become(row, 'completed or failed', (one) => isDone(one) || hasFailed(one))
const lookedFor = (row: Pick<Transfer, 'id'>) =>
  become(row, 'looked for', (one) => isChecking(one) || isDone(one) || hasFailed(one))
const askedForDraft = () =>
  fiken().ledger.entries.filter(
    ({ method, path }) => method === 'POST' && path.endsWith('/invoices/drafts'),
  ).length

async function begin(client = CLIENT): Promise<Transfer> {
  const job = completeNewJob(plumber, { client })
  return until('the job to have a transfer', async () => {
    const rows = await plumber.person.call(listTransfers, { query: { limit: 500 } })
    return rows.find((row) => row.servicem8JobId === job)
  })
}
const finished = async (client = CLIENT) => become(await begin(client), 'completed', isDone)

const numberOf = (row: Transfer) => `Jobb #${row.servicem8Data?.job_number ?? '?'}`
const draftsOf = (row: Transfer) =>
  plumber.company.drafts.filter(({ ourReference }) => ourReference === numberOf(row))
const invoicesOf = (row: Transfer) =>
  plumber.company.invoices.filter(({ ourReference }) => ourReference === numberOf(row))
const book = (row: Transfer) => bookByHand(plumber, row)
const remove = (row: Transfer) => deleteDraft(fiken(), plumber.company, storedDraft(plumber, row))
function move(row: Transfer): void {
  const client = clientNamed(plumber.account, OTHER_CLIENT)
  const fields = { company_uuid: client.uuid, billing_address: client.billing_address }
  changeJob(fiken(), plumber.account, row.servicem8JobId, fields)
}
const recipientOf = (draft: { customerId?: number | null }) =>
  plumber.company.contacts.find(({ contactId }) => contactId === draft.customerId)?.name

describe('an invoice that was requested, and whose answer is lost', () => {
  test('is one invoice, however often a person retries while no list shows it', async () => {
    await plumber.person.call(saveConfiguration, { body: { invoiceCreationMode: 'invoice' } })
    freeze()
    fail({ kind: 'lost', path: '/createInvoice' })
    const row = await begin()
    const checking = await lookedFor(row)
    expect(checking).toMatchObject({ errorCode: 'checking', fikenInvoiceNumber: null })
    expect(invoicesOf(row)).toHaveLength(1)
    for (let click = 0; click < 5; click += 1) {
      await retry(row)
      await plumber.person.tryCall(actOnMany, { body: { act: 'retry', ids: [row.id] } })
      await again(row, 'deleted')
    }
    expect(await lookedFor(row)).toMatchObject({ errorCode: 'checking' })
    expect(invoicesOf(row)).toHaveLength(1)
    released()
    const done = await become(row, 'completed', isDone)
    expect(done.fikenInvoiceNumber).toBe(String(invoicesOf(row)[0]?.invoiceNumber))
    expect(invoicesOf(row)).toHaveLength(1)
    expect(draftsOf(row)).toHaveLength(0)
  })

  test('is requested again when Fiken never made it: the draft still answers at its address', async () => {
    await plumber.person.call(saveConfiguration, { body: { invoiceCreationMode: 'invoice' } })
    fiken().faults.add({
      vendor: 'fiken',
      kind: 'status',
      status: 500,
      path: '/createInvoice',
      count: 1,
    })
    const row = await begin()
    const soon = () => fiken().now() + TEN_SECONDS_MS
    const waiting = await become(
      row,
      'waiting until Fiken cannot be making it any more',
      (one) => isDone(one) || hasFailed(one) || Date.parse(one.nextAttemptAt ?? '') > soon(),
    )
    expect(waiting.errorCode).toBe('checking')
    expect(invoicesOf(row)).toHaveLength(0)
    plumber.later(TEN_MINUTES_MS)
    const done = await become(row, 'completed', isDone)
    expect(invoicesOf(row).map(({ invoiceNumber }) => String(invoiceNumber))).toEqual([
      done.fikenInvoiceNumber,
    ])
    expect((await storyOf(plumber, done)).join()).toContain(
      'Fiken har ikke laget noen faktura av utkastet',
    )
  })
})

test('an invoice that Fiken has confirmed is never made again, however long no list shows it', async () => {
  await plumber.person.call(saveConfiguration, { body: { invoiceCreationMode: 'invoice' } })
  freeze()
  const row = await begin()
  expect(await lookedFor(row)).toMatchObject({ errorCode: 'checking' })
  const stopped = await become(row, 'stopped', (one) => {
    // Look-ups are spread over time, so the clock is advanced for each.
    plumber.later(TEN_MINUTES_MS / 12)
    return hasFailed(one)
  })
  expect(plain(stopped.errorMessage)).toContain('Fiken har bekreftet at fakturaen er laget')
  await retry(stopped)
  released()
  await become(row, 'completed', isDone)
  expect(invoicesOf(row)).toHaveLength(1)
})

test('a draft that Fiken refused is nothing to look for: its transfer is deleted at once', async () => {
  const refusal = { method: 'POST', path: '/invoices/drafts$', status: 400, count: 1 }
  fiken().faults.add({ vendor: 'fiken', kind: 'status', ...refusal })
  const row = await become(await begin(), 'refused', hasFailed)
  expect(row.errorCode).toBe('draft_refused')
  const { checking } = await plumber.person.call(deleteTransfer, { params: { id: row.id } })
  expect(checking).toBe(false)
  expect(draftsOf(row)).toEqual([])
})

describe('a draft that no list shows yet', () => {
  test('is found by its id when it could not be read back at once', async () => {
    freeze()
    const outage = { method: 'GET', path: '/drafts/[0-9]+$', status: 503, count: 3 }
    fiken().faults.add({ vendor: 'fiken', kind: 'status', ...outage })
    const before = askedForDraft()
    const row = await begin()
    await become(row, 'read back', (one) => isDone(one) || askedForDraft() > before + 1)
    expect(askedForDraft()).toBe(before + 1)
    expect(draftsOf(row)).toHaveLength(1)
  })

  test('is deleted by "Angre", and sending the job again makes one draft, not two', async () => {
    freeze()
    const row = await finished()
    expect(await undo(row)).toMatchObject({ status: 200 })
    const waiting = await become(row, 'taken back', ({ status }) => status === 'pending')
    expect(draftsOf(row)).toHaveLength(0)
    await plumber.person.call(startTransfer, { params: { id: row.id } })
    const second = await atRest(plumber, row.servicem8JobId, waiting.updatedAt)
    expect(second.status).toBe('completed')
    expect(draftsOf(row)).toHaveLength(1)
  })

  test('is not sent a second time when a person says that it is gone', async () => {
    freeze()
    const row = await finished()
    expect(await again(row, 'deleted')).toMatchObject({
      status: 409,
      body: { code: 'still_there' },
    })
    expect(draftsOf(row)).toHaveLength(1)
  })

  test('whose creation was not answered is found when the lists have caught up; the transfer cannot be deleted before that', async () => {
    freeze('/invoices')
    fail({ kind: 'lost', method: 'POST', path: '/invoices/drafts$' })
    const row = await begin()
    await become(row, 'unsure', ({ errorCode }) => errorCode === 'outcome_unknown')
    // A transfer can be deleted between its attempts, but not while it is running.
    const answer = await until('the deletion to be accepted', async () => {
      const { status, body } = await plumber.person.tryCall(deleteTransfer, {
        params: { id: row.id },
      })
      return status === 200 && (body as { checking: boolean })
    })
    expect(answer.checking).toBe(true)
    expect((await read(row)).skipTransfer).toBe(false)
    released()
    await become(row, 'completed', isDone)
    expect(draftsOf(row)).toHaveLength(1)
  })
})

describe('a draft that is gone from Fiken', () => {
  test('is sent again half a minute after the person has said that they deleted it, without another click', async () => {
    const row = await finished()
    remove(row)
    expect(await undo(row)).toMatchObject({ status: 409, body: { code: 'draft_deleted' } })
    const gone = await read(row)
    expect(gone).toMatchObject({ status: 'failed', errorCode: 'draft_deleted' })
    expect(plain(gone.errorMessage)).toContain('Har du slettet det')
    expect(await again(row, 'deleted')).toMatchObject({ status: 200 })
    const done = await become(row, 'completed', isDone)
    expect(done.fikenDraftUuid).not.toBe(row.fikenDraftUuid)
    expect(draftsOf(row)).toHaveLength(1)
  })

  test('because it was invoiced is found, even when the person thought they had deleted it', async () => {
    freeze()
    const row = await finished()
    book(row)
    expect(await undo(row)).toMatchObject({ status: 409, body: { code: 'draft_deleted' } })
    await retry(row)
    await become(row, 'looked for', isChecking)
    released()
    const done = await become(row, 'completed', isDone)
    expect(done.fikenInvoiceNumber).toBe(String(invoicesOf(row)[0]?.invoiceNumber))
    expect(invoicesOf(row).length + draftsOf(row).length).toBe(1)
  })

  test('without a confirmation from anybody is looked up for ten minutes, and then sent again', async () => {
    const row = await finished()
    remove(row)
    await undo(row)
    await retry(row)
    await become(row, 'looked for', isChecking)
    await retry(row)
    expect(draftsOf(row)).toHaveLength(0)
    plumber.later(TEN_MINUTES_MS)
    const done = await become(row, 'completed', isDone)
    expect((await storyOf(plumber, done)).join()).toContain(
      'Utkastet er borte fra Fiken, og det er ingen faktura av det.',
    )
    expect(draftsOf(row)).toHaveLength(1)
  })

  test('lets its transfer be deleted only after ten minutes', async () => {
    const row = await finished()
    remove(row)
    await undo(row)
    const { checking } = await plumber.person.call(deleteTransfer, { params: { id: row.id } })
    expect(checking).toBe(true)
    plumber.later(TEN_MINUTES_MS)
    await become(row, 'deleted', ({ skipTransfer }) => skipTransfer)
    expect(draftsOf(row)).toHaveLength(0)
  })
})

describe('a job that has moved to another client while its draft was unanswered', () => {
  test('has one draft, updated to the client that the screen shows', async () => {
    freeze('/invoices')
    fail({ kind: 'lost', method: 'POST', path: '/invoices/drafts$' })
    const row = await begin()
    await become(row, 'unsure', ({ errorCode }) => errorCode === 'outcome_unknown')
    expect(recipientOf(draftsOf(row)[0]!)).toBe(CLIENT)
    move(row)
    ring(plumber, row.servicem8JobId)
    await become(row, 'for somebody else', ({ customerName }) => customerName === OTHER_CLIENT)
    released()
    const done = await ended(row)
    expect(done.status).toBe('completed')
    expect(draftsOf(row)).toHaveLength(1)
    expect(draftOf(plumber, done).recipient).toBe(OTHER_CLIENT)
    expect((await storyOf(plumber, done)).join()).toContain(
      'Utkastet i Fiken er fra et tidligere forsøk; det oppdateres',
    )
  })

  test('stops when somebody has edited the draft; what a person then accepts is that draft and no other', async () => {
    freeze('/invoices')
    fail({ kind: 'lost', method: 'POST', path: '/invoices/drafts$' })
    const row = await begin()
    await become(row, 'unsure', ({ errorCode }) => errorCode === 'outcome_unknown')
    const [draft] = draftsOf(row)
    draft!.lines[0]!.description = 'Arbeid, avtalt pris'
    move(row)
    ring(plumber, row.servicem8JobId)
    await become(row, 'for somebody else', ({ customerName }) => customerName === OTHER_CLIENT)
    released()
    const stopped = await ended(row)
    expect(stopped.errorCode).toBe('draft_differs')
    expect(plain(stopped.errorMessage)).toContain(
      `mottakeren, linjene og deres referanse er annerledes. Utkastet er til «${CLIENT}» på 1 000,00 kr`,
    )

    // The confirmation does not cover an edit between the user's reading and the click.
    draft!.lines[0]!.description = 'Arbeid, dobbel pris'
    expect(await accept(stopped, { updatedAt: stopped.updatedAt })).toMatchObject({ status: 200 })
    const stoppedAgain = await atRest(plumber, row.servicem8JobId, stopped.updatedAt)
    expect(stoppedAgain).toMatchObject({ status: 'failed', errorCode: 'draft_differs' })
    // An older tab confirms the former version, so it is refused.
    expect(await accept(stopped, { updatedAt: stopped.updatedAt })).toMatchObject({ status: 409 })
    await accept(stoppedAgain, { updatedAt: stoppedAgain.updatedAt })
    const done = await atRest(plumber, row.servicem8JobId, stoppedAgain.updatedAt)
    expect(done).toMatchObject({ status: 'completed', customerName: CLIENT, amount: 100_000 })
    expect(draftsOf(row)).toHaveLength(1)
  })

  test('and was invoiced as it was, shows the actual recipient and sum and asks', async () => {
    freeze('/invoices')
    fail({ kind: 'lost', method: 'POST', path: '/invoices/drafts$' })
    const row = await begin()
    await become(row, 'unsure', ({ errorCode }) => errorCode === 'outcome_unknown')
    book({ ...row, fikenDraftUuid: draftsOf(row)[0]?.uuid ?? '' })
    move(row)
    ring(plumber, row.servicem8JobId)
    await become(row, 'for somebody else', ({ customerName }) => customerName === OTHER_CLIENT)
    released()
    const stopped = await become(row, 'stopped', hasFailed)
    expect(stopped).toMatchObject({
      errorCode: 'draft_differs',
      customerName: CLIENT,
      amount: 100_000,
    })
    expect(stopped.fikenInvoiceNumber).toBe(String(invoicesOf(row)[0]?.invoiceNumber))
    expect(plain(stopped.errorMessage)).toContain(
      `til «${CLIENT}» på 1 000,00 kr, men skulle vært til «${OTHER_CLIENT}»`,
    )
    await retry(stopped)
    const still = await atRest(plumber, row.servicem8JobId, stopped.updatedAt)
    expect(still).toMatchObject({ status: 'failed', errorCode: 'draft_differs' })
    await accept(still)
    expect(await atRest(plumber, row.servicem8JobId, still.updatedAt)).toMatchObject({
      status: 'completed',
      customerName: CLIENT,
    })
    expect(invoicesOf(row)).toHaveLength(1)
  })
})
