import { describe, expect, test } from 'vitest'
import { updateRecord } from '#sandbox/servicem8/records'
import { clean } from '#server/features/retention/clean'
import { fikenReservations } from '#server/features/reservations/tables'
import { chooseRecipient, readRecipient } from '#shared/contracts/transfers/actions'
import type { Transfer } from '#shared/contracts/transfers/row'
import {
  atRest,
  clientNamed,
  DAY_MS,
  draftOf,
  startPlumber,
  storyOf,
} from '../../support/people/plumber.ts'
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
} from '../../support/people/unanswered.ts'
import { until } from '../../support/wait.ts'

/** Tests that a customer is created exactly once, although Fiken does not confirm the creation. */

const CONTACTS = '/contacts$'
const plumber = await startPlumber()

const { contactsNamed } = plumber
const choose = ({ id }: Pick<Transfer, 'id'>, contactId: number | null) =>
  plumber.person.tryCall(chooseRecipient, { params: { id }, body: { contactId } })
const attempts = () => requests(plumber, 'POST', /\/contacts$/)

/** Makes a transfer that asks the user, ten minutes after a creation without effect. */
async function givenUp(client = newClient(plumber)): Promise<Transfer> {
  failNext(plumber, { kind: 'reset', path: CONTACTS })
  const row = await begin(plumber, client)
  await become(plumber, row, 'looked up', isChecking)
  plumber.later(TEN_MINUTES_MS)
  return become(plumber, row, 'a question', asksForCustomer)
}

/** Begins a transfer whose customer was created without an answer, and is in no list yet. */
async function unlisted(client: string): Promise<{ row: Transfer; caughtUp: () => void }> {
  const caughtUp = freeze(plumber, '/contacts')
  failNext(plumber, { kind: 'lost', path: CONTACTS })
  const row = await begin(plumber, client)
  return { row: await become(plumber, row, 'looked up', isChecking), caughtUp }
}

describe('a new customer whose creation was not answered', () => {
  test('is found immediately where Fiken shows it, and the job continues', async () => {
    const client = newClient(plumber)
    failNext(plumber, { kind: 'lost', path: CONTACTS })
    const row = await begin(plumber, client)
    const done = await become(plumber, row, 'completed', isDone)
    expect(contactsNamed(client)).toHaveLength(1)
    expect(draftOf(plumber, done).recipient).toBe(client)
    expect((await storyOf(plumber, done)).join()).toContain(
      `Kunden «${client}» kom fram til Fiken likevel`,
    )
  })

  test('is looked up while no list shows it, and one contact is created, however often a person asks', async () => {
    const client = newClient(plumber)
    const { row, caughtUp } = await unlisted(client)
    expect(row.errorMessage).toBe(
      `Fiken svarte ikke da kunden «${client}» ble opprettet. Vi ser etter kunden i Fiken i inntil ti minutter, så det ikke blir to.`,
    )
    const before = attempts()
    await hammer(plumber, [row])
    await choose(row, null)
    await become(plumber, row, 'looked up again', isChecking)
    expect(attempts()).toBe(before)
    caughtUp()
    const done = await become(plumber, row, 'completed', isDone)
    expect(contactsNamed(client)).toHaveLength(1)
    expect(draftOf(plumber, done).recipient).toBe(client)
  })

  test('blocks every job of theirs, and all of them resume automatically', async () => {
    const client = newClient(plumber)
    const caughtUp = freeze(plumber, '/contacts')
    failNext(plumber, { kind: 'html', path: CONTACTS })
    const rows = [await begin(plumber, client), await begin(plumber, client)]
    for (const row of rows) await become(plumber, row, 'looked up', isChecking)
    await hammer(plumber, rows)
    caughtUp()
    for (const row of rows) await become(plumber, row, 'completed', isDone)
    expect(contactsNamed(client)).toHaveLength(1)
  })

  test('blocks also under the name that was corrected in the meantime', async () => {
    const client = newClient(plumber)
    const { row, caughtUp } = await unlisted(client)
    const before = attempts()
    const { account } = plumber
    const known = clientNamed(account, client)
    updateRecord(plumber.vendors, account, 'company', known, { name: `${client} AS` })
    const renamed = await begin(plumber, `${client} AS`)
    await become(plumber, renamed, 'looked up', isChecking)
    expect(attempts()).toBe(before)
    caughtUp()
    for (const one of [row, renamed]) await become(plumber, one, 'completed', isDone)
    expect(contactsNamed(client).length + contactsNamed(`${client} AS`).length).toBe(1)
  })

  test('blocks another client of the same name', async () => {
    const client = newClient(plumber)
    const { row, caughtUp } = await unlisted(client)
    const before = attempts()
    const { uuid } = clientNamed(plumber.account, client)
    newClient(plumber, { name: client })
    const other = Object.values(plumber.account.tables.company).find(
      (one) => one.name === client && one.uuid !== uuid,
    )
    const second = await begin(plumber, client, undefined, { company_uuid: other?.uuid })
    await become(plumber, second, 'looked up', isChecking)
    expect(attempts()).toBe(before)
    caughtUp()
    await become(plumber, row, 'completed', isDone)
    await become(
      plumber,
      second,
      'a question, or its own',
      (now) => isDone(now) || asksForCustomer(now),
    )
    expect(contactsNamed(client)).toHaveLength(1)
  })

  test('is not created again when the product was restarted in the meantime', async () => {
    const client = newClient(plumber)
    const { row, caughtUp } = await unlisted(client)
    const before = attempts()
    await plumber.world.restart()
    await hammer(plumber, [row])
    await become(plumber, row, 'looked up again', isChecking)
    expect(attempts()).toBe(before)
    caughtUp()
    await become(plumber, row, 'completed', isDone)
    expect(contactsNamed(client)).toHaveLength(1)
  })

  test('and that Fiken refuses blocks nothing: the row says so immediately', async () => {
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

describe('a customer that Fiken never created', () => {
  test('is a question after ten minutes; "Lag ny kunde i Fiken" creates one, though it is pressed in two tabs', async () => {
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

  test('is not created by "Prøv igjen", neither on one nor on many', async () => {
    const row = await givenUp()
    const before = attempts()
    await hammer(plumber, [row])
    await become(plumber, row, 'a question again', asksForCustomer)
    expect(attempts()).toBe(before)
    await choose(row, null)
    await become(plumber, row, 'completed', isDone)
  })

  test('is decided once by a person for all jobs that wait for it', async () => {
    const client = newClient(plumber)
    failNext(plumber, { kind: 'reset', path: CONTACTS })
    const rows = [
      await begin(plumber, client),
      await begin(plumber, client),
      await begin(plumber, client),
    ]
    for (const row of rows) await become(plumber, row, 'looked up', isChecking)
    plumber.later(TEN_MINUTES_MS)
    for (const row of rows) await become(plumber, row, 'a question', asksForCustomer)
    await choose(rows[1]!, null)
    for (const row of rows) await become(plumber, row, 'completed', isDone)
    expect(contactsNamed(client)).toHaveLength(1)
  })

  test('whose second creation was not answered either is looked up again, and created once', async () => {
    const client = newClient(plumber)
    const row = await givenUp(client)
    const caughtUp = freeze(plumber, '/contacts')
    failNext(plumber, { kind: 'lost', path: CONTACTS })
    expect(await choose(row, null)).toMatchObject({ status: 200 })
    await become(plumber, row, 'looked up', isChecking)
    const before = attempts()
    await choose(row, null)
    await hammer(plumber, [row])
    expect(attempts()).toBe(before)
    caughtUp()
    await become(plumber, row, 'completed', isDone)
    expect(contactsNamed(client)).toHaveLength(1)
  })

  test('and that the user has created in Fiken in the meantime is offered, and used', async () => {
    const client = newClient(plumber)
    const row = await givenUp(client)
    const own = plumber.addCustomer({ name: client })
    const choice = await plumber.person.call(readRecipient, { params: { id: row.id } })
    expect(choice.candidates.map(({ contactId }) => contactId)).toContain(own.contactId)
    await choose(row, own.contactId)
    const done = await become(plumber, row, 'completed', isDone)
    expect(draftOf(plumber, done).customerId).toBe(own.contactId)
    expect(contactsNamed(client)).toHaveLength(1)
    // The user's decision ended the reservation, so the next job does not ask.
    const next = await begin(plumber, client)
    await become(plumber, next, 'completed', isDone)
    expect(contactsNamed(client)).toHaveLength(1)
  })

  test('appears late: "Prøv igjen" finds it, and nobody has to choose', async () => {
    const client = newClient(plumber)
    const { row, caughtUp } = await unlisted(client)
    plumber.later(TEN_MINUTES_MS)
    await become(plumber, row, 'a question', asksForCustomer)
    caughtUp()
    await until('it to be found', async () => {
      await hammer(plumber, [row])
      return isDone(
        await become(plumber, row, 'at rest', (now) => isDone(now) || asksForCustomer(now)),
      )
    })
    expect(contactsNamed(client)).toHaveLength(1)
  })
})

test('a new customer that a person asks for is created once, though Fiken does not answer and no list shows it', async () => {
  // Fiken has a contact with this name at another address, so the job asks for the customer.
  const client = newClient(plumber, { name: 'Tone Nyland' })
  plumber.addCustomer({ name: client })
  const row = await begin(plumber, client)
  await become(plumber, row, 'a question', asksForCustomer)
  const caughtUp = freeze(plumber, '/contacts')
  failNext(plumber, { kind: 'lost', path: CONTACTS })
  const answer = await choose(row, null)
  expect(answer).toMatchObject({ status: 200 })
  expect(JSON.stringify(answer.body)).toContain(
    'Fiken har ikke svart på om «Tone Nyland» ble opprettet',
  )
  await become(plumber, row, 'looked up', isChecking)
  await choose(row, null)
  await hammer(plumber, [row])
  expect(contactsNamed(client)).toHaveLength(2)
  caughtUp()
  const done = await become(plumber, row, 'completed', isDone)
  expect(contactsNamed(client)).toHaveLength(2)
  expect(draftOf(plumber, done).customerId).toBe(
    Math.max(...contactsNamed(client).map(({ contactId }) => contactId)),
  )
})

// This test case comes last, because the clean-up also ends the user's session.
test('what is stored about a customer who was never created is deleted after a month', async () => {
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
