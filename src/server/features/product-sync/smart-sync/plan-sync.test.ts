import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterWrites,
  anyPair,
  aPair,
  compared,
  MONDAY,
  TUESDAY,
  type PairState,
} from '#test/support/vendors/compared-pairs'
import { runs } from '#test/support/size'
import { planSync } from './plan-sync.ts'

const base = aPair()
const kept = { fiken: 8, servicem8: 8, agreed: 8 }
const planOf = (changes: Partial<PairState>, onDrafts: number[] = []) =>
  planSync([compared(aPair(changes))], new Set(onDrafts))
const priced = (price: Partial<PairState['price']>, edited = base.edited) =>
  planOf({ price: { ...base.price, ...price }, edited })
const stocked = (stock: Partial<PairState['stock']>, onDrafts: number[] = []) =>
  planOf({ stock: { ...kept, ...stock } }, onDrafts)
const nothing = { writes: [], leftAlone: [] }
const left = (what: 'price' | 'stock', why: string) => ({ writes: [], leftAlone: [{ what, why }] })
const fikenNewer = { fiken: TUESDAY, servicem8: MONDAY }

describe('Smart Sync', () => {
  it('gives the older side the newer one’s price, from a difference of one krone', () => {
    expect(priced({ fiken: 10_100 })).toEqual({
      writes: [
        {
          ...{ fikenProductId: 1, servicem8Uuid: 'vare-0', number: 'VARE-0' },
          name: compared(base).name,
          ...{ what: 'price', to: 'servicem8', before: 10_000, after: 10_100, by: 'snapshot' },
        },
      ],
      leftAlone: [],
    })
    expect(priced({ servicem8: 9_900 }).writes).toMatchObject([
      { to: 'fiken', before: 10_000, after: 9_900 },
    ])
    expect(priced({ fiken: 10_099 })).toEqual(nothing)
    expect(priced({ servicem8: 9_901 })).toEqual(nothing)
  })

  it('takes the dates where nothing else says which is newer, and marks it', () => {
    expect(priced({ fiken: 12_000, agreed: null }, fikenNewer).writes).toMatchObject([
      { to: 'servicem8', after: 12_000, by: 'date' },
    ])
    expect(priced({ fiken: 12_000, agreed: null })).toMatchObject(left('price', 'unknown'))
  })

  it('writes a large change that is certain, and leaves one by date to a person', () => {
    expect(priced({ fiken: 100_000 }).writes).toHaveLength(1)
    const guessed = { servicem8: 10_000, agreed: null }
    expect(priced({ ...guessed, fiken: 15_000 }, fikenNewer).writes).toHaveLength(1)
    expect(priced({ ...guessed, fiken: 15_001 }, fikenNewer)).toMatchObject(
      left('price', 'large_change'),
    )
  })

  it('never overwrites a price with one that is missing or 0', () => {
    expect(priced({ fiken: null })).toMatchObject(left('price', 'missing'))
    expect(priced({ servicem8: null })).toMatchObject(left('price', 'missing'))
    expect(priced({ fiken: 0 })).toMatchObject(left('price', 'missing'))
    expect(priced({ fiken: null, servicem8: null })).toEqual(nothing)
    expect(priced({ fiken: 0, agreed: 0 }).writes).toMatchObject([{ to: 'fiken', before: 0 }])
  })

  it('gives the older side the newer one’s stock, which may be nothing', () => {
    expect(stocked({ servicem8: 0 }).writes).toMatchObject([
      { what: 'stock', to: 'fiken', before: 8, after: 0, by: 'snapshot' },
    ])
    expect(stocked({ fiken: 7.5 }).writes).toMatchObject([
      { what: 'stock', to: 'servicem8', before: 8, after: 7.5 },
    ])
    expect(stocked({})).toEqual(nothing)
    expect(stocked({ fiken: 7, servicem8: 6 })).toMatchObject(left('stock', 'unknown'))
  })

  it('does not begin to count where a system keeps no stock', () => {
    expect(stocked({ fiken: null })).toEqual(nothing)
    expect(stocked({ servicem8: null })).toEqual(nothing)
  })

  it('leaves the stock of a product alone that waits on a draft, and writes its price', () => {
    expect(stocked({ servicem8: 6 }, [1])).toMatchObject(left('stock', 'on_draft'))
    expect(stocked({ servicem8: 6 }, [2]).writes).toHaveLength(1)
    expect(stocked({}, [1])).toEqual(nothing)
    const both = { price: { ...base.price, fiken: 12_000 }, stock: { ...kept, fiken: 6 } }
    expect(planOf(both, [1])).toMatchObject({
      writes: [{ what: 'price' }],
      leftAlone: [{ what: 'stock', why: 'on_draft' }],
    })
  })

  it('decides price and stock each by itself', () => {
    const both = { price: { ...base.price, fiken: 12_000 }, stock: { ...kept, servicem8: 6 } }
    expect(planOf(both).writes).toMatchObject([
      { what: 'price', to: 'servicem8' },
      { what: 'stock', to: 'fiken' },
    ])
  })

  it('never overwrites with a price that is missing, goes one way, and is done once', () => {
    fc.assert(
      fc.property(
        fc.array(anyPair, { maxLength: 8 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 8 })),
        (pairs, drafts) => {
          const onDrafts = new Set(drafts)
          const { writes, leftAlone } = planSync(pairs.map(compared), onDrafts)
          const touched = [...writes, ...leftAlone].map(
            ({ what, fikenProductId }) => `${what} ${fikenProductId}`,
          )
          expect(new Set(touched).size).toBe(touched.length)
          for (const { what, after } of writes)
            if (what === 'price') expect(after).toBeGreaterThan(0)
          const again = planSync(afterWrites(pairs, writes).map(compared), onDrafts)
          expect(again).toEqual({ writes: [], leftAlone })
        },
      ),
      { numRuns: runs(500) },
    )
  })
})
