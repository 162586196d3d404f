import type { JobLine, TaxRate } from '#clients/servicem8/types'
import type { JobSnapshot } from '../service-jobs/snapshot.ts'
import { vatOfLines } from './line-vat.ts'
import { priceLine, priceOfLine, type PricedLine } from './lines.ts'

/**
 * The share of a job's total that is on lines a person has left out (rule 10): the draft's own
 * arithmetic, also where no draft is built.
 */

/**
 * What a line counts for in ServiceM8's total, øre: rounded, and with all decimals. `percent` null:
 * its rate is not known. Throws RangeError when it cannot be read.
 */
export function leftOutLine(
  line: JobLine,
  percent: string | null,
): Pick<PricedLine, 'theirGross' | 'exactGross'> {
  return priceLine(priceOfLine(line, percent ?? '0'))
}

/**
 * A rate's VAT type and account in Fiken change no percentage, so any company will do.
 */
const ANY_COMPANY = { vatMappings: [], company: { vatRegistered: true, accounts: null } }

/** What all left-out lines count for in the total, øre; null when one of them cannot be read. */
export function leftOutGrossOf(
  { job, lines, leftOut }: JobSnapshot,
  taxRates: readonly TaxRate[],
): number | null {
  const vat = vatOfLines(lines, new Map(), job, { ...ANY_COMPANY, taxRates })
  try {
    return lines.reduce(
      (sum, line, index) =>
        line.active && leftOut.includes(line.uuid)
          ? sum + leftOutLine(line, vat.percentOf(index)).theirGross
          : sum,
      0,
    )
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
