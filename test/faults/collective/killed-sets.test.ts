import { expect, test } from 'vitest'
import { staleLists } from '#sandbox/testing'
import { weekdayOf } from '#shared/collective'
import { readSession } from '#shared/contracts/auth'
import { chooseCollective } from '#shared/contracts/collective'
import { undoTransfer } from '#shared/contracts/transfers/actions'
import type { Transfer } from '#shared/contracts/transfers/row'
import { addDays, dateOf, osloInstant } from '#shared/dates'
import { inTurns } from '../../support/in-turns.ts'
import {
  completeForSet,
  waitingForSet,
  collectiveCustomer,
  make,
  rowsThat,
  type CollectiveCustomer,
} from '../../support/people/collective-customer.ts'
import { DAY_MS } from '../../support/people/plumber.ts'
import { transfersOf } from '../../support/people/tenants.ts'
import { report } from '../../support/report.ts'
import { LONGEST_WAIT_MS, until } from '../../support/wait.ts'
import { startCheckpointWorld } from '../../support/world/checkpoint-world.ts'
import { sharedDifferences } from '../support/shared-drafts.ts'
import { killPoints, killRounds } from '../support/kill-points.ts'
import { atStart, followed, hangingIn, killHanging, type Walker } from '../support/walkers.ts'

/** Number of kills that the steps are spread over; each kill holds every customer at one step. */
const ROUNDS = killRounds(4)
const LAG_SECONDS = 1
/** Maximum wait: a document that might have been sent is looked up after the longest request. */
const LONGEST_MS = 2 * LONGEST_WAIT_MS
const JOBS = [
  { prices: ['1000.0000'], fields: { purchase_order_number: 'A-1' } },
  { prices: ['333.3300', '66.6700'], fields: { purchase_order_number: 'B-2' } },
  { prices: ['249.5000'], fields: { purchase_order_number: 'A-1' } },
]

/** A customer's collective mode: `whole` makes one draft, `orders` one per order number, so two. */
type Mode = 'whole' | 'orders'
const DRAFTS: Record<Mode, number> = { whole: 1, orders: 2 }

interface CollectiveWalker extends CollectiveCustomer, Walker {
  mode: Mode
  jobs: string[]
  drafts: number
}

let crew: readonly CollectiveWalker[] = []

const checkpoints = await startCheckpointWorld({ vendorTimeoutMs: 4_500, byDay: true })
const world = checkpoints.world

async function walker(name: string, mode: Mode): Promise<CollectiveWalker> {
  const customer = await collectiveCustomer(world, name, { byPurchaseOrder: mode === 'orders' })
  return { ...customer, ...atStart(customer.tenant), mode, jobs: [], drafts: 0 }
}

/** Completes the jobs and reports each by one webhook; a second one would sometimes add a step. */
async function completeJobs(one: CollectiveWalker): Promise<Transfer[]> {
  const { sandbox } = world
  sandbox.world.settings.servicem8.webhooks = 'drop'
  const uuids = JOBS.map((job) => completeForSet(one, job))
  sandbox.world.settings.servicem8.webhooks = 'normal'
  for (const uuid of uuids) sandbox.webhooks.again(one.tenant.account.uuid, uuid, 1)
  one.jobs.push(...uuids)
  return waitingForSet(one, uuids)
}

async function pressAll(walkers: readonly CollectiveWalker[]): Promise<void> {
  const waitingRows = await Promise.all(walkers.map(completeJobs))
  checkpoints.desk.judge = followed(walkers)
  await Promise.all(walkers.map((one, index) => make(one, waitingRows[index] ?? [])))
  for (const one of walkers) one.drafts += DRAFTS[one.mode]
}

async function expectMade(one: CollectiveWalker, made = one.drafts): Promise<void> {
  await until(
    `the jobs to be on drafts after a kill at ${one.hangAt}`,
    async () => {
      const open = (await transfersOf(one)).filter(({ status }) => status !== 'completed')
      if (open.length > 0)
        throw new Error(JSON.stringify(open.map((row) => [row.status, row.errorCode, row.stage])))
      return true
    },
    LONGEST_MS,
  )
  const rows = await transfersOf(one)
  expect(sharedDifferences(one.tenant, one.jobs, rows), one.hangAt ?? '').toEqual([])
  expect(createdFor(one), one.hangAt ?? '').toHaveLength(made)
  expect(one.tenant.company.drafts, one.hangAt ?? '').toHaveLength(one.drafts)
  const amounts = one.jobs.map((uuid) => rows.find((row) => row.servicem8JobId === uuid)?.amount)
  const each = [125_000, 50_000, 31_188]
  expect(amounts, one.hangAt ?? '').toEqual(one.jobs.map((_uuid, index) => each[index % 3]))
}

const createdFor = ({ tenant }: CollectiveWalker) =>
  world.vendors.ledger.draftsCreated.filter(({ slug }) => slug === tenant.company.slug)

async function recordSet(one: CollectiveWalker): Promise<string[]> {
  await pressAll([one])
  await expectMade(one)
  return one.passed.slice(0, one.passed.findLastIndex((what) => what.includes('(done)')) + 1)
}

test('a product killed at any step of a collective draft makes one of it when it is back, with each job once', async () => {
  const whole = await walker('Samlet AS', 'whole')
  const orders = await walker('Bestilt AS', 'orders')
  const roads = { whole: await recordSet(whole), orders: await recordSet(orders) }
  const ownSteps = roads.orders.filter((name) => !roads.whole.includes(name))
  const creates = (road: readonly string[]) =>
    road.filter((what) => what.includes('before POST fiken /invoices/drafts'))
  expect(creates(roads.whole)).toHaveLength(1)
  expect(creates(ownSteps)).toHaveLength(1)

  const points = { whole: killPoints(roads.whole), orders: killPoints(ownSteps) }
  const walkers = { whole: [whole], orders: [orders] }
  const more = (['whole', 'orders'] as const).flatMap((mode) =>
    Array.from({ length: Math.ceil(points[mode].length / ROUNDS) - 1 }, () => mode),
  )
  await inTurns(4, more, async (mode, index) => {
    walkers[mode].push(await walker(`Samler ${index + 1} AS`, mode))
  })
  staleLists(world.vendors, LAG_SECONDS, '/invoices')
  for (let round = 0; round < ROUNDS; round += 1) {
    const inRound = (['whole', 'orders'] as const).flatMap((mode) =>
      hangingIn(walkers[mode], (index) => points[mode][index * ROUNDS + round]),
    )
    await pressAll(inRound)
    await killHanging(checkpoints, inRound)
    for (const one of inRound) await expectMade(one)
  }
  crew = walkers.whole
  report(`killed at ${points.whole.length + points.orders.length} steps of collective drafts`)
  expect(world.vendors.ledger.overlaps).toBe(0)
})

/** Undoes a job and with it the whole draft; returns all rows on the draft. */
async function takeBack(one: CollectiveWalker): Promise<Transfer[]> {
  const jobs = one.jobs.slice(-JOBS.length)
  const rows = (await transfersOf(one)).filter((row) => jobs.includes(row.servicem8JobId))
  // The kill interrupts the response, so only the resulting rows are checked.
  const params = { id: rows[1]?.id ?? '' }
  void one.visitor.tryCall(undoTransfer, { params }).catch(() => undefined)
  return rows
}

const isUndone = ({ status, pendingReason }: Transfer) =>
  status === 'pending' && pendingReason === 'undone'

test('a product killed at any step of "Angre" of a collective draft has deleted it when it is back, and all its jobs become one again', async () => {
  const [first] = crew
  if (!first) throw new Error('nobody has a collective draft')
  const undone = (one: CollectiveWalker, rows: readonly Transfer[]) =>
    rowsThat(
      one,
      rows.map(({ servicem8JobId }) => servicem8JobId),
      `to be taken back after a kill at ${one.hangAt}`,
      isUndone,
    )
  const again = async (
    one: CollectiveWalker,
    back: readonly Transfer[],
    former: readonly Transfer[],
  ) => {
    const made = createdFor(one).length + 1
    const gone = former[0]?.fikenDraftUuid
    expect(
      one.tenant.company.drafts.filter(({ uuid }) => uuid === gone),
      one.hangAt ?? '',
    ).toEqual([])
    await make(one, back)
    await expectMade(one, made)
  }

  Object.assign(first, { hangAt: null })
  checkpoints.desk.judge = followed([first])
  const recorded = await takeBack(first)
  await again(first, await undone(first, recorded), recorded)
  const end = first.passed.findIndex((what) => what.includes('after DELETE'))
  const written = first.passed.findIndex((what, at) => at > end && what.includes('transfers'))
  const steps = first.passed.slice(0, written + 1)
  expect(steps.join()).toContain('DELETE fiken /invoices/drafts/:id')

  const points = killPoints(steps)
  const others = crew.slice(1)
  for (let begin = 0; begin < points.length; begin += others.length) {
    const inRound = hangingIn(others, (index) => points[begin + index])
    checkpoints.desk.judge = followed(inRound)
    const taken = await Promise.all(
      inRound.map(async (one) => ({ one, rows: await takeBack(one) })),
    )
    await killHanging(checkpoints, inRound)
    for (const { one, rows } of taken) await again(one, await undone(one, rows), rows)
  }
  report(`killed at ${points.length} steps of taking back a collective draft`)
})

const SHORTLY_MS = 600_000

/**
 * Completes the jobs ten minutes before the draft's day and lets the day begin. Completing them also
 * renews the expired tokens; kills during a renewal are tested elsewhere.
 */
async function comeToTheDay(one: CollectiveWalker): Promise<void> {
  const { sandbox } = world
  const tomorrow = addDays(dateOf(new Date(sandbox.world.now())), 1)
  const evening = osloInstant(tomorrow, 0).getTime() - SHORTLY_MS
  await world.advance(Math.max(0, evening - sandbox.world.now()))
  await one.visitor.call(chooseCollective, {
    params: { clientUuid: one.client },
    body: { time: { every: 'week', weekday: weekdayOf(tomorrow) }, byPurchaseOrder: false },
  })
  await completeJobs(one)
  checkpoints.desk.judge = followed([one])
  await world.advance(SHORTLY_MS)
  one.drafts += DRAFTS[one.mode]
}

test('a product killed as the day of a collective draft comes makes one of it when it is back, and none on the day after', async () => {
  const one = await walker('Ukentlig AS', 'whole')
  const { id: userId } = await one.visitor.call(readSession)
  one.lanes = { ...one.lanes, collective: userId }
  await comeToTheDay(one)
  await expectMade(one)
  // One transaction stores the next draft day and queues the jobs, before the lane is notified.
  const day = one.passed.find((name) => name.includes('collective_choices'))
  expect(day).toContain('update transfers')
  Object.assign(one, { hangAt: day })
  await comeToTheDay(one)
  await killHanging(checkpoints, [one])
  await expectMade(one)
  await world.advance(DAY_MS)
  await expectMade(one)
})
