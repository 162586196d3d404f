import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { FikenCompany } from '#clients/fiken/client'
import type { Contact } from '#clients/fiken/types'
import { ExternalError } from '#clients/http/external-error'
import type { Page } from '#clients/http/pages'
import { memoryPlatform } from '#test/support/world/memory-platform'
import { aFikenContact } from '#test/support/vendors/vendor-objects'
import * as mirror from './contacts.ts'

const DAY = 86_400_000
const SLUG = 'fjordvik'
let companyId: string

const memory = await memoryPlatform()
afterAll(() => memory.close())
beforeEach(async () => {
  companyId = await memory.addUser()
})

const broken = new ExternalError({
  vendor: 'fiken',
  kind: 'unavailable',
  doing: 'GET /contacts',
  status: 500,
})
const gone = new ExternalError({
  vendor: 'fiken',
  kind: 'not_found',
  doing: 'GET /contacts/:id',
  status: 404,
})
const everybody = () => mirror.contactsFor(memory.platform.db, companyId, SLUG)
const names = async () => (await everybody()).map((contact) => contact.name)
const people = (count: number, from = 1) =>
  Array.from({ length: count }, (_, n) =>
    aFikenContact({ contactId: from + n, name: `Kunde ${from + n}` }),
  )

function books(
  pages: (Contact[] | ExternalError)[],
  options: { total?: number; before?: (page: number) => Promise<void> } = {},
) {
  const asked: (string | undefined)[] = []
  const total = options.total ?? pages.flatMap((page) => (page instanceof Error ? [] : page)).length
  async function* list({ modifiedSince }: { modifiedSince?: string } = {}): AsyncGenerator<
    Page<Contact>
  > {
    asked.push(modifiedSince)
    for (const [index, page] of pages.entries()) {
      await options.before?.(index)
      if (page instanceof Error) throw page
      yield { rows: page, unreadable: [], total }
    }
  }
  const get = (contactId: number) => {
    const found = pages
      .flatMap((page) => (page instanceof Error ? [] : page))
      .find((one) => one.contactId === contactId)
    return found ? Promise.resolve(found) : Promise.reject(gone)
  }
  return { company: { slug: SLUG, contacts: { list, get } } as unknown as FikenCompany, asked }
}

describe('the mirror of Fiken’s contacts', () => {
  it('keeps what was read before Fiken failed, and starts over the next time, because what is missing is unknown', async () => {
    const failing = books([people(100), broken])
    await expect(
      mirror.ensureContactsMirror(memory.platform, companyId, failing.company),
    ).rejects.toBe(broken)
    expect(await everybody()).toHaveLength(100)

    const complete = books([people(100), people(50, 101)])
    expect(await mirror.ensureContactsMirror(memory.platform, companyId, complete.company)).toBe(
      'filled',
    )
    expect(await everybody()).toHaveLength(150)
    expect(complete.asked).toEqual([undefined])
    expect(await mirror.ensureContactsMirror(memory.platform, companyId, complete.company)).toBe(
      'ready',
    )
    expect(complete.asked).toHaveLength(1)
  })

  it('asks from the day before, so that a change later on the same day is seen', async () => {
    await mirror.refreshContacts(memory.platform, companyId, books([people(2)]).company)
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Oslo' }).format(
      memory.platform.clock.now() - DAY,
    )
    const later = books([[aFikenContact({ contactId: 2, name: 'Nytt navn' })]])
    const synced = await mirror.refreshContacts(memory.platform, companyId, later.company)
    expect(later.asked).toEqual([today])
    expect(synced).toMatchObject({ full: false, rows: 1, removed: 0 })
    expect(await names()).toEqual(['Kunde 1', 'Nytt navn'])
    expect(
      await mirror.ensureContactsMirror(memory.platform, companyId, later.company, {
        maxAgeMs: -1,
      }),
    ).toBe('refreshed')
  })

  it('finds out within a week who was deleted in Fiken', async () => {
    await mirror.refreshContacts(memory.platform, companyId, books([people(3)]).company)
    memory.advance(8 * DAY)
    const synced = await mirror.refreshContacts(
      memory.platform,
      companyId,
      books([people(2)]).company,
    )
    expect(synced).toMatchObject({ full: true, removed: 1 })
    expect(await names()).toEqual(['Kunde 1', 'Kunde 2'])
  })

  it('drops nobody as long as Fiken counts more than it shows, and reads everything again the next time', async () => {
    await mirror.refreshContacts(memory.platform, companyId, books([people(3)]).company)
    const short = books([people(2)], { total: 3 })
    expect(
      await mirror.refreshContacts(memory.platform, companyId, short.company, { full: true }),
    ).toMatchObject({ removed: 0 })
    expect(short.asked).toEqual([undefined, undefined])
    expect(await everybody()).toHaveLength(3)
  })

  it('is proved to have everybody by one page of changes, as long as Fiken’s count has agreed every day since a full reading', async () => {
    const read = async (pages: Contact[][], options: { total?: number; full?: boolean } = {}) => {
      const { company } = books(pages, options)
      const { full } = options
      return (await mirror.refreshContacts(memory.platform, companyId, company, { full })).isProof
    }
    expect(await read([people(100), people(50, 101)])).toBe(false)
    expect(await read([people(2)])).toBe(true)
    expect(await read([people(100), people(50, 101)])).toBe(false)
    expect(await read([people(2)])).toBe(true)
    memory.advance(2 * DAY)
    expect(await read([people(2)], { total: 3 })).toBe(false)
    expect(await read([people(2)])).toBe(false)
    memory.advance(2 * DAY)
    expect(await read([people(2)])).toBe(false)
    expect(await read([people(150)], { full: true })).toBe(true)
    memory.advance(8 * DAY)
    const { company } = books([people(2)])
    const late = await mirror.refreshContacts(memory.platform, companyId, company, {
      changesOnly: true,
    })
    expect(late).toMatchObject({ full: false, isProof: false })
  })

  it('does not let a page that is on its way overwrite or drop what we have just written ourselves', async () => {
    const { db } = memory.platform
    await mirror.refreshContacts(memory.platform, companyId, books([people(2)]).company)
    const written = async () => {
      await mirror.writeThroughContact(
        db,
        companyId,
        SLUG,
        aFikenContact({ contactId: 1, name: 'Rettet nå' }),
      )
      await mirror.writeThroughContact(
        db,
        companyId,
        SLUG,
        aFikenContact({ contactId: 9, name: 'Laget nå' }),
      )
    }
    await mirror.refreshContacts(
      memory.platform,
      companyId,
      books([people(2)], { before: written }).company,
      { full: true },
    )
    expect(await names()).toEqual(['Rettet nå', 'Kunde 2', 'Laget nå'])
    await mirror.dropContact(db, companyId, SLUG, 9)
    expect(await mirror.contactFromMirror(db, companyId, SLUG, 9)).toBeNull()
  })

  it('finds people by what is typed and by exact values, in this company and for this user only', async () => {
    const { db } = memory.platform
    const solsiden = aFikenContact({
      contactId: 1,
      name: 'Borettslaget Solsiden',
      organizationNumber: '940 155 223',
      email: 'Styret@Solsiden.no',
    })
    const inactive = aFikenContact({
      contactId: 2,
      name: 'Håkon & Sønn AS',
      inactive: true,
      memberNumber: 'ABC-1',
    })
    await mirror.refreshContacts(memory.platform, companyId, books([[inactive, solsiden]]).company)
    const found = async (text: string) =>
      (await mirror.searchContacts(db, companyId, SLUG, text)).map((contact) => contact.contactId)
    expect(await found('solsiden brl')).toEqual([1])
    expect(await found('SØNN haakon')).toEqual([2])
    expect(await found('940 155')).toEqual([1])
    expect(await found('styret@')).toEqual([1])
    expect(await found('  ')).toEqual([])
    expect((await everybody()).map((contact) => contact.contactId)).toEqual([1, 2])
    expect(await mirror.searchContacts(db, companyId, 'annet-selskap', 'solsiden')).toEqual([])
    expect(await mirror.searchContacts(db, await memory.addUser('ola'), SLUG, 'solsiden')).toEqual(
      [],
    )
  })
})
