import { beforeEach, describe, expect, test } from 'vitest'
import { listActivity } from '#shared/contracts/activity-log'
import { readProductHistory } from '#shared/contracts/products/price-sync'
import { readSmartSync, runSmartSync, type PlannedWrite } from '#shared/contracts/products/tasks'
import { oreFromKroner } from '#shared/money'
import { subjectOfPlanned } from '#shared/planned-write'
import { taskOver } from '../../support/people/bulk.ts'
import { completeNewJob, draftOf, transferred } from '../../support/people/plumber.ts'
import { startProductScreen } from '../../support/people/products/product-screen.ts'
import { signUp } from '../../support/world/world.ts'

/** Tests Smart Sync, which copies the newer side's price and stock to each pair's older side. */

const screen = await startProductScreen()
const { plumber, compared, pair, agreeing, editedInFiken, editedInServicem8, fault, reread } =
  screen

const plan = () => plumber.person.call(readSmartSync)
const press = (only?: PlannedWrite[]) =>
  plumber.person.call(runSmartSync, only ? { body: { only: only.map(subjectOfPlanned) } } : {})
const itemsOf = async (taskId: string | null) =>
  (await taskOver(plumber.person, taskId ?? '')).items
const writesOf = (writes: readonly PlannedWrite[], id: number) =>
  writes.filter(({ fikenProductId }) => fikenProductId === id)
const putsTo = (id: number) =>
  plumber.vendors.ledger.entries.filter(
    ({ method, path }) => method === 'PUT' && path.endsWith(`/products/${id}`),
  ).length

beforeEach(async () => {
  await reread()
  await press()
})

describe('Smart Sync', () => {
  test('writes the newer price to the older side, in both systems, and nothing the second time', async () => {
    const [one, other] = await agreeing(2)
    if (!one || !other) throw new Error('no pairs')
    const [price, otherPrice] = [(one.fikenPrice ?? 0) + 1_000, (other.fikenPrice ?? 0) + 2_000]
    editedInFiken(one.fikenProductId, { unitPrice: price })
    editedInServicem8(other.servicem8Uuid, { price: otherPrice / 100 })
    await reread()
    const { writes } = await plan()
    expect(writesOf(writes, one.fikenProductId)).toMatchObject([
      { what: 'price', to: 'servicem8', before: one.fikenPrice, after: price, by: 'snapshot' },
    ])
    const answer = await press()
    expect(answer).toMatchObject({ success: true, finished: true, failed: 0 })
    expect(answer.updated).toBe(writes.length)
    expect(answer.message).toContain('er oppdatert.')
    expect(oreFromKroner(Number(screen.inServicem8(one.servicem8Uuid)['price']))).toBe(price)
    expect(screen.inFiken(other.fikenProductId).unitPrice).toBe(otherPrice)
    expect(await plan()).toMatchObject({ writes: [] })
    expect(await press()).toEqual({
      success: true,
      message: 'Det er ingenting å oppdatere.',
      taskId: null,
      finished: true,
      waitsFor: null,
      updated: 0,
      failed: 0,
      leftAlone: 0,
    })
    const history = await plumber.person.call(readProductHistory, {
      query: { productId: String(one.fikenProductId) },
    })
    expect(history[0]).toMatchObject({
      system: 'servicem8',
      what: 'price',
      by: 'smart_sync',
      before: one.fikenPrice,
      after: price,
    })
    const log = await plumber.person.call(listActivity, { query: { limit: 50 } })
    expect(log.filter(({ description }) => description?.startsWith('Smart Sync'))).not.toEqual([])
  })

  test('of one product writes that, and leaves every other as it is', async () => {
    const [one, other] = await agreeing(2)
    if (!one || !other) throw new Error('no pairs')
    const price = (one.fikenPrice ?? 0) + 1_000
    for (const { fikenProductId, fikenPrice } of [one, other])
      editedInFiken(fikenProductId, { unitPrice: (fikenPrice ?? 0) + 1_000 })
    await reread()
    const answer = await press(writesOf((await plan()).writes, one.fikenProductId))
    expect(answer).toMatchObject({ success: true, updated: 1, leftAlone: 0, failed: 0 })
    expect(oreFromKroner(Number(screen.inServicem8(one.servicem8Uuid)['price']))).toBe(price)
    const { writes } = await plan()
    expect(writesOf(writes, one.fikenProductId)).toEqual([])
    expect(writesOf(writes, other.fikenProductId)).toHaveLength(1)
    expect(await press([])).toMatchObject({ taskId: null, updated: 0 })
  })

  test('writes nothing but what was seen, when the lists are read again behind the question', async () => {
    const [kept, raised, turned, added] = await agreeing(4)
    if (!kept || !raised || !turned || !added) throw new Error('no pairs')
    for (const one of [kept, raised, turned])
      editedInFiken(one.fikenProductId, { unitPrice: (one.fikenPrice ?? 0) + 600 })
    await reread()
    const seen = (await plan()).writes
    expect(seen).toHaveLength(3)
    editedInFiken(raised.fikenProductId, { unitPrice: (raised.fikenPrice ?? 0) + 800 })
    editedInFiken(turned.fikenProductId, { unitPrice: turned.fikenPrice ?? 0 })
    editedInServicem8(turned.servicem8Uuid, { price: ((turned.fikenPrice ?? 0) + 600) / 100 })
    editedInFiken(added.fikenProductId, { unitPrice: (added.fikenPrice ?? 0) + 600 })
    await reread()
    const answer = await press(seen)
    expect(answer).toMatchObject({ updated: 1, leftAlone: 0, failed: 0, finished: true })
    expect(answer.message).toContain(
      '2 priser og lagertall er blitt annerledes siden de ble vist, og er ikke skrevet.',
    )
    const inServicem8 = (uuid: string) => oreFromKroner(Number(screen.inServicem8(uuid)['price']))
    expect(inServicem8(kept.servicem8Uuid)).toBe((kept.fikenPrice ?? 0) + 600)
    for (const one of [raised, added]) expect(inServicem8(one.servicem8Uuid)).toBe(one.fikenPrice)
    expect(screen.inFiken(turned.fikenProductId).unitPrice).toBe(turned.fikenPrice)
    expect(await press(seen)).toMatchObject({
      taskId: null,
      updated: 0,
      message: expect.stringMatching(/^3 priser og lagertall er blitt annerledes/) as unknown,
    })
  })

  test('pressed in two windows at once is done once', async () => {
    const pairs = await agreeing(4)
    for (const one of pairs)
      editedInFiken(one.fikenProductId, { unitPrice: (one.fikenPrice ?? 0) + 500 })
    await reread()
    const [first, second] = await Promise.all([press(), press()])
    expect(second.taskId).toBe(first.taskId)
    expect(first.updated).toBe(4)
    const history = await plumber.person.call(readProductHistory, {
      query: { uuid: pairs[0]?.servicem8Uuid ?? '' },
    })
    expect(history.filter(({ after }) => after === (pairs[0]?.fikenPrice ?? 0) + 500)).toHaveLength(
      1,
    )
  })

  test('leaves alone what a person has left out, and what has moved since the plan', async () => {
    const [out, moved, apart] = await agreeing(3)
    if (!out || !moved || !apart) throw new Error('no pairs')
    for (const one of [out, moved, apart])
      editedInFiken(one.fikenProductId, { unitPrice: (one.fikenPrice ?? 0) + 700 })
    await reread()
    const { writes } = await plan()
    editedInServicem8(moved.servicem8Uuid, { price: 4_321 })
    editedInFiken(apart.fikenProductId, { productNumber: 'ET-ANNET' })
    const answer = await press(
      writes.filter(({ fikenProductId }) => fikenProductId !== out.fikenProductId),
    )
    expect(answer).toMatchObject({ updated: 0, leftAlone: 2, failed: 0, finished: true })
    expect(answer.message).toContain('2 er ikke endret.')
    const items = await itemsOf(answer.taskId)
    expect(items.map(({ code }) => code).toSorted()).toEqual(['apart', 'moved'])
    expect(Number(screen.inServicem8(moved.servicem8Uuid)['price'])).toBe(4_321)
    expect(Number(screen.inServicem8(out.servicem8Uuid)['price'])).toBe(out.servicem8SalePrice)
    editedInFiken(apart.fikenProductId, {
      productNumber: apart.fikenProductNumber,
      unitPrice: apart.fikenPrice ?? 0,
    })
    editedInFiken(out.fikenProductId, { unitPrice: out.fikenPrice ?? 0 })
    await reread()
  })

  test('a source that has moved since the plan is not written either', async () => {
    const [one] = await agreeing(1)
    if (!one) throw new Error('no pair')
    editedInFiken(one.fikenProductId, { unitPrice: (one.fikenPrice ?? 0) + 900 })
    await reread()
    editedInFiken(one.fikenProductId, { unitPrice: (one.fikenPrice ?? 0) + 1_900 })
    const answer = await press()
    expect(answer).toMatchObject({ updated: 0, leftAlone: 1 })
    expect((await itemsOf(answer.taskId))[0]?.message).toBe(
      'Prisen i Fiken er endret siden, så ingenting er skrevet.',
    )
    expect(Number(screen.inServicem8(one.servicem8Uuid)['price'])).toBe(one.servicem8SalePrice)
    expect(await press()).toMatchObject({ updated: 1, leftAlone: 0 })
  })

  test('survives refusals, a server error and lost answers of either system', async () => {
    const pairs = await agreeing(6)
    for (const [n, one] of pairs.entries())
      if (n % 2 === 0) editedInFiken(one.fikenProductId, { unitPrice: (one.fikenPrice ?? 0) + 300 })
      else editedInServicem8(one.servicem8Uuid, { price: ((one.fikenPrice ?? 0) + 300) / 100 })
    await reread()
    const writes = { path: 'product|material' }
    fault({ vendor: 'fiken', kind: 'lost', method: 'PUT', count: 6, ...writes })
    fault({ vendor: 'servicem8', kind: 'lost', method: 'POST', count: 6, ...writes })
    fault({ vendor: 'servicem8', kind: 'status', status: 429, retryAfter: 1, count: 2, ...writes })
    fault({ vendor: 'fiken', kind: 'status', status: 500, count: 2, ...writes })
    const answer = await press()
    expect(answer).toMatchObject({ updated: 6, leftAlone: 0, failed: 0, finished: true })
    for (const one of pairs) {
      expect(screen.inFiken(one.fikenProductId).unitPrice).toBe((one.fikenPrice ?? 0) + 300)
      const inServicem8 = Number(screen.inServicem8(one.servicem8Uuid)['price'])
      expect(oreFromKroner(inServicem8)).toBe((one.fikenPrice ?? 0) + 300)
      const history = await plumber.person.call(readProductHistory, {
        query: { uuid: one.servicem8Uuid },
      })
      const after = (one.fikenPrice ?? 0) + 300
      const written = history.filter((change) => change.by !== 'elsewhere')
      expect(written.filter((change) => change.after === after)).toHaveLength(1)
    }
  })

  test('says which writes have failed, and does only them when it is pressed again', async () => {
    const [one, other] = await agreeing(2)
    if (!one || !other) throw new Error('no pairs')
    editedInServicem8(one.servicem8Uuid, { price: ((one.fikenPrice ?? 0) + 400) / 100 })
    editedInFiken(other.fikenProductId, { unitPrice: (other.fikenPrice ?? 0) + 400 })
    await reread()
    fault({ vendor: 'fiken', kind: 'status', status: 500, method: 'PUT' })
    const answer = await press()
    expect(answer).toMatchObject({ success: false, updated: 1, failed: 1, finished: true })
    expect(answer.message).toContain('1 feilet.')
    const failed = (await itemsOf(answer.taskId)).find(({ status }) => status === 'failed')
    expect(failed?.message).toMatch(/Fiken/)
    plumber.vendors.faults.clear()
    expect(await press()).toMatchObject({ success: true, updated: 1, failed: 0 })
    expect(screen.inFiken(one.fikenProductId).unitPrice).toBe((one.fikenPrice ?? 0) + 400)
  })

  test('writes a stock, but not of a product on a draft that is not invoiced', async () => {
    const [free, drafted] = await agreeing(2, { stocked: true })
    if (!free || !drafted) throw new Error('no pairs with stock')
    const stock = drafted.fikenStock ?? 0
    const material = screen.inServicem8(drafted.servicem8Uuid)
    const job = completeNewJob(plumber, {
      client: 'Ola Hansen',
      lines: [
        {
          name: String(material.name),
          material_uuid: drafted.servicem8Uuid,
          displayed_amount: '100.0000',
        },
      ],
    })
    const transfer = await transferred(plumber, job)
    const draft = draftOf(plumber, transfer)
    expect(draft.lines.map(({ productId }) => productId)).toContain(drafted.fikenProductId)
    editedInServicem8(drafted.servicem8Uuid, { quantity_in_stock: stock - 1 })
    editedInServicem8(free.servicem8Uuid, { quantity_in_stock: (free.fikenStock ?? 0) + 2 })
    await reread()
    const before = putsTo(drafted.fikenProductId)
    const { writes, leftAlone } = await plan()
    expect(writesOf(writes, free.fikenProductId)).toMatchObject([{ what: 'stock', to: 'fiken' }])
    expect(leftAlone).toContainEqual(
      expect.objectContaining({
        fikenProductId: drafted.fikenProductId,
        what: 'stock',
        why: 'on_draft',
      }),
    )
    expect(await press()).toMatchObject({ updated: 1 })
    expect(screen.inFiken(free.fikenProductId).stock).toBe((free.fikenStock ?? 0) + 2)
    expect(screen.inFiken(drafted.fikenProductId).stock).toBe(stock)
    expect(putsTo(drafted.fikenProductId)).toBe(before)
    expect((await pair(drafted.fikenProductNumber)).newerStock).toBe('servicem8')
  })

  test('is nobody else’s, and asks for connections first', async () => {
    const stranger = await signUp(plumber.world)
    for (const refused of [
      await stranger.tryCall(readSmartSync),
      await stranger.tryCall(runSmartSync),
    ])
      expect(refused).toMatchObject({ status: 409, body: { code: 'authorize_servicem8' } })
    expect(
      await stranger.call(readProductHistory, {
        query: { productId: String((await compared()).matchedProducts[0]?.fikenProductId) },
      }),
    ).toEqual([])
  })
})
