import { addContact } from '#sandbox/fiken/contacts'
import { putClients, type SeedClient } from '#sandbox/seed/clients'
import { addJob } from '#sandbox/servicem8/workshop'
import { localStamp } from '#sandbox/world/local-time'
import { readCustomerQueue } from '#shared/contracts/transfers/customer-queue'
import { until } from '../../wait.ts'
import type { ReadyOptions, TestWorld } from '../../world/world.ts'
import { readyCustomer, type Customer } from '../customer.ts'
import { clientOf } from '../landlord.ts'

const FIRST = 'Arne Berit Dagfinn Eldbjørg Gunnhild Håvard Ingvild Jostein Kristoffer'.split(' ')
const LAST = 'Fjellheim Nordstrand Kvamsdal Østerbø Rogneby Skjervold Tveitane Vindenes'.split(' ')

const PEOPLE = LAST.flatMap((last) => FIRST.map((first) => `${first} ${last}`))

const clientAt = (name: string, at: number): SeedClient => ({
  name,
  street: `Lyngveien ${at + 1}`,
  postcode: '5003',
  city: 'Bergen',
  contact: [name.split(' ')[0]!, name.split(' ')[1]!, '', ''],
  individual: true,
})

/**
 * Makes clients with a finished job each, and for each a namesake in Fiken at another address, so
 * that the user is asked about all of them, in the returned order.
 */
export async function uncertainCustomers(
  world: TestWorld,
  count: number,
  options: ReadyOptions = {},
): Promise<{ customer: Customer; names: string[] }> {
  const names = PEOPLE.slice(0, count)
  const customer = await readyCustomer(world, {
    ...options,
    prepare: ({ account, company }) => {
      putClients(account, names.map(clientAt), localStamp(world.vendors.now() - 86_400_000))
      for (const name of names)
        addContact(world.vendors, company, {
          name,
          customer: true,
          address: {
            streetAddress: 'Torget 1',
            streetAddressLine2: '',
            city: 'Arendal',
            postCode: '4836',
            country: 'Norway',
          },
        })
    },
  })
  for (const name of names) addUncertainJob(world, customer, name)
  const queue = await until('everybody to be uncertain', async () => {
    const found = await customer.visitor.call(readCustomerQueue)
    return found.length === count ? found : null
  })
  return { customer, names: queue.map((one) => one.customer) }
}

function addUncertainJob(world: TestWorld, customer: Customer, name: string): void {
  const { uuid, address } = clientOf(customer, name)
  addJob(
    world.vendors,
    customer.tenant.account,
    {
      status: 'Completed',
      company_uuid: uuid,
      job_address: address,
      job_description: 'Byttet pakning',
    },
    [{ name: 'Arbeid', displayed_amount: '895' }],
  )
}
