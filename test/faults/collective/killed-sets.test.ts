import { afterAll, beforeAll, expect, test } from 'vitest'
import { staleLists } from '#sandbox/testing'
import { fikenLane } from '#server/features/connections/oauth/providers'
import { undoTransfer } from '#shared/contracts/transfers/actions'
import type { Transfer } from '#shared/contracts/transfers/row'
import { inTurns } from '../../support/in-turns.ts'
import {
  completeGathered,
  gathered,
  gatheringCustomer,
  make,
  rowsThat,
  type GatheringCustomer,
} from '../../support/people/gathering-customer.ts'
import { transfersOf } from '../../support/people/tenants.ts'
import { report } from '../../support/report.ts'
import { until } from '../../support/wait.ts'
import { checkpointDesk, type CheckpointDesk } from '../../support/world/checkpoint-desk.ts'
import { UNPACED } from '../../support/world/limiters.ts'
import { startProcessWorld, type ProcessWorld } from '../../support/world/process.ts'
import { sharedDifferences } from '../support/shared-drafts.ts'

/** How many kills the steps are spread over: each customer hangs at one of them each time. */
const ROUNDS = 4
/** Seconds that Fiken's lists lag behind its writes. */
const LAG_SECONDS = 1
/** After a kill, what may have been sent is waited for as long as a request can take, then looked for. */
const LONGEST_MS = 240_000
/** What the jobs of a set come to, and the buyer's order number of each. */
const JOBS = [
  { prices: ['1000.0000'], fields: { purchase_order_number: 'A-1' } },
  { prices: ['333.3300', '66.6700'], fields: { purchase_order_number: 'B-2' } },
  { prices: ['249.5000'], fields: { purchase_order_number: 'A-1' } },
]

/** `orders`: each order number gets a draft of its own, so that a set becomes two. */
type Mode = 'whole' | 'orders'
const DRAFTS: Record<Mode, number> = { whole: 1, orders: 2 }

/** A customer, and where in the lane its set is. */
interface Walker extends GatheringCustomer {
  mode: Mode
  lane: string
  /** Such as "after POST fiken /invoices/drafts #1", in the order they are reached. */
  passed: string[]
  hangAt: string | null
  hangs: boolean
  /** The uuids of all jobs so far, and how many drafts they are on. */
  jobs: string[]
  drafts: number
}

let world: ProcessWorld
let desk: CheckpointDesk
/** The customers that went through the kills of the first test, each with its sets on drafts. */
let crew: readonly Walker[] = []

beforeAll(async () => {
  desk = await checkpointDesk()
  world = await startProcessWorld({
    overrides: {
      limiter: { ...UNPACED, leaseMs: 5_000 },
      vendorTimeoutMs: 4_500,
      ladderScale: 0.005,
      tickMs: 500,
      superviseSeconds: 1,
    },
    before: () => Promise.resolve({ TEST_CHECKPOINTS: desk.url }),
  })
})
afterAll(async () => {
  await world.stop()
  await desk[Symbol.asyncDispose]()
})

async function walker(name: string, mode: Mode): Promise<Walker> {
  const customer = await gatheringCustomer(world, name, { byPurchaseOrder: mode === 'orders' })
  const lane = fikenLane(customer.tenant.user.email)
  return { ...customer, mode, lane, passed: [], hangAt: null, hangs: false, jobs: [], drafts: 0 }
}

/** Jobs that wait for their draft. Each gets a single ping: another one is another step, sometimes. */
async function gatherJobs(one: Walker): Promise<Transfer[]> {
  const { sandbox } = world
  sandbox.world.settings.servicem8.webhooks = 'drop'
  const uuids = JOBS.map((job) => completeGathered(one, job))
  sandbox.world.settings.servicem8.webhooks = 'normal'
  for (const uuid of uuids) sandbox.webhooks.again(one.tenant.account.uuid, uuid, 1)
  one.jobs.push(...uuids)
  return gathered(one, uuids)
}

/** From now on the steps of each one's lane are noted, and who is to hang does. */
function watch(walkers: readonly Walker[]): void {
  for (const one of walkers) Object.assign(one, { passed: [], hangs: false })
  const counts = new Map<string, number>()
  desk.judge = ({ queue, lane, what }) => {
    const one = walkers.find((each) => each.lane === lane)
    if (!one || queue !== 'transfer-lane') return 'go on'
    const count = (counts.get(lane + what) ?? 0) + 1
    counts.set(lane + what, count)
    const name = `${what} #${count}`
    one.passed.push(name)
    if (one.hangAt !== name) return 'go on'
    one.hangs = true
    return 'hold'
  }
}

/** The jobs of each wait; then "Lag samlefaktura nå" is pressed, and the lane is watched. */
async function pressAll(walkers: readonly Walker[]): Promise<void> {
  const gatheredRows = await Promise.all(walkers.map(gatherJobs))
  watch(walkers)
  await Promise.all(walkers.map((one, index) => make(one, gatheredRows[index] ?? [])))
  for (const one of walkers) one.drafts += DRAFTS[one.mode]
}

/** Kills the product where every one of these hangs, and starts it again. */
async function killHanging(walkers: readonly Walker[]): Promise<void> {
  await until('every customer to hang', () => walkers.every(({ hangs }) => hangs)).catch(
    (error: unknown) => {
      const late = walkers.filter(({ hangs }) => !hangs)
      report(
        'not reached:',
        late.map(({ hangAt, passed }) => ({ hangAt, passed })),
      )
      throw error
    },
  )
  await world.kill()
  desk.judge = () => 'go on'
  await world.start()
}

/** Every job is on exactly one draft, no more were ever made, and the amounts are right. */
async function expectMade(one: Walker, made = one.drafts): Promise<void> {
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

const createdFor = ({ tenant }: Walker) =>
  world.sandbox.world.ledger.draftsCreated.filter(({ slug }) => slug === tenant.company.slug)

/** The lane's steps in one set that nothing disturbs: the code's own list of them. */
async function recordSet(one: Walker): Promise<string[]> {
  await pressAll([one])
  await expectMade(one)
  return one.passed.slice(0, one.passed.findLastIndex((what) => what.includes('(done)')) + 1)
}

test('a product killed at any step of a collective draft makes one of it when it is back, with each job once', async () => {
  const whole = await walker('Samlet AS', 'whole')
  const orders = await walker('Bestilt AS', 'orders')
  const roads = { whole: await recordSet(whole), orders: await recordSet(orders) }
  const points = {
    whole: roads.whole,
    orders: roads.orders.filter((name) => !roads.whole.includes(name)),
  }
  const creates = (road: readonly string[]) =>
    road.filter((what) => what.startsWith('before POST fiken /invoices/drafts'))
  expect(creates(roads.whole)).toHaveLength(1)
  expect(creates(points.orders)).toHaveLength(1)

  const walkers = { whole: [whole], orders: [orders] }
  const more = (['whole', 'orders'] as const).flatMap((mode) =>
    Array.from({ length: Math.ceil(points[mode].length / ROUNDS) - 1 }, () => mode),
  )
  await inTurns(4, more, async (mode, index) => {
    walkers[mode].push(await walker(`Samler ${index + 1} AS`, mode))
  })
  staleLists(world.sandbox.world, LAG_SECONDS, '/invoices')
  for (let round = 0; round < ROUNDS; round += 1) {
    const inRound = (['whole', 'orders'] as const).flatMap((mode) =>
      walkers[mode].flatMap((one, index) => {
        const hangAt = points[mode][index * ROUNDS + round]
        return hangAt === undefined ? [] : [Object.assign(one, { hangAt })]
      }),
    )
    await pressAll(inRound)
    await killHanging(inRound)
    for (const one of inRound) await expectMade(one)
  }
  crew = walkers.whole
  report(`killed at ${points.whole.length + points.orders.length} steps of collective drafts`)
  expect(world.sandbox.world.ledger.overlaps).toBe(0)
}, 900_000)

/** "Angre" of one of the jobs on the newest draft. Returns the rows that it takes back. */
async function takeBack(one: Walker): Promise<Transfer[]> {
  const jobs = one.jobs.slice(-JOBS.length)
  const rows = (await transfersOf(one)).filter((row) => jobs.includes(row.servicem8JobId))
  // The answer to the screen is cut off by the kill; what counts is what happens to the rows.
  const params = { id: rows[1]?.id ?? '' }
  void one.visitor.tryCall(undoTransfer, { params }).catch(() => undefined)
  return rows
}

const isUndone = ({ status, pendingReason }: Transfer) =>
  status === 'pending' && pendingReason === 'undone'

test('a product killed at any step of "Angre" of a collective draft has deleted it when it is back, and all its jobs become one again', async () => {
  const [first] = crew
  if (!first) throw new Error('nobody has a collective draft')
  const undone = (one: Walker, rows: readonly Transfer[]) =>
    rowsThat(
      one,
      rows.map(({ servicem8JobId }) => servicem8JobId),
      `to be taken back after a kill at ${one.hangAt}`,
      isUndone,
    )
  const again = async (one: Walker, back: readonly Transfer[], former: readonly Transfer[]) => {
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
  watch([first])
  const recorded = await takeBack(first)
  await again(first, await undone(first, recorded), recorded)
  const end = first.passed.findIndex((what) => what.startsWith('after DELETE'))
  const written = first.passed.findIndex((what, at) => at > end && what.includes('transfers'))
  const points = first.passed.slice(0, written + 1)
  expect(points.join()).toContain('DELETE fiken /invoices/drafts/:id')

  const others = crew.slice(1)
  for (let begin = 0; begin < points.length; begin += others.length) {
    const inRound = others.flatMap((one, index) => {
      const hangAt = points[begin + index]
      return hangAt === undefined ? [] : [Object.assign(one, { hangAt })]
    })
    watch(inRound)
    const taken = await Promise.all(
      inRound.map(async (one) => ({ one, rows: await takeBack(one) })),
    )
    await killHanging(inRound)
    for (const { one, rows } of taken) await again(one, await undone(one, rows), rows)
  }
  report(`killed at ${points.length} steps of taking back a collective draft`)
}, 900_000)
