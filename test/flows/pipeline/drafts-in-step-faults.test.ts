import { beforeEach, describe, expect, test } from 'vitest'
import type { NewFault } from '#sandbox/http/faults'
import {
  ADDRESS,
  counted,
  CREATE,
  LISTS,
  startManyJobs,
  withHeader,
} from '../../support/people/in-step/many-jobs.ts'
import { storyOf } from '../../support/people/plumber.ts'
import { queuedTogether, times } from '../../support/people/in-step/queued-together.ts'
import { freeze } from '../../support/people/unanswered.ts'
import { transferOfJob } from '../../support/world/held-runs.ts'
import { until } from '../../support/wait.ts'

/** Tests drafts made in step (decision 0046) while Fiken fails: each job still gets one draft. */

const many = await startManyJobs()
beforeEach(() => many.clear())

describe('a list that proves nothing leaves each draft to be looked up by itself:', () => {
  const path = String.raw`/invoices/drafts$`
  const strikes: [string, NewFault][] = [
    ['answers 500', { kind: 'status', status: 500, count: 3 }],
    ['answers 429', { kind: 'status', status: 429, count: 3 }],
    ['answers garbage', { kind: 'garbage', count: 3 }],
    ['is cut in half', { kind: 'truncate', count: 3 }],
  ]

  test.each(strikes)('one that %s', async (_what, fault) => {
    many.sandbox.faults.add({ vendor: 'fiken', method: 'GET', path, ...fault })
    const [calls, rows] = await many.callsFor(() => many.done(times(4)))
    expect(counted(calls)).toMatchObject({
      [LISTS.draftByUuid]: 4,
      [LISTS.invoiceByUuid]: 4,
      [CREATE]: 4,
      [ADDRESS]: 4,
    })
    many.expectOneEach(rows)
  })

  test('one whose Result-Count disagrees with its rows', async () => {
    many.plumber.proxy.tamper('GET', /\/invoices\/drafts$/, (answer, { query }) =>
      query.has('uuid') ? answer : withHeader(answer, 'fiken-api-result-count', '9'),
    )
    const [calls, rows] = await many.callsFor(() => many.done(times(4)))
    expect(counted(calls)).toMatchObject({ [LISTS.draftByUuid]: 4, [CREATE]: 4, [ADDRESS]: 4 })
    many.expectOneEach(rows)
  })

  test('one of two pages that a row leaves between them', async () => {
    const [early] = await many.done(times(1))
    many.addOtherDrafts(120)
    let readings = 0
    many.plumber.proxy.tamper('GET', /\/invoices\/drafts$/, (answer, { query }) => {
      readings += query.has('uuid') ? 0 : 1
      // Before the last page's second reading, the user deletes a draft from the first page, so
      // that a row moves between the pages.
      if (readings === 2 && !query.has('uuid')) {
        const { company } = many.plumber
        company.drafts = company.drafts.filter(({ uuid }) => uuid !== early?.fikenDraftUuid)
      }
      return answer
    })
    many.countFromNow()
    const [calls, rows] = await many.callsFor(() => many.done(times(5)))
    expect(counted(calls)).toMatchObject({ [LISTS.draftByUuid]: 5, [CREATE]: 5, [ADDRESS]: 5 })
    many.expectOneEach(rows)
  })
})

test('lists that lag make no second draft: what they do not show is read back at its own address', async () => {
  const caughtUp = freeze(many.plumber, '')
  const [calls, rows] = await many.callsFor(() => many.done(times(6)))
  expect(counted(calls)).toEqual({
    [LISTS.drafts]: 2,
    [LISTS.invoices]: 1,
    [CREATE]: 6,
    [ADDRESS]: 6,
  })
  many.expectOneEach(rows)
  caughtUp()
})

test('a create whose answer is lost in the middle is looked up by itself; the others go on', async () => {
  let creates = 0
  many.plumber.proxy.tamper('POST', /\/invoices\/drafts$/, (answer) => {
    creates += 1
    return creates === 3 ? { ...answer, status: 500, body: '{}' } : answer
  })
  const [calls, rows] = await many.callsFor(() => many.done(times(6)))
  expect(counted(calls)).toEqual({
    [LISTS.drafts]: 2,
    [LISTS.invoices]: 1,
    [CREATE]: 6,
    [LISTS.draftByUuid]: 1,
    [ADDRESS]: 1,
  })
  many.expectOneEach(rows)
})

test('a create whose answer is lost while lists lag is looked for until they show it', async () => {
  let creates = 0
  many.plumber.proxy.tamper('POST', /\/invoices\/drafts$/, (answer) => {
    creates += 1
    return creates === 2 ? { ...answer, status: 500, body: '{}' } : answer
  })
  const caughtUp = freeze(many.plumber, '')
  const { jobUuids, go } = await queuedTogether(many.plumber, times(4))
  await go()
  await until('one to be unsure, and the others to be completed', async () => {
    const rows = await Promise.all(jobUuids.map((uuid) => transferOfJob(many.plumber, uuid)))
    const unsure = rows.filter(({ errorCode }) => errorCode === 'outcome_unknown')
    return unsure.length === 1 && rows.filter(({ status }) => status === 'completed').length === 3
  })
  expect(many.made()).toHaveLength(4)
  caughtUp()
  many.expectOneEach(await many.allAtRest(jobUuids))
})

test('Fiken goes down in the middle: the others go back into the queue as if they had not been taken', async () => {
  const { jobUuids, go } = await queuedTogether(many.plumber, times(6))
  let creates = 0
  many.plumber.proxy.tamper('POST', /\/invoices\/drafts$/, (answer) => {
    creates += 1
    if (creates === 2)
      many.sandbox.faults.add({ vendor: 'fiken', kind: 'status', status: 503, path: '/invoices' })
    return answer
  })
  await go()
  const rows = await until('nothing to be under way', async () => {
    const all = await Promise.all(jobUuids.map((uuid) => transferOfJob(many.plumber, uuid)))
    const refused = all.some(({ errorCode }) => errorCode !== null)
    return refused && all.every(({ status }) => status === 'queued') && all
  })
  const stories = await Promise.all(rows.map((row) => storyOf(many.plumber, row)))
  const BACK = 'Jobben foran kom ikke gjennom til Fiken; denne legges tilbake i køen'
  expect(stories.filter((story) => story.includes(BACK)).length).toBeGreaterThanOrEqual(3)
  expect(many.made().length).toBeLessThanOrEqual(3)
  many.sandbox.faults.clear()
  many.expectOneEach(await many.allAtRest(jobUuids))
})
