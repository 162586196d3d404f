import { formatDecimal, formatKroner } from '#shared/money'
import type { LinePrice, PricedLine } from './lines.ts'

/**
 * "2,5 × 950,00 kr = 2 375,00 kr + 25 % mva 593,75 kr = 2 968,75 kr": what Fiken is asked to
 * compute.
 */
export function explainLine(priced: PricedLine, price: Pick<LinePrice, 'percent'>): string {
  const net = `${formatDecimal(priced.quantity)} × ${formatKroner(priced.unitPrice)} = ${formatKroner(priced.net)}`
  const rate = formatDecimal(price.percent)
  return rate === '0'
    ? `${net}, uten mva`
    : `${net} + ${rate} % mva ${formatKroner(priced.vat)} = ${formatKroner(priced.gross)}`
}

/** Why a line differs from ServiceM8's figure by an øre. */
export function explainDifference(
  line: Pick<PricedLine, 'difference' | 'gross' | 'theirGross'> & { sent: { description: string } },
): string {
  const direction = line.difference > 0 ? 'mer' : 'mindre'
  return (
    `«${line.sent.description}»: ${formatKroner(line.gross)} i Fiken mot ${formatKroner(line.theirGross)} i ServiceM8, ` +
    `${Math.abs(line.difference)} øre ${direction}, fordi Fiken regner MVA av netto i hele øre.`
  )
}
