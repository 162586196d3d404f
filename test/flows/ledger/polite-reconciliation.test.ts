import { expect, test } from 'vitest'
import type { LedgerEntry } from '#sandbox/http/ledger'
import { LIMITER_DEFAULTS } from '#server/platform/limiter/vendor-limiter'
import { readSession } from '#shared/contracts/auth'
import { readReconciliation, startReconciliation } from '#shared/contracts/reconciliation'
import { addMonths, today } from '#shared/dates'
import { seedBusyMonth } from '../../support/people/reconciled/busy-month.ts'
import { draftsOf, readyCustomer } from '../../support/people/customer.ts'
import { finishJob } from '../../support/people/finished-jobs.ts'
import { until } from '../../support/wait.ts'
import { UNPACED } from '../../support/world/limiters.ts'
import { startWorld } from '../../support/world/world.ts'

/** Tests Fiken's pace: one request at a time, at most four per second, transfers first. */

const world = await startWorld({
  overrides: { limiter: { ...UNPACED, lane: LIMITER_DEFAULTS.lane }, ladderScale: 1 },
})

/** Number of jobs: eight pages of a hundred, each read twice before a draft is declared gone. */
const JOBS = 700
/** Duration of a page: slow enough that the check is still running when the job's draft is made. */
const PAGE_MS = 1_000
/** The time for which a waiting transfer has the lane to itself after each page of the check. */
const ROOM_MS = 750
const { starts: STARTS, windowMs: WINDOW_MS } = LIMITER_DEFAULTS.lane
/** Tolerance in milliseconds in the total duration, for a machine that stalls once. */
const JITTER_MS = 1_000

test('a check of many pages keeps to one request at a time and four a second, and does not hold up a transfer that arrives midway', async () => {
  const customer = await readyCustomer(world)
  const { tenant, visitor } = customer
  const { id: userId } = await visitor.call(readSession)
  const month = addMonths(today(new Date(world.vendors.now())).slice(0, 7), -1)
  await seedBusyMonth(world, { tenant, companyId: userId, month, count: JOBS, each: 1 })
  const { ledger, faults } = world.vendors
  const overlaps = ledger.overlaps
  const before = ledger.total
  const mine = () =>
    ledger.entries.filter(({ seq, who }) => seq > before && who === tenant.user.email)
  const isPage = ({ path, query }: LedgerEntry) =>
    /\/(drafts|invoices)$/.test(path) && /page=/.test(query) && !/uuid/i.test(query)
  const state = async () => (await visitor.call(readReconciliation, { query: { month } })).state

  const slow = faults.add({
    kind: 'slow',
    ms: PAGE_MS,
    vendor: 'fiken',
    who: tenant.user.email,
    method: 'GET',
    path: '/(drafts|invoices)$',
  })
  await visitor.call(startReconciliation, { body: { month } })
  await until('some pages to have been read', () => mine().filter(isPage).length >= 3)
  const arrived = ledger.total
  const job = finishJob(world, customer).name
  await until('the draft to be made', () => draftsOf(customer, job) === 1)
  expect(await state()).toBe('running')
  const made = ledger.total
  faults.remove(slow.id)
  await until('the check to be done', async () => (await state()) === 'done')

  const calls = mine()
  const meanwhile = calls.filter(({ seq }) => seq > arrived && seq <= made)
  const begun = meanwhile.find((call) => !isPage(call))?.seq ?? made
  const pages = meanwhile.filter((call) => isPage(call) && call.seq > begun)
  for (const [at, page] of pages.slice(1).entries()) {
    const before = pages[at]!
    expect(page.at - before.at - before.ms).toBeGreaterThanOrEqual(ROOM_MS - 1)
  }
  expect(calls.filter(({ seq }) => seq > made).filter(isPage).length).toBeGreaterThan(3)
  expect(ledger.overlaps).toBe(overlaps)
  expect(Math.max(...calls.map(({ inFlight }) => inFlight))).toBe(1)
  const starts = calls.map(({ at }) => at)
  const took = Math.max(...starts) - Math.min(...starts)
  expect(took).toBeGreaterThan((calls.length / STARTS - 1) * WINDOW_MS - JITTER_MS)
})
