import { beforeAll, describe, expect, test } from 'vitest'
import { createRecord } from '#sandbox/servicem8/records'
import { changeJob, changeLine } from '#sandbox/servicem8/workshop'
import { refreshMirrors } from '#server/features/mirrors/refresh'
import { listActivity } from '#shared/contracts/activity-log'
import { readSession } from '#shared/contracts/auth'
import { readStats } from '#shared/contracts/overview'
import { chooseRecipient, readRecipient } from '#shared/contracts/transfers/actions'
import type { Transfer } from '#shared/contracts/transfers/row'
import {
  atRest,
  clientNamed,
  completeNewJob,
  countFrom,
  draftOf,
  jobNamed,
  rateOf,
  startPlumber,
  type CompletedJob,
} from '../../support/people/plumber.ts'
import { until } from '../../support/wait.ts'

/** Tests recipients: jobs belong to a client, and invoices go to the billing address. */

const SOLSIDEN = 'Borettslaget Solsiden\nc/o Bergen Forvaltning\nPostboks 77\n5803 Bergen'

const plumber = await startPlumber()
await countFrom(plumber, 19)
await atRest(plumber, jobNamed('enkel'))

const complete = (job: CompletedJob): Promise<Transfer> =>
  atRest(plumber, completeNewJob(plumber, job))
const recipientOf = (transfer: Transfer) => draftOf(plumber, transfer).recipient
const { contactsNamed } = plumber

describe('a housing co-operative that pays for a tenant’s job', () => {
  test('receives the invoice, at its own address and to its board', async () => {
    const draft = draftOf(plumber, await atRest(plumber, jobNamed('borettslag mottar')))
    expect(draft).toMatchObject({
      recipient: 'Borettslaget Solsiden',
      yourReference: 'Styret Solsiden',
    })
    const [contact] = contactsNamed('Borettslaget Solsiden')
    expect(contact).toMatchObject({
      customer: true,
      email: 'styret@solsiden-brl.example',
      address: {
        streetAddress: 'c/o Bergen Forvaltning',
        streetAddressLine2: 'Postboks 77',
        postCode: '5803',
        city: 'Bergen',
      },
    })
    expect(contact?.organizationNumber).toBeUndefined()
    expect(contact?.memberNumberString).toBeUndefined()
  })

  test('does not get the tenant’s next job, nor does the tenant get the co-operative’s', async () => {
    expect(recipientOf(await complete({ client: 'Kari Nordmann' }))).toBe('Kari Nordmann')
    expect(recipientOf(await complete({ client: 'Kari Nordmann', billingAddress: SOLSIDEN }))).toBe(
      'Borettslaget Solsiden',
    )
    expect(recipientOf(await complete({ client: 'Kari Nordmann' }))).toBe('Kari Nordmann')
    expect(contactsNamed('Borettslaget Solsiden')).toHaveLength(1)
    expect(contactsNamed('Kari Nordmann')).toHaveLength(1)
  })

  test('is the same one when another tenant’s job names it', async () => {
    const transfer = await complete({ client: 'Åse Sæther', billingAddress: SOLSIDEN })
    expect(recipientOf(transfer)).toBe('Borettslaget Solsiden')
    expect(contactsNamed('Borettslaget Solsiden')).toHaveLength(1)
  })
})

describe('a site', () => {
  test('has its jobs invoiced to the head office', async () => {
    const jobs = [
      await atRest(plumber, jobNamed('po med nuller')),
      await atRest(plumber, jobNamed('pakke')),
    ]
    expect(jobs.map(recipientOf)).toEqual(Array(2).fill('Grieg & Sønner Eiendomsforvaltning AS'))
    expect(contactsNamed('Grieg & Sønner Eiendomsforvaltning AS')).toHaveLength(1)
    expect(contactsNamed('Grieg & Sønner Eiendomsforvaltning AS')[0]).toMatchObject({
      organizationNumber: '959901287',
    })
    expect(plumber.company.contacts.some((contact) => contact.name.includes('avd.'))).toBe(false)
  })

  test('is still shown as where the work was delivered', async () => {
    const { invoiceText } = draftOf(plumber, await atRest(plumber, jobNamed('po med nuller')))
    expect(invoiceText).toContain('Leveringssted: Sandviksveien 62, 5035 Bergen.')
  })
})

describe('a customer who already exists in Fiken', () => {
  test('is found by organisation number, however the name is written', async () => {
    expect(recipientOf(await atRest(plumber, jobNamed('fjernet linje')))).toBe(
      'AASANE BILVERKSTED AS',
    )
    expect(recipientOf(await atRest(plumber, jobNamed('ører')))).toBe('Rema drift sentrum A/S')
  })

  test('is preferred to an inactive one of the same name', async () => {
    const draft = draftOf(plumber, await atRest(plumber, jobNamed('depositum')))
    const contact = plumber.company.contacts.find((one) => one.contactId === draft.customerId)
    expect(contact).toMatchObject({ name: 'Solheim Barnehage SA', inactive: false })
    expect(contactsNamed('Solheim Barnehage SA')).toHaveLength(2)
  })

  test('who was only a supplier becomes a customer as well', async () => {
    createRecord(plumber.vendors, plumber.account, 'company', {
      name: 'Rørgrossisten Vest AS',
      address: 'Industriveien 4\n5210 Os',
      billing_address: 'Industriveien 4\n5210 Os',
    })
    expect(recipientOf(await complete({ client: 'Rørgrossisten Vest AS' }))).toBe(
      'Rørgrossisten Vest AS',
    )
    expect(contactsNamed('Rørgrossisten Vest AS')).toMatchObject([
      { customer: true, supplier: true },
    ])
  })
})

test('a new customer is created with everything that an invoice needs', async () => {
  await atRest(plumber, jobNamed('lang tekst'))
  expect(contactsNamed('Fjellsiden Tannlegesenter AS')).toMatchObject([
    {
      customer: true,
      organizationNumber: '959900558',
      email: 'resepsjon@fjellsidentann.example',
      phoneNumber: '+4755123006',
      memberNumberString: clientNamed(plumber.account, 'Fjellsiden Tannlegesenter AS').uuid,
      address: { streetAddress: 'Skansemyren 3', postCode: '5014', city: 'Bergen' },
    },
  ])
})

describe('a person with the same name as another', () => {
  let transfer: Transfer

  beforeAll(async () => {
    createRecord(plumber.vendors, plumber.account, 'company', {
      uuid: '0a000000-0000-4000-8000-00000000000a',
      name: 'Jan Olsen',
      address: 'Torget 1\n4836 Arendal',
      billing_address: 'Torget 1\n4836 Arendal',
    })
    transfer = await complete({
      billingAddress: 'Torget 1\n4836 Arendal',
      fields: {
        company_uuid: '0a000000-0000-4000-8000-00000000000a',
        job_address: 'Torget 1\n4836 Arendal',
      },
    })
  })

  test('waits for a decision, and nothing is created in the meantime', async () => {
    expect(transfer).toMatchObject({
      status: 'pending',
      pendingReason: 'ambiguous_customer',
      errorCode: 'recipient_ambiguous',
      fikenInvoiceDraftId: null,
    })
    expect(transfer.errorMessage).toBe(
      '«Jan Olsen» i Fiken har samme navn, men ellers stemmer ingenting.',
    )
    expect(contactsNamed('Jan Olsen')).toHaveLength(1)
    expect((await plumber.person.call(readStats)).pending).toBeGreaterThan(0)
  })

  test('is shown beside the possible matches', async () => {
    const choice = await plumber.person.call(readRecipient, { params: { id: transfer.id } })
    expect(choice.recipient).toMatchObject({ name: 'Jan Olsen' })
    expect(choice.candidates).toMatchObject([
      {
        name: 'Jan Olsen',
        address: 'Lyngbøveien 77, 5164 Laksevåg',
        details: [
          { field: 'name', verdict: 'same', text: 'samme navn' },
          { field: 'address', verdict: 'other', text: 'annen adresse' },
        ],
      },
    ])
  })

  test('becomes a separate customer when the user says so, and is recognised the next time', async () => {
    await plumber.person.call(chooseRecipient, {
      params: { id: transfer.id },
      body: { contactId: null },
    })
    const done = await atRest(plumber, transfer.servicem8JobId, transfer.updatedAt)
    expect(done.status).toBe('completed')
    expect(contactsNamed('Jan Olsen')).toHaveLength(2)
    const next = await complete({
      billingAddress: 'Torget 1\n4836 Arendal',
      fields: { company_uuid: '0a000000-0000-4000-8000-00000000000a' },
    })
    expect(draftOf(plumber, next).customerId).toBe(draftOf(plumber, done).customerId)
  })

  test('does not take the first one’s jobs', async () => {
    const first = draftOf(plumber, await atRest(plumber, jobNamed('fritekst')))
    expect(
      plumber.company.contacts.find((contact) => contact.contactId === first.customerId)?.address,
    ).toMatchObject({ streetAddress: 'Lyngbøveien 77' })
  })
})

test('two contacts in Fiken with the same number and name are a question, not a guess', async () => {
  plumber.addCustomer({ name: 'Vestkanten Eiendom AS', organizationNumber: '959900019' })
  await refreshMirror()
  // The client itself is linked to a contact, but a recipient with another name is not.
  const transfer = await complete({
    client: 'Bryggen Hotell Drift AS',
    billingAddress: 'Vestkanten Eiendom AS\nLoddefjordveien 2\n5171 Loddefjord',
  })
  expect(transfer).toMatchObject({ status: 'pending', pendingReason: 'ambiguous_customer' })
  expect(transfer.errorMessage).toContain('Vestkanten Eiendom AS')
})

describe('a recipient that is changed', () => {
  test('while the job waits to be fixed gets the invoice, and the old one does not', async () => {
    const lines = [
      { name: 'Ferge', displayed_amount: '312.5000', tax_rate_uuid: rateOf(plumber.account, 12) },
    ]
    const failed = await complete({ client: 'Mohammed Ali', lines })
    expect(failed).toMatchObject({ status: 'failed', errorCode: 'vat_unmapped' })
    const line = Object.values(plumber.account.tables.jobmaterial).find(
      (one) => one.job_uuid === failed.servicem8JobId,
    )
    const sandbox = plumber.vendors
    changeLine(sandbox, plumber.account, line?.uuid ?? '', {
      tax_rate_uuid: rateOf(plumber.account, 25),
    })
    changeJob(sandbox, plumber.account, failed.servicem8JobId, {
      billing_address: 'Damsgård Sameie\nDamsgårdsveien 99\n5160 Laksevåg',
    })
    plumber.world.sandbox.webhooks.again(plumber.account.uuid, failed.servicem8JobId, 1)
    const mended = await until('the fixed job to be transferred automatically', async () => {
      const row = await atRest(plumber, failed.servicem8JobId, failed.updatedAt)
      return row.status === 'completed' && row
    })
    expect(recipientOf(mended)).toBe('Damsgård Sameie')
  })

  test('after the transfer leaves the draft as it is, with an entry in the log', async () => {
    const done = await complete({ client: 'Mohammed Ali' })
    changeJob(plumber.vendors, plumber.account, done.servicem8JobId, {
      billing_address: SOLSIDEN,
    })
    plumber.world.sandbox.webhooks.again(plumber.account.uuid, done.servicem8JobId, 1)
    const entry = await until('the change to be logged', async () => {
      const log = await plumber.person.call(listActivity, { query: { type: 'transfer' } })
      return log.find(
        (one) =>
          one.action === 'job_changed_after_transfer' &&
          one.metadata?.jobUuid === done.servicem8JobId,
      )
    })
    expect(entry.description).toContain('Utkastet er ikke rørt')
    expect(recipientOf(await atRest(plumber, done.servicem8JobId))).toBe('Mohammed Ali')
  })
})

describe('a contact created in Fiken a minute ago, under a name that only resembles the client’s', () => {
  /** Adds a client that neither Fiken nor our mirrors have; returns the client's UUID. */
  const newClient = (name: string, street: string) =>
    createRecord(plumber.vendors, plumber.account, 'company', {
      name,
      address: `${street}\n5003 Bergen`,
      billing_address: `${street}\n5003 Bergen`,
    })
  const completeFor = (clientUuid: string, street: string) =>
    complete({
      billingAddress: `${street}\n5003 Bergen`,
      fields: { company_uuid: clientUuid, job_address: street },
    })
  const addToday = (name: string, streetAddress: string) => {
    const address = { streetAddress, postCode: '5003', city: 'Bergen', country: 'Norway' }
    return plumber.addCustomer({ name, address })
  }
  const contactsAt = (street: string) =>
    plumber.company.contacts
      .filter(({ address }) => address?.streetAddress === street)
      .map(({ name }) => name)

  test('receives the invoice when its address agrees; no second contact is created', async () => {
    const client = newClient('Tyrihjelm Eiendomsdrift AS', 'Tyrihjelmveien 3')
    const contact = addToday('Tyrihjelm Eiendomdrift AS', 'Tyrihjelmveien 3')
    const transfer = await completeFor(client, 'Tyrihjelmveien 3')
    expect(transfer.status).toBe('completed')
    expect(draftOf(plumber, transfer).customerId).toBe(contact.contactId)
    expect(contactsAt('Tyrihjelmveien 3')).toEqual(['Tyrihjelm Eiendomdrift AS'])
  })

  test('is a question for the user when nothing but the name agrees; no second contact is created', async () => {
    const client = newClient('Vardefjell Hyttedrift AS', 'Vardefjellet 8')
    addToday('Vardefjell Hyttedrft AS', 'Storgata 99')
    const transfer = await completeFor(client, 'Vardefjellet 8')
    expect(transfer).toMatchObject({ status: 'pending', pendingReason: 'ambiguous_customer' })
    expect(transfer.errorMessage).toContain('Vardefjell Hyttedrft AS')
    expect(contactsAt('Vardefjellet 8')).toEqual([])
  })
})

test('a customer who was deleted in Fiken since the last job is created again', async () => {
  const { company } = plumber
  await complete({ client: 'Bjørg Ødegård' })
  company.contacts = company.contacts.filter((contact) => contact.name !== 'Bjørg Ødegård')
  expect(recipientOf(await complete({ client: 'Bjørg Ødegård' }))).toBe('Bjørg Ødegård')
  expect(contactsNamed('Bjørg Ødegård')).toHaveLength(1)
})

test('a job with neither client nor billing address fails, and asks for the client', async () => {
  const transfer = await complete({})
  expect(transfer).toMatchObject({ status: 'failed', errorCode: 'recipient_missing' })
})

async function refreshMirror(): Promise<void> {
  const { id } = await plumber.person.call(readSession)
  await refreshMirrors(plumber.world.product.platform, id)
}
