import { expect, test } from 'vitest'
import type { StoredContact } from '#sandbox/world/state'
import * as contract from '#shared/contracts/customer-import'
import { readDecisions, undoDecision } from '#shared/contracts/customers'
import { chooseRecipient, readRecipient } from '#shared/contracts/transfers/actions'
import { importCustomers, taskOver } from '../../support/people/bulk.ts'
import {
  clientNamed,
  draftOf,
  startPlumber,
  type CustomerFields,
} from '../../support/people/plumber.ts'
import {
  asksForCustomer,
  become,
  begin,
  isDone,
  newClient,
  requests,
} from '../../support/people/unanswered.ts'
import { signUp } from '../../support/world/world.ts'

/** Tests "Ingen av disse": contacts that the user has rejected for a customer. */

const plumber = await startPlumber()

const { contactsNamed } = plumber
const inFiken = (fields: CustomerFields) => plumber.addCustomer(fields).contactId
const writes = () =>
  requests(plumber, 'POST', /\/contacts$/) + requests(plumber, 'PUT', /\/contacts\/\d+$/)
const uuidOf = (name: string) => clientNamed(plumber.account, name).uuid
const imported = () => importCustomers(plumber.person)
/** Returns the client's row, with the kind of the list that contains it. */
async function rowOf(name: string): Promise<contract.MatchRow & { kind: contract.MatchKind }> {
  for (const kind of contract.MATCH_KINDS) {
    const rows = await plumber.person.call(contract.readImportRows, { query: { kind } })
    const found = rows.find((row) => row.name === name)
    if (found) return { ...found, kind }
  }
  throw new Error(`${name} is in no list`)
}
const counts = async () => (await plumber.person.call(contract.readImport)).counts
const offeredFor = async (name: string) =>
  (await rowOf(name)).candidates.map(({ contactId }) => contactId)
/** Makes a client that the comparison leaves uncertain, because it has namesakes in Fiken. */
async function doubtful(
  namesakes = 1,
  more: Partial<StoredContact> = {},
): Promise<{ name: string; uuid: string; ids: number[] }> {
  const name = newClient(plumber)
  const ids = Array.from({ length: namesakes }, () => inFiken({ name, ...more }))
  await imported()
  return { name, uuid: uuidOf(name), ids }
}
const reject = (uuid: string, contactIds: number[]) =>
  plumber.person.call(contract.rejectContacts, { body: { uuid, contactIds } })
const reconsider = (uuid: string) =>
  plumber.person.call(contract.reconsiderCustomer, { body: { uuid } })

test('a client that is none of them is missing, is not asked about again, and nothing is made', async () => {
  const { name, uuid, ids } = await doubtful()
  expect(await rowOf(name)).toMatchObject({ kind: 'uncertain', rejected: false })
  const [before, made] = [await counts(), writes()]
  expect(await reject(uuid, ids)).toEqual({
    left: 0,
    message: `«${name}» står blant dem som mangler i Fiken. Ingenting er laget der.`,
  })
  const missing = {
    kind: 'missing',
    why: 'Du har sagt at ingen av dem som ligner i Fiken, er kunden.',
    candidates: [],
    rejected: true,
  }
  expect(await rowOf(name)).toMatchObject(missing)
  expect(await counts()).toEqual({
    ...before,
    uncertain: before.uncertain - 1,
    missing: before.missing + 1,
  })
  await imported()
  await plumber.world.restart()
  expect(await rowOf(name)).toMatchObject(missing)
  expect(writes()).toBe(made)
})

test('taken back, the same contacts are a question again', async () => {
  const { name, uuid, ids } = await doubtful(2)
  const before = await rowOf(name)
  await reject(uuid, ids)
  expect(await reconsider(uuid)).toEqual({
    kind: 'uncertain',
    message: `Kontaktene som ligner på «${name}», kan velges igjen.`,
  })
  expect(await rowOf(name)).toEqual(before)
  // The same contacts are offered if the clients were compared in the meantime.
  await reject(uuid, ids)
  await imported()
  await reconsider(uuid)
  expect((await offeredFor(name)).toSorted()).toEqual(ids.toSorted())
  expect((await rowOf(name)).kind).toBe('uncertain')
})

test('those that were not seen are a question still', async () => {
  const { name, uuid } = await doubtful(5)
  const offered = await offeredFor(name)
  expect(await reject(uuid, offered.slice(0, 3))).toMatchObject({ left: 2 })
  expect(await rowOf(name)).toMatchObject({
    kind: 'uncertain',
    why: '2 til i Fiken ligner. De andre har du sagt nei til.',
    rejected: false,
  })
  expect(await offeredFor(name)).toEqual(offered.slice(3))
  expect(await reject(uuid, offered)).toMatchObject({ left: 0 })
  expect(await rowOf(name)).toMatchObject({ kind: 'missing' })
})

test('one that has come into Fiken since is a question, without those that were refused', async () => {
  const { name, uuid, ids } = await doubtful()
  await reject(uuid, ids)
  const late = inFiken({ name })
  await imported()
  expect(await offeredFor(name)).toEqual([late])
  await reconsider(uuid)
  expect((await offeredFor(name)).toSorted()).toEqual([...ids, late].toSorted())
})

test('one that was refused is never linked, whatever agrees, and its job waits for a person', async () => {
  const { name, uuid, ids } = await doubtful()
  await reject(uuid, ids)
  Object.assign(contactsNamed(name)[0] ?? {}, { memberNumberString: uuid })
  await imported()
  expect(await rowOf(name)).toMatchObject({ kind: 'missing', rejected: true })
  const made = writes()
  const waiting = await become(plumber, await begin(plumber, name), 'a question', asksForCustomer)
  expect(waiting.errorMessage).toContain(
    `Du har sagt at ingen av kontaktene i Fiken som ligner, er «${name}».`,
  )
  expect(writes()).toBe(made)
  const params = { id: waiting.id }
  expect(await plumber.person.call(readRecipient, { params })).toMatchObject({
    why: waiting.errorMessage,
    candidates: [],
  })
  await plumber.person.call(chooseRecipient, { params, body: { contactId: null } })
  const done = await become(plumber, waiting, 'completed', isDone)
  expect(ids).not.toContain(draftOf(plumber, done).customerId)
  expect(contactsNamed(name)).toHaveLength(2)
})

test('a yes to a new contact makes one, beside the one that was refused', async () => {
  const { name, uuid, ids } = await doubtful()
  await reject(uuid, ids)
  const { taskId } = await plumber.person.call(contract.createContacts, { body: { uuids: [uuid] } })
  expect(await taskOver(plumber.person, taskId)).toMatchObject({
    items: [{ status: 'done', message: `«${name}» er opprettet i Fiken.` }],
  })
  expect(contactsNamed(name)).toHaveLength(2)
  const row = await rowOf(name)
  expect(row).toMatchObject({ kind: 'linked' })
  expect(ids).not.toContain(row.contact?.contactId)
  const job = await begin(plumber, name)
  const done = await become(plumber, job, 'completed', isDone)
  expect(draftOf(plumber, done).customerId).toBe(row.contact?.contactId)
  expect(await reconsider(uuid)).toMatchObject({ kind: 'linked' })
})

test('it is among the decisions, and forgotten there it is a question again', async () => {
  const { name, uuid, ids } = await doubtful()
  await reject(uuid, ids)
  const decisions = (await plumber.person.call(readDecisions)).filter(
    ({ clientUuid }) => clientUuid === uuid,
  )
  expect(decisions).toMatchObject([
    { clientName: name, recipientName: name, contactId: null, foundBy: 'rejected' },
  ])
  const { clientUuid, recipientKey } = decisions[0]!
  await plumber.person.call(undoDecision, { body: { clientUuid, recipientKey } })
  expect(await rowOf(name)).toMatchObject({ kind: 'uncertain' })
  expect(await offeredFor(name)).toEqual(ids)
  // Choosing a rejected contact also cancels its rejection.
  await reject(uuid, ids)
  await plumber.person.call(contract.chooseContact, { body: { uuid, contactId: ids[0] ?? 0 } })
  expect(await rowOf(name)).toMatchObject({ kind: 'linked', contact: { contactId: ids[0] } })
  await plumber.person.call(undoDecision, { body: { clientUuid, recipientKey } })
  await imported()
  expect(await offeredFor(name)).toEqual(ids)
})

test('nobody says so of another’s customer, or of what is no question', async () => {
  const { name, uuid, ids } = await doubtful()
  const tried = (body: { uuid: string; contactIds: number[] }, by = plumber.person) =>
    by.tryCall(contract.rejectContacts, { body })
  expect(await tried({ uuid: 'no-such-client', contactIds: ids })).toMatchObject({ status: 404 })
  expect(await tried({ uuid, contactIds: [999_999_999] })).toMatchObject({ status: 404 })
  expect(await tried({ uuid, contactIds: [] })).toMatchObject({ status: 400 })
  const stranger = await signUp(plumber.world)
  expect(await tried({ uuid, contactIds: ids }, stranger)).toMatchObject({ status: 409 })
  const asked = await stranger.tryCall(contract.reconsiderCustomer, { body: { uuid } })
  expect(asked).toMatchObject({ status: 409 })
  const body = { uuid: 'no-such-client' }
  const unknown = await plumber.person.tryCall(contract.reconsiderCustomer, { body })
  expect(unknown).toMatchObject({ status: 404 })
  expect(await rowOf(name)).toMatchObject({ kind: 'uncertain' })
  await plumber.person.call(contract.chooseContact, { body: { uuid, contactId: ids[0] ?? 0 } })
  expect(await tried({ uuid, contactIds: ids })).toMatchObject({
    status: 409,
    body: { message: 'Kunden er ikke blant de usikre lenger.' },
  })
})

test('the same said twice in a moment is said once', async () => {
  const { name, uuid, ids } = await doubtful(2)
  const both = await Promise.all(
    [ids, ids].map((contactIds) =>
      plumber.person.tryCall(contract.rejectContacts, { body: { uuid, contactIds } }),
    ),
  )
  expect(both.map(({ status }) => status)).toContain(200)
  expect(await rowOf(name)).toMatchObject({ kind: 'missing', rejected: true })
})
