/**
 * Fiken's arithmetic, in one place because nothing published describes it. Assumed: each line is rounded on its own, half away from
 * zero (as Java's HALF_UP, which Fiken's stack would use), first the net after discount and then the VAT of that rounded net; totals are sums of lines.
 * Our own estimate may differ from Fiken's by an øre a line; the product reads net and gross back rather than trusting itself.
 */

const VAT_PERCENT: Record<string, bigint> = { HIGH: 2500n, MEDIUM: 1500n, RAW_FISH: 1111n, LOW: 1200n }

/** Percent with two decimals as an integer: HIGH → 2500n; types without VAT → 0n. */
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

function divideHalfUp(value: bigint, by: bigint): bigint {
  const half = by / 2n
  return value >= 0n ? (value + half) / by : -((-value + half) / by)
}

export interface LineTotals {
  net: number
  vat: number
  gross: number
}

/** One line in øre: `unitPrice` net øre, `discount` percent 0–100. */
export function lineTotals(line: { quantity: number; unitPrice: number; discount?: number | null; vatType: string }): LineTotals {
  const kept = scaledNumber(100 - (line.discount ?? 0))
  const net = divideHalfUp(scaledNumber(line.quantity) * BigInt(Math.trunc(line.unitPrice)) * kept, ONE * ONE * 100n)
  const vat = divideHalfUp(net * vatPercent(line.vatType), 10_000n)
  return { net: Number(net), vat: Number(vat), gross: Number(net + vat) }
}

export function sumTotals(lines: readonly LineTotals[]): LineTotals {
  return lines.reduce((sum, line) => ({ net: sum.net + line.net, vat: sum.vat + line.vat, gross: sum.gross + line.gross }), {
    net: 0,
    vat: 0,
    gross: 0,
  })
}

const ROUNDING: Record<string, [step: number, down: boolean]> = {
  round_half: [50, false],
  round_whole: [100, false],
  round_down_half: [50, true],
  round_down_whole: [100, true],
}

/** Øreavrunding of a gross total. */
export function roundGross(gross: number, roundingType: string | undefined): number {
  const rule = ROUNDING[roundingType ?? 'none']
  if (!rule) return gross
  const [step, down] = rule
  return (down ? Math.floor(gross / step) : Math.round(gross / step)) * step
}
