import { describe, expect, test } from 'vitest'
import { createRecord } from '#sandbox/servicem8/records'
import { localDate } from '#sandbox/world/local-time'
import { enterAddress, readRecipient, retryTransfer } from '#shared/contracts/transfers/actions'
import { readPreview } from '#shared/contracts/transfers/preview'
import type { AddressFields } from '#shared/forms/address'
import type { Transfer } from '#shared/contracts/transfers/row'
import {
  atRest,
  completeNewJob,
  countFrom,
  draftOf,
  startPlumber,
  storyOf,
  type CompletedJob,
} from '../../support/people/plumber.ts'

/** Tests texts in which users write who receives the invoice. */

const plumber = await startPlumber()
await countFrom(plumber, 0)

const { contactsNamed, contactOf, addCustomer: addToFiken } = plumber
const complete = (job: CompletedJob): Promise<Transfer> =>
  atRest(plumber, completeNewJob(plumber, job))
const addClient = (fields: Record<string, unknown>) =>
  createRecord(plumber.vendors, plumber.account, 'company', fields)
const addressless = (name: string) => addClient({ name, address: '', billing_address: '' })
const jobOf = (company_uuid: string, billingAddress = '') => ({
  billingAddress,
  fields: { company_uuid, job_address: '' },
})

describe('a billing text as companies dictate it', () => {
  const TEXT =
    'Att: Regnskap\nKverndalen Drift AS\nOrg.nr.\u00a0910 001 235\nOrg.nr. 974 760 673 MVA\nfaktura@kverndalen.example\nEHF: 0192:974760673\nTlf. 55 12 34 56\nKverndalsgata 8 5035 Bergen'

  test('gives each thing its field, and nothing else a street', async () => {
    const transfer = await complete({ client: 'Kari Nordmann', billingAddress: TEXT })
    expect(contactOf(transfer)).toMatchObject({
      name: 'Kverndalen Drift AS',
      organizationNumber: '974760673',
      email: 'faktura@kverndalen.example',
      phoneNumber: '+4755123456',
      address: { streetAddress: 'Kverndalsgata 8', postCode: '5035', city: 'Bergen' },
    })
    expect(contactOf(transfer)?.address).not.toHaveProperty('streetAddressLine2')
    expect(draftOf(plumber, transfer).yourReference).toBe('Regnskap')
  })

  test('that begins with "Att:" is for the client', async () => {
    const billingAddress = 'Att: Regnskap\nfaktura@nordmann.example\nStorgata 3\n5003 Bergen'
    const transfer = await complete({ client: 'Kari Nordmann', billingAddress })
    expect(contactOf(transfer)?.name).toBe('Kari Nordmann')
  })

  test('that is the address of the client called by it names nobody', async () => {
    const client = addClient({
      name: 'Sameiet Nygårdsgaten 12',
      address: 'Nygårdsgaten 12\n5015 Bergen',
      address_street: 'Nygårdsgaten 12',
      address_postcode: '5015',
      address_city: 'Bergen',
    })
    const transfer = await complete(jobOf(client, 'Nygårdsgaten 12\n5015 Bergen'))
    expect(contactOf(transfer)).toMatchObject({
      name: 'Sameiet Nygårdsgaten 12',
      memberNumberString: client,
      address: { streetAddress: 'Nygårdsgaten 12', postCode: '5015', city: 'Bergen' },
    })
  })
})

test('an organisation number is read as it is written, on both sides', async () => {
  const written = addToFiken({
    name: 'Gamlehaugen Vest AS',
    organizationNumber: 'NO 940 155 223 MVA',
  })
  const client = addClient({
    name: 'Gamlehaugen Vest',
    abn_number: 'Foretaksregisteret NO\u00a0940\u00a0155\u00a0223 (MVA)',
    billing_address: 'Gamlehaugveien 10\n5231 Paradis',
  })
  const transfer = await complete(jobOf(client))
  expect(draftOf(plumber, transfer).customerId).toBe(written.contactId)
})

test('an address abroad reaches Fiken with its country', async () => {
  const client = addClient({
    name: 'Baltic Windows SIA',
    billing_address: 'Brīvības iela 5\nRīga, LV-1010\nLatvia',
  })
  expect(contactOf(await complete(jobOf(client)))?.address).toEqual({
    streetAddress: 'Brīvības iela 5',
    postCode: 'LV-1010',
    city: 'Rīga',
    country: 'Latvia',
  })
  const irish = addClient({
    name: 'Grafton Doors Ltd',
    billing_address: '12 Grafton Street\nDublin\nIreland',
  })
  expect(contactOf(await complete(jobOf(irish)))?.address).toEqual({
    streetAddress: '12 Grafton Street',
    streetAddressLine2: 'Dublin',
    country: 'Irland',
  })
})

test('an e-mail address that mail does not reach is left out, and the row says so', async () => {
  const client = addClient({ name: 'Punktum Prikk AS', billing_address: 'Torget 2\n5014 Bergen' })
  createRecord(plumber.vendors, plumber.account, 'companycontact', {
    company_uuid: client,
    first: 'Per',
    last: 'Punktum',
    email: 'per..punktum@prikk.example',
    type: 'BILLING',
  })
  const transfer = await complete(jobOf(client))
  expect(contactOf(transfer)).not.toHaveProperty('email')
  expect(await storyOf(plumber, transfer)).toContain(
    '«per..punktum@prikk.example» er ikke en gyldig e-postadresse og er utelatt. Kunden i Fiken står uten e-post.',
  )
})

describe('a customer without address and organisation number', () => {
  const tryEnter = ({ id }: Transfer, body: Partial<AddressFields>) =>
    plumber.person.tryCall(enterAddress, {
      params: { id },
      body: { address: '', postalCode: '', city: '', country: 'Norge', ...body },
    })
  const enter = async (transfer: Transfer, body: Partial<AddressFields>) =>
    expect((await tryEnter(transfer, body)).status).toBe(200)

  test('is not made, and has its address entered', async () => {
    const client = addressless('Uten Adresse AS')
    const stopped = await complete(jobOf(client))
    expect(stopped).toMatchObject({ status: 'failed', errorCode: 'address_missing' })
    expect(stopped.errorMessage).toBe(
      'Jobben har verken adresse eller organisasjonsnummer for «Uten Adresse AS», og en faktura skal ha ett av dem.',
    )
    expect(contactsNamed('Uten Adresse AS')).toEqual([])
    const { id } = stopped
    const preview = await plumber.person.call(readPreview, { params: { id } })
    expect(preview.problems.map(({ code }) => code)).toEqual(['address_missing'])
    const { recipient } = await plumber.person.call(readRecipient, { params: { id } })
    expect(recipient.parts).toBeNull()
    await enter(stopped, { address: 'Nyveien 4', postalCode: '5067', city: 'Bergen' })
    const done = await atRest(plumber, stopped.servicem8JobId, stopped.updatedAt)
    expect(done.status).toBe('completed')
    expect(contactOf(done)).toMatchObject({
      name: 'Uten Adresse AS',
      memberNumberString: client,
      address: { streetAddress: 'Nyveien 4', postCode: '5067', city: 'Bergen', country: 'Norge' },
    })
    expect((await complete(jobOf(client))).status).toBe('completed')
    expect(contactsNamed('Uten Adresse AS')).toHaveLength(1)
  })

  test('who is in Fiken stops too, goes on when the address is entered there, and not otherwise', async () => {
    const client = addressless('Bare Navn AS')
    const contact = addToFiken({ name: 'Bare Navn AS' })
    contact.memberNumberString = client
    const stopped = await complete(jobOf(client))
    expect(stopped).toMatchObject({ status: 'failed', errorCode: 'address_missing' })
    const { id, servicem8JobId } = stopped
    await plumber.person.call(retryTransfer, { params: { id }, query: {} })
    const again = await atRest(plumber, servicem8JobId, stopped.updatedAt)
    expect(again.errorCode).toBe('address_missing')
    contact.address = { streetAddress: 'Torget 1', country: 'Norge' }
    contact.lastModifiedDate = localDate(plumber.vendors.now())
    await plumber.person.call(retryTransfer, { params: { id }, query: {} })
    expect((await atRest(plumber, servicem8JobId, again.updatedAt)).status).toBe('completed')
  })

  test('who has an address in ServiceM8 gets it in Fiken, and the row says so', async () => {
    const contact = addToFiken({ name: 'Bare Navn i Fiken' })
    const client = addClient({ name: contact.name, billing_address: 'Torget 2\n5014 Bergen' })
    contact.memberNumberString = client
    const done = await complete(jobOf(client))
    expect(contactOf(done)).toBe(contact)
    expect(contact.address).toMatchObject({ streetAddress: 'Torget 2', postCode: '5014' })
    expect(await storyOf(plumber, done)).toContain(
      'Kunden i Fiken hadde ingen adresse, og har fått den fra ServiceM8.',
    )
  })

  test('is invoiced all the same where a person says so, for that job', async () => {
    const client = addressless('Likevel AS')
    const contact = addToFiken({ name: 'Likevel AS' })
    contact.memberNumberString = client
    const stopped = await complete(jobOf(client))
    const { id } = stopped
    const confirm = 'address_missing' as const
    await plumber.person.call(retryTransfer, { params: { id }, query: { confirm } })
    const done = await atRest(plumber, stopped.servicem8JobId, stopped.updatedAt)
    expect(done.status).toBe('completed')
    expect(draftOf(plumber, done).customerId).toBe(contact.contactId)
    const next = await complete(jobOf(client))
    expect(next.errorCode).toBe('address_missing')
    await enter(next, { address: '12 Grafton Street', city: 'Dublin', country: 'Ireland' })
    expect((await atRest(plumber, next.servicem8JobId, next.updatedAt)).status).toBe('completed')
    expect(contact.address).toEqual({
      streetAddress: '12 Grafton Street',
      city: 'Dublin',
      country: 'Irland',
    })
    expect(await tryEnter(next, { address: 'Torget 1' })).toMatchObject({
      status: 400,
      body: { fields: { postalCode: 'Postnummer har fire siffer', city: 'Skriv poststedet' } },
    })
    expect(await tryEnter(next, { city: 'Oslo', country: 'Atlantis' })).toMatchObject({
      status: 400,
      body: { fields: { country: '«Atlantis» er ikke et land vi kjenner' } },
    })
    const late = { address: 'Torget 1', postalCode: '5014', city: 'Bergen' }
    expect(await tryEnter(next, late)).toMatchObject({
      status: 409,
      body: { message: 'Jobben mangler ikke adresse lenger.' },
    })
  })
})
