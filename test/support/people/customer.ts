import { createTenant, type Tenant } from '#sandbox/seed/tenants'
import { completeJob } from '#sandbox/servicem8/workshop'
import { COLLECTIVE } from '#server/features/transfers/collective/queue-name'
import { TRANSFER_LANE } from '#server/features/transfers/lane'
import { until } from '../wait.ts'
import { makeReady, signUp, type ReadyOptions, type TestWorld } from '../world/world.ts'
import type { Visitor } from './browserless.ts'

/** A user with a separate business in both systems, so that tests don't affect each other. */
export interface Customer {
  email: string
  tenant: Tenant
  visitor: Visitor
}

let customers = 0

export function askForConsent({ sandbox }: TestWorld): void {
  for (const vendor of ['servicem8', 'fiken'] as const)
    sandbox.world.settings.consent[vendor] = { mode: 'page', subject: '' }
}

export async function newCustomer(world: TestWorld): Promise<Customer> {
  customers += 1
  const tenant = createTenant(world.vendors, `Rørlegger ${customers} AS`)
  const email = `kunde${customers}@example.no`
  return { tenant, email, visitor: await signUp(world, { email }) }
}

/**
 * Registers a user without a browser, with both systems connected, the company chosen, 0 %
 * confirmed and the integration active. `prepare` changes the business before connecting.
 */
export async function readyCustomer(
  world: TestWorld,
  { prepare, ...options }: ReadyOptions & { prepare?: (tenant: Tenant) => void } = {},
): Promise<Customer> {
  const customer = await newCustomer(world)
  prepare?.(customer.tenant)
  const { account, user, company } = customer.tenant
  const { consent } = world.vendors.settings
  consent.servicem8 = { mode: 'auto', subject: account.uuid }
  consent.fiken = { mode: 'auto', subject: user.email }
  await makeReady(world, customer.visitor, { slug: company.slug, ...options })
  askForConsent(world)
  return customer
}

/** Returns the UUIDs of the jobs that can be completed, ordered by job number. */
export function openJobs({ tenant }: Customer): string[] {
  return Object.values(tenant.account.tables.job)
    .filter((job) => job.status === 'Work Order' && job.active === 1)
    .sort((one, other) => Number(one.generated_job_id) - Number(other.generated_job_id))
    .map((job) => job.uuid)
}

/** Completes a job in ServiceM8; returns its name in the product, e.g. "Jobb #1003". */
export function complete(world: TestWorld, { tenant }: Customer, jobUuid: string): string {
  if (!completeJob(world.vendors, tenant.account, jobUuid))
    throw new Error(`There is no job ${jobUuid}`)
  return `Jobb #${tenant.account.tables.job[jobUuid]?.generated_job_id}`
}

/** Counts a job's drafts in the customer's Fiken company; `job` is a name such as "Jobb #1003". */
export function draftsOf({ tenant }: Pick<Customer, 'tenant'>, job: string): number {
  return tenant.company.drafts.filter((draft) => draft.ourReference === job).length
}

/** Waits until no job is being transferred, by when any duplicate draft would also exist. */
export async function noneUnderWay({ product }: Pick<TestWorld, 'product'>): Promise<void> {
  const lanes: string[] = [TRANSFER_LANE, COLLECTIVE]
  await until('no job to be on its way', async () => {
    const states = await product.platform.queue.states()
    return states.every(
      ({ name, waiting, running }) => !lanes.includes(name) || (waiting === 0 && running === 0),
    )
  })
}
