import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterWrites,
  anyPair,
  aPair,
  compared,
  MONDAY,
  TUESDAY,
} from '#test/support/vendors/compared-pairs'
import { runs } from '#test/support/size'
import { planPrices } from './plan-prices.ts'

const planOf = (price: Partial<ReturnType<typeof aPair>['price']>, edited = aPair().edited) =>
  planPrices([compared(aPair({ price: { ...aPair().price, ...price }, edited }))])
const leftBecause = (why: string) => ({ changes: [], leftAlone: [{ why }] })

describe('an automatic price sync', () => {
  it('writes the side that has changed since both agreed to the other, by as little as an øre', () => {
    expect(planOf({ fiken: 12_000 })).toMatchObject({
      changes: [{ what: 'price', to: 'servicem8', before: 10_000, after: 12_000 }],
      leftAlone: [],
    })
    expect(planOf({ servicem8: 9_999 })).toMatchObject({
      changes: [{ what: 'price', to: 'fiken', before: 10_000, after: 9_999 }],
      leftAlone: [],
    })
  })

  it('has nothing to do with prices that are the same, or are in neither', () => {
    const none = { changes: [], leftAlone: [] }
    expect(planOf({})).toEqual(none)
    expect(planOf({ fiken: null, servicem8: null })).toEqual(none)
    expect(planOf({ fiken: 12_000, servicem8: 12_000 })).toEqual(none)
  })

  it('never lets a date decide', () => {
    const dates = { fiken: TUESDAY, servicem8: MONDAY }
    expect(planOf({ fiken: 12_000, agreed: null }, dates)).toMatchObject(leftBecause('unknown'))
    expect(planOf({ fiken: 12_000, servicem8: 11_000 }, dates)).toMatchObject(
      leftBecause('unknown'),
    )
  })

  it('leaves a change of more than half to a person, and shows it', () => {
    expect(planOf({ fiken: 15_000 }).changes).toHaveLength(1)
    expect(planOf({ fiken: 5_000 }).changes).toHaveLength(1)
    for (const fiken of [15_001, 4_999])
      expect(planOf({ fiken })).toMatchObject({
        changes: [],
        leftAlone: [
          { why: 'large_change', change: { to: 'servicem8', before: 10_000, after: fiken } },
        ],
      })
  })

  it('gives an item that has cost nothing the other one’s price', () => {
    expect(planOf({ fiken: 12_000, servicem8: 0, agreed: 0 })).toMatchObject({
      changes: [{ to: 'servicem8', before: 0, after: 12_000 }],
    })
  })

  it('says of a missing price that it is missing', () => {
    expect(planOf({ fiken: null })).toMatchObject(leftBecause('missing'))
    expect(planOf({ servicem8: null })).toMatchObject(leftBecause('missing'))
    expect(planOf({ fiken: 0 })).toMatchObject(leftBecause('missing'))
    expect(planOf({ servicem8: -100 })).toMatchObject(leftBecause('missing'))
    expect(planOf({ fiken: 1, servicem8: 2, agreed: 2 })).toMatchObject({
      changes: [{ to: 'servicem8', after: 1 }],
    })
  })

  it('never overwrites with a price that is missing, goes one way, and is done once', () => {
    fc.assert(
      fc.property(fc.array(anyPair, { maxLength: 8 }), (pairs) => {
        const { changes, leftAlone } = planPrices(pairs.map(compared))
        for (const { after } of changes) expect(after).toBeGreaterThan(0)
        const touched = [...changes, ...leftAlone].map(({ pair }) => pair.fikenProductId)
        expect(new Set(touched).size).toBe(touched.length)
        const again = planPrices(afterWrites(pairs, changes).map(compared))
        expect(again.changes).toEqual([])
        expect(again.leftAlone).toHaveLength(leftAlone.length)
      }),
      { numRuns: runs(500) },
    )
  })
})
