import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FikenCompany } from '#clients/fiken/client'
import type { Contact } from '#clients/fiken/types'
import { ExternalError } from '#clients/http/external-error'
import type { Page } from '#clients/http/pages'
import type { ServiceM8Client } from '#clients/servicem8/client'
import { memoryPlatform, type MemoryPlatform } from '#test/support/memory-platform'
import { aClient, aClientContact, aFikenContact } from '#test/support/vendor-objects'
import { saveGrant } from '../connections/store.ts'
import { connections } from '../connections/tables.ts'
import * as mirror from './mirror.ts'

const DAY = 86_400_000
const SLUG = 'fjordvik'
let memory: MemoryPlatform
let userId: string

beforeAll(async () => {
  memory = await memoryPlatform()
})
afterAll(() => memory.close())
beforeEach(async () => {
  userId = await memory.addUser()
})

const broken = new ExternalError({ vendor: 'fiken', kind: 'unavailable', doing: 'GET /contacts', status: 500 })
const gone = new ExternalError({ vendor: 'fiken', kind: 'not_found', doing: 'GET /contacts/:id', status: 404 })
const everybody = () => mirror.contactsFor(memory.platform.db, userId, SLUG)
const names = async () => (await everybody()).map((contact) => contact.name)
const people = (count: number, from = 1) =>
  Array.from({ length: count }, (_, n) => aFikenContact({ contactId: from + n, name: `Kunde ${from + n}` }))

/** Fiken's contacts as pages; what is asked for is kept. A page may be an error, and something may happen before a page. */
function books(pages: (Contact[] | ExternalError)[], options: { total?: number; before?: (page: number) => Promise<void> } = {}) {
  const asked: (string | undefined)[] = []
  const total = options.total ?? pages.flatMap((page) => (page instanceof Error ? [] : page)).length
  async function* list({ modifiedSince }: { modifiedSince?: string } = {}): AsyncGenerator<Page<Contact>> {
    asked.push(modifiedSince)
    for (const [index, page] of pages.entries()) {
      await options.before?.(index)
      if (page instanceof Error) throw page
      yield { rows: page, unreadable: [], total }
    }
  }
  const get = (contactId: number) => {
    const found = pages.flatMap((page) => (page instanceof Error ? [] : page)).find((one) => one.contactId === contactId)
    return found ? Promise.resolve(found) : Promise.reject(gone)
  }
  return { company: { slug: SLUG, contacts: { list, get } } as unknown as FikenCompany, asked }
}

describe('the copy of Fiken’s contacts', () => {
  it('keeps what was read before Fiken failed, and begins anew the next time, because who is missing is not known', async () => {
    const failing = books([people(100), broken])
    await expect(mirror.ensureContactsMirror(memory.platform, userId, failing.company)).rejects.toBe(broken)
    expect(await everybody()).toHaveLength(100)

    const whole = books([people(100), people(50, 101)])
    expect(await mirror.ensureContactsMirror(memory.platform, userId, whole.company)).toBe('filled')
    expect(await everybody()).toHaveLength(150)
    expect(whole.asked).toEqual([undefined])
    expect(await mirror.ensureContactsMirror(memory.platform, userId, whole.company)).toBe('ready')
    expect(whole.asked).toHaveLength(1)
  })

  it('asks from the day before, so that a change later on the same day is seen', async () => {
    await mirror.refreshContacts(memory.platform, userId, books([people(2)]).company)
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Oslo' }).format(memory.platform.clock.now() - DAY)
    const later = books([[aFikenContact({ contactId: 2, name: 'Nytt navn' })]])
    const walked = await mirror.refreshContacts(memory.platform, userId, later.company)
    expect(later.asked).toEqual([today])
    expect(walked).toMatchObject({ whole: false, rows: 1, removed: 0 })
    expect(await names()).toEqual(['Kunde 1', 'Nytt navn'])
    expect(await mirror.ensureContactsMirror(memory.platform, userId, later.company, { maxAgeMs: -1 })).toBe('refreshed')
  })

  it('notices within a week who was deleted in Fiken', async () => {
    await mirror.refreshContacts(memory.platform, userId, books([people(3)]).company)
    memory.advance(8 * DAY)
    const walked = await mirror.refreshContacts(memory.platform, userId, books([people(2)]).company)
    expect(walked).toMatchObject({ whole: true, removed: 1 })
    expect(await names()).toEqual(['Kunde 1', 'Kunde 2'])
  })

  it('drops nobody as long as Fiken counts more than it shows, and looks through everything again the next time', async () => {
    await mirror.refreshContacts(memory.platform, userId, books([people(3)]).company)
    const short = books([people(2)], { total: 3 })
    expect(await mirror.refreshContacts(memory.platform, userId, short.company, { full: true })).toMatchObject({ removed: 0 })
    expect(short.asked).toEqual([undefined, undefined])
    expect(await everybody()).toHaveLength(3)
  })

  it('does not let a page that is on its way overwrite or drop what we have just written ourselves', async () => {
    const { db } = memory.platform
    await mirror.refreshContacts(memory.platform, userId, books([people(2)]).company)
    const written = async () => {
      await mirror.writeThroughContact(db, userId, SLUG, aFikenContact({ contactId: 1, name: 'Rettet nå' }))
      await mirror.writeThroughContact(db, userId, SLUG, aFikenContact({ contactId: 9, name: 'Laget nå' }))
    }
    await mirror.refreshContacts(memory.platform, userId, books([people(2)], { before: written }).company, { full: true })
    expect(await names()).toEqual(['Rettet nå', 'Kunde 2', 'Laget nå'])
    await mirror.forgetContact(db, userId, SLUG, 9)
    expect(await mirror.contactFromMirror(db, userId, SLUG, 9)).toBeNull()
  })

  it('finds people by what is typed and by what is exact, in this company and for this user only', async () => {
    const { db } = memory.platform
    const solsiden = aFikenContact({
      contactId: 1,
      name: 'Borettslaget Solsiden',
      organizationNumber: '940 155 223',
      email: 'Styret@Solsiden.no',
    })
    const inactive = aFikenContact({ contactId: 2, name: 'Håkon & Sønn AS', inactive: true, memberNumber: 'ABC-1' })
    await mirror.refreshContacts(memory.platform, userId, books([[inactive, solsiden]]).company)
    const found = async (text: string) =>
      (await mirror.searchContacts(db, userId, SLUG, text)).map((contact) => contact.contactId)
    expect(await found('solsiden brl')).toEqual([1])
    expect(await found('SØNN haakon')).toEqual([2])
    expect(await found('940 155')).toEqual([1])
    expect(await found('styret@')).toEqual([1])
    expect(await found('  ')).toEqual([])
    expect(await mirror.contactsByOrganizationNumber(db, userId, SLUG, '940155223')).toHaveLength(1)
    expect(await mirror.contactsByOrganizationNumber(db, userId, SLUG, '')).toEqual([])
    expect(await mirror.contactsByEmail(db, userId, SLUG, 'styret@solsiden.no')).toHaveLength(1)
    expect(await mirror.contactsByMemberNumber(db, userId, SLUG, 'abc-1')).toHaveLength(1)
    expect((await everybody()).map((contact) => contact.contactId)).toEqual([1, 2])
    expect(await mirror.searchContacts(db, userId, 'annet-selskap', 'solsiden')).toEqual([])
    expect(await mirror.searchContacts(db, await memory.addUser('ola'), SLUG, 'solsiden')).toEqual([])
  })
})

describe('the copy of ServiceM8’s clients', () => {
  const contact = (n: number, changes = {}) =>
    aClientContact({ uuid: `person-${n}`, ownerUuid: 'a', first: `Person ${n}`, ...changes })

  async function connect(account: string) {
    const { db } = memory.platform
    await db.delete(connections).where(eq(connections.userId, userId))
    await saveGrant(db, {
      userId,
      vendor: 'servicem8',
      accessToken: '-',
      refreshToken: '-',
      expiresAt: null,
      scope: '',
      account: `${account}-${userId}`,
      accountName: 'Fjordvik Rør',
      timeZone: 'Europe/Oslo',
      currency: 'NOK',
      lane: 'servicem8:x',
      problem: null,
      at: new Date(),
    })
  }

  function account(clients: ReturnType<typeof aClient>[], contactPages: ReturnType<typeof aClientContact>[][]) {
    const asked: (string | undefined)[] = []
    async function* pages<T>(rows: T[][], editedAfter: string | undefined): AsyncGenerator<Page<T>> {
      asked.push(editedAfter)
      for (const page of rows) yield await Promise.resolve({ rows: page, unreadable: [], total: null })
    }
    const client = {
      clients: { list: ({ editedAfter }: { editedAfter?: string }) => pages([clients], editedAfter) },
      clientContacts: { list: ({ editedAfter }: { editedAfter?: string }) => pages(contactPages, editedAfter) },
    } as unknown as ServiceM8Client
    return { client, asked }
  }

  const read = async (uuid: string) => mirror.clientFromMirror(memory.platform.db, userId, uuid)

  it('knows each client’s contacts once all pages are read, and follows what is changed and removed', async () => {
    await connect('konto')
    const first = account(
      [aClient({ uuid: 'a' }), aClient({ uuid: 'b' })],
      [[contact(1)], [contact(2), contact(3, { active: false })]],
    )
    await mirror.refreshClients(memory.platform, userId, first.client)
    expect((await read('a'))?.contacts?.map((one) => one.uuid)).toEqual(['person-1', 'person-2'])
    expect((await read('b'))?.contacts).toEqual([])

    const changes = account(
      [aClient({ uuid: 'b', active: false })],
      [[contact(1, { active: false }), contact(2, { first: 'Ny', editDate: '2026-11-02 09:00:00' })]],
    )
    await mirror.refreshClients(memory.platform, userId, changes.client)
    expect(changes.asked).toEqual(['2026-11-01 08:00:00', '2026-11-01 08:00:00'])
    expect((await read('a'))?.contacts?.map((one) => one.first)).toEqual(['Ny'])
    expect((await mirror.clientsFor(memory.platform.db, userId)).map(({ client }) => client.uuid)).toEqual(['a'])
  })

  it('says that the contacts of a client we only just heard of are not known, and keeps them when they are', async () => {
    const { db } = memory.platform
    await mirror.writeThroughClient(db, userId, aClient({ uuid: 'a' }))
    expect((await read('a'))?.contacts).toBeNull()
    await mirror.writeThroughClient(db, userId, aClient({ uuid: 'a' }), [contact(1)])
    await mirror.writeThroughClient(db, userId, aClient({ uuid: 'a', name: 'Nytt navn' }))
    expect(await read('a')).toMatchObject({ client: { name: 'Nytt navn' }, contacts: [{ uuid: 'person-1' }] })
    expect(await read('ukjent')).toBeNull()
  })

  it('starts from nothing when another account is connected, and again when the first one comes back', async () => {
    await connect('den ene')
    await mirror.refreshClients(memory.platform, userId, account([aClient({ uuid: 'a' })], []).client)
    await connect('den andre')
    await mirror.refreshClients(memory.platform, userId, account([aClient({ uuid: 'b' })], []).client)
    expect(await read('a')).toBeNull()
    await connect('den ene')
    const again = account([aClient({ uuid: 'a' })], [])
    await mirror.refreshClients(memory.platform, userId, again.client)
    expect(again.asked).toEqual([undefined, undefined])
    expect(await read('b')).toBeNull()
  })
})
