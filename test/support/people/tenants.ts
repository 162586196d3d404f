import type { Sandbox } from '#sandbox/start'
import { createTenant, type Tenant } from '#sandbox/seed/tenants'
import { changeJob, completeJob } from '#sandbox/servicem8/workshop'
import { saveConfiguration, type ConfigurationChange } from '#shared/contracts/configuration'
import { listTransfers } from '#shared/contracts/transfers/list'
import type { Transfer } from '#shared/contracts/transfers/row'
import { makeReady, signUp } from '../world/world.ts'
import type { Visitor } from './browserless.ts'

/** A tradesperson with separate vendor accounts and the integration active. */
export interface Customer {
  visitor: Visitor
  tenant: Tenant
}

export async function readyCustomer(
  world: { visitor(): Visitor; sandbox: Sandbox },
  name: string,
  options: { prepare?: (tenant: Tenant) => void; configuration?: ConfigurationChange } = {},
): Promise<Customer> {
  const tenant = createTenant(world.sandbox.world, name)
  options.prepare?.(tenant)
  const visitor = await signUp(world)
  await makeReady(world, visitor, {
    slug: tenant.company.slug,
    subjects: { servicem8: tenant.account.uuid, fiken: tenant.user.email },
  })
  if (options.configuration) await visitor.call(saveConfiguration, { body: options.configuration })
  return { visitor, tenant }
}

/** Returns the customer's transfers, at most 500. */
export async function transfersOf({ visitor }: Customer): Promise<Transfer[]> {
  return visitor.call(listTransfers, { query: { limit: 500 } })
}

/** Changes and completes the customer's next work order; returns its UUID. */
export function completeWorkOrder(
  { sandbox }: { sandbox: Sandbox },
  { tenant: { account } }: Pick<Customer, 'tenant'>,
  change?: Record<string, unknown>,
): string {
  const jobs = Object.values(account.tables.job)
  const job = jobs.find(({ status, active }) => status === 'Work Order' && active === 1)
  if (!job) throw new Error('no work order is left')
  if (change) changeJob(sandbox.world, account, job.uuid, change)
  completeJob(sandbox.world, account, job.uuid)
  return job.uuid
}
