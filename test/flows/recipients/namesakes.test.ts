import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createRecord, deleteRecord, updateRecord } from '#sandbox/servicem8/records'
import { localDate } from '#sandbox/world/local-time'
import { compareClients } from '#server/features/customers/import/compare-clients'
import { rowsOf } from '#server/platform/database/database'
import { readSession } from '#shared/contracts/auth'
import { saveConfiguration } from '#shared/contracts/configuration'
import * as imports from '#shared/contracts/customer-import'
import {
  chooseRecipient,
  readRecipient,
  retryTransfer,
  updateDraft,
} from '#shared/contracts/transfers/actions'
import { readPreview } from '#shared/contracts/transfers/preview'
import { jobTitle } from '#shared/transfer-display'
import { importCustomers } from '../../support/people/bulk.ts'
import {
  clientNamed,
  draftOf,
  startPlumber,
  type CustomerFields,
} from '../../support/people/plumber.ts'
import { aClient, aFikenContact } from '../../support/vendors/vendor-objects.ts'
import {
  asksForCustomer,
  become,
  begin,
  isDone,
  newClient,
  requests,
} from '../../support/people/unanswered.ts'
import { until } from '../../support/wait.ts'
import { upgradeFrom } from '../../support/former-version.ts'

/** Tests customers that differ from a contact by one word, another client's UUID or a new name. */

const plumber = await startPlumber()
await plumber.person.call(saveConfiguration, { body: { customerMatchThreshold: 50 } })

const POST_BOX = 'Postboks 114\n5803 Bergen'
const address = {
  streetAddress: 'Postboks 114',
  postCode: '5803',
  city: 'Bergen',
  country: 'Norway',
}
const MANAGER = 'faktura@byforvalteren.example'

/** Adds a client with its own or its manager's e-mail address; returns the client's UUID. */
function client(name: string, email: string, more: Record<string, unknown> = {}): string {
  newClient(plumber, { name, address: POST_BOX, billing_address: POST_BOX, ...more })
  const { uuid } = clientNamed(plumber.account, name)
  createRecord(plumber.vendors, plumber.account, 'companycontact', {
    company_uuid: uuid,
    email,
    type: 'BILLING',
  })
  return uuid
}
const contact = (fields: CustomerFields) => plumber.addCustomer({ address, ...fields })
const asked = async (name: string) =>
  become(plumber, await begin(plumber, name), 'a question', asksForCustomer)
const done = async (name: string) =>
  become(plumber, await begin(plumber, name), 'transferred', isDone)
const recipientOf = ({ id }: { id: string }) =>
  plumber.person.call(readRecipient, { params: { id } })
async function rowsIn(kind: imports.MatchKind): Promise<imports.MatchRow[]> {
  const all: imports.MatchRow[] = []
  for (let page = 1; ; page += 1) {
    const some = await plumber.person.call(imports.readImportRows, { query: { kind, page } })
    all.push(...some)
    if (some.length < 50) return all
  }
}
async function imported(name: string): Promise<imports.MatchKind> {
  await importCustomers(plumber.person)
  for (const kind of imports.MATCH_KINDS)
    if ((await rowsIn(kind)).some((row) => row.name === name)) return kind
  throw new Error(`${name} is in no list`)
}
const madeContacts = () => requests(plumber, 'POST', /\/contacts$/)
const database = () => plumber.world.product.platform.db
/** Marks the client's link as created by an earlier rule. */
const age = (clientUuid: string, foundBy: string) =>
  database().execute(
    sql`update customer_links set rule = 1, found_by = ${foundBy} where client_uuid = ${clientUuid}`,
  )

test('a namesake by one word is asked about in the job, the preview and the import', async () => {
  client('Sameiet Ekelia Søndre', MANAGER)
  contact({ name: 'Sameiet Ekelia Nordre', email: MANAGER })
  const made = madeContacts()
  const row = await asked('Sameiet Ekelia Søndre')
  expect(row.errorMessage).toBe(
    '«Sameiet Ekelia Nordre» i Fiken ligner på «Sameiet Ekelia Søndre», men navnet er ikke det samme.',
  )
  const preview = await plumber.person.call(readPreview, { params: { id: row.id } })
  expect(preview.problems).toMatchObject([{ code: 'recipient_ambiguous' }])
  expect(await imported('Sameiet Ekelia Søndre')).toBe('uncertain')
  expect(madeContacts()).toBe(made)
})

test('a contact with another active client’s uuid is asked about, until that client is gone', async () => {
  const before = client('Sveio Rør', 'post@sveio.example')
  client('Sveio Rørservice', 'post@sveio.example')
  contact({ name: 'Sveio Rørservice', email: 'post@sveio.example', memberNumberString: before })
  const row = await asked('Sveio Rørservice')
  expect(row.errorMessage).toBe(
    '«Sveio Rørservice» i Fiken har medlemsnummeret til kunden «Sveio Rør».',
  )
  expect(await imported('Sveio Rørservice')).toBe('uncertain')
  deleteRecord(
    plumber.vendors,
    plumber.account,
    'company',
    clientNamed(plumber.account, 'Sveio Rør'),
  )
  const old = sql`update mirror_cursors set completed_at = completed_at - interval '2 minutes'`
  await database().execute(old)
  await plumber.person.call(retryTransfer, { params: { id: row.id } })
  await become(plumber, row, 'transferred', isDone)
})

test('a client with a new name is asked about with both, once; a mere spelling is not', async () => {
  client('Fjellheim Snekkeri', 'post@fjellheim.example')
  const record = clientNamed(plumber.account, 'Fjellheim Snekkeri')
  const first = await done('Fjellheim Snekkeri')
  const rename = (name: string) =>
    updateRecord(plumber.vendors, plumber.account, 'company', record, { name })
  rename('Fjelheim Snekkeri AS')
  const spelled = await done('Fjelheim Snekkeri AS')
  expect(draftOf(plumber, spelled).customerId).toBe(draftOf(plumber, first).customerId)

  rename('Vestkyst Trelast')
  const made = madeContacts()
  const row = await asked('Vestkyst Trelast')
  expect(row.errorMessage).toBe(
    'Kunden «Vestkyst Trelast» het før «Fjelheim Snekkeri AS», og er koblet til «Fjellheim Snekkeri» i Fiken. Er det samme kunde?',
  )
  expect((await recipientOf(row)).candidates).toMatchObject([{ name: 'Fjellheim Snekkeri' }])
  expect(await imported('Vestkyst Trelast')).toBe('uncertain')
  expect(madeContacts()).toBe(made)
  // The choice can be refused while the renamed client's job is being reread.
  await until('the choice to be taken', async () => {
    const body = { contactId: draftOf(plumber, first).customerId }
    const params = { id: row.id }
    return (await plumber.person.tryCall(chooseRecipient, { params, body })).status === 200
  })
  await become(plumber, row, 'transferred', isDone)
  expect(draftOf(plumber, await done('Vestkyst Trelast')).customerId).toBe(
    draftOf(plumber, first).customerId,
  )
})

test('a client sold to a new owner does not go to the old owner’s contact, even before any link', async () => {
  const uuid = client('Flåm Kafé Drift', 'drift@flam.example')
  const old = contact({
    name: 'Flåm Bakeri',
    email: 'drift@flam.example',
    memberNumberString: uuid,
  })
  const row = await asked('Flåm Kafé Drift')
  expect(row.errorMessage).toBe(
    '«Flåm Bakeri» i Fiken har medlemsnummeret til «Flåm Kafé Drift», men et annet navn. Er det samme kunde?',
  )
  await plumber.person.call(chooseRecipient, { params: { id: row.id }, body: { contactId: null } })
  const { id } = await become(plumber, row, 'transferred', isDone)
  const draft = draftOf(plumber, await become(plumber, { id }, 'transferred', isDone))
  expect(draft.customerId).not.toBe(old.contactId)
  expect(draft.recipient).toBe('Flåm Kafé Drift')
})

test('a link that an earlier rule made is judged once, and asked about once for all its jobs', async () => {
  const uuid = client('Boligsameiet Måkehuset', MANAGER)
  const old = contact({ name: 'Boligsameiet Ternehuset', email: MANAGER })
  const first = await asked('Boligsameiet Måkehuset')
  await plumber.person.call(chooseRecipient, {
    params: { id: first.id },
    body: { contactId: old.contactId },
  })
  const drafted = await become(plumber, first, 'transferred', isDone)
  await age(uuid, 'fuzzy')

  const rows = [await asked('Boligsameiet Måkehuset'), await asked('Boligsameiet Måkehuset')]
  expect(rows[0]?.errorMessage).toBe(
    '«Boligsameiet Måkehuset» har til nå vært fakturert som «Boligsameiet Ternehuset» i Fiken. Stemmer dette?',
  )
  const choice = await recipientOf(rows[0]!)
  expect(choice).toMatchObject({
    why: rows[0]?.errorMessage,
    jobs: 2,
    drafts: [jobTitle(drafted.servicem8Data, drafted.servicem8JobId)],
  })
  expect(choice.candidates[0]).toMatchObject({ contactId: old.contactId })
  expect(await plumber.person.tryCall(updateDraft, { params: { id: drafted.id } })).toMatchObject({
    status: 409,
  })
  await plumber.person.call(chooseRecipient, {
    params: { id: rows[0]!.id },
    body: { contactId: null },
  })
  for (const row of rows) {
    const { customerId } = draftOf(plumber, await become(plumber, row, 'transferred', isDone))
    expect(customerId).not.toBe(old.contactId)
  }
  await done('Boligsameiet Måkehuset')
})

test('a link that an earlier rule made by member number is asked about only where the names differ', async () => {
  const same = client('Granly Vel', 'vel@granly.example')
  contact({ name: 'Granly Vel', memberNumberString: same })
  await done('Granly Vel')
  await age(same, 'member_number')
  await done('Granly Vel')
  const [link] = await rowsOf<{ rule: number }>(
    database(),
    sql`select rule from customer_links where client_uuid = ${same}`,
  )
  expect(link?.rule).toBe(2)

  const other = client('Furuly Vel', 'vel@furuly.example')
  contact({ name: 'Bjerkely Hageselskap', memberNumberString: other })
  const row = await asked('Furuly Vel')
  await plumber.person.call(chooseRecipient, {
    params: { id: row.id },
    body: { contactId: (await recipientOf(row)).candidates[0]!.contactId },
  })
  await become(plumber, row, 'transferred', isDone)
  await done('Furuly Vel')
  await age(other, 'member_number')
  await asked('Furuly Vel')
  await age(other, 'created')
  await done('Furuly Vel')
})

test('a link of an earlier rule to a namesake that is archived by now is not passed on to what stands for it', async () => {
  const organizationNumber = '959900302'
  const wrong = contact({ name: 'Sameiet Myrvoll Nordre', organizationNumber })
  const uuid = client('Sameiet Myrvoll Søndre', 'styret.myrvoll@sondre.example')
  const first = await asked('Sameiet Myrvoll Søndre')
  await plumber.person.call(chooseRecipient, {
    params: { id: first.id },
    body: { contactId: wrong.contactId, always: true },
  })
  await become(plumber, first, 'transferred', isDone)
  await age(uuid, 'fuzzy')
  const { world } = plumber.world.sandbox
  Object.assign(wrong, { inactive: true, lastModifiedDate: localDate(world.now()) })
  contact({ name: 'Sameiet Myrvoll Nordre', organizationNumber })
  plumber.later(60_001)
  // This client's job makes the lane read changed contacts.
  client('Kråkstad Bowling', 'post@kraakstad.example')
  await done('Kråkstad Bowling')
  const row = await asked('Sameiet Myrvoll Søndre')
  expect(row.errorMessage).toBe(
    '«Sameiet Myrvoll Søndre» har til nå vært fakturert som «Sameiet Myrvoll Nordre» i Fiken. Stemmer dette?',
  )
})

test('of 2 000 links from an earlier rule, those ask whose names are not the same', async () => {
  const { id: companyId } = await plumber.person.call(readSession)
  const { slug } = plumber.company
  const rows = Array.from({ length: 2000 }, (_, index) => {
    const door = { street: `Lagvikveien ${index}`, postalCode: '5700', city: 'Voss' }
    const text = `${door.street}\n5700 Voss`
    const uuid = `lagvik-${index}`
    // Every tenth contact has a neighbour's name; every second such link is confirmed.
    const name = index % 10 === 0 ? `Lagvik Nordre ${index}` : `Lagvik ${index} Boligsameie`
    return {
      uuid,
      contactId: 900_000 + index,
      key: `lagvik ${index} sameie`,
      by: index % 20 === 0 ? 'person' : 'fuzzy',
      client: aClient({
        uuid,
        name: `Sameiet Lagvik ${index}`,
        address: text,
        billingAddress: text,
        ...door,
      }),
      contact: aFikenContact({
        contactId: 900_000 + index,
        name,
        address: { ...door, street2: '', country: 'Norge' },
      }),
    }
  })
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as r(uuid text, "contactId" bigint, key text, by text, client jsonb, contact jsonb)`
  await upgradeFrom(
    plumber.world,
    '0044',
    sql`insert into servicem8_clients (user_id, uuid, name, active, data, contacts, seen_at)
      select ${companyId}::uuid, uuid, client->>'name', true, client, '[]', now() from ${given}`,
    // seen_at is later than any list, so that none of these contacts counts as deleted in Fiken.
    sql`insert into fiken_contacts
      (user_id, fiken_company_slug, contact_id, search_name, data, seen_at)
      select ${companyId}::uuid, ${slug}, "contactId", '', contact, now() + interval '1 day' from ${given}`,
    sql`insert into customer_links
      (user_id, fiken_company_slug, client_uuid, recipient_key, contact_id, found_by, created_at)
      select ${companyId}::uuid, ${slug}, uuid, key, "contactId", by, now() - interval '1 day' from ${given}`,
  )
  const { platform } = plumber.world.product
  const { db } = platform

  const settings = { enableFuzzyCustomerMatch: true, customerMatchThreshold: 90 }
  await compareClients(
    platform,
    { companyId, slug, since: new Date(platform.clock.now()), settings },
    { rest: true, signal: new AbortController().signal },
  )
  // A PostgreSQL server analyzes tables automatically, but the embedded database does not.
  await db.execute(sql`analyze`)
  const asking = (await rowsIn('uncertain')).filter(({ name }) => name.startsWith('Sameiet Lagvik'))
  expect(asking).toHaveLength(100)
  for (const { why } of asking) expect(why).toContain('Stemmer dette?')
  const agreed = sql`select count(*)::int as count from customer_links
    where client_uuid like 'lagvik-%' and rule = 2`
  expect(await rowsOf<{ count: number }>(db, agreed)).toEqual([{ count: 1800 }])
})
