import { beforeEach, describe, expect, test } from 'vitest'
import { listActivity } from '#shared/contracts/activity-log'
import { clearCompanySelection, readConfiguration } from '#shared/contracts/configuration'
import type { MatchedProduct } from '#shared/contracts/products/comparison'
import * as prices from '#shared/contracts/products/price-sync'
import { runSmartSync } from '#shared/contracts/products/tasks'
import { oreFromKroner } from '#shared/money'
import { taskOver } from '../../support/people/bulk.ts'
import { DAY_MS } from '../../support/people/plumber.ts'
import { startProductScreen } from '../../support/people/products/product-screen.ts'
import { until } from '../../support/wait.ts'
import { consent, signUp } from '../../support/world/world.ts'

const screen = await startProductScreen()
const { plumber, agreeing, editedInFiken, editedInServicem8, fault, reread } = screen

const { person } = plumber
const settings = () => person.call(prices.readPriceSync)
const save = (body: { enabled?: boolean; intervalMinutes?: number }) =>
  person.call(prices.savePriceSync, { body })
const dryRun = () => person.call(prices.readPriceDryRun)
const runs = () => person.call(prices.readPriceRuns)
const undo = (id: string) => person.call(prices.undoPriceRun, { params: { id } })
const inServicem8 = ({ servicem8Uuid }: MatchedProduct) =>
  oreFromKroner(Number(screen.inServicem8(servicem8Uuid)['price']))
const inFiken = ({ fikenProductId }: MatchedProduct) => screen.inFiken(fikenProductId).unitPrice
const priceOf = ({ fikenPrice }: MatchedProduct) => fikenPrice ?? 0

async function nextRun(): Promise<prices.PriceSyncSettings> {
  const before = (await settings()).lastSync
  plumber.later(DAY_MS + 60_000)
  return until('the run to be over', async () => {
    const now = await settings()
    return now.lastSync !== before && !now.message.startsWith('Pågår') && now
  })
}
async function newestRun(): Promise<prices.PriceRun> {
  const [newest] = await runs()
  if (!newest) throw new Error('there was no run')
  return newest
}
const itemsOf = async (id: string) => (await taskOver(person, id)).items

beforeEach(async () => {
  await save({ enabled: false })
  await reread()
  await person.call(runSmartSync)
})

describe('the settings', () => {
  test('ask how often before it is switched on, and take three answers', async () => {
    const stranger = await signUp(plumber.world)
    expect(await stranger.call(prices.readPriceSync)).toEqual({
      enabled: false,
      intervalMinutes: 60,
      lastSync: null,
      nextSync: null,
      message: 'Prisene holdes ikke like av seg selv.',
    })
    for (const body of [{ enabled: true }, { enabled: true, intervalMinutes: 60 }])
      expect(await stranger.tryCall(prices.savePriceSync, { body })).toMatchObject({
        status: 400,
        body: { code: 'interval_needed' },
      })
    for (const intervalMinutes of [0, 61, -1440, 100_000])
      expect(
        (await stranger.tryCall(prices.savePriceSync, { body: { intervalMinutes } })).status,
      ).toBe(400)
    await stranger.call(prices.savePriceSync, { body: { enabled: false, intervalMinutes: 60 } })
    for (const intervalMinutes of prices.INTERVALS)
      expect(
        await stranger.call(prices.savePriceSync, { body: { enabled: true, intervalMinutes } }),
      ).toMatchObject({ enabled: true, intervalMinutes, nextSync: null })
    expect((await stranger.call(prices.readPriceSync)).message).toMatch(/ServiceM8/)
    const log = await stranger.call(listActivity, { query: { limit: 50 } })
    expect(log.map(({ description }) => description)).toContain(
      'Innstillinger lagret: automatisk prissynkronisering er på, hver dag',
    )
  })
})

describe('a run', () => {
  test('writes what has changed on one side, and lists what it leaves alone', async () => {
    const [a, b, c, d, e] = await agreeing(5)
    if (!a || !b || !c || !d || !e) throw new Error('no pairs')
    editedInFiken(a.fikenProductId, { unitPrice: priceOf(a) + 1 })
    editedInServicem8(b.servicem8Uuid, { price: (priceOf(b) + 250) / 100 })
    editedInFiken(c.fikenProductId, { unitPrice: priceOf(c) * 2 })
    editedInFiken(d.fikenProductId, { unitPrice: priceOf(d) + 100 })
    editedInServicem8(d.servicem8Uuid, { price: (priceOf(d) + 200) / 100 })
    editedInServicem8(e.servicem8Uuid, { price: 0 })
    await reread()
    const shown = await dryRun()
    expect(shown.changes).toHaveLength(2)
    expect(shown.changes).toContainEqual(
      expect.objectContaining({ to: 'servicem8', before: priceOf(a), after: priceOf(a) + 1 }),
    )
    expect(inServicem8(a)).toBe(priceOf(a))
    await save({ enabled: true, intervalMinutes: 1440 })
    const after = await nextRun()
    expect(after.message).toMatch(/^Sist: 2 priser er endret, \d+ er ikke endret\.$/)
    expect([inServicem8(a), inFiken(b)]).toEqual([priceOf(a) + 1, priceOf(b) + 250])
    expect([inServicem8(c), inServicem8(d), inFiken(e)]).toEqual([
      ...[priceOf(c), priceOf(d) + 200, priceOf(e)],
    ])
    const run = await newestRun()
    expect(run).toMatchObject({ changed: 2, failed: 0, undoneAt: null, mayUndo: true })
    expect(run.leftAlone).toBe(shown.leftAlone.length)
    const reasons = new Map((await itemsOf(run.id)).map(({ title, code }) => [title, code]))
    const titled = ({ name, fikenProductNumber }: MatchedProduct) =>
      `${name} (${fikenProductNumber})`
    expect([c, d, e].map((pair) => reasons.get(titled(pair)))).toEqual([
      ...['large_change', 'unknown', 'missing'],
    ])
    const log = await person.call(listActivity, { query: { limit: 50 } })
    const entries = log.filter(({ description }) =>
      description?.startsWith('Automatisk prissynkronisering: 2 priser er endret'),
    )
    expect(entries).toHaveLength(1)
    const [change] = await person.call(prices.readProductHistory, {
      query: { uuid: a.servicem8Uuid },
    })
    expect(change).toMatchObject({ by: 'price_run', system: 'servicem8', after: priceOf(a) + 1 })
    for (const pair of [c, d, e]) {
      editedInFiken(pair.fikenProductId, { unitPrice: priceOf(pair) })
      editedInServicem8(pair.servicem8Uuid, { price: priceOf(pair) / 100 })
    }
  })

  test('is made once after a standstill of many days, and not before the next is due', async () => {
    await save({ enabled: true, intervalMinutes: 1440 })
    await nextRun()
    const before = (await runs()).length
    plumber.later(9 * DAY_MS)
    const { lastSync } = await nextRun()
    expect((await runs()).length).toBeLessThanOrEqual(before + 1)
    await reread()
    const now = await settings()
    expect(now.lastSync).toBe(lastSync)
    expect(Date.parse(now.nextSync ?? '') - Date.parse(lastSync ?? '')).toBe(DAY_MS)
  })

  test('waits while the lists cannot be read, and while a company has to be chosen', async () => {
    await save({ enabled: true, intervalMinutes: 1440 })
    const { lastSync } = await nextRun()
    fault({ vendor: 'fiken', kind: 'status', status: 500 })
    plumber.later(DAY_MS + 60_000)
    await until('the failure to be said', async () =>
      (await settings()).message.includes('Vi prøver igjen.'),
    )
    expect((await settings()).lastSync).toBe(lastSync)
    plumber.vendors.faults.clear()
    await consent(person, 'fiken')
    expect((await person.call(readConfiguration)).requiresCompanySelection).toBe(true)
    plumber.later(DAY_MS)
    expect(await settings()).toMatchObject({ lastSync, nextSync: null })
    expect((await settings()).message).toMatch(/^Velg selskap/)
    await person.call(clearCompanySelection)
    await until('the run', async () => (await settings()).lastSync !== lastSync)
  })
})

describe('a run that is undone', () => {
  test('goes back item by item where the price has not moved since, once', async () => {
    const [a, b, c] = await agreeing(3)
    if (!a || !b || !c) throw new Error('no pairs')
    for (const one of [a, b]) editedInFiken(one.fikenProductId, { unitPrice: priceOf(one) + 300 })
    editedInServicem8(c.servicem8Uuid, { price: (priceOf(c) + 300) / 100 })
    await save({ enabled: true, intervalMinutes: 1440 })
    await nextRun()
    const run = await newestRun()
    expect(run.changed).toBe(3)
    editedInServicem8(b.servicem8Uuid, { price: 4_999 })
    const [first, second] = await Promise.all([undo(run.id), undo(run.id)])
    expect(second.taskId).toBe(first.taskId)
    const { counts, items } = await taskOver(person, first.taskId)
    expect(counts).toMatchObject({ done: 2, leftAlone: 1, failed: 0 })
    expect(items.find(({ status }) => status === 'left_alone')?.code).toBe('moved')
    expect([inServicem8(a), inServicem8(b), inFiken(c)]).toEqual([
      ...[priceOf(a), 499_900, priceOf(c)],
    ])
    expect((await newestRun()).undoneAt).not.toBeNull()
    const again = await taskOver(person, (await undo(run.id)).taskId)
    expect(again.counts).toMatchObject({ total: 1, leftAlone: 1 })

    // A price that the user has restored is not written again, in either direction.
    await reread()
    const ids = (await dryRun()).changes.map(({ fikenProductId }) => fikenProductId)
    expect(ids).not.toContain(a.fikenProductId)
    expect(ids).not.toContain(c.fikenProductId)
    for (const pair of [a, b, c]) {
      editedInFiken(pair.fikenProductId, { unitPrice: priceOf(pair) })
      editedInServicem8(pair.servicem8Uuid, { price: priceOf(pair) / 100 })
    }
  })

  test('gives a price with VAT back as ServiceM8 had it, every øre, as does a price that turns back', async () => {
    const [one] = await agreeing(1)
    if (!one) throw new Error('no pair')
    const { fikenProductId, servicem8Uuid } = one
    const price = () => Number(screen.inServicem8(servicem8Uuid)['price'])
    // 149,92 and 149,93 including VAT both correspond to 119,94 excluding VAT.
    editedInServicem8(servicem8Uuid, { price: 149.92, price_includes_taxes: 1 })
    editedInFiken(fikenProductId, { unitPrice: 11_994 })
    await reread()
    expect((await dryRun()).changes).toEqual([])
    await save({ enabled: true, intervalMinutes: 1440 })
    editedInFiken(fikenProductId, { unitPrice: 12_500 })
    await nextRun()
    expect(price()).toBe(156.25)
    editedInFiken(fikenProductId, { unitPrice: 11_994 })
    await nextRun()
    expect(price()).toBe(149.92)
    editedInFiken(fikenProductId, { unitPrice: 13_000 })
    await nextRun()
    expect(price()).toBe(162.5)
    await taskOver(person, (await undo((await newestRun()).id)).taskId)
    expect(price()).toBe(149.92)
    editedInFiken(fikenProductId, { unitPrice: 11_994 })
    await reread()
    await person.call(runSmartSync)
    expect(price()).toBe(149.92)
    editedInServicem8(servicem8Uuid, { price: priceOf(one) / 100, price_includes_taxes: 0 })
    editedInFiken(fikenProductId, { unitPrice: priceOf(one) })
  })

  test('is refused after thirty days, and to anybody else', async () => {
    const [one] = await agreeing(1)
    if (!one) throw new Error('no pair')
    editedInFiken(one.fikenProductId, { unitPrice: priceOf(one) + 300 })
    await save({ enabled: true, intervalMinutes: 1440 })
    await nextRun()
    await save({ enabled: false })
    const { id } = await newestRun()
    const stranger = await signUp(plumber.world)
    expect(await stranger.tryCall(prices.undoPriceRun, { params: { id } })).toMatchObject({
      status: 404,
    })
    expect(await stranger.call(prices.readPriceRuns)).toEqual([])
    // The clock advances in steps, because a session ends after two weeks without use.
    for (const days of [10, 10, 11]) {
      plumber.later(days * DAY_MS)
      await settings()
    }
    expect(await person.tryCall(prices.undoPriceRun, { params: { id } })).toMatchObject({
      status: 409,
      body: { code: 'too_old' },
    })
    expect(await runs()).toEqual([])
    expect(inServicem8(one)).toBe(priceOf(one) + 300)
  })
})
