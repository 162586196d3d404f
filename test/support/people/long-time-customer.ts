import { saveConfiguration } from '#shared/contracts/configuration'
import * as contract from '#shared/contracts/reconciliation'
import { until } from '../wait.ts'
import type { ReadyOptions, TestWorld } from '../world/world.ts'
import { readyCustomer, type Customer } from './customer.ts'
import { swept } from './swept.ts'

/**
 * Makes a customer whose integration has been active for 90 days and whose jobs have just been
 * swept, so that a job added now is not found by a sweep for a quarter of an hour.
 */
export async function longTimeCustomer(
  world: TestWorld,
  options: ReadyOptions = {},
): Promise<Customer & { userId: string }> {
  const customer = await readyCustomer(world, options)
  const activatedAt = new Date(Date.now() - 90 * 86_400_000).toISOString()
  await customer.visitor.call(saveConfiguration, { body: { isActive: true, activatedAt } })
  const userId = await swept(world, customer.visitor)
  return { ...customer, userId }
}

export async function check(
  { visitor }: Customer,
  month: string,
  all = false,
): Promise<contract.ReconciliationAnswer> {
  await visitor.call(contract.startReconciliation, { body: { month } })
  return until('the check to have come to its end', async () => {
    const answer = await visitor.call(contract.readReconciliation, {
      query: { month, ...(all ? { all: '1' as const } : {}) },
    })
    return answer.state !== 'running' && answer
  })
}
