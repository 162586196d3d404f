import { sql, type SQL } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { chooseCollective, makeCollective } from '#shared/contracts/collective'
import { rejectContacts } from '#shared/contracts/customer-import'
import { chooseRecipient, updateDraft } from '#shared/contracts/transfers/actions'
import type { Transfer } from '#shared/contracts/transfers/row'
import { nameKey } from '#shared/names'
import { secondOfConnectionOver } from '../../support/clock/next-second.ts'
import { importCustomers } from '../../support/people/bulk.ts'
import { BY_HAND } from '../../support/people/collective-customer.ts'
import { clientNamed, draftOf, startPlumber } from '../../support/people/plumber.ts'
import * as unanswered from '../../support/people/unanswered.ts'
import { upgradeFrom } from '../../support/former-version.ts'

/**
 * Tests that decisions made by a former version still apply, under the current key and under the
 * former key, in which "v/ Kari" was part of the name.
 */

interface Stored {
  /** A client with a stored link and no other decision. */
  linked: { job: Job; contactId: number }
  rejected: Job
  chosen: { row: Transfer; name: string; contactId: number }
  /** A contact that Fiken was asked to create without responding. */
  reserved: { row: Transfer; name: string }
  collective: { job: Job; rows: Transfer[]; contactId: number }
}
interface Job {
  client: string
  name: string
  billing: string
}

const stored = new Map<string, Stored>()
const STORED_AS = ['as it is today', 'as it was read before'] as const
const SUFFIX = ' v/ Kari'

let count = 0
/** Makes a client; as the former version read it, its billing text contains "v/ Kari". */
function jobOf(as: string, word: string): Job {
  count += 1
  const name = `${word}lia Forvaltning ${count} AS`
  const written = as === STORED_AS[0] ? name : `${name}${SUFFIX}`
  const billing = `${written}\nStorgata ${count}\n5003 Bergen`
  return { client: unanswered.newClient(plumber, { billing_address: billing }), name, billing }
}
const begin = ({ client, billing }: Job) =>
  unanswered.begin(plumber, client, undefined, { billing_address: billing })
const become = (row: Transfer, what: string, is: (row: Transfer) => boolean) =>
  unanswered.become(plumber, row, what, is)
const done = async (job: Job) => become(await begin(job), 'transferred', unanswered.isDone)
const asked = async (job: Job) => become(await begin(job), 'a question', unanswered.asksForCustomer)
const waits = ({ pendingReason }: Transfer) => pendingReason === 'collective'
const contactOf = (row: Transfer) => draftOf(plumber, row).customerId
const made = () => unanswered.requests(plumber, 'POST', /\/contacts$/)
/**
 * Adds a contact and advances the clock by a minute, because a lane reads changed contacts at most
 * once a minute. Returns the contact's id.
 */
function inFiken(name: string): number {
  const { contactId } = plumber.addCustomer({ name })
  plumber.later(60_001)
  return contactId
}
const uuidOf = ({ client }: Pick<Job, 'client'>) => clientNamed(plumber.account, client).uuid
/** Returns a job invoiced to the client itself, with an attention line in the billing text. */
const toAttention = (): Job => ({
  ...attention,
  billing: `${attention.name}\nKaigata 1\n5003 Bergen`,
})
async function together(rows: readonly Transfer[]): Promise<Transfer[]> {
  for (const row of rows) await become(row, 'waits for its set', waits)
  await plumber.person.call(makeCollective, { body: { ids: rows.map(({ id }) => id) } })
  const all: Transfer[] = []
  for (const row of rows) all.push(await become(row, 'transferred', unanswered.isDone))
  return all
}

async function store(as: string): Promise<Omit<Stored, 'reserved'>> {
  const linked = jobOf(as, 'Bjørke')
  const contactId = contactOf(await done(linked))

  const rejected = jobOf(as, 'Furu')
  // With a single namesake, that contact would become the recipient without a question.
  const namesakes = [inFiken(rejected.name), inFiken(rejected.name)]
  await asked(rejected)
  await importCustomers(plumber.person)
  await plumber.person.call(rejectContacts, {
    body: { uuid: uuidOf(rejected), contactIds: namesakes },
  })

  const ofChoice = jobOf(as, 'Ospe')
  inFiken(ofChoice.name)
  inFiken(ofChoice.name)
  const other = inFiken(`Gran og Sønn ${count}`)
  const question = await asked(ofChoice)
  await plumber.person.call(chooseRecipient, {
    params: { id: question.id },
    body: { contactId: other, always: false },
  })
  const row = await become(question, 'transferred', unanswered.isDone)

  const ofSet = jobOf(as, 'Hassel')
  await plumber.person.call(chooseCollective, {
    params: { clientUuid: uuidOf(ofSet) },
    body: { time: BY_HAND, byPurchaseOrder: false },
  })
  const rows = await together([await begin(ofSet), await begin(ofSet)])
  return {
    linked: { job: linked, contactId },
    rejected,
    chosen: { row, name: ofChoice.name, contactId: other },
    collective: { job: ofSet, rows, contactId: contactOf(rows[0]!) },
  }
}

/** Returns the SQL statements that restore the recipient's former name and key. */
function named(today: string, before: string): SQL[] {
  const [key, json] = [nameKey(before), JSON.stringify(before)]
  const chosen = JSON.stringify({ recipientKey: key, recipientName: before })
  return [
    sql`update customer_links set recipient_key = ${key}, recipient_name = ${before} where recipient_name = ${today}`,
    sql`update rejected_contacts set recipient_key = ${key}, recipient_name = ${before} where recipient_name = ${today}`,
    sql`update transfers set chosen_recipient = chosen_recipient || ${chosen}::jsonb where chosen_recipient->>'recipientName' = ${today}`,
    sql`update fiken_reservations set key = ${key}, asked = jsonb_set(jsonb_set(asked, '{recipientKey}', ${JSON.stringify(key)}::jsonb), '{contact,name}', ${json}::jsonb)
      where asked->'contact'->>'name' = ${today}`,
  ]
}

/** Renames the contact in Fiken; returns the SQL statement that does the same in the mirror. */
function renamedInFiken(today: string, before: string): SQL {
  for (const one of plumber.company.contacts)
    if (one.name === today) Object.assign(one, { name: before, memberNumberString: undefined })
  return sql`update fiken_contacts set data = data || ${JSON.stringify({ name: before, memberNumber: '' })}::jsonb
    where data->>'name' = ${today}`
}

const plumber = await startPlumber()
await secondOfConnectionOver(plumber.world)
const client = unanswered.newClient(plumber)
const name = 'Att: Regnskap'
const attention = { client, name }
await done(toAttention())
for (const as of STORED_AS) stored.set(as, { ...(await store(as)), reserved: null! })
const caughtUp = unanswered.freeze(plumber, '/contacts')
for (const as of STORED_AS) {
  const job = jobOf(as, 'Selje')
  unanswered.failNext(plumber, { kind: 'lost', path: '/contacts$' })
  const row = await become(await begin(job), 'looked up', unanswered.isChecking)
  Object.assign(stored.get(as)!, { reserved: { row, name: job.name } })
}
const { linked, rejected, chosen, reserved, collective } = stored.get(STORED_AS[1])!
const own = [linked.job.name, reserved.name, collective.job.name]
await upgradeFrom(
  plumber.world,
  '0044',
  ...[...own, rejected.name, chosen.name].flatMap((today) => named(today, `${today}${SUFFIX}`)),
  ...own.map((today) => renamedInFiken(today, `${today}${SUFFIX}`)),
  ...named(attention.client, attention.name),
  renamedInFiken(attention.client, attention.name),
)
caughtUp()

describe.each(STORED_AS)('what was stored with the name %s', (as) => {
  const of = () => stored.get(as)!

  test('a reserved contact is found, and no second one is made', async () => {
    const { row, name } = of().reserved
    await become(row, 'transferred', unanswered.isDone)
    expect(plumber.company.contacts.filter((one) => one.name.startsWith(name))).toHaveLength(1)
  })

  test('a link goes on, and no second contact is made', async () => {
    const before = made()
    const { job, contactId } = of().linked
    expect(contactOf(await done(job))).toBe(contactId)
    expect(contactOf(await done(job))).toBe(contactId)
    expect(made()).toBe(before)
  })

  test('a rejected contact is not proposed again, and none is made in its place', async () => {
    const before = made()
    const row = await asked(of().rejected)
    expect(row.errorMessage).toContain('Du har sagt at ingen av kontaktene i Fiken')
    expect(made()).toBe(before)
  })

  test('whom a person chose for one job gets its draft when that is updated', async () => {
    const { row, contactId } = of().chosen
    await plumber.person.call(updateDraft, { params: { id: row.id } })
    expect(contactOf(row)).toBe(contactId)
  })

  test('the customer of a collective draft gets the next one too', async () => {
    const before = made()
    const { job, contactId } = of().collective
    const rows = await together([await begin(job), await begin(job)])
    expect(rows.map(contactOf)).toEqual([contactId, contactId])
    expect(made()).toBe(before)
  })
})

test('a client whose link carries the name of a person is asked about, and no contact is made', async () => {
  const before = made()
  const { client, name } = attention
  const row = await asked(toAttention())
  expect(row.errorMessage).toContain(`«${client}» het før «${name}»`)
  expect(made()).toBe(before)
})
