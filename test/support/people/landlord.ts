import type { Locator, Page } from 'playwright-core'
import { putClients, type SeedClient } from '#sandbox/seed/clients'
import { updateRecord } from '#sandbox/servicem8/records'
import { addJob } from '#sandbox/servicem8/workshop'
import { localStamp } from '#sandbox/world/local-time'
import { readCustomers, saveCustomer, type Customer as Row } from '#shared/contracts/customers'
import { until } from '../wait.ts'
import { transferOf, type TestWorld } from '../world/world.ts'
import { readyCustomer, type Customer } from './customer.ts'

const BLOCK: SeedClient = {
  name: 'Havn Borettslag',
  street: 'Havnegaten 3',
  postcode: '5003',
  city: 'Bergen',
  contact: ['Liv', 'Havn', 'styret@havn.example', '55 12 99 01'],
  billingAddress: 'Havn Drift AS\nPostboks 9 Sentrum\n5804 Bergen',
}
const SITE: SeedClient = {
  name: 'Oppgang B',
  parent: BLOCK.name,
  street: 'Sandviksveien 5',
  postcode: '5035',
  city: 'Bergen',
  contact: ['Vakt', 'Mester', 'vakt@havn.example', '55 12 99 02'],
}
const UNCLEAR: SeedClient = {
  name: 'Tåkeheimen Vel',
  street: 'Ukjent vei',
  postcode: '5003',
  city: 'Bergen',
  contact: ['Ola', 'Take', '', ''],
  billingAddress: 'Fakturaen legges i postkassen ved porten',
}
export const NAMES = { block: BLOCK.name, site: SITE.name, unclear: UNCLEAR.name }

export async function landlord(
  world: TestWorld,
  more: readonly SeedClient[] = [],
): Promise<Customer> {
  const customer = await readyCustomer(world, {
    prepare: ({ account }) =>
      putClients(
        account,
        [BLOCK, SITE, UNCLEAR, ...more],
        localStamp(world.vendors.now() - 86_400_000),
      ),
  })
  await until('the customers to be read', async () => (await rowsOf(customer)).length > 0)
  return customer
}

export const rowsOf = ({ visitor }: Customer): Promise<Row[]> => visitor.call(readCustomers)

export function clientOf({ tenant }: Customer, name: string) {
  const found = Object.values(tenant.account.tables.company).find((one) => one.name === name)
  if (!found) throw new Error(`There is no client ${name}`)
  return found
}

export const billingIn = (customer: Customer, name: string): string =>
  String(clientOf(customer, name)['billing_address'])

export function changeClient(
  { sandbox }: TestWorld,
  customer: Customer,
  name: string,
  change: Record<string, unknown>,
): void {
  updateRecord(sandbox.world, customer.tenant.account, 'company', clientOf(customer, name), change)
}

/**
 * Saves one recipient for the client, and completes a job that names another recipient known in
 * Fiken, so that the user is asked who the customer is.
 */
export async function doubtAbout(
  world: TestWorld,
  customer: Customer,
  name: string,
): Promise<void> {
  const { uuid, address } = clientOf(customer, name)
  await until('the customer to be read', async () =>
    (await rowsOf(customer)).some((row) => row.uuid === uuid),
  )
  await customer.visitor.call(saveCustomer, {
    params: { uuid },
    body: {
      billing_company_name: `${name} Holding`,
      billing_address: 'Nordnesgaten 7',
      billing_city: 'Bergen',
      billing_postal_code: '5005',
      billing_country: 'Norge',
    },
  })
  const job = addJob(
    world.vendors,
    customer.tenant.account,
    {
      status: 'Completed',
      company_uuid: uuid,
      job_address: address,
      billing_address: 'Vestkanten Eiendom AS\nLoddefjordveien 2\n5171 Loddefjord',
      job_description: 'Utført etter avtale',
    },
    [{ name: 'Arbeid', displayed_amount: '895' }],
  )
  await transferOf(customer.visitor, job, 'pending')
}

export const customerRow = (page: Page, name: string): Locator =>
  page
    .getByRole('table', { name: 'Kunder', exact: true })
    .locator('[data-row]')
    .filter({ has: page.getByText(name, { exact: true }) })

export const editButton = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: `Rediger fakturaadressen til ${name}`, exact: true })

export const editDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Rediger kunde', exact: true })
