import { afterAll, beforeAll, expect, test } from 'vitest'
import { addJob, completeJob } from '#sandbox/servicem8/workshop'
import { staleLists } from '#sandbox/testing'
import { fikenLane } from '#server/features/connections/oauth/providers'
import { checkpointDesk, type CheckpointDesk } from '../../support/world/checkpoint-desk.ts'
import { UNPACED } from '../../support/world/limiters.ts'
import { startProcessWorld, type ProcessWorld } from '../../support/world/process.ts'
import { inTurns } from '../../support/in-turns.ts'
import { readyCustomer, transfersOf, type Customer } from '../../support/people/tenants.ts'
import { report } from '../../support/report.ts'
import { until } from '../../support/wait.ts'

/** How many kills the steps are spread over: each customer hangs at one of them each time. */
const ROUNDS = 4
/** How many jobs go in step. */
const JOBS = 4
/** Seconds that Fiken's lists lag behind its writes. */
const LAG_SECONDS = 1
/** After a kill, what may have been sent is waited for as long as a request can take, then looked for. */
const LONGEST_MS = 240_000

/** A customer, and where in the lane its jobs are. */
interface Walker extends Customer {
  lane: string
  /** Such as "after POST fiken /invoices/drafts #2", in the order they are reached. */
  passed: string[]
  hangAt: string | null
  hangs: boolean
  completed: string[]
}

let world: ProcessWorld
let desk: CheckpointDesk

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

async function walker(name: string): Promise<Walker> {
  const customer = await readyCustomer(world, name)
  const lane = fikenLane(customer.tenant.user.email)
  const one = { ...customer, lane, passed: [], hangAt: null, hangs: false, completed: [] }
  // The first job finds its customer in Fiken, which costs calls of its own.
  complete(one)
  await allCompleted([one])
  return one
}

/** A job of the customer's first client. It gets a single ping. */
function complete({ tenant: { account }, completed }: Walker): void {
  const { settings } = world.sandbox.world
  settings.servicem8.webhooks = 'drop'
  const [client] = Object.values(account.tables.company)
  const address = client?.billing_address ?? ''
  const fields = { company_uuid: client?.uuid, job_address: address, billing_address: address }
  const line = { name: 'Utrykning', quantity: '1', displayed_amount: '1000.0000' }
  const uuid = addJob(world.sandbox.world, account, fields, [line])
  completeJob(world.sandbox.world, account, uuid)
  settings.servicem8.webhooks = 'normal'
  world.sandbox.webhooks.again(account.uuid, uuid, 1)
  completed.push(uuid)
}

async function allCompleted(walkers: readonly Walker[]): Promise<void> {
  await until(
    'every transfer to be completed',
    async () => {
      for (const one of walkers) {
        const rows = await transfersOf(one)
        if (rows.filter(({ status }) => status === 'completed').length < one.completed.length)
          throw new Error(JSON.stringify(rows.map((row) => [row.status, row.errorCode, row.stage])))
      }
      return true
    },
    LONGEST_MS,
  )
}

/**
 * Each customer completes one job more than go in step. The first holds the lane until the others
 * stand in the queue; from then on the lane's steps are noted, and who is to hang does.
 */
async function inStep(walkers: readonly Walker[]): Promise<void> {
  const held = new Map<string, PromiseWithResolvers<'go on'>>()
  const over = new Set<string>()
  const counts = new Map<string, number>()
  for (const one of walkers) Object.assign(one, { passed: [], hangs: false })
  desk.judge = ({ queue, lane, what }) => {
    const one = walkers.find((each) => each.lane === lane)
    if (!one || queue !== 'transfer-lane') return 'go on'
    if (!over.has(lane)) {
      if (/\(done\)/.test(what)) over.add(lane)
      if (what !== 'before POST fiken /invoices/drafts') return 'go on'
      const first = held.get(lane) ?? Promise.withResolvers<'go on'>()
      held.set(lane, first)
      return first.promise
    }
    const count = (counts.get(lane + what) ?? 0) + 1
    counts.set(lane + what, count)
    const name = `${what} #${count}`
    one.passed.push(name)
    if (one.hangAt !== name) return 'go on'
    one.hangs = true
    return 'hold'
  }
  for (const one of walkers) complete(one)
  await until('the first job of each to hold its lane', () => held.size === walkers.length)
  for (const one of walkers) for (let n = 0; n < JOBS; n += 1) complete(one)
  for (const one of walkers)
    await until('the others to stand in the queue', async () => {
      const rows = await transfersOf(one)
      return rows.filter(({ status }) => status === 'queued').length === JOBS
    })
  for (const { resolve } of held.values()) resolve('go on')
}

/** Every job of each is one draft, and nothing else is there. */
async function expectOneEach(walkers: readonly Walker[]): Promise<void> {
  for (const one of walkers) {
    const { company } = one.tenant
    const made = world.sandbox.world.ledger.draftsCreated.filter(
      ({ slug }) => slug === company.slug,
    )
    const rows = await transfersOf(one)
    expect(made.map(({ uuid }) => uuid).sort(), one.hangAt ?? '').toEqual(
      rows.map(({ fikenDraftUuid }) => fikenDraftUuid).sort(),
    )
    expect(new Set(rows.map(({ servicem8JobId }) => servicem8JobId))).toEqual(
      new Set(one.completed),
    )
    for (const row of rows) expect(row.amount, one.hangAt ?? '').toBe(125_000)
  }
}

test('a product killed at any step of drafts made in step makes one of each job when it is back', async () => {
  const first = await walker('Fører AS')
  await inStep([first])
  await allCompleted([first])
  await expectOneEach([first])
  const all = first.passed.filter((what) => !what.includes('servicem8'))
  const end = all.findLastIndex((what) => what.includes('(done)'))
  const points = all.slice(0, end + 1)
  const creates = points.filter((what) => what.startsWith('before POST fiken /invoices/drafts'))
  expect(creates).toHaveLength(JOBS)
  // They went in step: no draft was looked up by itself.
  expect(points.filter((what) => what.startsWith('before GET fiken /invoices/drafts'))).toEqual([
    'before GET fiken /invoices/drafts #1',
    'before GET fiken /invoices/drafts #2',
  ])

  const walkers = [first]
  const more = Array.from({ length: Math.ceil(points.length / ROUNDS) - 1 }, (_, index) => index)
  await inTurns(4, more, async (index) => {
    walkers.push(await walker(`I takt ${index + 1} AS`))
  })
  staleLists(world.sandbox.world, LAG_SECONDS, '/invoices')
  for (let round = 0; round < ROUNDS; round += 1) {
    const inRound = walkers.flatMap((one, index) => {
      const hangAt = points[index * ROUNDS + round]
      return hangAt === undefined ? [] : [Object.assign(one, { hangAt })]
    })
    await inStep(inRound)
    await until('every customer to hang', () => inRound.every(({ hangs }) => hangs)).catch(
      (error: unknown) => {
        const late = inRound.filter(({ hangs }) => !hangs)
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
    await allCompleted(inRound)
    await expectOneEach(inRound)
  }
  report(`killed at ${points.length} steps of ${JOBS} drafts in step`)
  expect(world.sandbox.world.ledger.overlaps).toBe(0)
}, 900_000)
