import { afterAll, expect, test } from 'vitest'
import { deleteDraft } from '#sandbox/fiken/drafts'
import { readStats } from '#shared/contracts/overview'
import {
  deleteTransfer,
  restoreTransfer,
  sendAgain,
  undoTransfer,
} from '#shared/contracts/transfers/actions'
import { listTransfers } from '#shared/contracts/transfers/list'
import type { Transfer } from '#shared/contracts/transfers/row'
import { startFollowedPlumber } from '../../support/people/payment-looks.ts'
import {
  atRest,
  completeNewJob,
  inboxEmpty,
  rateOf,
  type CompletedJob,
} from '../../support/people/plumber.ts'
import { read } from '../../support/people/unanswered.ts'
import { until } from '../../support/wait.ts'

/** What needs the user is one number, which leads to exactly its rows. */

const { plumber, anHourLater } = await startFollowedPlumber()
afterAll(() => plumber.world.stop())
const { person } = plumber

const ONE = { count: 1, withoutAmount: 0, negative: 0, leftOut: '' }
const said = (words: string) =>
  expect.stringMatching(new RegExp(`^1 jobb ${words}, [\\d,\\s]+.kr$`)) as string
const needs = async () => (await person.call(readStats)).needs
const listed = async () =>
  (await person.call(listTransfers, { query: { need: 'act' } })).map(({ id }) => id)
const draftsOf = (row: Transfer) =>
  plumber.company.drafts.filter((one) => one.ourReference?.includes(row.servicem8Data!.job_number))

async function completed(lines?: CompletedJob['lines']): Promise<Transfer> {
  const row = await atRest(
    plumber,
    completeNewJob(plumber, { client: 'Ola Hansen', ...(lines ? { lines } : {}) }),
  )
  await inboxEmpty(plumber)
  return row
}

function removeInFiken(row: Transfer): void {
  const draft = plumber.company.drafts.find((one) => one.uuid === row.fikenDraftUuid)!
  deleteDraft(plumber.world.sandbox.world, plumber.company, draft)
}

test('a draft that is gone from Fiken needs the user, who sets it aside or sends it again', async () => {
  expect(await needs()).toBeUndefined()
  const row = await completed()
  const there = await person.tryCall(deleteTransfer, { params: { id: row.id } })
  expect(there).toMatchObject({ status: 409, body: { code: 'wrong_status' } })
  removeInFiken(row)
  await anHourLater()
  expect(await read(plumber, row)).toMatchObject({ status: 'completed', draftIsGone: true })
  const one = { ...ONE, text: said('trenger deg'), ore: row.amount }
  expect(await needs()).toEqual({ act: one })
  expect(await listed()).toEqual([row.id])

  await person.call(deleteTransfer, { params: { id: row.id } })
  expect(await needs()).toBeUndefined()
  expect(await person.call(listTransfers, { query: { skipped: '1' } })).toMatchObject([
    { id: row.id },
  ])
  await anHourLater()
  await person.call(restoreTransfer, { params: { id: row.id } })
  expect(await needs()).toEqual({ act: one })

  const { updatedAt } = await read(plumber, row)
  await person.call(sendAgain, { params: { id: row.id }, query: { confirm: 'deleted' } })
  expect(await atRest(plumber, row.servicem8JobId, updatedAt)).toMatchObject({
    status: 'completed',
  })
  expect(await needs()).toBeUndefined()
  expect(draftsOf(row)).toHaveLength(1)
})

test('one that is in Fiken after all is not set aside', async () => {
  const row = await completed()
  const draft = plumber.company.drafts.find((one) => one.uuid === row.fikenDraftUuid)!
  removeInFiken(row)
  await anHourLater()
  plumber.company.drafts.push(draft)
  const refused = await person.tryCall(deleteTransfer, { params: { id: row.id } })
  expect(refused).toMatchObject({ status: 409, body: { code: 'draft_exists' } })
  expect(await listed()).toEqual([row.id])
  await anHourLater()
  expect(await needs()).toBeUndefined()
})

test('a failure and a job that waits only for a yes are told apart, each with its sum', async () => {
  const failed = await completed([
    { name: 'Ferge', displayed_amount: '312.5000', tax_rate_uuid: rateOf(plumber.account, 12) },
  ])
  const undone = await completed()
  await person.call(undoTransfer, { params: { id: undone.id }, body: {} })
  await until('it to wait', async () => (await needs())?.yes !== undefined)
  expect(await needs()).toEqual({
    act: { ...ONE, text: said('trenger deg'), ore: failed.amount },
    yes: { ...ONE, text: said('venter bare på et ja'), ore: undone.amount },
  })
  expect(await listed()).toEqual([failed.id])
})
