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
    expect(planFor(plan, null)).toEqual(plan)
    expect(planFor(plan, pair)).toEqual({
      writes: plan.writes.slice(0, 2),
      leftAlone: [left(1)],
    })
    expect(planFor(plan, { ...pair, servicem8Uuid: 'another' })).toEqual({
      writes: [],
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

  it('names what is left out of all, and of a pair all that is wanted', () => {
    const out = new Set(['stock:1:u1'])
    expect(wantedOf(plan, null, out)).toEqual({ leaveOut: ['stock:1:u1'] })
    expect(wantedOf(planFor(plan, pair), pair, out)).toEqual({ only: ['price:1:u1'] })
    expect(wantedOf(planFor(plan, pair), pair, new Set())).toEqual({
      only: ['price:1:u1', 'stock:1:u1'],
    })
  })
})
