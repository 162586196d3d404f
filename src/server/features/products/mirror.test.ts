import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FikenClient } from '#clients/fiken/client'
import { ExternalError } from '#clients/http/external-error'
import type { Page } from '#clients/http/pages'
import type { ServiceM8Client } from '#clients/servicem8/client'
import { stampOf } from '#clients/servicem8/time'
import type { Material } from '#clients/servicem8/types'
import { memoryPlatform, type MemoryPlatform } from '#test/support/memory-platform'
import { aMaterial, aProduct, norwegianRates } from '#test/support/vendor-objects'
import { companyProfile } from '../connections/company-profile.ts'
import { mirrorCursor } from '../connections/mirror-cursor.ts'
import { saveGrant } from '../connections/store.ts'
import { changeConfiguration, findOrMakeConfiguration } from '../configuration/store.ts'
import { noteRun, scopesOf, usersWithOldMirrors } from './mirror-schedule.ts'
import { knowLines } from './know-lines.ts'
import * as mirror from './mirror.ts'
import { refreshTaxRates, taxRatesOf } from './tax-rates.ts'

const MINUTE = 60_000
let memory: MemoryPlatform
let userId: string

beforeAll(async () => {
  memory = await memoryPlatform()
})
afterAll(() => memory.close())
beforeEach(async () => {
  userId = await memory.addUser()
  await connect('servicem8', `konto-${userId}`)
})

function connect(vendor: 'servicem8' | 'fiken', account: string) {
  return saveGrant(memory.platform.db, {
    userId,
    vendor,
    accessToken: '-',
    refreshToken: '-',
    expiresAt: null,
    scope: '',
    account,
    accountName: 'Fjordvik Rør',
    timeZone: 'Europe/Oslo',
    currency: 'NOK',
    lane: `${vendor}:${account}`,
    problem: null,
    at: new Date(),
  })
}

// Of the real clock, held still: a second that passes between two calls must not count.
const began = Date.now()
const stamp = (ms: number) => stampOf(began + ms, 'Europe/Oslo')
const cursor = () => mirrorCursor(memory.platform.db, userId, 'materials', `konto-${userId}`)

/** ServiceM8's materials as pages; a page may be an error. */
function stock(...pages: (Material[] | ExternalError)[]) {
  const asked: (string | undefined)[] = []
  async function* list({ editedAfter }: { editedAfter?: string } = {}): AsyncGenerator<Page<Material>> {
    asked.push(editedAfter)
    for (const page of pages) {
      if (page instanceof Error) throw page
      yield await Promise.resolve({ rows: page, unreadable: [], total: null })
    }
  }
  return { client: { materials: { list } } as unknown as ServiceM8Client, asked }
}

describe('the copy of ServiceM8’s materials', () => {
  it('asks from the newest change it has seen, but only once everything before it has been read', async () => {
    const down = new ExternalError({ vendor: 'servicem8', kind: 'unavailable', doing: 'GET /material', status: 500 })
    const first = aMaterial({ uuid: 'a', editDate: stamp(-50 * MINUTE) })
    await expect(mirror.refreshMaterials(memory.platform, userId, stock([first], down).client)).rejects.toBe(down)
    expect(await cursor()).toEqual({ cursor: '', completedAt: null })
    expect(await mirror.materialsFor(memory.platform.db, userId)).toHaveLength(1)

    const whole = stock([first], [aMaterial({ uuid: 'b', editDate: stamp(-40 * MINUTE) })])
    await mirror.refreshMaterials(memory.platform, userId, whole.client)
    const next = stock([aMaterial({ uuid: 'a', active: false, editDate: stamp(-10 * MINUTE) })])
    await mirror.refreshMaterials(memory.platform, userId, next.client)
    expect([...whole.asked, ...next.asked]).toEqual([undefined, stamp(-40 * MINUTE)])
    expect((await mirror.materialsFor(memory.platform.db, userId)).map((one) => one.uuid)).toEqual(['b'])
    const old = await mirror.materialsByUuid(memory.platform.db, userId, ['a', 'b', 'ukjent'])
    expect(old.map((one) => one.uuid).sort()).toEqual(['a', 'b'])
  })

  it('is not led astray by a date in the future, and reads again what was edited while it was reading', async () => {
    const pages = stock([
      aMaterial({ uuid: 'a', editDate: '2099-01-01 00:00:00' }),
      aMaterial({ uuid: 'b', editDate: stamp(3 * MINUTE) }),
      aMaterial({ uuid: 'c', editDate: stamp(-30 * MINUTE) }),
    ])
    await mirror.refreshMaterials(memory.platform, userId, pages.client)
    expect((await cursor()).cursor).toBe(stamp(-30 * MINUTE))
  })
})

describe('the copy of Fiken’s products', () => {
  it('finds every product that has a number, the oldest first, and takes what was just made', async () => {
    const { db } = memory.platform
    for (const productId of [9_000_000_012, 11])
      await mirror.writeThroughProduct(db, userId, 'fjordvik', aProduct({ productId, productNumber: ' RL-10 ' }))
    await mirror.writeThroughProduct(db, userId, 'fjordvik', aProduct({ productId: 12, productNumber: 'RL-11', active: false }))
    const found = await mirror.productsByNumber(db, userId, 'fjordvik', ['RL-10', 'RL-11', ''])
    expect(found.map((product) => product.productId)).toEqual([11, 12, 9_000_000_012])
    expect(await mirror.productsByNumber(db, userId, 'fjordvik', [])).toEqual([])
    expect(await mirror.productsByNumber(db, userId, 'en-annen', ['RL-10'])).toEqual([])
    await mirror.forgetProduct(db, userId, 'fjordvik', 11)
    expect(await mirror.productFromMirror(db, userId, 'fjordvik', 11)).toBeNull()
  })
})

describe('the account’s tax rates', () => {
  it('keeps a rate that ServiceM8 no longer lists, because old lines still name it', async () => {
    const rates = norwegianRates()
    const client = (list: typeof rates) => ({ taxRates: { list: () => Promise.resolve(list) } }) as unknown as ServiceM8Client
    await refreshTaxRates(memory.platform, userId, client(rates))
    await refreshTaxRates(memory.platform, userId, client(rates.slice(1).map((rate) => ({ ...rate, active: false }))))
    const kept = await taxRatesOf(memory.platform.db, userId)
    expect(kept).toHaveLength(rates.length)
    expect(kept.map((rate) => rate.active)).toEqual([true, ...rates.slice(1).map(() => false)])
  })
})

describe('what a job’s lines name', () => {
  it('is asked for when the copy does not have it yet, and only then', async () => {
    const { db } = memory.platform
    const [rate] = norwegianRates()
    const asked: string[] = []
    const gone = new ExternalError({ vendor: 'servicem8', kind: 'not_found', doing: 'GET /material', status: 404 })
    const client = {
      taxRates: { list: () => (asked.push('rates'), Promise.resolve(norwegianRates())) },
      materials: {
        get: (uuid: string) => (asked.push(uuid), uuid === 'borte' ? Promise.reject(gone) : Promise.resolve(aMaterial({ uuid }))),
      },
    } as unknown as ServiceM8Client
    const line = (materialUuid: string | null) => ({ active: true, materialUuid, taxRateUuid: rate?.uuid ?? null })
    const lines = [line('m-1'), line('m-1'), line(null), { ...line('fjernet'), active: false }]
    await knowLines(memory.platform, userId, client, [...lines, line('borte')])
    expect(asked).toEqual(['rates', 'm-1', 'borte'])
    await knowLines(memory.platform, userId, client, lines)
    expect(asked).toHaveLength(3)
    expect(await mirror.materialsByUuid(db, userId, ['m-1'])).toHaveLength(1)
  })
})

describe('what is known of the chosen company', () => {
  const down = new ExternalError({ vendor: 'fiken', kind: 'unavailable', doing: 'GET /companies', status: 503 })
  const gone = new ExternalError({ vendor: 'fiken', kind: 'not_found', doing: 'GET /companies', status: 404 })

  function fiken(get: () => Promise<{ name: string }>) {
    let calls = 0
    const client = {
      companies: {
        get: () => ((calls += 1), get().then((found) => ({ organizationNumber: '', vatRegistered: true, ...found }))),
      },
      company: () => ({
        bankAccounts: () => Promise.resolve([]),
        accounts: () => Promise.resolve([{ code: '3000', name: 'Salg' }]),
      }),
    } as unknown as FikenClient
    return { client, calls: () => calls }
  }

  it('is read once a day, and what is known serves while Fiken is down', async () => {
    const up = fiken(() => Promise.resolve({ name: 'Fjordvik Rør AS' }))
    const ask = (source: FikenClient, refresh?: 'now' | 'never' | 'if-old') =>
      companyProfile(memory.platform, userId, 'fjordvik', { client: source, refresh })
    expect(await ask(up.client, 'never')).toBeNull()
    expect(await ask(up.client)).toMatchObject({ name: 'Fjordvik Rør AS', accounts: [{ code: '3000' }] })
    await ask(up.client)
    expect(up.calls()).toBe(1)
    memory.advance(25 * 60 * MINUTE)
    expect(await ask(fiken(() => Promise.reject(down)).client)).toMatchObject({ name: 'Fjordvik Rør AS' })
    await expect(ask(fiken(() => Promise.reject(down)).client, 'now')).rejects.toBe(down)
    expect(await ask(fiken(() => Promise.resolve({ name: 'Nytt navn' })).client)).toMatchObject({ name: 'Nytt navn' })
    expect(await ask(fiken(() => Promise.reject(gone)).client, 'now')).toBeNull()
  })
})

describe('when mirrors are refreshed', () => {
  const isDue = async () =>
    (await usersWithOldMirrors(memory.platform.db, new Date(memory.platform.clock.now()))).includes(userId)
  const note = async (cutShort = false) =>
    noteRun(memory.platform, userId, { key: (await scopesOf(memory.platform.db, userId)).key, cutShort })

  it('is every quarter of an hour while the integration is on, soon after an outage, and at once for another company', async () => {
    const { db } = memory.platform
    await findOrMakeConfiguration(db, userId)
    const set = (changes: Parameters<typeof changeConfiguration>[2]) => changeConfiguration(db, userId, changes, new Date())
    expect(await isDue()).toBe(true)
    await note()
    expect(await isDue()).toBe(false)
    memory.advance(18 * MINUTE)
    expect(await isDue()).toBe(false)
    await set({ isActive: true })
    expect(await isDue()).toBe(true)
    await note(true)
    expect(await isDue()).toBe(false)
    memory.advance(6 * MINUTE)
    expect(await isDue()).toBe(true)
    await note()
    await connect('fiken', 'kari@fjordvik.no')
    expect(await isDue()).toBe(false)
    await set({ fikenCompanySlug: 'fjordvik' })
    expect(await isDue()).toBe(true)
    await note()
    expect(await isDue()).toBe(false)
    await set({ requiresCompanySelection: true })
    expect(await isDue()).toBe(true)
  })

  it('is never for a user who has connected nothing', async () => {
    userId = await memory.addUser('ola')
    expect(await isDue()).toBe(false)
  })
})
