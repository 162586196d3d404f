import { expect, test } from 'vitest'
import { addContact } from '#sandbox/fiken/contacts'
import { createRecord } from '#sandbox/servicem8/records'
import { addJob } from '#sandbox/servicem8/workshop'
import { createContacts, readImportRows, startImport } from '#shared/contracts/customer-import'
import { readCustomers, saveCustomer } from '#shared/contracts/customers'
import { chooseRecipient } from '#shared/contracts/transfers/actions'
import type { Transfer } from '#shared/contracts/transfers/row'
import { importCustomers, taskOver } from '../support/people/bulk.ts'
import { readyCustomer, transfersOf, type Customer } from '../support/people/tenants.ts'
import { asksForCustomer, isDone } from '../support/people/unanswered.ts'
import { until } from '../support/wait.ts'
import { startCheckpointWorld } from '../support/world/checkpoint-world.ts'
import { ELSEWHERE } from '../support/world/checkpoints.ts'

const JOBS = 2

type Account = Customer['tenant']['account']

/** Client names that don't resemble each other, one per kill. */
const SAVED = ['Bekkelia Sameie', 'Dugnadstoppen Velforening', 'Furuholt Hytteutleie']
const MISSING = ['Gjerdet Kafé', 'Hvalvika Rederi', 'Indreøy Sagbruk', 'Jutulstad Gartneri']
const CHOSEN = 'Kvernhuset Pub'
const MADE = ['Myrull Design', 'Nattergalen Kor', 'Oterbekk Mølle']
const ALONE = 'Rugdeholmen Fisk'
const MADE_ALONE = ['Tiurkollen Treslag', 'Uglestien Bokkafé', 'Vardebakken Vev']
const FOUND = ['Prestegårdens Venner', 'Quislinghaugen Skytterlag']
const NAMES = [...SAVED, ...MISSING, CHOSEN, ALONE, ...MADE, ...MADE_ALONE, ...FOUND]
const addressOf = (name: string) => `Fjellveien ${1 + NAMES.indexOf(name)}\n5700 Voss`

const { world, desk } = await startCheckpointWorld({
  vendorTimeoutMs: 4_500,
  everywhere: true,
})
const customer = await readyCustomer(world, 'Avbrutt Kundeservice AS', {
  prepare: (tenant) => {
    for (const name of NAMES) newClient(tenant.account, name)
  },
})
await until('the customers to be read', async () => {
  const rows = await customer.visitor.call(readCustomers)
  return NAMES.every((name) => rows.some(({ uuid }) => uuid === clientNamed(name).uuid))
})

function newClient(account: Account, name: string): void {
  const address = addressOf(name)
  createRecord(world.vendors, account, 'company', { name, address, billing_address: address })
}

function clientNamed(name: string) {
  const { company } = customer.tenant.account.tables
  const found = Object.values(company).find((one) => one.name === name)
  if (!found) throw new Error(`There is no client ${name}`)
  return found
}

const contactsNamed = (name: string) =>
  customer.tenant.company.contacts.filter((contact) => contact.name === name)
const inFiken = (name: string, more: { memberNumberString?: string } = {}) =>
  addContact(world.vendors, customer.tenant.company, { name, customer: true, ...more })

/**
 * Performs the action and kills the product at the queue's first checkpoint that matches `point`.
 * Returns the number of vendor requests before it.
 */
async function killAt(queue: string, point: RegExp, act: () => Promise<unknown>): Promise<number> {
  let hangs = false
  desk.judge = (reached) => {
    if (reached.queue !== queue || !point.test(reached.what)) return 'go on'
    hangs = true
    return 'hold'
  }
  // The kill interrupts the response, so only the outcome is checked.
  void act().catch(() => undefined)
  await until(`it to be at ${point}`, () => hangs)
  await world.kill()
  const requests = world.vendors.ledger.entries.length
  desk.judge = () => 'go on'
  await world.start()
  return requests
}

test.each([
  ['kept here', /insert into billing_writes/],
  ['about to be sent', /^before POST servicem8 \/company\//],
  ['in ServiceM8', /^after POST servicem8 \/company\//],
])(
  'a recipient that was %s when the product was killed is in ServiceM8 once, and the row says so',
  async (where, point) => {
    const name = SAVED.find((one) => clientNamed(one)['billing_address'] === addressOf(one)) ?? ''
    const { uuid } = clientNamed(name)
    const requests = await killAt(ELSEWHERE.queue, point, () =>
      customer.visitor.call(saveCustomer, {
        params: { uuid },
        body: {
          billing_company_name: `${name} Drift`,
          billing_address: 'Strandgaten 9',
          billing_city: 'Bergen',
          billing_postal_code: '5013',
          billing_country: 'Norge',
        },
      }),
    )
    const row = await until('the row to say that it is there', async () => {
      const rows = await customer.visitor.call(readCustomers)
      const found = rows.find((one) => one.uuid === uuid)
      return found?.saved?.servicem8 === 'written' && found
    })
    expect(row.billing_company_name).toBe(`${name} Drift`)
    expect(clientNamed(name)['billing_address']).toBe(`${name} Drift\nStrandgaten 9\n5013 Bergen`)
    const isWrite = ({ method, path }: { method: string; path: string }) =>
      method === 'POST' && path.includes(uuid)
    const { entries } = world.vendors.ledger
    const wasThere = entries.slice(0, requests).some(isWrite)
    expect(wasThere).toBe(where === 'in ServiceM8')
    expect(entries.slice(requests).some(isWrite)).toBe(!wasThere)
  },
)

/** Makes jobs whose client has a namesake in Fiken, so that the user must choose the customer. */
async function waitingJobs(name: string): Promise<Transfer[]> {
  inFiken(name)
  const { uuid, address } = clientNamed(name)
  const jobs = Array.from({ length: JOBS }, () =>
    addJob(
      world.vendors,
      customer.tenant.account,
      { status: 'Completed', company_uuid: uuid, job_address: address, billing_address: address },
      [{ name: 'Arbeid', displayed_amount: '800.0000' }],
    ),
  )
  return become(jobs, 'questions', asksForCustomer)
}

const become = (jobs: readonly string[], what: string, is: (row: Transfer) => boolean) =>
  until(`the jobs to be ${what}`, async () => {
    const rows = (await transfersOf(customer)).filter(({ servicem8JobId }) =>
      jobs.includes(servicem8JobId),
    )
    return rows.length === jobs.length && rows.every(is) && rows
  })
const jobsOf = (rows: readonly Transfer[]) => rows.map(({ servicem8JobId }) => servicem8JobId)

const linked = async (name: string) =>
  (await customer.visitor.call(readImportRows, { query: { kind: 'linked' } })).some(
    (row) => row.name === name,
  )

test.each([
  ['while the contacts are read', /^after GET fiken \/contacts/],
  ['when what was found is stored', /insert into customer_matches/],
])(
  'a comparison killed %s goes on, makes nothing in Fiken, and the jobs that waited go on',
  async (_, point) => {
    const name = FOUND.find((one) => contactsNamed(one).length === 0) ?? ''
    const jobs = jobsOf(await waitingJobs(name))
    inFiken(name, { memberNumberString: clientNamed(name).uuid })
    const before = customer.tenant.company.contacts.length
    await killAt('tasks', point, () => customer.visitor.call(startImport))
    // Starting the comparison again returns the same task, or a finished one.
    expect((await importCustomers(customer.visitor)).counts).toMatchObject({
      failed: 0,
      leftAlone: 0,
    })
    expect(await linked(name)).toBe(true)
    await become(jobs, 'completed', isDone)
    expect(customer.tenant.company.contacts).toHaveLength(before)
  },
)

test.each([
  ['before Fiken was asked', /^insert into fiken_reservations/],
  ['when Fiken was asked', /^before POST fiken \/contacts/],
  ['when Fiken had answered', /^after POST fiken \/contacts/],
  ['when the answer was kept', /insert into customer_links/],
])('contacts whose making was killed %s are made once', async (_, point) => {
  const names = MISSING.filter((name) => contactsNamed(name).length === 0).slice(0, 1)
  const [name = ''] = names
  await importCustomers(customer.visitor)
  const body = { uuids: [clientNamed(name).uuid] }
  await killAt('tasks', point, () => customer.visitor.call(createContacts, { body }))
  // While Fiken's outcome is unknown, the task says so and the user starts it again.
  await until('the client to be linked', async () => {
    if (await linked(name)) return true
    const asked = await customer.visitor.tryCall(createContacts, { body })
    if (asked.status === 200)
      await taskOver(customer.visitor, (asked.body as unknown as { taskId: string }).taskId)
    return linked(name)
  })
  expect(contactsNamed(name)).toHaveLength(1)
})

const choose = (row: Transfer | undefined, contactId: number | null, always = true) =>
  customer.visitor.tryCall(chooseRecipient, {
    params: { id: row?.id ?? '' },
    body: { contactId, always },
  })
const recipientOf = (row: Transfer | undefined) =>
  customer.tenant.company.drafts.find(({ draftId }) => String(draftId) === row?.fikenInvoiceDraftId)
    ?.customerId
const nameNotMade = (names: readonly string[]) =>
  names.find((one) => contactsNamed(one).length === 0) ?? ''

test('a choice that was stored when the product was killed holds: all jobs that waited for it go on', async () => {
  const rows = await waitingJobs(CHOSEN)
  const [contact] = contactsNamed(CHOSEN)
  await killAt(ELSEWHERE.queue, /customer_links/, () => choose(rows[0], contact?.contactId ?? 0))
  await become(jobsOf(rows), 'completed', isDone)
  expect(contactsNamed(CHOSEN)).toHaveLength(1)
})

test.each([
  ['when Fiken was asked', /^before POST fiken \/contacts/, false],
  ['when Fiken had answered', /^after POST fiken \/contacts/, false],
  ['when the answer was kept', /insert into customer_links/, true],
])(
  '"Lag ny kunde i Fiken" killed %s makes one contact, and the jobs wait or go on together',
  async (_, point, isDecided) => {
    const name = nameNotMade(MADE)
    const rows = await waitingJobs(name)
    await killAt(ELSEWHERE.queue, point, () => choose(rows[0], null))
    if (!isDecided) {
      await become(jobsOf(rows), 'questions', asksForCustomer)
      await until('the choice to be made', async () => {
        await choose(rows[0], null)
        const all = await transfersOf(customer)
        return all
          .filter(({ servicem8JobId }) => jobsOf(rows).includes(servicem8JobId))
          .every(isDone)
      })
    }
    await become(jobsOf(rows), 'completed', isDone)
    // Fiken has the existing contact and the new one.
    expect(contactsNamed(name)).toHaveLength(2)
  },
)

test('a choice for one job that was stored when the product was killed holds for that one', async () => {
  const rows = await waitingJobs(ALONE)
  const [first = '', second = ''] = jobsOf(rows)
  const [contact] = contactsNamed(ALONE)
  await killAt(ELSEWHERE.queue, /update transfers/, () =>
    choose(rows[0], contact?.contactId ?? 0, false),
  )
  const done = await become([first], 'completed', isDone)
  expect(recipientOf(done[0])).toBe(contact?.contactId)
  await become([second], 'a question', asksForCustomer)
})

test.each([
  ['when Fiken was asked', /^before POST fiken \/contacts/, false],
  ['when Fiken had answered', /^after POST fiken \/contacts/, false],
  ['when the answer was kept', /update transfers/, true],
])(
  '"Lag ny kunde i Fiken" for one job killed %s makes one contact, and only that job gets it',
  async (_, point, isDecided) => {
    const name = nameNotMade(MADE_ALONE)
    const rows = await waitingJobs(name)
    const [first = '', second = ''] = jobsOf(rows)
    await killAt(ELSEWHERE.queue, point, () => choose(rows[0], null, false))
    if (!isDecided) {
      await become([first], 'a question', asksForCustomer)
      await until('the choice to be made', async () => {
        await choose(rows[0], null, false)
        const all = await transfersOf(customer)
        return all.some((row) => row.servicem8JobId === first && isDone(row))
      })
    }
    const done = await become([first], 'completed', isDone)
    expect(contactsNamed(name)).toHaveLength(2)
    expect(recipientOf(done[0])).toBe(contactsNamed(name).at(-1)?.contactId)
    await become([second], 'a question', asksForCustomer)
  },
)
