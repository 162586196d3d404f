import { expect, test } from 'vitest'
import { addJob, completeJob } from '#sandbox/servicem8/workshop'
import { staleLists } from '#sandbox/testing'
import { startCheckpointWorld } from '../../support/world/checkpoint-world.ts'
import { inTurns } from '../../support/in-turns.ts'
import { readyCustomer, transfersOf, type Customer } from '../../support/people/tenants.ts'
import { report } from '../../support/report.ts'
import { LONGEST_WAIT_MS, until } from '../../support/wait.ts'
import { killPoints, killRounds } from '../support/kill-points.ts'
import { atStart, followed, hangingIn, killHanging, type Walker } from '../support/walkers.ts'

/** Number of kills that the steps are spread over; each kill holds every customer at one step. */
const ROUNDS = killRounds(4)
/** Number of jobs whose drafts are made as a batch, in step (decision 0046). */
const JOBS = 4
const LAG_SECONDS = 1
/** Maximum wait: a document that might have been sent is looked up after the longest request. */
const LONGEST_MS = 2 * LONGEST_WAIT_MS

interface Busy extends Customer, Walker {
  completed: string[]
}

const checkpoints = await startCheckpointWorld({ vendorTimeoutMs: 4_500 })
const world = checkpoints.world

async function walker(name: string): Promise<Busy> {
  const customer = await readyCustomer(world, name)
  const one = { ...customer, ...atStart(customer.tenant), completed: [] }
  // The first job also looks up its customer in Fiken, so it is completed beforehand.
  complete(one)
  await allCompleted([one])
  return one
}

function complete({ tenant: { account }, completed }: Busy): void {
  const { settings } = world.vendors
  settings.servicem8.webhooks = 'drop'
  const [client] = Object.values(account.tables.company)
  const address = client?.billing_address ?? ''
  const fields = { company_uuid: client?.uuid, job_address: address, billing_address: address }
  const line = { name: 'Utrykning', quantity: '1', displayed_amount: '1000.0000' }
  const uuid = addJob(world.vendors, account, fields, [line])
  completeJob(world.vendors, account, uuid)
  settings.servicem8.webhooks = 'normal'
  world.sandbox.webhooks.again(account.uuid, uuid, 1)
  completed.push(uuid)
}

async function allCompleted(walkers: readonly Busy[]): Promise<void> {
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
 * Queues jobs that are made as a batch. The lane's first job is held at a database write until the
 * others are queued; at an HTTP request, it would time out.
 */
async function inStep(walkers: readonly Busy[]): Promise<void> {
  const held = new Map<string, PromiseWithResolvers<'go on'>>()
  const follow = followed(walkers)
  checkpoints.desk.judge = (reached) => {
    const { queue, lane, what } = reached
    const isTheirs = walkers.some(({ lanes }) => lanes[queue] === lane)
    if (!isTheirs || held.has(lane)) return follow(reached)
    if (!what.includes('update transfers (fetch)')) return 'go on'
    const first = Promise.withResolvers<'go on'>()
    held.set(lane, first)
    return first.promise
  }
  for (const one of walkers) for (let n = 0; n < JOBS; n += 1) complete(one)
  for (const one of walkers)
    await until(
      'the first job to hold its lane, and the others to stand in the queue',
      async () => {
        const rows = await transfersOf(one)
        const now = rows.map(({ status }) => status).filter((status) => status !== 'completed')
        const waiting = now.filter((status) => status === 'queued')
        return (
          held.has(one.lanes['transfer-lane']!) &&
          now.length === JOBS &&
          waiting.length === JOBS - 1
        )
      },
    )
  for (const { resolve } of held.values()) resolve('go on')
}

async function expectOneEach(walkers: readonly Busy[]): Promise<void> {
  for (const one of walkers) {
    const { company } = one.tenant
    const made = world.vendors.ledger.draftsCreated.filter(({ slug }) => slug === company.slug)
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
  const steps = all.slice(0, end + 1)
  const creates = steps.filter((what) => what.includes('before POST fiken /invoices/drafts'))
  expect(creates).toHaveLength(JOBS)
  // Only Fiken's lists were read, and no draft was looked up alone.
  expect(steps.filter((what) => what.includes('before GET fiken /invoices/drafts'))).toEqual([
    'transfer-lane: before GET fiken /invoices/drafts #1',
    'transfer-lane: before GET fiken /invoices/drafts #2',
  ])

  const points = killPoints(steps)
  const walkers = [first]
  const more = Array.from({ length: Math.ceil(points.length / ROUNDS) - 1 }, (_, index) => index)
  await inTurns(4, more, async (index) => {
    walkers.push(await walker(`I takt ${index + 1} AS`))
  })
  staleLists(world.vendors, LAG_SECONDS, '/invoices')
  for (let round = 0; round < ROUNDS; round += 1) {
    const inRound = hangingIn(walkers, (index) => points[index * ROUNDS + round])
    await inStep(inRound)
    await killHanging(checkpoints, inRound)
    await allCompleted(inRound)
    await expectOneEach(inRound)
  }
  report(`killed at ${points.length} of ${steps.length} steps of ${JOBS} drafts in step`)
  expect(world.vendors.ledger.overlaps).toBe(0)
})
