import { describe, expect, test } from 'vitest'
import type { NewFault } from '#sandbox/http/faults'
import { createRecord, deleteRecord } from '#sandbox/servicem8/records'
import * as contract from '#shared/contracts/customer-import'
import { readDecisions, saveCustomer, undoDecision } from '#shared/contracts/customers'
import { cancelTask, type TaskWithItems } from '#shared/contracts/tasks'
import { importCustomers, taskOver } from '../../support/people/bulk.ts'
import { clientNamed, startPlumber } from '../../support/people/plumber.ts'
import {
  asksForCustomer,
  become,
  begin,
  freeze,
  isDone,
  newClient,
  requests,
} from '../../support/people/unanswered.ts'
import { until } from '../../support/wait.ts'
import { signUp } from '../../support/world/world.ts'

/** Tests comparing all clients with all contacts. Only the user's confirmation creates anything. */

const plumber = await startPlumber()

const fault = (rule: NewFault) => plumber.vendors.faults.add({ vendor: 'fiken', ...rule })
const start = () => plumber.person.call(contract.startImport)
const imported = () => importCustomers(plumber.person)
const rowsIn = (kind: contract.MatchKind) =>
  plumber.person.call(contract.readImportRows, { query: { kind } })
const namesIn = async (kind: contract.MatchKind) => (await rowsIn(kind)).map(({ name }) => name)
const lists = async () => ({
  linked: await namesIn('linked'),
  uncertain: await namesIn('uncertain'),
  missing: await namesIn('missing'),
})
async function rowOf(kind: contract.MatchKind, name: string): Promise<contract.MatchRow> {
  const found = (await rowsIn(kind)).find((row) => row.name === name)
  if (!found) throw new Error(`${name} is not ${kind}: ${JSON.stringify(await lists())}`)
  return found
}
const { addCustomer: inFiken, contactsNamed } = plumber
const writes = () =>
  requests(plumber, 'POST', /\/contacts$/) + requests(plumber, 'PUT', /\/contacts\/\d+$/)
const uuidOf = (name: string) => clientNamed(plumber.account, name).uuid
const askFor = (...names: string[]) =>
  plumber.person.tryCall(contract.createContacts, { body: { uuids: names.map(uuidOf) } })
async function made(...names: string[]): Promise<TaskWithItems> {
  const { taskId } = await plumber.person.call(contract.createContacts, {
    body: { uuids: names.map(uuidOf) },
  })
  return taskOver(plumber.person, taskId)
}
const choose = (name: string, contactId: number) =>
  plumber.person.call(contract.chooseContact, { body: { uuid: uuidOf(name), contactId } })
/** Adds a client that has no contact, and compares the customers; returns the client's name. */
async function missingClient(more: Record<string, unknown> = {}): Promise<string> {
  const name = newClient(plumber, more)
  await imported()
  await rowOf('missing', name)
  return name
}

describe('the import', () => {
  test('sorts every client that is billed into one of three lists, and makes nothing', async () => {
    inFiken({ name: 'Bjørg Ødegård' })
    inFiken({
      name: 'Nordnes Bakeri AS',
      inactive: true,
      memberNumberString: uuidOf('Nordnes Bakeri AS'),
    })
    inFiken({
      name: 'Sotra Byggservice AS',
      customer: false,
      supplier: true,
      memberNumberString: uuidOf('Sotra Byggservice AS'),
    })
    const before = writes()
    const contacts = structuredClone(plumber.company.contacts)
    expect((await imported()).items).toMatchObject([
      { title: 'Kundene i ServiceM8 hentes', status: 'done' },
      { title: 'Kontaktene i Fiken hentes', status: 'done' },
      {
        title: 'Kundene sammenlignes',
        status: 'done',
        message: '9 koblet, 3 usikre og 6 uten kontakt i Fiken.',
      },
    ])
    const { linked, uncertain, missing } = await lists()
    expect(linked).toHaveLength(9)
    expect(linked).toEqual(expect.arrayContaining(['Jan Olsen', 'Åsane Bilverksted AS']))
    expect(uncertain).toEqual(['Bjørg Ødegård', 'Nordnes Bakeri AS', 'Sotra Byggservice AS'])
    // Of a head office and its sites, only the head office is listed.
    expect(missing.filter((name) => name.includes('Grieg'))).toHaveLength(1)
    expect(missing).toHaveLength(6)
    expect(await rowOf('linked', 'Rema Drift Sentrum AS')).toMatchObject({
      contact: { name: 'Rema drift sentrum A/S' },
      why: 'Samme organisasjonsnummer.',
      candidates: [],
    })
    expect(await rowOf('uncertain', 'Bjørg Ødegård')).toMatchObject({
      contact: null,
      why: expect.stringContaining('ellers stemmer ingenting') as string,
      candidates: [{ name: 'Bjørg Ødegård', score: 100, comparison: '100 %: samme navn' }],
    })
    expect((await rowOf('uncertain', 'Nordnes Bakeri AS')).why).toContain('inaktiv')
    expect((await rowOf('uncertain', 'Sotra Byggservice AS')).why).toContain('ikke registrert som')
    expect((await rowOf('missing', 'Kari Nordmann')).why).toBe('Ingen kontakt i Fiken ligner.')
    expect(writes()).toBe(before)
    expect(plumber.company.contacts).toEqual(contacts)
    const state = await plumber.person.call(contract.readImport)
    expect(state).toMatchObject({
      counts: { linked: 9, uncertain: 3, missing: 6 },
      task: { status: 'done', kind: contract.LINK_CUSTOMERS },
      matchedAt: expect.any(String) as string,
    })
    const { headers } = await plumber.person.tryCall(contract.readImportRows, {
      query: { kind: 'missing', page: 2 },
    })
    expect(headers.get('x-total-count')).toBe('6')
  })

  test('leaves a link as it is, also one that it would have made otherwise', async () => {
    const other = inFiken({ name: 'Regnskap for Jan' })
    await imported()
    await choose('Jan Olsen', other.contactId)
    const before = await plumber.person.call(readDecisions)
    await imported()
    expect(await plumber.person.call(readDecisions)).toEqual(before)
    expect(await rowOf('linked', 'Jan Olsen')).toMatchObject({
      contact: { name: 'Regnskap for Jan' },
      why: 'Valgt av deg.',
    })
    // Once the decision is removed, the client is uncertain again.
    const { clientUuid, recipientKey } = before.find(
      ({ clientName }) => clientName === 'Jan Olsen',
    )!
    await plumber.person.call(undoDecision, { body: { clientUuid, recipientKey } })
    expect((await rowOf('uncertain', 'Jan Olsen')).why).toContain('glemt')
    await imported()
    expect(await rowOf('linked', 'Jan Olsen')).toMatchObject({ contact: { name: 'Jan Olsen' } })
  })

  test('asks the vendors for pages, however many clients there are', async () => {
    const many = Array.from(
      { length: 620 },
      (_, n) => `Kunde nummer ${n} ${'xyzæøå'[n % 6]}${n * 7}`,
    )
    for (const name of many) createRecord(plumber.vendors, plumber.account, 'company', { name })
    const { ledger } = plumber.vendors
    const portions = async () => {
      const before = ledger.total
      const { items } = await imported()
      const calls = ledger.entries.filter(
        ({ seq, path }) => seq > before && /company|contact/.test(path),
      )
      // The limit allows for mirror refreshes in addition to the import's own requests.
      expect(calls.length).toBeLessThanOrEqual(12)
      expect(calls.every(({ method }) => method === 'GET')).toBe(true)
      return items.map(({ title, status }) => `${title}: ${status}`)
    }
    await portions()
    expect(await portions()).toEqual([
      'Kundene i ServiceM8 hentes: done',
      'Kontaktene i Fiken hentes: done',
      'Kunde 1–500 sammenlignes: done',
      'Resten av kundene sammenlignes: done',
    ])
    const page = await plumber.person.tryCall(contract.readImportRows, {
      query: { kind: 'missing', page: 2 },
    })
    expect(page.body).toHaveLength(contract.ROWS_A_PAGE)
    expect(Number(page.headers.get('x-total-count'))).toBeGreaterThan(600)
    // Clients deleted in ServiceM8 leave the lists.
    for (const name of many)
      deleteRecord(plumber.vendors, plumber.account, 'company', clientNamed(plumber.account, name))
    await imported()
    expect((await plumber.person.call(contract.readImport)).counts).toMatchObject({ missing: 6 })
  })

  test('started twice in a moment is one', async () => {
    const answers = await Promise.all([start(), start()])
    expect(answers.map(({ started }) => started).toSorted()).toEqual([false, true])
    expect(new Set(answers.map(({ taskId }) => taskId)).size).toBe(1)
    await taskOver(plumber.person, answers[0].taskId)
  })

  test('goes on after a restart in the middle, and ends the same', async () => {
    await imported()
    const before = await lists()
    const slow = fault({ vendor: 'servicem8', kind: 'slow', ms: 3_000, path: '/company' })
    const { taskId } = await start()
    await until('the clients to be asked for', () => slow.hits > 0)
    await plumber.world.restart()
    plumber.vendors.faults.clear()
    expect((await taskOver(plumber.person, taskId)).counts).toMatchObject({ total: 3, done: 3 })
    expect(await lists()).toEqual(before)
  })

  test('that is cancelled stops, and what it has found stays', async () => {
    await imported()
    const before = await lists()
    const slow = fault({ vendor: 'servicem8', kind: 'slow', ms: 3_000, path: '/company' })
    const { taskId } = await start()
    await until('the clients to be asked for', () => slow.hits > 0)
    await plumber.person.call(cancelTask, { params: { id: taskId } })
    plumber.vendors.faults.clear()
    expect((await imported()).status).toBe('done')
    expect((await plumber.person.call(contract.readImport)).task?.id).not.toBe(taskId)
    expect(await lists()).toEqual(before)
  })

  test.each<[string, NewFault, string]>([
    ['Fiken answers 500', { kind: 'status', status: 500 }, 'Kontaktene i Fiken'],
    ['Fiken is busy', { kind: 'status', status: 429, retryAfter: 600 }, 'Kontaktene i Fiken'],
    ['Fiken answers nonsense', { kind: 'garbage' }, 'Kontaktene i Fiken'],
    ['ServiceM8 answers 500', { vendor: 'servicem8', kind: 'status', status: 500 }, 'Kundene i'],
  ])('compares nothing when %s, says so, and works when started again', async (_, rule, what) => {
    await imported()
    const { matchedAt, counts } = await plumber.person.call(contract.readImport)
    const before = writes()
    fault({ ...rule, path: rule.vendor ? 'company' : '/contacts$' })
    const { items } = await imported()
    const failed = items.find(({ status }) => status === 'failed')
    expect(failed?.message).toMatch(new RegExp(`^${what}.* ble ikke hentet\\. .+`))
    expect(items.at(-1)).toMatchObject({
      status: 'left_alone',
      message: expect.stringContaining('ingenting er sammenlignet') as string,
    })
    expect(await plumber.person.call(contract.readImport)).toMatchObject({ matchedAt, counts })
    plumber.vendors.faults.clear()
    expect((await imported()).counts).toMatchObject({ failed: 0, leftAlone: 0 })
    expect(writes()).toBe(before)
  })

  test('is refused until both systems are connected, and shows nobody else’s customers', async () => {
    const stranger = await signUp(plumber.world)
    const refused = await stranger.tryCall(contract.startImport)
    expect(refused).toMatchObject({
      status: 409,
      body: { message: 'Koble til ServiceM8 under Konfigurasjoner først.' },
    })
    expect(await stranger.call(contract.readImport)).toEqual({
      task: null,
      matchedAt: null,
      counts: { linked: 0, uncertain: 0, missing: 0 },
    })
    expect(await stranger.call(contract.readImportRows, { query: { kind: 'linked' } })).toEqual([])
    const uuids = [uuidOf('Kari Nordmann')]
    const asked = await stranger.tryCall(contract.createContacts, { body: { uuids } })
    expect(asked.status).toBe(409)
    expect((await plumber.world.visitor().tryCall(contract.readImport)).status).toBe(401)
  })
})

describe('a person', () => {
  test('chooses the contact of an uncertain client, and the jobs that waited go on', async () => {
    await imported()
    const [contact] = contactsNamed('Bjørg Ødegård')
    const row = await begin(plumber, 'Bjørg Ødegård')
    await become(plumber, row, 'a question', asksForCustomer)
    const { message, resumed } = await choose('Bjørg Ødegård', contact?.contactId ?? 0)
    expect({ message, resumed }).toEqual({
      message:
        '«Bjørg Ødegård» er koblet til «Bjørg Ødegård» i Fiken. 1 jobb som ventet, er satt i kø.',
      resumed: 1,
    })
    expect(await rowOf('linked', 'Bjørg Ødegård')).toMatchObject({ why: 'Valgt av deg.' })
    await become(plumber, row, 'completed', isDone)
    expect(contactsNamed('Bjørg Ødegård')).toHaveLength(1)
  })

  test('cannot choose what is not theirs', async () => {
    const tried = (uuid: string, contactId: number) =>
      plumber.person.tryCall(contract.chooseContact, { body: { uuid, contactId } })
    const [contact] = plumber.company.contacts
    expect((await tried(uuidOf('Kari Nordmann'), 999_999_999)).status).toBe(404)
    expect((await tried('no-such-client', contact?.contactId ?? 0)).status).toBe(404)
    const uuids = ['no-such-client']
    const asked = await plumber.person.tryCall(contract.createContacts, { body: { uuids } })
    expect(asked.status).toBe(404)
  })

  test('says yes to contacts that are missing, and each is made once', async () => {
    const names = [await missingClient(), await missingClient()]
    const answers = await Promise.all([askFor(...names), askFor(...names)])
    const bodies = answers.map(({ body }) => body as unknown as { taskId: string; message: string })
    expect(bodies.map(({ message }) => message).toSorted()).toEqual([
      '2 kunder er satt i kø.',
      'Dette er i gang allerede.',
    ])
    const over = await taskOver(plumber.person, bodies[0]!.taskId)
    expect(over).toMatchObject({
      title: 'Lag 2 kunder i Fiken',
      summary: '2 kunder er i Fiken og koblet.',
    })
    for (const name of names) {
      expect(contactsNamed(name)).toHaveLength(1)
      expect((await rowOf('linked', name)).why).toBe('Opprettet i Fiken.')
    }
    expect((await askFor(...names)).status).toBe(404)
  })

  test('gets no second contact where one has come into Fiken since', async () => {
    const name = await missingClient()
    const { contactId } = inFiken({ name, memberNumberString: uuidOf(name) })
    const before = writes()
    expect((await made(name)).items).toMatchObject([
      { status: 'done', message: `«${name}» var i Fiken, og er koblet.` },
    ])
    expect(await rowOf('linked', name)).toMatchObject({ contact: { contactId } })
    const alike = await missingClient()
    inFiken({ name: alike })
    expect((await made(alike)).items).toMatchObject([{ status: 'left_alone', code: 'uncertain' }])
    expect((await rowOf('uncertain', alike)).candidates).toMatchObject([{ name: alike }])
    expect(writes()).toBe(before)
  })

  test('chooses among contacts that only a search in Fiken shows as yet', async () => {
    const name = await missingClient()
    const { contactId } = inFiken({ name }, '2020-01-01') // created long before the lists were read
    // One that has changed cannot be read, so the list of changes is not taken for complete.
    const unreadable = inFiken({ name: 'Uleselig' })
    const { contactId: itsId } = unreadable
    Object.assign(unreadable, { contactId: 'ukjent' })
    expect((await made(name)).items).toMatchObject([{ status: 'left_alone', code: 'uncertain' }])
    Object.assign(unreadable, { contactId: itsId })
    expect((await rowOf('uncertain', name)).candidates).toMatchObject([{ contactId, name }])
    await choose(name, contactId)
  })

  test('gets one contact, also when the answer is lost and no list shows it yet', async () => {
    const name = await missingClient()
    const caughtUp = freeze(plumber, '/contacts')
    fault({ kind: 'lost', method: 'POST', path: '/contacts$', count: 1 })
    expect((await made(name)).items).toMatchObject([
      { status: 'failed', message: expect.stringContaining('Fiken svarte ikke') as string },
    ])
    expect((await made(name)).counts).toMatchObject({ failed: 1 })
    await rowOf('missing', name)
    expect(contactsNamed(name)).toHaveLength(1)
    caughtUp()
    expect((await made(name)).counts).toMatchObject({ done: 1 })
    expect(contactsNamed(name)).toHaveLength(1)
    expect(await rowOf('linked', name)).toMatchObject({ contact: { name } })
  })

  test('gets one contact while the lists lag, however the client is asked for again', async () => {
    const name = await missingClient()
    freeze(plumber, '/contacts')
    expect((await made(name)).counts).toMatchObject({ done: 1 })
    await imported()
    expect(await rowOf('linked', name)).toMatchObject({ contact: { name } })
    expect((await askFor(name)).status).toBe(404)
    expect(contactsNamed(name)).toHaveLength(1)
  })

  test('is told why Fiken refused, and the client stays where it was', async () => {
    const name = await missingClient()
    fault({ kind: 'status', status: 400, method: 'POST', path: '/contacts$', message: 'Nei' })
    const { items } = await made(name)
    expect(items).toMatchObject([{ status: 'failed', message: expect.any(String) as string }])
    await rowOf('missing', name)
    expect(contactsNamed(name)).toHaveLength(0)
  })

  test('saves another recipient, who is the one that is made', async () => {
    const name = await missingClient()
    await plumber.person.call(saveCustomer, {
      params: { uuid: uuidOf(name) },
      body: {
        billing_company_name: `${name} Drift AS`,
        billing_address: 'Strandgaten 9',
        billing_city: 'Bergen',
        billing_postal_code: '5013',
        billing_country: 'Norge',
      },
    })
    expect((await made(name)).counts).toMatchObject({ done: 1 })
    expect(contactsNamed(name)).toHaveLength(0)
    expect(contactsNamed(`${name} Drift AS`)).toHaveLength(1)
    expect(await rowOf('linked', name)).toMatchObject({ recipientName: `${name} Drift AS` })
  })
})
