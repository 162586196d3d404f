import { afterAll, beforeAll, expect, test } from 'vitest'
import { addContact } from '#sandbox/fiken/contacts'
import { createRecord } from '#sandbox/servicem8/records'
import { localDate } from '#sandbox/world/local-time'
import type { StoredContact } from '#sandbox/world/state'
import { saveConfiguration } from '#shared/contracts/configuration'
import { chooseRecipient, readRecipient, retryTransfer } from '#shared/contracts/transfers/actions'
import type { Transfer } from '#shared/contracts/transfers/row'
import {
  atRest,
  completeNewJob,
  countFrom,
  draftOf,
  startPlumber,
  storyOf,
  type Plumber,
} from '../../support/people/plumber.ts'

/** A contact that somebody has archived in Fiken, or merged with another, after it was linked. */

let plumber: Plumber
const QUIET_MS = 60_001

beforeAll(async () => {
  plumber = await startPlumber()
  await countFrom(plumber, 0)
})
afterAll(() => plumber.world.stop())

/** A client with a number, at an address. Returns what completes a job for it. */
function client(name: string, number: string): () => Promise<Transfer> {
  const company_uuid = createRecord(plumber.world.sandbox.world, plumber.account, 'company', {
    name,
    abn_number: number,
    billing_address: 'Torget 2\n5014 Bergen',
  })
  const billingAddress = 'Torget 2\n5014 Bergen'
  return () =>
    atRest(plumber, completeNewJob(plumber, { billingAddress, fields: { company_uuid } }))
}
const contactOf = (transfer: Transfer) => {
  const { customerId } = draftOf(plumber, transfer)
  return plumber.company.contacts.find(({ contactId }) => contactId === customerId)
}
const today = () => localDate(plumber.world.sandbox.world.now())
function archive(contact: StoredContact | undefined): StoredContact {
  if (!contact) throw new Error('There is no contact')
  Object.assign(contact, { inactive: true, lastModifiedDate: today() })
  return contact
}
const add = (name: string, organizationNumber: string) =>
  addContact(
    plumber.world.sandbox.world,
    plumber.company,
    { name, organizationNumber, customer: true },
    today(),
  )
const retry = async ({ id, servicem8JobId, updatedAt }: Transfer) => {
  await plumber.person.call(retryTransfer, { params: { id }, query: {} })
  return atRest(plumber, servicem8JobId, updatedAt)
}

test('is followed by the only active one with the same number and name, and the row says so', async () => {
  const complete = client('Arkivert Rør AS', '974760673')
  const old = archive(contactOf(await complete()))
  const next = add('Arkivert Rør A/S', 'NO 974 760 673 MVA')
  plumber.later(QUIET_MS)
  const done = await complete()
  expect(contactOf(done)).toBe(next)
  expect((await storyOf(plumber, done)).join(' ')).toContain('satt inaktiv i Fiken')
  expect(old.inactive).toBe(true)
  expect(contactOf(await complete())).toBe(next)
})

test('is a question where nobody follows it; chosen all the same, it is active again', async () => {
  const complete = client('Lagt Bort AS', '940155223')
  const old = archive(contactOf(await complete()))
  plumber.later(QUIET_MS)
  const asked = await complete()
  expect(asked).toMatchObject({ status: 'pending', pendingReason: 'ambiguous_customer' })
  expect(asked.errorMessage).toBe(
    '«Lagt Bort AS» er satt inaktiv i Fiken. Aktiver kontakten, velg en annen, eller opprett en ny.',
  )
  const { id } = asked
  const choice = await plumber.person.call(readRecipient, { params: { id } })
  expect(choice.candidates).toMatchObject([{ contactId: old.contactId, inactive: true }])
  expect(choice.why).toBe(asked.errorMessage)
  await plumber.person.call(chooseRecipient, {
    params: { id },
    body: { contactId: old.contactId, always: true },
  })
  const done = await atRest(plumber, asked.servicem8JobId, asked.updatedAt)
  expect(contactOf(done)).toBe(old)
  expect(old.inactive).toBe(false)
})

test('is a question where several may follow it; "Prøv igjen" asks Fiken about each of them', async () => {
  const complete = client('Tvilling Bygg AS', '959901287')
  archive(contactOf(await complete()))
  const [one, twin] = [add('Tvilling Bygg AS', '959901287'), add('Tvilling Bygg AS', '959901287')]
  plumber.later(QUIET_MS)
  const asked = await complete()
  expect(asked).toMatchObject({ pendingReason: 'ambiguous_customer' })
  const { company } = plumber
  company.contacts = company.contacts.filter((contact) => contact !== twin)
  const done = await retry(asked)
  expect(done.status).toBe('completed')
  expect(contactOf(done)).toBe(one)
})

test('made active again in Fiken, it is used without a question', async () => {
  const complete = client('Frem Igjen AS', '959900558')
  const old = archive(contactOf(await complete()))
  plumber.later(QUIET_MS)
  const asked = await complete()
  expect(asked.pendingReason).toBe('ambiguous_customer')
  Object.assign(old, { inactive: false, lastModifiedDate: today() })
  expect(contactOf(await retry(asked))).toBe(old)
})

test('is never invoiced: a draft that went to one stops before it is issued', async () => {
  const complete = client('Sent Arkivert AS', '959900310')
  const old = contactOf(await complete())
  await plumber.person.call(saveConfiguration, { body: { invoiceCreationMode: 'invoice' } })
  const { world } = plumber.world.sandbox
  const before = plumber.company.invoices.length
  archive(old)
  // Within the minute: the contact is known as it was.
  const stopped = await complete()
  expect(stopped).toMatchObject({ status: 'failed', errorCode: 'contact_inactive' })
  expect(plumber.company.invoices).toHaveLength(before)
  Object.assign(old ?? {}, { inactive: false, lastModifiedDate: localDate(world.now()) })
  expect((await retry(stopped)).fikenInvoiceNumber).not.toBeNull()
  await plumber.person.call(saveConfiguration, { body: { invoiceCreationMode: 'draft' } })
})
