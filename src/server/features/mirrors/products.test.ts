import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { ExternalError } from '#clients/http/external-error'
import type { Page } from '#clients/http/pages'
import type { ServiceM8Client } from '#clients/servicem8/client'
import { stampOf } from '#clients/servicem8/time'
import type { Material } from '#clients/servicem8/types'
import { memoryPlatform } from '#test/support/world/memory-platform'
import { aMaterial, aProduct, norwegianRates } from '#test/support/vendors/vendor-objects'
import { findCursor } from './cursor-store.ts'
import { ensureLinesMirrored } from './ensure-lines.ts'
import { materialsByUuid, materialsFor, refreshMaterials } from './materials.ts'
import * as mirror from './products.ts'
import { refreshTaxRates, taxRatesOf } from './tax-rates.ts'

const MINUTE = 60_000
let companyId: string
/** The time at which the test began, fixed so that the time between two calls does not matter. */
let began: number

const memory = await memoryPlatform()
afterAll(() => memory.close())
beforeEach(async () => {
  began = Date.now()
  companyId = await memory.addUser()
  await connect(`konto-${companyId}`)
})

const connect = (account: string) => memory.connect(companyId, 'servicem8', account)

const stamp = (ms: number) => stampOf(began + ms, 'Europe/Oslo')
const cursor = () => findCursor(memory.platform.db, companyId, 'materials', `konto-${companyId}`)

function stock(...pages: (Material[] | ExternalError)[]) {
  const asked: (string | undefined)[] = []
  async function* list({ editedAfter }: { editedAfter?: string } = {}): AsyncGenerator<
    Page<Material>
  > {
    asked.push(editedAfter)
    for (const page of pages) {
      if (page instanceof Error) throw page
      yield await Promise.resolve({ rows: page, unreadable: [], total: null })
    }
  }
  return { client: { materials: { list } } as unknown as ServiceM8Client, asked }
}

describe('the mirror of ServiceM8’s materials', () => {
  it('asks from the newest change it has seen, but only once everything before it has been read', async () => {
    const down = new ExternalError({
      vendor: 'servicem8',
      kind: 'unavailable',
      doing: 'GET /material',
      status: 500,
    })
    const first = aMaterial({ uuid: 'a', editDate: stamp(-50 * MINUTE) })
    await expect(
      refreshMaterials(memory.platform, companyId, stock([first], down).client),
    ).rejects.toBe(down)
    expect(await cursor()).toEqual({ cursor: '', completedAt: null })
    expect(await materialsFor(memory.platform.db, companyId)).toHaveLength(1)

    const complete = stock([first], [aMaterial({ uuid: 'b', editDate: stamp(-40 * MINUTE) })])
    await refreshMaterials(memory.platform, companyId, complete.client)
    const next = stock([aMaterial({ uuid: 'a', active: false, editDate: stamp(-10 * MINUTE) })])
    await refreshMaterials(memory.platform, companyId, next.client)
    expect([...complete.asked, ...next.asked]).toEqual([undefined, stamp(-40 * MINUTE)])
    expect((await materialsFor(memory.platform.db, companyId)).map((one) => one.uuid)).toEqual([
      'b',
    ])
    const old = await materialsByUuid(memory.platform.db, companyId, ['a', 'b', 'ukjent'])
    expect(old.map((one) => one.uuid).sort()).toEqual(['a', 'b'])
  })

  it('is not misled by a date in the future, and rereads what was edited while it was reading', async () => {
    const pages = stock([
      aMaterial({ uuid: 'a', editDate: '2099-01-01 00:00:00' }),
      aMaterial({ uuid: 'b', editDate: stamp(3 * MINUTE) }),
      aMaterial({ uuid: 'c', editDate: stamp(-30 * MINUTE) }),
    ])
    await refreshMaterials(memory.platform, companyId, pages.client)
    expect((await cursor()).cursor).toBe(stamp(-30 * MINUTE))
  })
})

describe('the mirror of Fiken’s products', () => {
  it('finds every product that has a number, the oldest first, and includes what was just created', async () => {
    const { db } = memory.platform
    for (const productId of [9_000_000_012, 11])
      await mirror.writeThroughProduct(
        db,
        companyId,
        'fjordvik',
        aProduct({ productId, productNumber: ' RL-10 ' }),
      )
    await mirror.writeThroughProduct(
      db,
      companyId,
      'fjordvik',
      aProduct({ productId: 12, productNumber: 'RL-11', active: false }),
    )
    const found = await mirror.productsByNumber(db, companyId, 'fjordvik', ['RL-10', 'RL-11', ''])
    expect(found.map((product) => product.productId)).toEqual([11, 12, 9_000_000_012])
    expect(await mirror.productsByNumber(db, companyId, 'fjordvik', [])).toEqual([])
    expect(await mirror.productsByNumber(db, companyId, 'en-annen', ['RL-10'])).toEqual([])
    await mirror.dropProduct(db, companyId, 'fjordvik', 11)
    expect(await mirror.productFromMirror(db, companyId, 'fjordvik', 11)).toBeNull()
  })
})

describe('the account’s tax rates', () => {
  it('keeps a rate that ServiceM8 no longer lists, because old lines still name it', async () => {
    const rates = norwegianRates()
    const client = (list: typeof rates) =>
      ({ taxRates: { list: () => Promise.resolve(list) } }) as unknown as ServiceM8Client
    await refreshTaxRates(memory.platform, companyId, client(rates))
    await refreshTaxRates(
      memory.platform,
      companyId,
      client(rates.slice(1).map((rate) => ({ ...rate, active: false }))),
    )
    const kept = await taxRatesOf(memory.platform.db, companyId)
    expect(kept).toHaveLength(rates.length)
    expect(kept.map((rate) => rate.active)).toEqual([true, ...rates.slice(1).map(() => false)])
  })
})

describe('what a job’s lines name', () => {
  it('is requested when the mirror does not have it yet, and only then', async () => {
    const { db } = memory.platform
    const [rate] = norwegianRates()
    const asked: string[] = []
    const gone = new ExternalError({
      vendor: 'servicem8',
      kind: 'not_found',
      doing: 'GET /material',
      status: 404,
    })
    const client = {
      taxRates: { list: () => (asked.push('rates'), Promise.resolve(norwegianRates())) },
      materials: {
        get: (uuid: string) => (
          asked.push(uuid),
          uuid === 'borte' ? Promise.reject(gone) : Promise.resolve(aMaterial({ uuid }))
        ),
      },
    } as unknown as ServiceM8Client
    const line = (materialUuid: string | null) => ({
      active: true,
      materialUuid,
      taxRateUuid: rate?.uuid ?? null,
    })
    const lines = [line('m-1'), line('m-1'), line(null), { ...line('fjernet'), active: false }]
    await ensureLinesMirrored(memory.platform, companyId, client, [...lines, line('borte')])
    expect(asked).toEqual(['rates', 'm-1', 'borte'])
    await ensureLinesMirrored(memory.platform, companyId, client, lines)
    expect(asked).toHaveLength(3)
    expect(await materialsByUuid(db, companyId, ['m-1'])).toHaveLength(1)
  })
})
