import type { CollectiveTime } from '#shared/collective'
import { chooseCollective } from '#shared/contracts/collective'
import type { Transfer } from '#shared/contracts/transfers/row'
import { transferOf, type TestWorld } from '../../world/world.ts'
import { readyCustomer, type Customer } from '../customer.ts'
import { finishJob, type FinishedJob } from '../finished-jobs.ts'

/** A customer whose first client gets one invoice for several jobs. */
export interface CollectiveCustomer extends Customer {
  client: { uuid: string; name: string }
}

export interface JobForSet extends FinishedJob {
  row: Transfer
}

/**
 * Makes a customer whose first client gets collective drafts.
 * @param choice null keeps the default, an invoice for each job
 */
export async function collectiveCustomer(
  world: TestWorld,
  choice: { time?: CollectiveTime; byPurchaseOrder?: boolean } | null = {},
): Promise<CollectiveCustomer> {
  const customer = await readyCustomer(world)
  const [client] = Object.values(customer.tenant.account.tables.company)
  if (!client) throw new Error('There is no client')
  const { uuid, name } = client
  if (choice) {
    const { time = { every: 'hand' }, byPurchaseOrder = false } = choice
    await customer.visitor.call(chooseCollective, {
      params: { clientUuid: uuid },
      body: { time, byPurchaseOrder },
    })
  }
  return { ...customer, client: { uuid, name: String(name) } }
}

/** Completes a job for each of `fields`; waits until all wait for the collective draft. */
export async function completeSet(
  world: TestWorld,
  customer: CollectiveCustomer,
  ...fields: Record<string, unknown>[]
): Promise<JobForSet[]> {
  const jobs = fields.map((field) => finishJob(world, customer, field))
  return Promise.all(
    jobs.map(async (job) => ({
      ...job,
      row: await transferOf(customer.visitor, job.uuid, 'pending'),
    })),
  )
}
