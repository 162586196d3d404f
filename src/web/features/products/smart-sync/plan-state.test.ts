import { describe, expect, it } from 'vitest'
import type { LeftAlone, PlannedWrite } from '#shared/contracts/products/tasks'
import { perSystem, planFor, wantedOf } from './plan-state.ts'

const write = (fikenProductId: number, change: Partial<PlannedWrite> = {}): PlannedWrite => ({
  ...{ fikenProductId, servicem8Uuid: `u${fikenProductId}`, name: 'Kran', number: '1' },
  ...{ what: 'price', to: 'fiken', before: 100, after: 200, by: 'snapshot' },
  ...change,
})
const left = (fikenProductId: number): LeftAlone => ({
  ...{ fikenProductId, servicem8Uuid: `u${fikenProductId}`, name: 'Kran', number: '1' },
  ...{ what: 'stock', why: 'on_draft' },
})
const plan = {
  writes: [write(1), write(1, { what: 'stock', to: 'servicem8' }), write(2)],
  leftAlone: [left(1), left(2)],
}
const pair = { fikenProductId: 1, servicem8Uuid: 'u1', name: 'Kran' }

describe('the plan of Smart Sync', () => {
  it('is shown for all, or for the pair whose row has asked', () => {
    expect(planFor(plan, null)).toEqual({ ...plan, later: 0 })
    expect(planFor(plan, pair)).toEqual({
      writes: plan.writes.slice(0, 2),
      later: 0,
      leftAlone: [left(1)],
    })
    expect(planFor(plan, { ...pair, servicem8Uuid: 'another' })).toEqual({
      writes: [],
      later: 0,
      leftAlone: [],
    })
  })

  it('is grouped by the system that is written', () => {
    expect(perSystem(plan.writes).map(({ to, writes }) => [to, writes.length])).toEqual([
      ['fiken', 2],
      ['servicem8', 1],
    ])
    expect(perSystem([])).toEqual([])
  })

  it('shows no more writes than are done at a time, and counts the rest', () => {
    const writes = Array.from({ length: 1_500 }, (_, n) => write(n + 1))
    const shown = planFor({ writes, leftAlone: [] }, null)
    expect([shown.writes.length, shown.later]).toEqual([1_000, 500])
    expect(wantedOf(shown, new Set()).only).toHaveLength(1_000)
  })

  it('asks for nothing but what was shown, with its prices and the side that is written', () => {
    expect(wantedOf(plan, new Set(['stock:1:u1'])).only).toEqual([
      'price:1:u1:fiken:100:200',
      'price:2:u2:fiken:100:200',
    ])
    expect(wantedOf(planFor(plan, pair), new Set()).only).toEqual([
      'price:1:u1:fiken:100:200',
      'stock:1:u1:servicem8:100:200',
    ])
  })
})
