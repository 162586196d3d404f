import { readImport, startImport } from '#shared/contracts/customer-import'
import { readReconciliation, startReconciliation } from '#shared/contracts/reconciliation'
import { monthOf, today } from '#shared/dates'
import { until } from '#test/support/wait'
import { cookieOf, fill } from './five-years.ts'
import { fillClients, fillProducts } from './filled-lists.ts'
import { recordTransfer } from './transfers.ts'
import type { BenchWorld } from './world.ts'

export const ROWS = 20

/**
 * Makes a user with rows on every screen: jobs, a log, customers that have been compared, products,
 * and a month that has been checked. Returns the session cookie.
 */
export async function smallBusiness(world: BenchWorld): Promise<string> {
  const [person] = await world.customers(1)
  if (!person) throw new Error('nobody is there')
  const { visitor } = person
  await recordTransfer(world, person)
  await fill(world, person, ROWS - 1)
  await fillClients(world, person, ROWS)
  await fillProducts(world, person, ROWS)
  const month = monthOf(today(new Date()))
  await visitor.call(startReconciliation, { body: { month } })
  await visitor.call(startImport)
  await until('the month to be checked, and the customers to be compared', async () => {
    const { state } = await visitor.call(readReconciliation, { query: { month } })
    const { task } = await visitor.call(readImport)
    return state === 'done' && task !== null && !['queued', 'running'].includes(task.status)
  })
  return cookieOf(world, person)
}
