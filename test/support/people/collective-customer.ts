import { addJob, completeJob } from '#sandbox/servicem8/workshop'
import { chooseCollective, makeCollective } from '#shared/contracts/collective'
import type { ConfigurationChange } from '#shared/contracts/configuration'
import { readReconciliation, startReconciliation } from '#shared/contracts/reconciliation'
import type { Transfer } from '#shared/contracts/transfers/row'
import type { collectiveTime } from '#shared/contracts/collective'
import { dateOf } from '#shared/dates'
import type * as z from 'zod/mini'
import type { TestWorld } from '../world/world.ts'
import { until } from '../wait.ts'
import { readyCustomer, transfersOf, type Customer } from './tenants.ts'

export async function checkedMonth(
  { visitor }: Pick<Customer, 'visitor'>,
  { vendors }: Pick<TestWorld, 'vendors'>,
) {
  const month = dateOf(new Date(vendors.now())).slice(0, 7)
  await visitor.call(startReconciliation, { body: { month } })
  return until('the month to be checked', async () => {
    const found = await visitor.call(readReconciliation, { query: { month, all: '1' } })
    return found.state !== 'running' && found
  })
}

export interface CollectiveCustomer extends Customer {
  client: string
  world: Pick<TestWorld, 'vendors' | 'sandbox'>
}

type Time = z.infer<typeof collectiveTime>

export const BY_HAND: Time = { every: 'hand' }

export async function collectiveCustomer(
  world: Pick<TestWorld, 'vendors' | 'sandbox' | 'visitor'>,
  name: string,
  {
    time = BY_HAND,
    byPurchaseOrder = false,
    configuration = {},
  }: { time?: Time; byPurchaseOrder?: boolean; configuration?: ConfigurationChange } = {},
): Promise<CollectiveCustomer> {
  const customer = await readyCustomer(world, name, { configuration })
  const client = Object.keys(customer.tenant.account.tables.company)[0] ?? ''
  await customer.visitor.call(chooseCollective, {
    params: { clientUuid: client },
    body: { time, byPurchaseOrder },
  })
  return { ...customer, client, world }
}

export interface JobForSet {
  /** The price of each line in kroner, excluding VAT. */
  prices?: readonly string[]
  fields?: Record<string, string>
}

export function completeForSet(
  { world, tenant: { account }, client }: CollectiveCustomer,
  { prices = ['1000.0000'], fields = {} }: JobForSet = {},
): string {
  const address = account.tables.company[client]?.billing_address ?? ''
  const about = { company_uuid: client, job_address: address, billing_address: address }
  const lines = prices.map((price, at) => ({ name: `Arbeid ${at + 1}`, displayed_amount: price }))
  const uuid = addJob(
    world.vendors,
    account,
    { ...about, job_description: 'Service', ...fields },
    lines,
  )
  completeJob(world.vendors, account, uuid)
  return uuid
}

/** Waits until each job's transfer meets the condition; returns them in the jobs' order. */
export function rowsThat(
  customer: Customer,
  jobs: readonly string[],
  what: string,
  isSo: (row: Transfer) => boolean,
): Promise<Transfer[]> {
  return until(`${jobs.length} jobs ${what}`, async () => {
    const all = await transfersOf(customer)
    const rows = jobs.map((job) => all.find(({ servicem8JobId }) => servicem8JobId === job))
    const [pending] = rows.filter((row) => !row || !isSo(row))
    if (rows.some((row) => !row || !isSo(row)))
      throw new Error(
        JSON.stringify(
          pending && [
            pending.status,
            pending.pendingReason,
            pending.errorCode,
            pending.errorMessage,
          ],
        ),
      )
    return rows.flatMap((row) => row ?? [])
  })
}

export const waitingForSet = (customer: Customer, jobs: readonly string[]): Promise<Transfer[]> =>
  rowsThat(customer, jobs, 'to wait for their draft', (row) => row.pendingReason === 'collective')

export const onDrafts = (customer: Customer, jobs: readonly string[]): Promise<Transfer[]> =>
  rowsThat(customer, jobs, 'to be on a draft', (row) => row.status === 'completed')

export async function completeSet(
  customer: CollectiveCustomer,
  jobs: readonly JobForSet[],
): Promise<Transfer[]> {
  const uuids = jobs.map((job) => completeForSet(customer, job))
  return waitingForSet(customer, uuids)
}

export const make = ({ visitor }: Customer, rows: readonly Pick<Transfer, 'id'>[]) =>
  visitor.call(makeCollective, { body: { ids: rows.map(({ id }) => id) } })

export async function makeDrafts(
  customer: Customer,
  rows: readonly Transfer[],
): Promise<Transfer[]> {
  await make(customer, rows)
  return onDrafts(customer, jobsOf(rows))
}

/** Returns the job numbers in the headings of each draft in Fiken, oldest draft first. */
export function headingsOf({ tenant: { company } }: Customer): string[][] {
  return company.drafts.map(({ lines }) =>
    lines.flatMap(({ description, unitPrice }) =>
      unitPrice === 0 ? [/^Jobb (#\S+)\./.exec(description ?? '')?.[1] ?? ''] : [],
    ),
  )
}

export const jobsOf = (rows: readonly Pick<Transfer, 'servicem8JobId'>[]): string[] =>
  rows.map(({ servicem8JobId }) => servicem8JobId)

export const numbersOf = (rows: readonly Transfer[]): string[] =>
  rows.map(({ servicem8Data }) => `#${servicem8Data?.generated_job_id ?? ''}`)
