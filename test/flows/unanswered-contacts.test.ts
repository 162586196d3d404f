import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addContact } from '#sandbox/fiken/contacts'
import { updateRecord } from '#sandbox/servicem8/records'
import { localDate } from '#sandbox/world/local-time'
import { clean } from '#server/features/retention/clean'
import { fikenReservations } from '#server/features/reservations/tables'
import { chooseRecipient, readRecipient } from '#shared/contracts/transfers'
import type { Transfer } from '#shared/contracts/transfers'
import { atRest, clientNamed, DAY_MS, draftOf, startPlumber, storyOf, type Plumber } from '../support/plumber.ts'
import {
  asksForCustomer,
  become,
  begin,
  failNext,
  freeze,
  hammer,
  isChecking,
  isDone,
  newClient,
  requests,
  TEN_MINUTES_MS,
} from '../support/unanswered.ts'
import { until } from '../support/wait.ts'

/** Fiken is asked to make a new customer, and does not say whether it has: there is one of them all the same, in the end. */

const CONTACTS = '/contacts$'
let plumber: Plumber
beforeAll(async () => {
  plumber = await startPlumber()
})
afterAll(() => plumber.world.stop())
beforeEach(() => plumber.world.sandbox.world.faults.clear())

const contactsNamed = (name: string) => plumber.company.contacts.filter((contact) => contact.name === name)
const choose = ({ id }: Pick<Transfer, 'id'>, contactId: number | null) =>
  plumber.person.tryCall(chooseRecipient, { params: { id }, body: { contactId } })
const attempts = () => requests(plumber, 'POST', /\/contacts$/)

/** Nobody has answered, nothing was made, and ten minutes have passed. */
async function givenUp(client = newClient(plumber)): Promise<Transfer> {
  failNext(plumber, { kind: 'reset', path: CONTACTS })
  const row = await begin(plumber, client)
  await become(plumber, row, 'looked for', isChecking)
  plumber.later(TEN_MINUTES_MS)
  return become(plumber, row, 'a question', asksForCustomer)
}

describe('a new customer whose creation had no answer', () => {
  test('is found at once where Fiken shows it, and the job goes on', async () => {
    const client = newClient(plumber)
    failNext(plumber, { kind: 'lost', path: CONTACTS })
    const row = await begin(plumber, client)
    const done = await become(plumber, row, 'completed', isDone)
    expect(contactsNamed(client)).toHaveLength(1)
    expect(draftOf(plumber, done).recipient).toBe(client)
    expect((await storyOf(plumber, done)).join()).toContain(`Kunden «${client}» kom fram til Fiken likevel`)
  })

  test('is looked for while no list shows it, and one contact is made, however often a person asks', async () => {
    const client = newClient(plumber)
    const caughtUp = freeze(plumber, '/contacts')
    failNext(plumber, { kind: 'lost', path: CONTACTS })
    const row = await begin(plumber, client)
    const checking = await become(plumber, row, 'looked for', isChecking)
    expect(checking.errorMessage).toBe(
      `Fiken svarte ikke da kunden «${client}» ble opprettet. Vi ser etter kunden i Fiken i inntil ti minutter, så det ikke blir to.`,
    )
    const before = attempts()
    await hammer(plumber, [row])
    await choose(row, null)
    await become(plumber, row, 'looked for again', isChecking)
    expect(attempts()).toBe(before)
    caughtUp()
    const done = await become(plumber, row, 'completed', isDone)
    expect(contactsNamed(client)).toHaveLength(1)
    expect(draftOf(plumber, done).recipient).toBe(client)
  })

  test('is waited for by every job of theirs, and all go on by themselves', async () => {
    const client = newClient(plumber)
    const caughtUp = freeze(plumber, '/contacts')
    failNext(plumber, { kind: 'html', path: CONTACTS })
    const rows = [await begin(plumber, client), await begin(plumber, client)]
    for (const row of rows) await become(plumber, row, 'looked for', isChecking)
    await hammer(plumber, rows)
    caughtUp()
    for (const row of rows) await become(plumber, row, 'completed', isDone)
    expect(contactsNamed(client)).toHaveLength(1)
  })

  test('is waited for also under the name that was corrected meanwhile', async () => {
    const client = newClient(plumber)
    const caughtUp = freeze(plumber, '/contacts')
    failNext(plumber, { kind: 'lost', path: CONTACTS })
    const row = await begin(plumber, client)
    await become(plumber, row, 'looked for', isChecking)
    const before = attempts()
    updateRecord(plumber.world.sandbox.world, plumber.account, 'company', clientNamed(plumber.account, client), {
      name: `${client} AS`,
    })
    const renamed = await begin(plumber, `${client} AS`)
    await become(plumber, renamed, 'looked for', isChecking)
    expect(attempts()).toBe(before)
    caughtUp()
    for (const one of [row, renamed]) await become(plumber, one, 'completed', isDone)
    expect(contactsNamed(client).length + contactsNamed(`${client} AS`).length).toBe(1)
  })

  test('is waited for by another client of the same name', async () => {
    const client = newClient(plumber)
    const caughtUp = freeze(plumber, '/contacts')
    failNext(plumber, { kind: 'lost', path: CONTACTS })
    const row = await begin(plumber, client)
    await become(plumber, row, 'looked for', isChecking)
    const before = attempts()
    const { uuid } = clientNamed(plumber.account, client)
    newClient(plumber, { name: client })
    const other = Object.values(plumber.account.tables.company).find((one) => one.name === client && one.uuid !== uuid)
    const second = await begin(plumber, client, undefined, { company_uuid: other?.uuid })
    await become(plumber, second, 'looked for', isChecking)
    expect(attempts()).toBe(before)
    caughtUp()
    await become(plumber, row, 'completed', isDone)
    await become(plumber, second, 'a question, or its own', (now) => isDone(now) || asksForCustomer(now))
    expect(contactsNamed(client)).toHaveLength(1)
  })

  test('is not made again by a product that was started anew meanwhile', async () => {
    const client = newClient(plumber)
    const caughtUp = freeze(plumber, '/contacts')
    failNext(plumber, { kind: 'lost', path: CONTACTS })
    const row = await begin(plumber, client)
    await become(plumber, row, 'looked for', isChecking)
    const before = attempts()
    await plumber.world.restart()
    await hammer(plumber, [row])
    await become(plumber, row, 'looked for again', isChecking)
    expect(attempts()).toBe(before)
    caughtUp()
    await become(plumber, row, 'completed', isDone)
    expect(contactsNamed(client)).toHaveLength(1)
  })

  test('and that Fiken refuses is not waited for: the row says so at once', async () => {
    failNext(plumber, { kind: 'status', status: 400, path: CONTACTS })
    const client = newClient(plumber)
    const row = await begin(plumber, client)
    const refused = await atRest(plumber, row.servicem8JobId)
    expect(refused).toMatchObject({ status: 'failed', errorCode: 'contact_refused' })
    await hammer(plumber, [row])
    await become(plumber, row, 'completed', isDone)
    expect(contactsNamed(client)).toHaveLength(1)
  })
})

describe('a customer that Fiken never made', () => {
  test('is a question after ten minutes; "Lag ny kunde i Fiken" makes one, though it is pressed in two tabs', async () => {
    const client = newClient(plumber)
    const row = await givenUp(client)
    expect(row.errorMessage).toContain(`Fiken svarte ikke da kunden «${client}» ble opprettet`)
    expect(contactsNamed(client)).toHaveLength(0)
    const choice = await plumber.person.call(readRecipient, { params: { id: row.id } })
    expect(choice).toMatchObject({ candidates: [], why: row.errorMessage })
    await Promise.all([choose(row, null), choose(row, null), choose(row, null)])
    await become(plumber, row, 'completed', isDone)
    await choose(row, null)
    expect(contactsNamed(client)).toHaveLength(1)
  })

  test('is not made by "Prøv igjen", neither on one nor on many', async () => {
    const row = await givenUp()
    const before = attempts()
    await hammer(plumber, [row])
    await become(plumber, row, 'a question again', asksForCustomer)
    expect(attempts()).toBe(before)
    await choose(row, null)
    await become(plumber, row, 'completed', isDone)
  })

  test('is one word of a person for all jobs that wait for it', async () => {
    const client = newClient(plumber)
    failNext(plumber, { kind: 'reset', path: CONTACTS })
    const rows = [await begin(plumber, client), await begin(plumber, client), await begin(plumber, client)]
    for (const row of rows) await become(plumber, row, 'looked for', isChecking)
    plumber.later(TEN_MINUTES_MS)
    for (const row of rows) await become(plumber, row, 'a question', asksForCustomer)
    await choose(rows[1]!, null)
    for (const row of rows) await become(plumber, row, 'completed', isDone)
    expect(contactsNamed(client)).toHaveLength(1)
  })

  test('whose second creation had no answer either is looked for again, and made once', async () => {
    const client = newClient(plumber)
    const row = await givenUp(client)
    const caughtUp = freeze(plumber, '/contacts')
    failNext(plumber, { kind: 'lost', path: CONTACTS })
    expect(await choose(row, null)).toMatchObject({ status: 200 })
    await become(plumber, row, 'looked for', isChecking)
    const before = attempts()
    await choose(row, null)
    await hammer(plumber, [row])
    expect(attempts()).toBe(before)
    caughtUp()
    await become(plumber, row, 'completed', isDone)
    expect(contactsNamed(client)).toHaveLength(1)
  })

  test('and that the person has made in Fiken meanwhile is offered, and taken', async () => {
    const client = newClient(plumber)
    const row = await givenUp(client)
    const { world } = plumber.world.sandbox
    const own = addContact(world, plumber.company, { name: client, customer: true }, localDate(world.now()))
    const choice = await plumber.person.call(readRecipient, { params: { id: row.id } })
    expect(choice.candidates.map(({ contactId }) => contactId)).toContain(own.contactId)
    await choose(row, own.contactId)
    const done = await become(plumber, row, 'completed', isDone)
    expect(draftOf(plumber, done).customerId).toBe(own.contactId)
    expect(contactsNamed(client)).toHaveLength(1)
    // What was reserved has ended with the person's word: the next job asks nobody.
    const next = await begin(plumber, client)
    await become(plumber, next, 'completed', isDone)
    expect(contactsNamed(client)).toHaveLength(1)
  })

  test('shows up late: "Prøv igjen" finds it, and nobody has to choose', async () => {
    const client = newClient(plumber)
    const caughtUp = freeze(plumber, '/contacts')
    failNext(plumber, { kind: 'lost', path: CONTACTS })
    const row = await begin(plumber, client)
    await become(plumber, row, 'looked for', isChecking)
    plumber.later(TEN_MINUTES_MS)
    await become(plumber, row, 'a question', asksForCustomer)
    caughtUp()
    await until('it to be found', async () => {
      await hammer(plumber, [row])
      return isDone(await become(plumber, row, 'at rest', (now) => isDone(now) || asksForCustomer(now)))
    })
    expect(contactsNamed(client)).toHaveLength(1)
  })
})

test('a new customer that a person asks for is made once, though Fiken does not answer and no list shows it', async () => {
  // A contact of the same name at another address: the row asks.
  const { world } = plumber.world.sandbox
  const client = newClient(plumber, { name: 'Tone Nyland' })
  addContact(world, plumber.company, { name: client, customer: true }, localDate(world.now()))
  const row = await begin(plumber, client)
  await become(plumber, row, 'a question', asksForCustomer)
  const caughtUp = freeze(plumber, '/contacts')
  failNext(plumber, { kind: 'lost', path: CONTACTS })
  const answer = await choose(row, null)
  expect(answer).toMatchObject({ status: 200 })
  expect(JSON.stringify(answer.body)).toContain('Fiken har ikke svart på om «Tone Nyland» ble opprettet')
  await become(plumber, row, 'looked for', isChecking)
  await choose(row, null)
  await hammer(plumber, [row])
  expect(contactsNamed(client)).toHaveLength(2)
  caughtUp()
  const done = await become(plumber, row, 'completed', isDone)
  expect(contactsNamed(client)).toHaveLength(2)
  expect(draftOf(plumber, done).customerId).toBe(Math.max(...contactsNamed(client).map(({ contactId }) => contactId)))
})

// The last of them: the cleaning ends the person's session too.
test('what is known of a customer who was never made is deleted after a month', async () => {
  const client = newClient(plumber)
  await givenUp(client)
  const { platform } = plumber.world.product
  const kept = async () => {
    const rows = await platform.db.select().from(fikenReservations)
    return rows.filter(({ asked }) => JSON.stringify(asked).includes(client)).length
  }
  const cleanAfter = (days: number) => {
    const now = () => platform.clock.now() + days * DAY_MS
    return clean({ ...platform, clock: { ...platform.clock, now } })
  }
  await cleanAfter(29)
  expect(await kept()).toBe(1)
  await cleanAfter(30)
  expect(await kept()).toBe(0)
})
