import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aDraftInput as input, builtOf } from '#test/support/draft-inputs'
import { aLine, MEDIUM_RATE } from '#test/support/vendors/vendor-objects'
import { buildDraft } from './draft.ts'
import {
  checkReadBack,
  checkTotal,
  expectationOf,
  roundingBetween,
  type Amounts,
  type Expectation,
} from './totals-check.ts'

const expected: Expectation = { net: 100_000, gross: 125_000, pricedLines: 2, theirGross: 125_000 }
const readBack = (
  draft: Amounts,
  { change = {}, asSent = true }: { change?: Partial<Expectation>; asSent?: boolean } = {},
) => checkReadBack({ ...expected, ...change }, draft, { asSent })
const differs = { ok: false, problem: { code: 'draft_differs' } }

describe('a draft that is read back from Fiken', () => {
  it('passes without a note when it is what we computed, whatever else a person has written on it', () => {
    expect(readBack({ net: 100_000, gross: 125_000 })).toEqual({ ok: true, note: null })
    expect(readBack({ net: 100_000, gross: 125_000 }, { asSent: false })).toEqual({
      ok: true,
      note: null,
    })
  })
  it('passes with a note when net, VAT and gross each differ from ours by at most an øre per line', () => {
    expect(readBack({ net: 100_000, gross: 125_001 })).toEqual({
      ok: true,
      note: 'Fiken runder annerledes: 1 øre',
    })
    expect(readBack({ net: 99_999, gross: 124_998 })).toEqual({
      ok: true,
      note: 'Fiken runder annerledes: 2 øre',
    })
    // The note states the difference in the total if the totals differ, however large the
    // difference in net is.
    expect(readBack({ net: 100_002, gross: 125_001 })).toEqual({
      ok: true,
      note: 'Fiken runder annerledes: 1 øre',
    })
    // The totals are equal, but one øre is booked as VAT instead of net.
    expect(readBack({ net: 99_999, gross: 125_000 })).toEqual({
      ok: true,
      note: 'Fiken runder annerledes: 1 øre',
    })
  })
  it('stops when one of the three is further away', () => {
    expect(readBack({ net: 100_000, gross: 125_003 })).toMatchObject(differs)
    expect(readBack({ net: 100_003, gross: 125_002 })).toMatchObject(differs)
    // Net and gross are close to ours, but the VAT differs too much.
    expect(readBack({ net: 100_002, gross: 124_999 })).toMatchObject(differs)
    expect(
      readBack({ net: 100_000, gross: 125_001 }, { change: { pricedLines: 0 } }),
    ).toMatchObject(differs)
  })
  it('stops when a small difference is not only rounding: another recipient, or other lines', () => {
    expect(readBack({ net: 100_000, gross: 125_001 }, { asSent: false })).toMatchObject(differs)
  })
  it('stops when rounding twice takes it too far from what the job costs in ServiceM8', () => {
    const change = { theirGross: 124_999 }
    expect(readBack({ net: 100_000, gross: 125_001 }, { change })).toMatchObject({ ok: true })
    expect(readBack({ net: 100_000, gross: 125_002 }, { change })).toMatchObject(differs)
  })
  it('stops when its amounts are not kroner, however right they are', () => {
    const judged = checkReadBack(expected, expected, { asSent: true, currency: 'EUR' })
    expect(judged).toMatchObject(differs)
    expect(!judged.ok && judged.problem.message).toMatch(/^Utkastet i Fiken er i EUR, men skulle/)
  })
  it('names the actual and the expected value', () => {
    const judged = readBack({ net: 90_000, gross: 112_500 })
    expect(!judged.ok && judged.problem.message.replaceAll('\u00a0', ' ')).toContain(
      'er på 1 125,00 kr (netto 900,00 kr), men skulle vært 1 250,00 kr (netto 1 000,00 kr)',
    )
  })
  it('has no tolerance for lines without a price', () => {
    const line = (unitPrice: number) => ({ sent: { unitPrice } })
    const built = { net: 1, gross: 1, lines: [line(0), line(500), line(-500)] } as Parameters<
      typeof expectationOf
    >[0]
    expect(
      expectationOf(built, { expectedGross: 7 } as Parameters<typeof expectationOf>[1]),
    ).toEqual({ net: 1, gross: 1, pricedLines: 2, theirGross: 7 })
  })
})

describe('the total of the lines', () => {
  it('has no room where nothing was rounded, however many lines there are', () => {
    const lines = Array.from({ length: 60 }, () => aLine())
    const exactly = builtOf(buildDraft(input({ lines })))
    expect(exactly.rounding).toBe(0)
    expect(checkTotal(exactly, '75000.0000').ok).toBe(true)
    for (const total of ['75000.5000', '75000.0100', '74999.9900', '75000.0150'])
      expect(checkTotal(exactly, total)).toMatchObject({ ok: false })
    // A line whose price includes VAT is also exact, whatever its net amount is.
    const inclusive = lines.map(() =>
      aLine({
        displayedAmount: '100',
        displayedAmountIsTaxInclusive: true,
        taxRateUuid: MEDIUM_RATE,
      }),
    )
    const whole = builtOf(buildDraft(input({ lines: inclusive })))
    expect(checkTotal(whole, '6000.0000').ok).toBe(true)
    expect(checkTotal(whole, '6000.0100').ok).toBe(false)
  })
  it('has an øre of room for each line with a fraction, also for one that is left out, and one for its own', () => {
    // 10,01 plus 25 % is 12,5125.
    const fraction = () => aLine({ displayedAmount: '10.01' })
    const lines = [...Array.from({ length: 58 }, () => aLine()), fraction(), fraction()]
    const result = builtOf(buildDraft(input({ lines })))
    expect(result).toMatchObject({ gross: 7_252_502, rounding: 2 })
    expect(checkTotal(result, '72525.0200').ok).toBe(true)
    expect(checkTotal(result, '72525.0250').ok).toBe(true)
    expect(checkTotal(result, '72525.0400').ok).toBe(true)
    expect(checkTotal(result, '72525.0500').ok).toBe(false)
    expect(checkTotal(result, '72525.0450').ok).toBe(true)
    expect(checkTotal(result, '72525.0550').ok).toBe(false)
    const one = fraction()
    const without = builtOf(buildDraft(input({ lines: [aLine(), one], leftOut: [one.uuid] })))
    expect(without).toMatchObject({ leftOutGross: 1251, rounding: 1 })
    expect(checkTotal(without, '1262.5200').ok).toBe(true)
    expect(checkTotal(without, '1262.5300').ok).toBe(false)
  })
})

const ore = fc.integer({ min: -10_000_000, max: 10_000_000 })
const amounts = fc.record({ net: ore, gross: ore })

describe('rounding', () => {
  it('never explains more than an øre for each line in net, VAT or gross, and always explains less', () => {
    const near = fc.integer({ min: -4, max: 4 })
    fc.assert(
      fc.property(amounts, near, near, fc.nat(4), (ours, net, vat, lines) => {
        const fikens = { net: ours.net + net, gross: ours.gross + net + vat }
        const largest = Math.max(...[net, vat, net + vat].map(Math.abs))
        const between = roundingBetween(ours, fikens, lines)
        expect(between === null).toBe(largest > lines)
        expect(between).toBe(roundingBetween(fikens, ours, lines))
        expect(between === 0).toBe(net === 0 && vat === 0)
      }),
    )
  })

  it('explains every way in which Fiken may round the VAT of lines whose net is whole', () => {
    const ways: ((hundredths: number) => number)[] = [
      (value) => Math.sign(value) * Math.floor(Math.abs(value) / 100 + 0.5),
      (value) => Math.floor(value / 100 + 0.5),
      (value) => {
        const floor = Math.floor(value / 100)
        if (value - floor * 100 !== 50) return Math.round(value / 100)
        return floor % 2 === 0 ? floor : floor + 1
      },
    ]
    const [away] = ways as [(hundredths: number) => number]
    const line = fc.record({
      net: fc.integer({ min: -1_000_000, max: 1_000_000 }),
      percent: fc.constantFrom(25, 15, 0),
    })
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (lines) => {
        const net = lines.reduce((sum, one) => sum + one.net, 0)
        const perLine = (round: (hundredths: number) => number) =>
          lines.reduce((sum, one) => sum + round(one.net * one.percent), net)
        const perRate = [25, 15].reduce((sum, percent) => {
          const ofRate = lines
            .filter((one) => one.percent === percent)
            .reduce((total, one) => total + one.net, 0)
          return sum + away(ofRate * percent)
        }, net)
        for (const gross of [...ways.map(perLine), perRate]) {
          expect(
            roundingBetween({ net, gross: perLine(away) }, { net, gross }, lines.length),
          ).not.toBeNull()
        }
      }),
    )
  })
})
