import { eq } from 'drizzle-orm'
import { createTenant, type Tenant } from '#sandbox/seed/tenants'
import { changeJob, completeJob } from '#sandbox/servicem8/workshop'
import { users } from '#server/features/auth/tables'
import { readSession } from '#shared/contracts/auth'
import { saveConfiguration, type ConfigurationChange } from '#shared/contracts/configuration'
import { listTransfers } from '#shared/contracts/transfers/list'
import type { Transfer } from '#shared/contracts/transfers/row'
import { makeReady, signUp, type TestWorld } from '../world/world.ts'
import type { Visitor } from './browserless.ts'

/** A tradesperson with separate vendor accounts and the integration active. */
export interface Customer {
  visitor: Visitor
  tenant: Tenant
}

export async function readyCustomer(
  world: Pick<TestWorld, 'visitor' | 'vendors'>,
  name: string,
  options: {
    prepare?: (tenant: Tenant) => void
    /** Runs before anything is connected. */
    registered?: (visitor: Visitor) => Promise<unknown>
    configuration?: ConfigurationChange
  } = {},
): Promise<Customer> {
  const tenant = createTenant(world.vendors, name)
  options.prepare?.(tenant)
  const visitor = await signUp(world)
  await options.registered?.(visitor)
  await makeReady(world, visitor, {
    slug: tenant.company.slug,
    subjects: { servicem8: tenant.account.uuid, fiken: tenant.user.email },
  })
  if (options.configuration) await visitor.call(saveConfiguration, { body: options.configuration })
  return { visitor, tenant }
}

/** A customer whose e-mail address is confirmed. */
export interface Reader extends Customer {
  email: string
  id: string
}

export async function readyReader(world: TestWorld, name: string): Promise<Reader> {
  const customer = await readyCustomer(world, name)
  const { email, id } = await customer.visitor.call(readSession)
  const { db } = world.product.platform
  await db.update(users).set({ confirmedEmail: email }).where(eq(users.id, id))
  return { ...customer, email, id }
}

/** Returns the customer's transfers, at most 500. */
export async function transfersOf({ visitor }: Customer): Promise<Transfer[]> {
  return visitor.call(listTransfers, { query: { limit: 500 } })
}

/** Returns the UUID of the customer's next work order. */
export function nextWorkOrder({ tenant: { account } }: Pick<Customer, 'tenant'>): string {
  const jobs = Object.values(account.tables.job)
  const job = jobs.find(({ status, active }) => status === 'Work Order' && active === 1)
  if (!job) throw new Error('no work order is left')
  return job.uuid
}

/** Changes and completes the customer's next work order; returns its UUID. */
export function completeWorkOrder(
  { vendors }: Pick<TestWorld, 'vendors'>,
  customer: Pick<Customer, 'tenant'>,
  change?: Record<string, unknown>,
): string {
  const { account } = customer.tenant
  const uuid = nextWorkOrder(customer)
  if (change) changeJob(vendors, account, uuid, change)
  completeJob(vendors, account, uuid)
  return uuid
}

/** Changes and completes the customer's next work orders; returns their UUIDs. */
export function completeWorkOrders(
  world: Pick<TestWorld, 'vendors'>,
  customer: Pick<Customer, 'tenant'>,
  count: number,
  change?: Record<string, unknown>,
): string[] {
  return Array.from({ length: count }, () => completeWorkOrder(world, customer, change))
}
