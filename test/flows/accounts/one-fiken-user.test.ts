import { expect, test } from 'vitest'
import { TRANSFER_LANE } from '#server/features/transfers/lane'
import { completePlainJobs } from '../../faults/support/plain-jobs.ts'
import { oneFikenUser } from '../../support/people/access/one-fiken-user.ts'
import { startTimedWorld } from '../../support/people/person.ts'
import { readyCustomer, transfersOf } from '../../support/people/tenants.ts'
import { until } from '../../support/wait.ts'

/** Tests several companies whose Fiken calls share one lane, because one Fiken user connects them. */

const BACKLOG = 60

let isHeld = false
const world = await startTimedWorld({
  overrides: {
    aroundLanes: (queue) =>
      queue.name !== TRANSFER_LANE
        ? queue
        : {
            ...queue,
            due: (limit) => (isHeld ? Promise.resolve([]) : queue.due(limit)),
            drain: (lane, signal) => (isHeld ? Promise.resolve() : queue.drain(lane, signal)),
          },
  },
})

test('no company waits for the backlog of another that the same Fiken user connects', async () => {
  const prepare = oneFikenUser()
  const busy = await readyCustomer(world, 'Travel Rør AS', { prepare })
  const others = [
    await readyCustomer(world, 'Rolig Rør AS', { prepare }),
    await readyCustomer(world, 'Stille Rør AS', { prepare }),
  ]
  isHeld = true
  completePlainJobs(world.vendors, busy.tenant, BACKLOG)
  const queued = async (customer: typeof busy, count: number) =>
    until(
      `${count} queued`,
      async () =>
        (await transfersOf(customer)).filter(({ status }) => status === 'queued').length === count,
    )
  await queued(busy, BACKLOG)
  for (const other of others) {
    completePlainJobs(world.vendors, other.tenant, 1)
    await queued(other, 1)
  }
  const before = world.vendors.ledger.total
  isHeld = false
  for (const customer of [busy, ...others])
    await until(`the drafts of ${customer.tenant.company.slug}`, async () =>
      (await transfersOf(customer)).every(({ status }) => status === 'completed'),
    )
  const made = world.vendors.ledger.entries
    .filter(
      ({ seq, method, path }) =>
        seq > before && method === 'POST' && path.endsWith('/invoices/drafts'),
    )
    .map(({ path }) => path.split('/')[4])
  expect(made).toHaveLength(BACKLOG + others.length)
  for (const { tenant } of others)
    // The busy company has at most one batch before each of the others.
    expect(made.indexOf(tenant.company.slug)).toBeLessThanOrEqual(25 + others.length)
})
