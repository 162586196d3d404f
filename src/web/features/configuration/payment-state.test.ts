import { describe, expect, it } from 'vitest'
import { paymentState } from './payment-state.ts'

const stateOf = (switchedOn: boolean, on: boolean, allowed: boolean, connected = true) =>
  paymentState({
    switchedOn,
    saved: { writeBackPayments: on, writeBackAllowed: allowed },
    connected,
  })

describe('reporting payments to ServiceM8', () => {
  it('is on only when ServiceM8 has agreed, and waits for that until then', () => {
    expect(stateOf(true, true, true)).toMatchObject({
      chip: { tone: 'ok', word: 'På' },
      asks: false,
    })
    expect(stateOf(true, true, false)).toMatchObject({
      chip: { tone: 'wait', word: 'Venter på godkjenning' },
      asks: true,
    })
    expect(stateOf(true, true, false, false)).toMatchObject({
      chip: { word: 'Venter på godkjenning' },
      asks: false,
    })
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
  it('says beforehand that ServiceM8 must agree, but not once it is asked or has agreed', () => {
    const warns = (state: ReturnType<typeof stateOf>) =>
      state.hint.includes('ServiceM8 må godkjenne én gang til.')
    expect(warns(stateOf(false, false, false))).toBe(true)
    expect(warns(stateOf(true, true, false, false))).toBe(true)
    expect(warns(stateOf(true, true, false))).toBe(false)
    expect(warns(stateOf(true, true, true))).toBe(false)
    expect(warns(stateOf(false, false, true))).toBe(false)
  })
})
