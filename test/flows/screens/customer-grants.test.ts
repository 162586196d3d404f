import { describe, expect, test } from 'vitest'
import type { NewFault } from '#sandbox/http/faults'
import { clearCompanySelection } from '#shared/contracts/configuration'
import {
  createContacts,
  readImport,
  readImportRows,
  startImport,
  type MatchKind,
} from '#shared/contracts/customer-import'
import {
  readCustomers,
  readCustomersState,
  saveCustomer,
  undoCustomer,
  type Customer,
} from '#shared/contracts/customers'
import { importCustomers, taskOver } from '../../support/people/bulk.ts'
import { fieldsOf } from '../../support/people/customer-screen.ts'
import { clientNamed, startPlumber } from '../../support/people/plumber.ts'
import { newClient, requests } from '../../support/people/unanswered.ts'
import { until } from '../../support/wait.ts'
import { consent } from '../../support/world/world.ts'

const customers = () => plumber.person.call(readCustomers)

const plumber = await startPlumber()
await until('the clients to be read', async () => (await customers()).length > 0)
async function named(name: string): Promise<Customer> {
  const found = (await customers()).find(({ company_name }) => company_name === name)
  if (!found) throw new Error(`${name} is no customer`)
  return found
}
const withdrawn = (rule: Omit<NewFault, 'kind'>) =>
  plumber.vendors.faults.add({ ...rule, kind: 'revoke', count: 1 })
async function connectAgain(vendor: 'servicem8' | 'fiken'): Promise<void> {
  const { account } = plumber
  const landed = await consent(
    plumber.person,
    vendor,
    ...(vendor === 'servicem8' ? [account.uuid] : []),
  )
  expect(landed).toContain('result=success')
  // After a new consent, the user must also confirm the company.
  if (vendor === 'fiken') await plumber.person.call(clearCompanySelection)
}
const inServicem8 = ({ company_name }: Customer) =>
  String(clientNamed(plumber.account, company_name)['billing_address'])
const saveStreet = (customer: Customer, street: string) =>
  plumber.person.call(saveCustomer, {
    params: { uuid: customer.uuid },
    body: { ...fieldsOf(customer), billing_address: street, version: customer.version },
  })
const isWritten = (name: string) =>
  until(
    'the address to be in ServiceM8',
    async () => (await named(name)).saved?.servicem8 === 'written',
  )
const imported = () => importCustomers(plumber.person)
const namesIn = async (kind: MatchKind) =>
  (await plumber.person.call(readImportRows, { query: { kind } })).map(({ name }) => name)
const { contactsNamed } = plumber

describe('the access to ServiceM8 withdrawn while an address is saved', () => {
  test.each([
    ['when the customer is looked up', 'GET', 'Ola Hansen'],
    ['when the address is written', 'POST', 'Jan Olsen'],
  ])(
    '%s: it is kept here, says what to do, and is written after connecting again',
    async (_, method, name) => {
      const customer = await named(name)
      const before = inServicem8(customer)
      const rule = withdrawn({ vendor: 'servicem8', method, path: '/company' })
      const { message, customer: now } = await saveStreet(customer, 'Tilgangsgata 1')
      expect(rule.hits).toBe(1)
      expect(message).toBe(
        'Fakturaadressen er lagret her, men ikke i ServiceM8. ServiceM8 må kobles til på nytt for at adressen kan skrives dit.',
      )
      expect(now).toMatchObject({
        billing_address: 'Tilgangsgata 1',
        saved: { servicem8: 'consent' },
      })
      expect(inServicem8(customer)).toBe(before)
      expect(await plumber.person.call(readCustomersState)).toMatchObject({
        servicem8Connected: false,
        mayWrite: false,
      })
      await connectAgain('servicem8')
      await isWritten(name)
      expect(inServicem8(customer)).toContain('Tilgangsgata 1')
    },
  )

  test('what is saved and taken back meanwhile leaves ServiceM8 as it was', async () => {
    const customer = await named('Åse Sæther')
    const before = inServicem8(customer)
    withdrawn({ vendor: 'servicem8', method: 'GET', path: '/company' })
    const { undo } = await saveStreet(customer, 'Angregata 2')
    const undone = await plumber.person.call(undoCustomer, {
      params: { uuid: customer.uuid },
      body: { undo: undo ?? '' },
    })
    expect(undone.message).toMatch(/^Lagringen er angret her, men ikke i ServiceM8\. .+/)
    expect(undone.customer.billing_address).toBe(customer.billing_address)
    await connectAgain('servicem8')
    await until('nothing to wait any more', async () => (await named('Åse Sæther')).saved === null)
    expect(inServicem8(customer)).toBe(before)
  })
})

describe('an access withdrawn while all customers are compared', () => {
  test.each([
    [
      'servicem8' as const,
      'company',
      'Kundene i ServiceM8 ble ikke hentet. Tilgangen til ServiceM8 er utløpt eller trukket tilbake. Koble til ServiceM8 på nytt, og prøv igjen.',
      'Koble til ServiceM8 under Konfigurasjoner først.',
    ],
    [
      'fiken' as const,
      '/contacts$',
      'Kontaktene i Fiken ble ikke hentet. Tilgangen til Fiken er utløpt eller trukket tilbake. Koble til Fiken på nytt og bekreft selskapet, og prøv igjen.',
      'Koble til Fiken under Konfigurasjoner først.',
    ],
  ])(
    'to %s: it says so, the lists stay, and it is done after connecting again',
    async (vendor, path, what, refusal) => {
      await imported()
      const { counts } = await plumber.person.call(readImport)
      withdrawn({ vendor, method: 'GET', path })
      const { items } = await imported()
      const [failed] = items.filter(({ status }) => status === 'failed')
      expect(failed?.message).toBe(what)
      expect(items.at(-1)).toMatchObject({ status: 'left_alone' })
      expect((await plumber.person.call(readImport)).counts).toEqual(counts)
      expect(await plumber.person.tryCall(startImport)).toMatchObject({
        status: 409,
        body: { message: refusal },
      })
      await connectAgain(vendor)
      expect((await imported()).counts).toMatchObject({ failed: 0, leftAlone: 0 })
      expect((await plumber.person.call(readImport)).counts).toEqual(counts)
    },
  )
})

test('the access to Fiken withdrawn while contacts are made: none is lost and none is made twice', async () => {
  const names = [newClient(plumber), newClient(plumber)]
  await imported()
  expect(await namesIn('missing')).toEqual(expect.arrayContaining(names))
  const uuids = names.map((name) => clientNamed(plumber.account, name).uuid)
  const made = async () => {
    const { taskId } = await plumber.person.call(createContacts, { body: { uuids } })
    return taskOver(plumber.person, taskId)
  }
  withdrawn({ vendor: 'fiken', method: 'POST', path: '/contacts$' })
  const { items } = await made()
  expect(items.map(({ status }) => status)).toEqual(['failed', 'failed'])
  for (const { message } of items)
    expect(message).toBe(
      'Kontakten ble ikke laget. Tilgangen til Fiken er utløpt eller trukket tilbake. Koble til Fiken på nytt og bekreft selskapet, og prøv igjen.',
    )
  // No request is sent to Fiken with a revoked grant.
  const asked = requests(plumber, 'POST', /\/contacts$/)
  await made()
  expect(requests(plumber, 'POST', /\/contacts$/)).toBe(asked)
  expect(await namesIn('missing')).toEqual(expect.arrayContaining(names))

  await connectAgain('fiken')
  expect((await made()).counts).toMatchObject({ total: 2, done: 2 })
  for (const name of names) expect(contactsNamed(name)).toHaveLength(1)
})
