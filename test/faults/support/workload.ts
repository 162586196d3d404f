import { createRecord } from '#sandbox/servicem8/records'
import { addJob, completeJob, type NewJobLine } from '#sandbox/servicem8/workshop'
import { seededUuid } from '#sandbox/seed/put'
import type { Tenant } from '#sandbox/seed/tenants'
import { seededRandom } from '#sandbox/world/random'
import type { World } from '#sandbox/start'

/** A completed job; if `exact`, no line needs rounding, so both vendors' totals agree. */
export interface CompletedJob {
  uuid: string
  exact: boolean
}

/** Adds clients and items that Fiken does not have and that must be created there, each once. */
export function addNewcomers(world: World, { account }: Tenant): void {
  for (const key of ['Fjellheim Sameie', 'Lyngbø Hytteutleie AS', 'Kari Nordmann']) {
    const street = `${key.split(' ')[0]}veien 7`
    createRecord(world, account, 'company', {
      uuid: seededUuid(account.vendor.name, 'company', key),
      name: key,
      address: `${street}\n5700 Voss`,
      address_street: street,
      address_postcode: '5700',
      address_city: 'Voss',
      billing_address: `${street}\n5700 Voss`,
    })
  }
  for (const key of ['KABEL-1', 'KABEL-2']) {
    createRecord(world, account, 'material', {
      uuid: seededUuid(account.vendor.name, 'material', key),
      item_number: key,
      name: `Kabel ${key}`,
      price: '249.5000',
      tax_rate_uuid: seededUuid(account.vendor.name, 'taxrate', '25'),
    })
  }
}

/** Completes random jobs, drawn from the seed. */
export function completeJobs(
  world: World,
  { account }: Tenant,
  count: number,
  seed: number,
): CompletedJob[] {
  const random = seededRandom(seed + account.nextJobNumber)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const companies = Object.values(account.tables.company)
  const items = Object.values(account.tables.material)
  const rate = (percent: string) => seededUuid(account.vendor.name, 'taxrate', percent)

  // Kroner divisible by twenty make net and VAT whole øre, also when prices include VAT.
  const exactLine = (): NewJobLine => ({
    name: pick(items).name,
    quantity: pick(['1', '2', '0.5', '3.25', '12']),
    displayed_amount: pick(['240.0000', '880.0000', '100.0000', '1240.0000', '20.0000']),
    inclusive: random() < 0.3,
    tax_rate_uuid: rate('25'),
  })
  const oddLine = (): NewJobLine => ({
    ...exactLine(),
    displayed_amount: pick(['249.5000', '895.0000', '99.9900', '1234.5600', '10.0500']),
    tax_rate_uuid: rate(pick(['25', '25', '15'])),
  })

  return Array.from({ length: count }, (_, index) => {
    const exact = random() < 0.5
    const lines = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
      const line = exact ? exactLine() : oddLine()
      const item = pick(items)
      return random() < 0.7 ? { ...line, name: item.name, material_uuid: item.uuid } : line
    })
    const client = pick(companies)
    const job = {
      company_uuid: client.uuid,
      job_description: `Oppdrag ${index}`,
      job_address: client.address,
      billing_address: client.billing_address,
    }
    const uuid = addJob(world, account, job, lines)
    completeJob(world, account, uuid)
    return { uuid, exact }
  })
}
