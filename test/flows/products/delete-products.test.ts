import { describe, expect, test } from 'vitest'
import { deleteProducts } from '#shared/contracts/products/tasks'
import { taskOver } from '../../support/people/bulk.ts'
import { startProductScreen } from '../../support/people/products/product-screen.ts'
import { readyCustomer } from '../../support/people/tenants.ts'

/** Tests that deleted products become inactive in Fiken and deleted in ServiceM8. */

const screen = await startProductScreen()
const { plumber, agreeing, compared, editedInFiken, fault, reread } = screen
const remove = (body: Parameters<typeof bodyOf>[0]) =>
  plumber.person.call(deleteProducts, bodyOf(body))
const bodyOf = (body: {
  itemIds?: string[]
  items?: {
    type: 'matched' | 'missingInServiceM8' | 'missingInFiken'
    productId?: number
    uuid?: string
    name?: string
  }[]
}) => ({ body })
const isActive = (productId: number) => screen.inFiken(productId).active
const isKept = (uuid: string) => screen.inServicem8(uuid).active === 1
const deletesOf = (uuid: string) =>
  plumber.vendors.ledger.entries.filter(
    ({ method, path }) => method === 'DELETE' && path.includes(uuid),
  ).length

describe('a bulk delete', () => {
  test('takes a matched pair from both systems, and keeps the stock in Fiken', async () => {
    const [apart] = await agreeing(1)
    editedInFiken(apart?.fikenProductId ?? 0, { productNumber: 'ALENE' })
    const { matchedProducts, missingInFiken, missingInServiceM8 } = await reread()
    const pair = matchedProducts.find(({ fikenStock }) => fikenStock !== null)
    const [other] = matchedProducts.filter((one) => one !== pair)
    const [item] = missingInFiken
    const [product] = missingInServiceM8
    if (!pair || !other || !item || !product) throw new Error('the seed has changed')
    const answer = await remove({
      itemIds: [
        `matched:${pair.fikenProductId}:${pair.servicem8Uuid}`,
        `fiken:${product.productId}`,
      ],
    })
    expect(answer).toMatchObject({
      success: true,
      finished: true,
      deleted: 2,
      failed: 0,
      leftAlone: 0,
      message: '2 produkter er slettet.',
    })
    expect(isActive(pair.fikenProductId)).toBe(false)
    expect(screen.inFiken(pair.fikenProductId).stock).toBe(pair.fikenStock)
    expect([isKept(pair.servicem8Uuid), isActive(product.productId)]).toEqual([false, false])
    const { items } = await taskOver(plumber.person, answer.taskId ?? '')
    expect(items.map(({ title }) => title)).toEqual([pair.name, product.name])

    const named = await remove({
      items: [
        {
          type: 'matched',
          productId: other.fikenProductId,
          uuid: other.servicem8Uuid,
          name: other.name,
        },
        { type: 'missingInFiken', uuid: item.uuid, name: item.name },
      ],
    })
    expect(named).toMatchObject({ success: true, deleted: 2 })
    expect([
      ...[isActive(other.fikenProductId), isKept(other.servicem8Uuid), isKept(item.uuid)],
    ]).toEqual([false, false, false])
    const left = await compared()
    expect(left.matched).toBe(matchedProducts.length - 2)
  })

  test('by a bare id takes the half of one system alone, also of a pair', async () => {
    const [one, other] = (await compared()).matchedProducts
    if (!one || !other) throw new Error('no pairs')
    const answer = await remove({ itemIds: [String(one.fikenProductId), other.servicem8Uuid] })
    expect(answer).toMatchObject({ success: true, deleted: 2, failed: 0 })
    expect([isActive(one.fikenProductId), isKept(one.servicem8Uuid)]).toEqual([false, true])
    expect([isActive(other.fikenProductId), isKept(other.servicem8Uuid)]).toEqual([true, false])
    for (const unknown of ['0', '-1', `${other.servicem8Uuid}x`]) {
      const itemIds = [String(other.fikenProductId), unknown]
      const { status } = await plumber.person.tryCall(deleteProducts, { body: { itemIds } })
      expect(status).toBe(400)
    }
    expect(isActive(other.fikenProductId)).toBe(true)
  })

  test('clicked twice at once is done once', async () => {
    const [pair] = (await compared()).matchedProducts
    if (!pair) throw new Error('no pair')
    const itemIds = [`matched:${pair.fikenProductId}:${pair.servicem8Uuid}`]
    const [first, second] = await Promise.all([remove({ itemIds }), remove({ itemIds })])
    expect(second.taskId).toBe(first.taskId)
    expect([first.deleted, deletesOf(pair.servicem8Uuid)]).toEqual([1, 1])
  })

  test('survives refusals, server errors, lost answers and lists that lag', async () => {
    const pairs = (await compared()).matchedProducts.slice(0, 6)
    const writes = { path: 'product|material' }
    fault({ vendor: 'fiken', kind: 'stale', seconds: 60 })
    fault({ vendor: 'fiken', kind: 'lost', method: 'PUT', count: 4, ...writes })
    fault({ vendor: 'servicem8', kind: 'lost', method: 'DELETE', count: 3, ...writes })
    fault({ vendor: 'servicem8', kind: 'status', status: 429, retryAfter: 1, count: 2, ...writes })
    fault({ vendor: 'fiken', kind: 'status', status: 500, count: 2, ...writes })
    const answer = await remove({
      itemIds: pairs.map((one) => `matched:${one.fikenProductId}:${one.servicem8Uuid}`),
    })
    const { counts } = await taskOver(plumber.person, answer.taskId ?? '')
    expect(counts).toMatchObject({ total: 6, done: 6 })
    for (const one of pairs)
      expect([isActive(one.fikenProductId), isKept(one.servicem8Uuid)]).toEqual([false, false])
  })

  test('says of a pair which half has failed, and does only that when it is done again', async () => {
    const [pair] = (await compared()).matchedProducts
    if (!pair) throw new Error('no pair')
    const itemIds = [`matched:${pair.fikenProductId}:${pair.servicem8Uuid}`]
    fault({ vendor: 'servicem8', kind: 'status', status: 400, method: 'DELETE' })
    const answer = await remove({ itemIds })
    expect(answer).toMatchObject({ success: false, deleted: 0, failed: 1 })
    const { items } = await taskOver(plumber.person, answer.taskId ?? '')
    expect(items[0]?.message).toMatch(/^Er gjort inaktivt i Fiken, men ikke slettet i ServiceM8: /)
    plumber.vendors.faults.clear()
    expect(await remove({ itemIds })).toMatchObject({ success: true, deleted: 1 })
    expect([isActive(pair.fikenProductId), isKept(pair.servicem8Uuid)]).toEqual([false, false])
  })

  test('refuses what it does not know, and does nothing with somebody else’s', async () => {
    const { matchedProducts } = await compared()
    const [pair] = matchedProducts
    if (!pair) throw new Error('no pair')
    for (const itemIds of [[`matched:${pair.fikenProductId}`], ['rør'], []]) {
      const all = [...itemIds, ...(itemIds.length ? [`sm8:${pair.servicem8Uuid}`] : [])]
      expect(
        (await plumber.person.tryCall(deleteProducts, { body: { itemIds: all } })).status,
      ).toBe(400)
    }
    const { visitor } = await readyCustomer(plumber.world, 'Naboen Rør AS')
    const theirs = { itemIds: [`matched:${pair.fikenProductId}:${pair.servicem8Uuid}`] }
    expect(await visitor.call(deleteProducts, { body: theirs })).toMatchObject({
      deleted: 0,
      leftAlone: 1,
      failed: 0,
    })
    expect([isActive(pair.fikenProductId), isKept(pair.servicem8Uuid)]).toEqual([true, true])
  })
})
