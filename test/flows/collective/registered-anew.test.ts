import { expect, test } from 'vitest'
import { chooseCollective, endCollective } from '#shared/contracts/collective'
import { saveConfiguration } from '#shared/contracts/configuration'
import { deleteAccount } from '#shared/contracts/profile'
import { retryTransfer } from '#shared/contracts/transfers/actions'
import { readTimeline } from '#shared/contracts/transfers/row'
import type { Visitor } from '../../support/people/browserless.ts'
import {
  BY_HAND,
  checkedMonth,
  completeForSet,
  completeSet,
  waitingForSet,
  collectiveCustomer,
  headingsOf,
  jobsOf,
  makeDrafts,
  numbersOf,
  onDrafts,
  rowsThat,
} from '../../support/people/collective-customer.ts'
import { DAY_MS } from '../../support/people/plumber.ts'
import type { Customer } from '../../support/people/tenants.ts'
import { daytime } from '../../support/clock/daytime.ts'
import { makeReady, signUp, startWorld } from '../../support/world/world.ts'

/** Tests a deleted account's collective draft, which is in Fiken but not in the database. */

const world = await startWorld(daytime())

/**
 * Deletes the account and registers again with the same vendor accounts.
 * @param before runs before the jobs are fetched
 */
async function comeBack(
  { visitor, tenant }: Customer,
  before: (visitor: Visitor) => Promise<unknown> = () => Promise.resolve(),
): Promise<Visitor> {
  await visitor.call(deleteAccount)
  const again = await signUp(world)
  await makeReady(world, again, {
    slug: tenant.company.slug,
    subjects: { servicem8: tenant.account.uuid, fiken: tenant.user.email },
    activate: false,
  })
  await before(again)
  await again.call(saveConfiguration, {
    body: {
      isActive: true,
      activatedAt: new Date(world.vendors.now() - DAY_MS).toISOString(),
    },
  })
  return again
}

test('a job that the former account sent alone is on no collective draft', async () => {
  const former = await collectiveCustomer(world, 'Alene før AS')
  const { tenant, client } = former
  await former.visitor.call(endCollective, { params: { clientUuid: client } })
  const job = completeForSet(former)
  await onDrafts(former, [job])
  const visitor = await comeBack(former, (again) =>
    again.call(chooseCollective, {
      params: { clientUuid: client },
      body: { time: BY_HAND, byPurchaseOrder: false },
    }),
  )
  const [row] = await onDrafts({ visitor, tenant }, [job])
  expect(tenant.company.drafts).toHaveLength(1)
  expect(row?.fikenDraftUuid).toBe(tenant.company.drafts[0]?.uuid)
})

test('before a draft of jobs from before the account, each job’s past is looked into, and not the draft’s', async () => {
  const former = await collectiveCustomer(world, 'Ventet før AS')
  const { tenant, client } = former
  const jobs = [completeForSet(former), completeForSet(former)]
  await waitingForSet(former, jobs)
  const visitor = await comeBack(former, (again) =>
    again.call(chooseCollective, {
      params: { clientUuid: client },
      body: { time: BY_HAND, byPurchaseOrder: false },
    }),
  )
  const customer = { visitor, tenant }
  const rows = await makeDrafts(customer, await waitingForSet(customer, jobs))
  expect(headingsOf(customer)).toEqual([numbersOf(rows)])
  for (const { id } of rows) {
    const story = await visitor.call(readTimeline, { params: { id } })
    const looks = story.filter(({ text }) => text.startsWith('Ser etter det som kan være laget'))
    // One look-up came before the job began to wait, and one before the draft was made.
    expect(looks).toHaveLength(2)
  }
})

test('the month says what of a former account’s collective draft each job has, and of a second draft that it is one', async () => {
  const former = await collectiveCustomer(world, 'Avstemt før AS')
  const rows = await completeSet(former, [{ prices: ['1000.0000'] }, { prices: ['333.3300'] }])
  await makeDrafts(former, rows)
  const { tenant } = former
  const [draft] = tenant.company.drafts
  const visitor = await comeBack(former)
  const now = { visitor, tenant }
  const stopped = await rowsThat(
    now,
    jobsOf(rows),
    'to be stopped',
    ({ errorCode }) => errorCode === 'sent_before',
  )
  const before = await checkedMonth(now, world)
  const mine = before.rows.map(({ jobNumber, kind, documents }) => [
    `#${jobNumber}`,
    kind,
    ...documents.map(({ gross }) => gross),
  ])
  expect(mine.toSorted()).toEqual(
    [
      [numbersOf(rows)[0], 'by_hand', 125_000],
      [numbersOf(rows)[1], 'by_hand', 41_666],
    ].toSorted(),
  )
  expect(before.summary).toMatchObject({
    inFiken: { count: 2, ore: draft?.gross },
    missing: { count: 0 },
    extra: { count: 0 },
  })

  // The user confirms that the second job should be sent anyway.
  const again = stopped.find(({ servicem8JobId }) => servicem8JobId === rows[1]?.servicem8JobId)
  await visitor.call(retryTransfer, {
    params: { id: again?.id ?? '' },
    query: { confirm: 'sent_before' },
  })
  await onDrafts(now, [again?.servicem8JobId ?? ''])
  const after = await checkedMonth(now, world)
  const second = after.rows.find(({ transferId }) => transferId === again?.id)
  expect(second).toMatchObject({
    kind: 'double',
    documents: [{ gross: 41_666 }, { gross: 41_666 }],
  })
})

test.for([
  { jobs: 2, how: 'named by its reference' },
  { jobs: 40, how: 'more jobs than a reference has room for' },
])('no job of a former account’s collective draft is sent again ($how)', async ({ jobs }) => {
  const former = await collectiveCustomer(world, `Samlet før ${jobs} AS`)
  const rows = await completeSet(
    former,
    Array.from({ length: jobs }, () => ({})),
  )
  await makeDrafts(former, rows)
  expect(headingsOf(former)).toEqual([numbersOf(rows)])

  const { tenant } = former
  await former.visitor.call(deleteAccount)
  const visitor = await signUp(world)
  await makeReady(world, visitor, {
    slug: tenant.company.slug,
    subjects: { servicem8: tenant.account.uuid, fiken: tenant.user.email },
    activate: false,
  })
  await visitor.call(saveConfiguration, {
    body: {
      isActive: true,
      activatedAt: new Date(world.vendors.now() - DAY_MS).toISOString(),
    },
  })
  const stopped = await rowsThat(
    { visitor, tenant },
    rows.map(({ servicem8JobId }) => servicem8JobId),
    'to be stopped',
    ({ status, errorCode }) => status === 'failed' && errorCode === 'sent_before',
  )
  expect(stopped[0]?.errorMessage).toContain('I Fiken ligger allerede et utkast')
  expect(tenant.company.drafts).toHaveLength(1)
})
