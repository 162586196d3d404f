import type { Rounding } from '../world/settings.ts'

/**
 * Fiken's arithmetic, kept in one file because Fiken has not published it. Unless the setting
 * `rounding` says otherwise, each line is assumed to be rounded separately, half away from zero
 * (like Java's HALF_UP, which Fiken's stack would use): first the net after discount, then the VAT
 * of that net. Totals are sums of lines.
 */

const VAT_PERCENT: Record<string, bigint> = {
  HIGH: 2500n,
  MEDIUM: 1500n,
  RAW_FISH: 1111n,
  LOW: 1200n,
}

/** Returns the VAT rate in hundredths of a percent: HIGH → 2500n; 0n for types without VAT. */
export function vatPercent(vatType: string): bigint {
  return VAT_PERCENT[vatType] ?? 0n
}

const SCALE = 10
const ONE = 10n ** BigInt(SCALE)

function scaledNumber(value: number): bigint {
  const text = Math.abs(value).toFixed(SCALE)
  const [whole = '0', fraction = ''] = text.split('.')
  const scaled = BigInt(whole) * ONE + BigInt(fraction.padEnd(SCALE, '0'))
  return value < 0 ? -scaled : scaled
}

/** Divides an amount and rounds the result; `by` must be positive and even. */
function divide(value: bigint, by: bigint, rounding: Rounding): bigint {
  const half = by / 2n
  const rest = ((value % by) + by) % by
  const below = (value - rest) / by
  if (rest !== half) return rest < half ? below : below + 1n
  if (rounding === 'half_even') return below % 2n === 0n ? below : below + 1n
  return rounding === 'half_up' || value > 0n ? below + 1n : below
}

export interface LineTotals {
  net: number
  vat: number
  gross: number
}

/** Returns a line's totals in øre. `unitPrice` is net øre; `discount` is percent from 0 to 100. */
export function lineTotals(
  line: { quantity: number; unitPrice: number; discount?: number | null; vatType: string },
  rounding: Rounding,
): LineTotals {
  const kept = scaledNumber(100 - (line.discount ?? 0))
  const net = divide(
    scaledNumber(line.quantity) * BigInt(Math.trunc(line.unitPrice)) * kept,
    ONE * ONE * 100n,
    rounding,
  )
  const vat = divide(net * vatPercent(line.vatType), 10_000n, rounding)
  return { net: Number(net), vat: Number(vat), gross: Number(net + vat) }
}

export function sumTotals(
  lines: readonly (LineTotals & { vatType: string })[],
  rounding: Rounding,
): LineTotals {
  const sum = (key: 'net' | 'vat', of: readonly LineTotals[]) =>
    of.reduce((total, line) => total + line[key], 0)
  const net = sum('net', lines)
  const vat = rounding === 'per_rate' ? vatPerRate(lines) : sum('vat', lines)
  return { net, vat, gross: net + vat }

  function vatPerRate(all: typeof lines): number {
    const perRate = [...Map.groupBy(all, ({ vatType }) => vatPercent(vatType))]
    return perRate.reduce((total, [percent, own]) => {
      return total + Number(divide(BigInt(sum('net', own)) * percent, 10_000n, rounding))
    }, 0)
  }
}

const ROUNDING: Record<string, [step: number, down: boolean]> = {
  round_half: [50, false],
  round_whole: [100, false],
  round_down_half: [50, true],
  round_down_whole: [100, true],
}

export function roundGross(gross: number, roundingType: string | undefined): number {
  const rule = ROUNDING[roundingType ?? 'none']
  if (!rule) return gross
  const [step, down] = rule
  return (down ? Math.floor(gross / step) : Math.round(gross / step)) * step
}
