import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveConfiguration } from '#shared/contracts/configuration'
import { startTransfer } from '#shared/contracts/transfers/actions'
import * as deposits from '../../support/people/deposits/jobs-with-deposits.ts'
import { readyCustomer, type Customer } from '../../support/people/tenants.ts'
import { until } from '../../support/wait.ts'
import { startCheckpointWorld, type CheckpointWorld } from '../../support/world/checkpoint-world.ts'
import { killPoints } from '../support/kill-points.ts'

/**
 * The process is killed at each step of making a draft that takes a deposit off. There is one draft
 * of each job when it is back, and the invoice is taken off it once.
 */

/** All steps are killed at in the long run (npm run prove), else one in three. */
const ONE_IN = 3

let world: CheckpointWorld['world']
let desk: CheckpointWorld['desk']
let stop: CheckpointWorld['stop']
let customer: Customer

beforeAll(async () => {
  ;({ world, desk, stop } = await startCheckpointWorld({ vendorTimeoutMs: 3_000 }))
  customer = await readyCustomer(world, 'Avbrutte Forskudd AS')
  await customer.visitor.call(saveConfiguration, { body: { isActive: false } })
})
afterAll(() => stop())

const owner = (): deposits.Owner => ({
  world,
  person: customer.visitor,
  account: customer.tenant.account,
  company: customer.tenant.company,
})

/** A job that waits, with an invoice chosen to be taken off. */
async function newJob() {
  const client = Object.values(customer.tenant.account.tables.company)[0]?.name ?? ''
  const row = await deposits.waitingJob(owner(), client)
  await deposits.chosen(owner(), row, deposits.depositInvoice(owner(), client))
  return row
}

/** Every step of one undisturbed run, in its order, once the first has read what is read once. */
async function steps(): Promise<string[]> {
  const seen: string[] = []
  const row = await newJob()
  desk.judge = ({ queue, what }) => {
    if (queue === 'transfer-lane') seen.push(what)
    return 'go on'
  }
  await deposits.started(owner(), row)
  desk.judge = () => 'go on'
  return seen
}

const READ = 'before GET fiken /invoices/:id'

test('whichever step it is killed at from the reading of the invoice on, it is taken off one draft once', async () => {
  await steps()
  const all = await steps()
  expect(all).toContain(READ)
  // What lies before is a step of any draft (../crash-points.test.ts).
  for (const [place, step] of killPoints([...all.entries()].slice(all.indexOf(READ)), ONE_IN)) {
    let reached = 0
    let hangs = false
    const row = await newJob()
    desk.judge = ({ queue }) => {
      if (queue !== 'transfer-lane' || hangs) return 'go on'
      reached += 1
      hangs = reached > place
      return hangs ? 'hold' : 'go on'
    }
    await customer.visitor.call(startTransfer, { params: { id: row.id } })
    await until(`step ${place}, ${step}`, () => hangs)
    await world.kill()
    desk.judge = () => 'go on'
    await world.start()
    const done = await deposits.restOf(owner(), row)
    const drafts = deposits.draftsOf(owner(), done)
    const made = world.sandbox.world.ledger.draftsCreated.filter(
      ({ uuid }) => uuid === done.fikenDraftUuid,
    )
    expect([
      place,
      step,
      done.status,
      made.length,
      drafts.map(({ gross }) => gross),
      deposits.takenOffIn(drafts[0]).length,
    ]).toEqual([place, step, 'completed', 1, [375_000], 1])
  }
})
