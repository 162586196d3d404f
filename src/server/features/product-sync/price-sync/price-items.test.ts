import { expect, test } from 'vitest'
import { aPair, compared } from '#test/support/vendors/compared-pairs'
import { planPrices } from './plan-prices.ts'
import { itemsOf, outcomeOfLeft, shownChange, shownLeft, WHY_NOT } from './price-items.ts'

const changed = aPair({ price: { fiken: 12_000, servicem8: 10_000, agreed: 10_000 } })
const unknown = aPair({ price: { fiken: 12_000, servicem8: 10_000, agreed: null } })
const planOf = (changes: number, left: number) =>
  planPrices(
    [
      ...Array<typeof changed>(changes).fill(changed),
      ...Array<typeof changed>(left).fill(unknown),
    ].map(compared),
  )
const size = (changes: number, left: number) => {
  const { items, unlisted } = itemsOf(planOf(changes, left))
  return [items.length, unlisted]
}

test('a run takes all its changes, however many they are', () => {
  expect(size(0, 0)).toEqual([0, 0])
  expect(size(2, 1)).toEqual([3, 0])
  expect(size(1_001, 0)).toEqual([1_001, 0])
})

test('a thousand that are left alone are listed beside the changes, and counted beyond that', () => {
  expect(size(0, 1_005)).toEqual([1_000, 5])
  expect(size(999, 3)).toEqual([1_002, 0])
  expect(size(1_500, 600)).toEqual([2_100, 0])
  expect(size(1_500, 1_600)).toEqual([2_500, 600])
})

test('what is left alone says why, and a change is no such item', () => {
  const [change, left] = itemsOf(planOf(1, 1)).items
  expect(change).toMatchObject({ subject: 'price:1:vare-0:servicem8:10000:12000' })
  expect(outcomeOfLeft(change?.subject ?? '')).toBeNull()
  expect(outcomeOfLeft(left?.subject ?? '')).toEqual({
    status: 'left_alone',
    message: WHY_NOT.unknown,
    code: 'unknown',
  })
})

test('a change of more than half is listed with both prices and the system', () => {
  const doubled = aPair({ price: { fiken: 20_000, servicem8: 10_000, agreed: 10_000 } })
  const [item] = itemsOf(planPrices([compared(doubled)])).items
  expect(item?.subject).toBe('left:large_change:price:1:vare-0:servicem8:10000:20000')
  const outcome = outcomeOfLeft(item?.subject ?? '')
  expect(outcome).toMatchObject({ status: 'left_alone', code: 'large_change' })
  expect(outcome?.message.replaceAll(/\s/g, ' ')).toBe(
    'Endringen fra 100,00 kr til 200,00 kr i ServiceM8 er på mer enn 50 %, og skrives ikke uten at du ser på den.',
  )
})

test('a dry run shows what would be written, and why the rest would not', () => {
  const { changes, leftAlone } = planOf(1, 1)
  const name = compared(changed).name
  expect(changes.map(shownChange)).toEqual([
    {
      ...{ fikenProductId: 1, servicem8Uuid: 'vare-0', name, number: 'VARE-0' },
      ...{ to: 'servicem8', before: 10_000, after: 12_000, why: null },
    },
  ])
  expect(leftAlone.map(shownLeft)).toMatchObject([
    { to: null, before: null, after: null, why: WHY_NOT.unknown },
  ])
})
