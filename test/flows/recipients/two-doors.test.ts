import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { updateRecord } from '#sandbox/servicem8/records'
import { rowsOf } from '#server/platform/database/database'
import { chooseRecipient, readRecipient } from '#shared/contracts/transfers/actions'
import { moveContact, readPreview } from '#shared/contracts/transfers/preview'
import type { Transfer } from '#shared/contracts/transfers/row'
import { importCustomers } from '../../support/people/bulk.ts'
import { clientNamed, draftOf, startPlumber } from '../../support/people/plumber.ts'
import {
  asksForCustomer,
  become,
  begin,
  isDone,
  newClient,
} from '../../support/people/unanswered.ts'
import { upgradeFrom } from '../../support/former-version.ts'

/** Tests recipients with the same name under one client, at different addresses. */

const plumber = await startPlumber()

const jobFor = (client: string, billing: string) =>
  begin(plumber, client, undefined, { billing_address: billing })
const done = async (client: string, billing: string): Promise<Transfer> =>
  become(plumber, await jobFor(client, billing), 'transferred', isDone)
const asked = async (client: string, billing: string): Promise<Transfer> =>
  become(plumber, await jobFor(client, billing), 'a question', asksForCustomer)
const contactOf = (transfer: Transfer) => draftOf(plumber, transfer).customerId
const choose = (row: Transfer, contactId: number | null, always = true) =>
  plumber.person.call(chooseRecipient, { params: { id: row.id }, body: { contactId, always } })
const database = () => plumber.world.product.platform.db
const doorsOf = async (uuid: string) =>
  rowsOf<{ doors: { address: string; contactId: number }[] }>(
    database(),
    sql`select doors from customer_links where client_uuid = ${uuid}`,
  )

const NAME = 'Sameiet Fjordgløtt'
const FIRST = `${NAME}\nStorgata 1\n5003 Bergen`
const SECOND = `${NAME}\nElveveien 9\n5700 Voss`

test('another door is asked about once, and both are remembered', async () => {
  const client = newClient(plumber)
  const first = await done(client, FIRST)
  // Another spelling or a c/o line does not make another address.
  for (const text of [
    `${NAME}\nStorgt. 1, 5003 BERGEN`,
    `${NAME}\nc/o Bergen Drift\nStorgata 1\n5003 Bergen`,
  ])
    expect(contactOf(await done(client, text))).toBe(contactOf(first))

  const row = await asked(client, SECOND)
  expect(row.errorMessage).toBe(
    `«${NAME}» er før fakturert på en annen adresse: Storgata 1, 5003 Bergen. Er det samme kunde?`,
  )
  const preview = await plumber.person.call(readPreview, { params: { id: row.id } })
  expect(preview.problems).toMatchObject([{ code: 'recipient_ambiguous' }])
  const { candidates } = await plumber.person.call(readRecipient, { params: { id: row.id } })
  expect(candidates[0]).toMatchObject({ contactId: contactOf(first) })
  await choose(row, null)
  const second = await become(plumber, row, 'transferred', isDone)
  expect(contactOf(second)).not.toBe(contactOf(first))
  expect(contactOf(await done(client, SECOND))).toBe(contactOf(second))
  expect(contactOf(await done(client, FIRST))).toBe(contactOf(first))
  expect(await doorsOf(clientNamed(plumber.account, client).uuid)).toMatchObject([
    {
      doors: [
        { address: 'Storgata 1, 5003 Bergen', contactId: contactOf(first) },
        { address: 'Elveveien 9, 5700 Voss', contactId: contactOf(second) },
      ],
    },
  ])
})

test('the same customer at two doors is one contact, once a person has said so', async () => {
  const client = newClient(plumber)
  const name = 'Sameiet Solgløtt'
  const first = await done(client, `${name}\nStorgata 3\n5003 Bergen`)
  const row = await asked(client, `${name}\nElveveien 11\n5700 Voss`)
  await choose(row, contactOf(first))
  await become(plumber, row, 'transferred', isDone)
  expect(contactOf(await done(client, `${name}\nElveveien 11\n5700 Voss`))).toBe(contactOf(first))
  expect(contactOf(await done(client, `${name}\nStorgata 3\n5003 Bergen`))).toBe(contactOf(first))
})

test('a link from before takes the address of its first job, without a question', async () => {
  const client = newClient(plumber)
  const { uuid } = clientNamed(plumber.account, client)
  const name = 'Sameiet Vargløtt'
  const first = await done(client, `${name}\nStorgata 5\n5003 Bergen`)
  // Version 0044 stored no addresses with links.
  await upgradeFrom(plumber.world, '0044')
  expect(contactOf(await done(client, `${name}\nElveveien 13\n5700 Voss`))).toBe(contactOf(first))
  expect(await doorsOf(uuid)).toMatchObject([{ doors: [{ address: 'Elveveien 13, 5700 Voss' }] }])
  const row = await asked(client, `${name}\nStorgata 5\n5003 Bergen`)
  // The choice is for this job alone, so the next job asks again.
  await choose(row, contactOf(first), false)
  await become(plumber, row, 'transferred', isDone)
  await asked(client, `${name}\nStorgata 5\n5003 Bergen`)
})

test('a link that all clients’ comparison has made holds at its own address', async () => {
  const text = (street: string) => `Sameiet Havgløtt\n${street}\n5003 Bergen`
  const client = newClient(plumber, { billing_address: text('Storgata 7') })
  plumber.addCustomer({
    name: 'Sameiet Havgløtt',
    address: { streetAddress: 'Storgata 7', postCode: '5003', city: 'Bergen', country: 'Norway' },
  })
  await importCustomers(plumber.person)
  expect(await doorsOf(clientNamed(plumber.account, client).uuid)).toMatchObject([
    { doors: [{ address: 'Storgata 7, 5003 Bergen' }] },
  ])
  await asked(client, text('Elveveien 15'))
})

test('a client that moves keeps its contact, and its address in Fiken can be changed', async () => {
  const client = newClient(plumber)
  const own = clientNamed(plumber.account, client)
  const first = await done(client, own.billing_address)
  const moved = { address: 'Nygata 40\n5700 Voss', billing_address: 'Nygata 40\n5700 Voss' }
  updateRecord(plumber.vendors, plumber.account, 'company', own, moved)
  const next = await done(client, moved.billing_address)
  expect(contactOf(next)).toBe(contactOf(first))
  const params = { id: next.id }
  expect((await plumber.person.call(readPreview, { params })).moved).toMatchObject({
    inServiceM8: 'Nygata 40, 5700 Voss',
  })
  const { message } = await plumber.person.call(moveContact, { params })
  expect(message).toBe(`Adressen til «${client}» i Fiken er nå Nygata 40, 5700 Voss.`)
  expect((await plumber.person.call(readPreview, { params })).moved).toBeNull()
  const contact = plumber.company.contacts.find((one) => one.contactId === contactOf(first))
  expect(contact?.address).toMatchObject({ streetAddress: 'Nygata 40', postCode: '5700' })
  expect(await plumber.person.tryCall(moveContact, { params })).toMatchObject({ status: 409 })
})
