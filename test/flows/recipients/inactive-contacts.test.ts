import { describe, expect, test } from 'vitest'
import { createRecord } from '#sandbox/servicem8/records'
import { localDate } from '#sandbox/world/local-time'
import type { StoredContact } from '#sandbox/world/state'
import { chooseCollective, makeCollective } from '#shared/contracts/collective'
import { saveConfiguration } from '#shared/contracts/configuration'
import { chooseRecipient, readRecipient, retryTransfer } from '#shared/contracts/transfers/actions'
import type { Transfer } from '#shared/contracts/transfers/row'
import {
  atRest,
  completeNewJob,
  countFrom,
  startPlumber,
  storyOf,
} from '../../support/people/plumber.ts'
import { actOnAll } from '../../support/people/bulk.ts'
import { BY_HAND } from '../../support/people/collective-customer.ts'
import { until } from '../../support/wait.ts'

/** Tests a linked contact that is archived in Fiken, or merged with another contact. */

const QUIET_MS = 60_001

const plumber = await startPlumber()
await countFrom(plumber, 0)

const faults = () => plumber.vendors.faults

function addClient(name: string, number: string): string {
  return createRecord(plumber.vendors, plumber.account, 'company', {
    name,
    abn_number: number,
    billing_address: 'Torget 2\n5014 Bergen',
  })
}
const finish = (company_uuid: string) =>
  completeNewJob(plumber, { billingAddress: 'Torget 2\n5014 Bergen', fields: { company_uuid } })
/** Adds a client; returns a function that completes a job for the client. */
function client(name: string, number: string): () => Promise<Transfer> {
  const uuid = addClient(name, number)
  return () => atRest(plumber, finish(uuid))
}
const { contactOf } = plumber
const today = () => localDate(plumber.vendors.now())
function archive(contact: StoredContact | undefined): StoredContact {
  if (!contact) throw new Error('There is no contact')
  Object.assign(contact, { inactive: true, lastModifiedDate: today() })
  return contact
}
const add = (name: string, organizationNumber: string) =>
  plumber.addCustomer({ name, organizationNumber })
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
  // Changed contacts are read at most once a minute, so the contact still counts as active.
  const stopped = await complete()
  expect(stopped).toMatchObject({ status: 'failed', errorCode: 'contact_inactive' })
  expect(plumber.company.invoices).toHaveLength(before)
  Object.assign(old ?? {}, { inactive: false, lastModifiedDate: localDate(world.now()) })
  expect((await retry(stopped)).fikenInvoiceNumber).not.toBeNull()
  await plumber.person.call(saveConfiguration, { body: { invoiceCreationMode: 'draft' } })
})

/** Deletes the contact in Fiken, which the lists of changes do not show. */
function removeInFiken(contact: StoredContact | undefined): void {
  const { company } = plumber
  company.contacts = company.contacts.filter((one) => one !== contact)
}
const choiceOf = ({ id }: Transfer) => plumber.person.call(readRecipient, { params: { id } })

describe('the candidates between whom a person is to choose', () => {
  /** Makes two jobs that ask which of two active contacts replaces the client's archived one. */
  async function uncertain(name: string, number: string) {
    const complete = client(name, number)
    archive(contactOf(await complete()))
    const [one, twin] = [add(name, number), add(name, number)]
    plumber.later(QUIET_MS)
    const asked = [await complete(), await complete()]
    for (const { pendingReason } of asked) expect(pendingReason).toBe('ambiguous_customer')
    return { one, twin, asked: asked as [Transfer, Transfer] }
  }
  const isReadById = (contact: StoredContact) =>
    faults().add({ vendor: 'fiken', kind: 'slow', ms: 0, path: `/contacts/${contact.contactId}$` })

  test('are shown as they are in Fiken when the choice is opened', async () => {
    const { one, twin, asked } = await uncertain('Åpnet Valg AS', '959900418')
    const idsOf = async () =>
      (await choiceOf(asked[0])).candidates.map(({ contactId }) => contactId)
    expect(await idsOf()).toEqual(expect.arrayContaining([one.contactId, twin.contactId]))
    removeInFiken(twin)
    Object.assign(one, { email: 'post@apnet.example' })
    const { candidates } = await choiceOf(asked[0])
    expect(candidates.map(({ contactId }) => contactId)).not.toContain(twin.contactId)
    expect(candidates).toContainEqual(
      expect.objectContaining({ contactId: one.contactId, email: 'post@apnet.example' }),
    )
  })

  test('are shown as we know them while Fiken does not answer', async () => {
    const { one, twin, asked } = await uncertain('Stille Valg AS', '959900426')
    faults().add({ vendor: 'fiken', kind: 'status', status: 503, path: '/contacts/' })
    const { candidates } = await choiceOf(asked[0])
    expect(candidates.map(({ contactId }) => contactId)).toEqual(
      expect.arrayContaining([one.contactId, twin.contactId]),
    )
  })

  test('are read once for all that are tried again together', async () => {
    const { one, twin, asked } = await uncertain('Mange Valg AS', '959900434')
    removeInFiken(twin)
    const reads = isReadById(twin)
    await actOnAll(plumber.person, { act: 'retry', ids: asked.map(({ id }) => id) })
    for (const { servicem8JobId, updatedAt } of asked)
      expect(contactOf(await atRest(plumber, servicem8JobId, updatedAt))).toBe(one)
    expect(reads.hits).toBe(1)
  })

  test('do not hold up those that are tried again together while Fiken does not answer', async () => {
    const { asked } = await uncertain('Borte Valg AS', '959900442')
    const down = faults().add({ vendor: 'fiken', kind: 'status', status: 503, path: '/contacts/' })
    const task = await actOnAll(plumber.person, { act: 'retry', ids: asked.map(({ id }) => id) })
    expect(task.counts).toMatchObject({ done: 2 })
    expect(down.hits).toBeGreaterThan(0)
    for (const { servicem8JobId, updatedAt } of asked)
      expect(await atRest(plumber, servicem8JobId, updatedAt)).toMatchObject({
        pendingReason: 'ambiguous_customer',
      })
  })
})

describe('a draft that Fiken refuses', () => {
  const refuseDrafts = () =>
    faults().add({
      vendor: 'fiken',
      kind: 'status',
      status: 400,
      method: 'POST',
      path: '/invoices/drafts$',
      count: 1,
    })

  test('because its customer was archived within the minute waits with the question who it is', async () => {
    const complete = client('Nettopp Arkivert AS', '959900450')
    const old = archive(contactOf(await complete()))
    refuseDrafts()
    const asked = await complete()
    expect(asked).toMatchObject({ status: 'pending', pendingReason: 'ambiguous_customer' })
    expect(asked.errorMessage).toContain('«Nettopp Arkivert AS» er satt inaktiv i Fiken.')
    expect((await choiceOf(asked)).candidates).toMatchObject([
      { contactId: old.contactId, inactive: true },
    ])
  })

  test('because its customer was deleted waits with the question which of the others it is', async () => {
    const complete = client('Nettopp Slettet AS', '959900469')
    removeInFiken(contactOf(await complete()))
    const others = [add('Nettopp Slettet AS', '959900469'), add('Nettopp Slettet AS', '959900469')]
    const asked = await complete()
    expect(asked).toMatchObject({ status: 'pending', pendingReason: 'ambiguous_customer' })
    const { candidates } = await choiceOf(asked)
    expect(candidates.map(({ contactId }) => contactId).sort()).toEqual(
      others.map(({ contactId }) => contactId),
    )
  })

  test.each([
    { name: 'Samlet Arkivert AS', number: '959900248', heard: 'a minute later' },
    { name: 'Samlet Avvist AS', number: '959900485', heard: 'when Fiken refuses it' },
  ])('for several jobs asks once for all of them, $heard', async ({ name, number, heard }) => {
    const uuid = addClient(name, number)
    const old = contactOf(await atRest(plumber, finish(uuid)))
    await plumber.person.call(chooseCollective, {
      params: { clientUuid: uuid },
      body: { time: BY_HAND, byPurchaseOrder: false },
    })
    const jobs = [finish(uuid), finish(uuid)]
    const rowsNow = (reason: Transfer['pendingReason']) =>
      until(`both to wait: ${reason}`, async () => {
        const now = await Promise.all(jobs.map((job) => atRest(plumber, job)))
        return now.every(({ pendingReason }) => pendingReason === reason) && now
      })
    const rows = await rowsNow('collective')
    archive(old)
    if (heard === 'a minute later') plumber.later(QUIET_MS)
    else refuseDrafts()
    await plumber.person.call(makeCollective, { body: { ids: rows.map(({ id }) => id) } })
    const asked = await rowsNow('ambiguous_customer')
    for (const { errorMessage } of asked)
      expect(errorMessage).toContain(`«${name}» er satt inaktiv i Fiken.`)
    const next = add(name, '')
    const [first] = asked as [Transfer, Transfer]
    const choice = await choiceOf(first)
    expect(choice.jobs).toBe(2)
    await plumber.person.call(chooseRecipient, {
      params: { id: first.id },
      body: { contactId: null, always: true },
    })
    // Jobs without a document wait for the collective draft again, with the new contact.
    const after = await rowsNow('collective')
    await plumber.person.call(makeCollective, { body: { ids: after.map(({ id }) => id) } })
    const done = await until('both to be on a draft', async () => {
      const now = await Promise.all(jobs.map((job) => atRest(plumber, job)))
      return now.every(({ status }) => status === 'completed') && now
    })
    const drafts = new Set(done.map(({ fikenInvoiceDraftId }) => fikenInvoiceDraftId))
    expect(drafts.size).toBe(1)
    for (const row of done) expect([old, next]).not.toContain(contactOf(row))
  })
})
