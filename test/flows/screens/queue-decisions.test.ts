import { expect, test } from 'vitest'
import { clearCompanySelection } from '#shared/contracts/configuration'
import { readDecisions } from '#shared/contracts/customers'
import { chooseRecipient, readRecipient } from '#shared/contracts/transfers/actions'
import { readCustomerQueue } from '#shared/contracts/transfers/customer-queue'
import type { Transfer } from '#shared/contracts/transfers/row'
import { clientNamed, draftOf, startPlumber } from '../../support/people/plumber.ts'
import { asksForCustomer, become, isDone, questions } from '../../support/people/unanswered.ts'
import { consent, signUp } from '../../support/world/world.ts'

const plumber = await startPlumber()

const { contactsNamed } = plumber
const choose = ({ id }: Pick<Transfer, 'id'>, contactId: number | null) =>
  plumber.person.tryCall(chooseRecipient, { params: { id }, body: { contactId } })
const decisionsOf = async (name: string) =>
  (await plumber.person.call(readDecisions)).filter(
    ({ clientUuid }) => clientUuid === clientNamed(plumber.account, name).uuid,
  )
const messageOf = ({ body }: { body: unknown }) => (body as { message: string }).message

/** Checks that no decision and no contact was made, and that both jobs still ask. */
async function isAsBefore(client: string, rows: readonly Transfer[]): Promise<void> {
  expect(await decisionsOf(client)).toEqual([])
  expect(contactsNamed(client)).toHaveLength(1)
  for (const row of rows) await become(plumber, row, 'a question still', asksForCustomer)
}

async function goOn(rows: readonly Transfer[], contactId: number): Promise<void> {
  for (const row of rows) {
    const done = await become(plumber, row, 'completed', isDone)
    expect(draftOf(plumber, done).customerId).toBe(contactId)
  }
}

async function connectAgain(): Promise<void> {
  expect(await consent(plumber.person, 'fiken')).toContain('result=success')
  await plumber.person.call(clearCompanySelection)
}

test('"Lag ny kunde i Fiken" that Fiken answers 500 is looked up, and makes one in the end', async () => {
  const { client, rows } = await questions(plumber)
  plumber.vendors.faults.add({
    vendor: 'fiken',
    method: 'POST',
    path: '/contacts$',
    kind: 'status',
    status: 500,
    count: 1,
  })
  const answer = await choose(rows[0]!, null)
  expect(answer.status).toBe(200)
  expect(messageOf(answer)).toContain('Fiken har ikke svart på om')
  expect(contactsNamed(client)).toHaveLength(1)
  // Once it is certain that Fiken has not created the contact, the user is asked again.
  plumber.later(60_000)
  for (const row of rows) await become(plumber, row, 'a question', asksForCustomer)
  expect((await choose(rows[0]!, null)).status).toBe(200)
  expect(contactsNamed(client)).toHaveLength(2)
  await goOn(rows, Math.max(...contactsNamed(client).map(({ contactId }) => contactId)))
})

test.each(['a new customer', 'a contact'] as const)(
  'a Fiken that is busy while %s is chosen loses nothing, and there is no second one',
  async (what) => {
    const { client, rows } = await questions(plumber)
    const [contact] = contactsNamed(client)
    const busy = plumber.vendors.faults.add({
      vendor: 'fiken',
      kind: 'status',
      status: 429,
      retryAfter: 1,
      count: 4,
    })
    const isNew = what === 'a new customer'
    const choice = isNew ? null : contact!.contactId
    let answer = await choose(rows[0]!, choice)
    while (answer.status !== 200) {
      // The failure is reported and nothing has changed.
      expect(messageOf(answer)).toMatch(/Fiken/)
      await isAsBefore(client, rows)
      plumber.later(1_000)
      answer = await choose(rows[0]!, choice)
    }
    for (const row of rows) await become(plumber, row, 'completed', isDone)
    expect(busy.hits).toBe(4)
    expect(contactsNamed(client)).toHaveLength(isNew ? 2 : 1)
    const chosen = Math.max(...contactsNamed(client).map(({ contactId }) => contactId))
    await goOn(rows, chosen)
    expect(await decisionsOf(client)).toMatchObject([{ contactId: chosen, foundBy: 'person' }])
  },
)

test('an access to Fiken that is withdrawn while a new customer is made is said, and nothing is lost', async () => {
  const { client, rows } = await questions(plumber)
  const rule = plumber.vendors.faults.add({
    vendor: 'fiken',
    method: 'POST',
    path: '/contacts$',
    kind: 'revoke',
    count: 1,
  })
  const refused = await choose(rows[0]!, null)
  expect(rule.hits).toBe(1)
  expect(refused.status).toBe(401)
  expect(messageOf(refused)).toContain('Koble til Fiken på nytt')
  await isAsBefore(client, rows)
  await connectAgain()
  expect((await choose(rows[0]!, null)).status).toBe(200)
  expect(contactsNamed(client)).toHaveLength(2)
  await goOn(rows, Math.max(...contactsNamed(client).map(({ contactId }) => contactId)))
})

test('an access to Fiken that is gone when a contact is chosen is said, and the choice is made after connecting again', async () => {
  const { client, rows } = await questions(plumber)
  const [contact] = contactsNamed(client)
  plumber.vendors.faults.add({ vendor: 'fiken', kind: 'revoke', count: 1 })
  // The first request to Fiken finds that the access was withdrawn.
  await choose(rows[0]!, null)
  const refused = await choose(rows[0]!, contact!.contactId)
  expect(refused.status).toBeGreaterThanOrEqual(400)
  expect(messageOf(refused)).toContain('Koble til Fiken på nytt')
  await isAsBefore(client, rows)
  await connectAgain()
  const { body } = await choose(rows[0]!, contact!.contactId)
  expect(messageOf({ body })).toContain('2 jobber er satt i kø')
  await goOn(rows, contact!.contactId)
  expect(contactsNamed(client)).toHaveLength(1)
})

test('nobody reads or answers the question about another’s job', async () => {
  const { client, rows } = await questions(plumber)
  const params = { id: rows[0]!.id }
  const stranger = await signUp(plumber.world)
  for (const answer of [
    await stranger.tryCall(readRecipient, { params }),
    await stranger.tryCall(chooseRecipient, { params, body: { contactId: null } }),
    await stranger.tryCall(chooseRecipient, {
      params,
      body: { contactId: contactsNamed(client)[0]!.contactId },
    }),
  ])
    expect(answer).toMatchObject({ status: 404, body: { message: 'Overføringen finnes ikke.' } })
  // A contact that is not in the company cannot be chosen either.
  expect(await choose(rows[0]!, 1)).toMatchObject({ status: 404 })
  await isAsBefore(client, rows)
})

test('the queue has each customer once, and of two answers given at the same time the first holds', async () => {
  const queue = () => plumber.person.call(readCustomerQueue)
  const before = await queue()
  const { client, rows } = await questions(plumber)
  const [mine, ...others] = (await queue()).filter(({ id }) => !before.some((one) => one.id === id))
  expect([mine?.customer, mine?.jobs, others]).toEqual([client, 2, []])
  const id = mine!.id
  const { isAsked } = await plumber.person.call(readRecipient, { params: { id } })
  expect(isAsked).toBe(true)
  const [contact] = contactsNamed(client)
  const answer = (contactId: number | null) =>
    plumber.person.tryCall(chooseRecipient, {
      params: { id },
      body: { contactId, onlyIfAsked: true },
    })
  const both = await Promise.all([answer(contact!.contactId), answer(contact!.contactId)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const late = await answer(null)
  expect([late.status, messageOf(late)]).toEqual([409, 'Kunden er allerede valgt et annet sted.'])
  await goOn(rows, contact!.contactId)
  expect(contactsNamed(client)).toHaveLength(1)
  expect((await queue()).map((one) => one.id)).not.toContain(id)
  const after = await plumber.person.call(readRecipient, { params: { id } })
  expect(after.isAsked).toBe(false)
  const stranger = await signUp(plumber.world)
  expect(await stranger.call(readCustomerQueue)).toEqual([])
})
