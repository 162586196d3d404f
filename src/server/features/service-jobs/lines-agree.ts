import type { Job, JobLine, TaxRate } from '#clients/servicem8/types'
import { exact, round, ZERO, type Exact } from '#shared/decimal'

/** The most, in kroner, by which ServiceM8 rounds a line or sum that has a fraction of an øre. */
const ORE = exact('0.01')
const HUNDRED = exact('100')

/**
 * Returns true if the lines add up to the job's total except for rounding, so that no priced line
 * is missing. Returns false for a price before VAT without a known rate, which cannot be checked.
 */
export function linesAgree(
  { totalInvoiceAmount }: Pick<Job, 'totalInvoiceAmount'>,
  lines: readonly JobLine[],
  taxRates: readonly Pick<TaxRate, 'uuid' | 'percent'>[],
): boolean {
  const percents = new Map(taxRates.map(({ uuid, percent }) => [uuid, percent]))
  const active = lines.filter((line) => line.active)
  try {
    const total = exact(totalInvoiceAmount)
    let sum = ZERO
    let rounded = isWholeOre(total) ? 0 : 1
    for (const line of active) {
      const gross = grossOf(line, percents.get(line.taxRateUuid ?? ''))
      if (gross === null) return false
      sum = sum.plus(gross)
      if (!isWholeOre(gross)) rounded += 1
    }
    return sum
      .minus(total)
      .abs()
      .lte(ORE.times(exact(rounded)))
  } catch (error) {
    // An unreadable number is reported when the draft is built.
    if (error instanceof RangeError) return false
    throw error
  }
}

function grossOf(line: JobLine, percent: string | undefined): Exact | null {
  const amount = exact(line.quantity).times(exact(line.displayedAmount))
  if (line.displayedAmountIsTaxInclusive || amount.eq(ZERO)) return amount
  if (percent === undefined) return null
  return amount.times(exact(percent).plus(HUNDRED)).div(HUNDRED)
}

const isWholeOre = (kroner: Exact) => kroner.eq(round(kroner, 2))
