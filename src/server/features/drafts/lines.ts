import type { JobLine } from '#clients/servicem8/types'
import { divide, exact, type Exact, round, roundUp, toInteger, toText, ZERO } from '#shared/decimal'
import { MINUS } from '#shared/counts'
import { formatDecimal, formatKroner, isDecimal, oreFromDecimal } from '#shared/money'

/**
 * The number of decimals that ServiceM8 stores of a quantity. Fiken accepts decimals and documents
 * no limit.
 */
const QUANTITY_DECIMALS = 4
const HUNDRED = exact(100)
const HUNDREDTH = exact('0.01')
const ONE = exact(1)

export interface LinePrice {
  /** The quantity as a decimal string, which can be negative. */
  quantity: string
  /** The price in kroner as the customer sees it, with or without VAT. */
  displayedAmount: string
  inclusive: boolean
  /** The VAT rate in percent; "0" without VAT. */
  percent: string
}

export interface PricedLine {
  /** The quantity as a decimal string without trailing zeros. */
  quantity: string
  /** The net unit price in øre, never negative. */
  unitPrice: number
  /** The line's net amount, VAT and gross amount in øre, as Fiken will compute them. */
  net: number
  vat: number
  gross: number
  /** The line's gross amount as the customer sees it in ServiceM8, rounded to øre. */
  theirGross: number
  /**
   * The difference gross − theirGross in øre: 0, or one øre of rounding that a price in whole øre
   * cannot avoid.
   */
  difference: number
  /** The line's amount with VAT before any rounding, as a decimal string in øre. */
  exactGross: string
  /** True when a negative price was sent as a positive price with a negative quantity. */
  turned: boolean
  /**
   * True when the quantity was set to 1, because a unit price in whole øre would change the amount
   * by over 1 øre.
   */
  folded: boolean
}

export function priceOfLine(line: JobLine, percent: string): LinePrice {
  return {
    quantity: line.quantity,
    displayedAmount: line.displayedAmount,
    inclusive: line.displayedAmountIsTaxInclusive,
    percent,
  }
}

/**
 * Computes one line with exact arithmetic: the net unit price in whole øre, and the amounts that
 * Fiken derives from it.
 *
 * Fiken only stores net prices in øre and rounds first quantity × unit price and then the VAT, on
 * each line. 100 kr including 15 % is 86,956… net, so ten units at 86,96 would be 3 øre wrong. If
 * rounding the unit price changes the line by more than 1 øre, the line is sent with quantity 1 (or
 * −1) and the line's net amount as its price (rule 8).
 *
 * Electronic invoices do not allow a negative unit price (EN 16931, BR-27), so both signs are
 * changed: a discount of 1 × −250 is sent as −1 × 250.
 *
 * @throws RangeError when a number cannot be parsed or exceeds exact integers
 */
export function priceLine(line: LinePrice): PricedLine {
  const percent = exact(line.percent)
  if (percent.lt(ZERO)) throw new RangeError(`Not a VAT rate: ${line.percent}`)
  const turned = exact(line.displayedAmount).lt(ZERO)
  const direction = exact(turned ? -1 : 1)
  const quantity = exact(line.quantity).times(direction)
  const displayed = exact(line.displayedAmount).times(HUNDRED).times(direction)
  const withVat = HUNDRED.plus(percent)
  // A price including VAT is converted to net by × 100 ÷ (100 + rate), and kept as a fraction so
  // that it is rounded only once.
  const [times, by] = line.inclusive ? [HUNDRED, withVat] : [ONE, ONE]
  const exactNet = { over: quantity.times(displayed).times(times), by }
  const extended = quantity.times(displayed)
  const exactGross = line.inclusive ? extended : extended.times(withVat).times(HUNDREDTH)
  const theirGross = toInteger(round(exactGross))

  const sentQuantity = round(quantity, QUANTITY_DECIMALS)
  const unitPrice = toInteger(divide(displayed.times(times), by, 0))
  const asGiven = fikenLine(sentQuantity, unitPrice, percent)
  const moved = exact(asGiven.net).times(exactNet.by).minus(exactNet.over).abs().gt(exactNet.by)
  if (!moved && Math.abs(asGiven.gross - theirGross) <= 1 && !sentQuantity.eq(ZERO)) {
    return {
      quantity: toText(sentQuantity),
      unitPrice,
      ...asGiven,
      theirGross,
      difference: asGiven.gross - theirGross,
      exactGross: toText(exactGross),
      turned,
      folded: false,
    }
  }
  const sign = exact(quantity.lt(ZERO) ? -1 : 1)
  const wholeLine = toInteger(divide(exactNet.over.times(sign), exactNet.by, 0))
  const folded = fikenLine(sign, wholeLine, percent)
  return {
    quantity: toText(sign),
    unitPrice: wholeLine,
    ...folded,
    theirGross,
    difference: folded.gross - theirGross,
    exactGross: toText(exactGross),
    turned,
    folded: true,
  }
}

/** Returns the largest difference, in whole øre, that ServiceM8's rounding of a line can cause. */
export function roundingOf(ore: number, exactGross: string): number {
  return toInteger(roundUp(exact(ore).minus(exact(exactGross)).abs()))
}

/**
 * Returns the largest difference, in whole øre, that a fraction of an øre in ServiceM8's total can
 * cause.
 */
export function roundingOfTotal(totalInvoiceAmount: string): number {
  const ore = exact(totalInvoiceAmount).times(exact(100))
  return ore.eq(round(ore)) ? 0 : 1
}

/**
 * Returns the job's total in øre as a message names it: ServiceM8's, which the screens show, when
 * only rounding separates it from the lines' own.
 */
export function totalToName(
  totalInvoiceAmount: string,
  {
    jobGross,
    leftOutGross,
    rounding,
  }: { jobGross: number; leftOutGross: number; rounding: number },
): number {
  if (!isDecimal(totalInvoiceAmount)) return jobGross
  const theirs = oreFromDecimal(totalInvoiceAmount) - leftOutGross
  const apart = Math.abs(jobGross - theirs)
  return apart <= rounding + roundingOfTotal(totalInvoiceAmount) ? theirs : jobGross
}

export interface FikenLine {
  quantity: string
  /** The net unit price in øre. */
  unitPrice: number
  percent: string
}

/**
 * Returns the sums that Fiken computes, in øre: net and VAT are rounded on each line, half away
 * from zero.
 */
export function fikenTotals(lines: readonly FikenLine[]): {
  net: number
  vat: number
  gross: number
} {
  const totals = { net: 0, vat: 0, gross: 0 }
  for (const line of lines) {
    const { net, vat, gross } = fikenLine(exact(line.quantity), line.unitPrice, exact(line.percent))
    totals.net += net
    totals.vat += vat
    totals.gross += gross
  }
  return totals
}

export interface RateSum {
  percent: string
  /** The amount in øre on which VAT is computed. */
  net: number
  vat: number
}

/**
 * Returns the sums per VAT rate, highest rate first, which an invoice must state
 * (bokføringsforskriften § 5-1-1). They add up to {@link fikenTotals} of the same lines.
 */
export function fikenRates(lines: readonly FikenLine[]): RateSum[] {
  const byRate = new Map<string, FikenLine[]>()
  for (const line of lines) {
    const percent = toText(exact(line.percent))
    byRate.set(percent, [...(byRate.get(percent) ?? []), line])
  }
  return [...byRate]
    .map(([percent, those]) => {
      const { net, vat } = fikenTotals(those)
      return { percent, net, vat }
    })
    .sort((one, other) => Number(other.percent) - Number(one.percent))
}

/** Returns the text for a line sent with quantity 1, such as "(12,5 × 100,00 kr inkl. mva)". */
export function foldedText(line: LinePrice): string {
  const amount = exact(line.displayedAmount)
  const [whole, fraction = ''] = toText(amount.abs()).split('.') as [string, string?]
  const minus = amount.lt(ZERO) ? MINUS : ''
  const price = `${minus}${formatDecimal(whole)},${fraction.padEnd(2, '0')}`
  const vat = exact(line.percent).eq(ZERO) ? '' : line.inclusive ? ' inkl. mva' : ' ekskl. mva'
  return `(${formatDecimal(line.quantity)} × ${price} kr${vat})`
}

function fikenLine(
  quantity: Exact,
  unitPrice: number,
  percent: Exact,
): { net: number; vat: number; gross: number } {
  const net = toInteger(round(quantity.times(exact(unitPrice))))
  const vat = toInteger(divide(exact(net).times(percent), HUNDRED, 0))
  return { net, vat, gross: net + vat }
}

/**
 * Returns the line's computation, such as "2,5 × 950,00 kr = 2 375,00 kr + 25 % mva 593,75 kr = 2
 * 968,75 kr".
 */
export function explainLine(priced: PricedLine, price: Pick<LinePrice, 'percent'>): string {
  const net = `${formatDecimal(priced.quantity)} × ${formatKroner(priced.unitPrice)} = ${formatKroner(priced.net)}`
  const rate = formatDecimal(price.percent)
  return rate === '0'
    ? `${net}, uten mva`
    : `${net} + ${rate} % mva ${formatKroner(priced.vat)} = ${formatKroner(priced.gross)}`
}

export function explainDifference(
  line: Pick<PricedLine, 'difference' | 'gross' | 'theirGross'> & { sent: { description: string } },
): string {
  const direction = line.difference > 0 ? 'mer' : 'mindre'
  return (
    `«${line.sent.description}»: ${formatKroner(line.gross)} i Fiken mot ${formatKroner(line.theirGross)} i ServiceM8, ` +
    `${Math.abs(line.difference)} øre ${direction}, fordi Fiken regner MVA av netto i hele øre.`
  )
}
