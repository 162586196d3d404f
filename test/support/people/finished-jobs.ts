import type { NewFault } from '#sandbox/http/faults'
import { addJob, type NewJobLine } from '#sandbox/servicem8/workshop'
import type { TestWorld } from '../world/world.ts'
import type { Customer } from './customer.ts'

export interface FinishedJob {
  uuid: string
  /** The job's name in the product, e.g. "Jobb #1003". */
  name: string
}

export const WORK: NewJobLine = { name: 'Arbeid', displayed_amount: '800.0000' }

export function finishJob(
  { sandbox }: TestWorld,
  { tenant: { account } }: Pick<Customer, 'tenant'>,
  fields: Record<string, unknown> = {},
  lines: NewJobLine[] = [WORK],
): FinishedJob {
  const client = Object.values(account.tables.company)[0]!
  const all = {
    status: 'Completed',
    company_uuid: client.uuid,
    job_address: client.address,
    billing_address: client.billing_address,
    ...fields,
  }
  const uuid = addJob(sandbox.world, account, all, lines)
  return { uuid, name: `Jobb #${account.tables.job[uuid]?.generated_job_id}` }
}

export const rate = ({ tenant: { account } }: Customer, percent: number) =>
  Object.values(account.tables.taxrate).find(({ amount }) => Number(amount) === percent)?.uuid ?? ''

export const lineOf = ({ tenant: { account } }: Customer, { uuid }: FinishedJob) =>
  Object.values(account.tables.jobmaterial).find(({ job_uuid }) => job_uuid === uuid)!

/** Suppresses ServiceM8's webhooks, so that only the user's click can resume the transfer. */
export async function quietly(
  { sandbox: { world } }: TestWorld,
  act: () => unknown,
): Promise<void> {
  world.settings.servicem8.webhooks = 'drop'
  await act()
  world.settings.servicem8.webhooks = 'normal'
}

/** Makes all of the customer's requests to Fiken fail until the returned function is called. */
export function failingFor(
  { sandbox: { world } }: TestWorld,
  { tenant }: Customer,
  ...faults: NewFault[]
): () => void {
  const made = faults.map((fault) =>
    world.faults.add({ vendor: 'fiken', who: tenant.user.email, ...fault }),
  )
  return () => made.forEach(({ id }) => world.faults.remove(id))
}
