import { describe, expect, it } from 'vitest'
import { paymentState } from './payment-state.ts'

const stateOf = (wanted: boolean, on: boolean, allowed: boolean, connected = true) =>
  paymentState({ wanted, saved: { writeBackPayments: on, writeBackAllowed: allowed }, connected })

describe('telling payments back to ServiceM8', () => {
  it('is on only when ServiceM8 has agreed, and waits for that until then', () => {
    expect(stateOf(true, true, true)).toMatchObject({ chip: { tone: 'ok', word: 'På' }, asks: false })
    expect(stateOf(true, true, false)).toMatchObject({ chip: { tone: 'wait', word: 'Venter på godkjenning' }, asks: true })
    expect(stateOf(true, true, false, false)).toMatchObject({ chip: { word: 'Venter på godkjenning' }, asks: false })
  })
  it('says nothing while it is off, or not saved yet', () => {
    for (const [wanted, on] of [
      [false, false],
      [true, false],
      [false, true],
    ] as const) {
      expect(stateOf(wanted, on, true).chip).toBeNull()
      expect(stateOf(wanted, on, false)).toMatchObject({ chip: null, asks: false })
    }
  })
  it('tells beforehand that ServiceM8 must agree, and not once it is asked or has agreed', () => {
    const tells = (state: ReturnType<typeof stateOf>) => state.hint.includes('ServiceM8 må godkjenne én gang til.')
    expect(tells(stateOf(false, false, false))).toBe(true)
    expect(tells(stateOf(true, true, false, false))).toBe(true)
    expect(tells(stateOf(true, true, false))).toBe(false)
    expect(tells(stateOf(true, true, true))).toBe(false)
    expect(tells(stateOf(false, false, true))).toBe(false)
  })
})
