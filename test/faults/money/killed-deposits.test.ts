import { expect, test } from 'vitest'
import { startTransfer } from '#shared/contracts/transfers/actions'
import * as deposits from '../../support/people/deposits/jobs-with-deposits.ts'
import { readyCustomer } from '../../support/people/tenants.ts'
import { until } from '../../support/wait.ts'
import { startCheckpointWorld } from '../../support/world/checkpoint-world.ts'
import type { Checkpoint } from '../../support/world/checkpoints.ts'
import { hangAt, killPoints, stepsDuring } from '../support/kill-points.ts'

/** Tests that the draft deducts the deposit invoice once after a kill at any step. */

/** The server is killed at one step in three; `npm run prove` kills it at every step. */
const ONE_IN = 3

const { world, desk } = await startCheckpointWorld({ vendorTimeoutMs: 3_000 })
const customer = await readyCustomer(world, 'Avbrutte Forskudd AS')
const { owner, client } = await deposits.pausedOwner(world, customer)

/** Makes a job that waits for the user, with an invoice chosen to be deducted. */
async function newJob() {
  const row = await deposits.waitingJob(owner, client)
  await deposits.chosen(owner, row, deposits.depositInvoice(owner, client))
  return row
}

const isStep = ({ queue }: Checkpoint) => queue === 'transfer-lane'
const READ = 'before GET fiken /invoices/:id'

test('whichever step it is killed at from the reading of the invoice on, it is taken off one draft once', async () => {
  const steps = async () => {
    const row = await newJob()
    return stepsDuring(desk, isStep, () => deposits.started(owner, row))
  }
  // The first run also reads lists that are read only once, so the second run is recorded.
  await steps()
  const all = await steps()
  expect(all).toContain(READ)
  // Earlier steps are the same for any draft and are tested in ../crash-points.test.ts.
  for (const [place, step] of killPoints([...all.entries()].slice(all.indexOf(READ)), ONE_IN)) {
    const row = await newJob()
    const hangs = hangAt(desk, isStep, place)
    await customer.visitor.call(startTransfer, { params: { id: row.id } })
    await until(`step ${place}, ${step}`, hangs)
    await world.kill()
    desk.judge = () => 'go on'
    await world.start()
    const done = await deposits.restOf(owner, row)
    const drafts = deposits.draftsOf(owner, done)
    const made = world.vendors.ledger.draftsCreated.filter(
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
