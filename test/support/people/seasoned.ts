import { putJob } from '#sandbox/seed/put'
import { saveConfiguration } from '#shared/contracts/configuration'
import { transferOf, type TestWorld } from '../world/world.ts'
import { complete, openJobs, readyCustomer, type Customer } from './customer.ts'

export interface SeasonedCustomer extends Customer {
  completed: string[]
  failed: string
  waiting: string
}

/** Makes a customer with three drafts, a job that failed by its VAT rate, and a waiting job. */
export async function seasonedCustomer(world: TestWorld): Promise<SeasonedCustomer> {
  const customer = await readyCustomer(world)
  const { tenant, visitor } = customer
  const [first, second, third, last] = openJobs(customer)
  const odd = putJob(world.vendors, tenant.account, {
    key: 'sats 12',
    client: Object.values(tenant.account.tables.company)[0]!.name,
    state: 'work order',
    daysAgo: 0.1,
    description: 'Ferge for servicebil',
    po: '000451',
    lines: [{ name: 'Ferge', price: '312.50', rate: '12' }],
  })
  const finish = async (jobUuid: string, status: string) => {
    const name = complete(world, customer, jobUuid)
    await transferOf(visitor, jobUuid, status)
    return name
  }
  const completed = []
  for (const jobUuid of [first!, second!, third!])
    completed.push(await finish(jobUuid, 'completed'))
  const failed = await finish(odd, 'failed')
  await visitor.call(saveConfiguration, { body: { isActive: false } })
  const waiting = await finish(last!, 'pending')
  await visitor.call(saveConfiguration, { body: { isActive: true } })
  return { ...customer, completed, failed, waiting }
}
