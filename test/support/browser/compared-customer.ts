import type { Locator, Page } from 'playwright-core'
import { addContact } from '#sandbox/fiken/contacts'
import { putClients, type SeedClient } from '#sandbox/seed/clients'
import { localStamp } from '#sandbox/world/local-time'
import type { StoredContact } from '#sandbox/world/state'
import type { MatchKind } from '#shared/contracts/customer-import'
import type { TestWorld } from '../world/world.ts'
import { importCustomers } from '../people/bulk.ts'
import { readyCustomer, type Customer } from '../people/customer.ts'

/** Returns the seed data of a private client with this name and street number. */
const person = (name: string, number: number): SeedClient => {
  const [first = '', last = ''] = name.split(' ')
  return {
    name,
    individual: true,
    street: `Sjøgaten ${number}`,
    postcode: '5035',
    city: 'Bergen',
    contact: [first, last, `${first.toLowerCase()}@epost.example`, ''],
  }
}
const UNCERTAIN = [person('Bjørg Ødegård', 3), person('Tormod Skjold', 5)]
const MISSING = [person('Åsne Fjellvang', 7), person('Per Kvalheim', 9)]
export const COMPARED = {
  uncertain: UNCERTAIN.map(({ name }) => name),
  missing: MISSING.map(({ name }) => name),
}

export function comparedCustomer(
  world: TestWorld,
  more: readonly string[] = [],
): Promise<Customer> {
  return readyCustomer(world, {
    prepare: ({ account, company }) => {
      const missing = more.map((name, index) => person(name, 100 + index))
      const stamp = localStamp(world.vendors.now() - 86_400_000)
      putClients(account, [...UNCERTAIN, ...MISSING, ...missing], stamp)
      for (const { name } of UNCERTAIN) addContact(world.vendors, company, { name, customer: true })
    },
  })
}

export const compare = ({ visitor }: Customer) => importCustomers(visitor)

export const contactsNamed = ({ tenant }: Customer, name: string): StoredContact[] =>
  tenant.company.contacts.filter((contact) => contact.name === name)

const LISTS: Record<MatchKind, string> = {
  linked: 'Koblet',
  uncertain: 'Usikre',
  missing: 'Mangler i Fiken',
}

export const listChip = (page: Page, list: MatchKind): Locator =>
  page
    .getByRole('group', { name: 'Lister' })
    .getByRole('button', { name: new RegExp(`^${LISTS[list]}`) })

export const matchRow = (page: Page, list: MatchKind, name: string): Locator =>
  page
    .getByRole('table', { name: LISTS[list], exact: true })
    .locator('[data-row]')
    .filter({ has: page.getByRole('link', { name: `${name}: se kunden` }) })

export const linkButton = (page: Page, customer: string, contact = customer): Locator =>
  page.getByRole('button', { name: `Koble ${customer} til ${contact}`, exact: true })
