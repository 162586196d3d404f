import type { JobLine, TaxRate } from '#clients/servicem8/types'
import type { JobSnapshot } from '../service-jobs/snapshot.ts'
import { vatOfLines } from './line-vat.ts'
import { priceLine, priceOfLine, type PricedLine } from './lines.ts'

/**
 * Computes the excluded lines' share of a job's total (rule 10), also for jobs that get no draft.
 */

/**
 * Returns the line's share of ServiceM8's total in øre, both rounded and with all decimals.
 *
 * @param percent null when the line's VAT rate is unknown
 * @throws RangeError when the line's numbers cannot be parsed
 */
export function leftOutLine(
  line: JobLine,
  percent: string | null,
): Pick<PricedLine, 'theirGross' | 'exactGross'> {
  return priceLine(priceOfLine(line, percent ?? '0'))
}

/**
 * Any company's VAT setup, because VAT types and accounts in Fiken do not change a rate's
 * percentage.
 */
const ANY_COMPANY = { vatMappings: [], company: { vatRegistered: true, accounts: null } }

/**
 * Returns the excluded lines' share of the job's total in øre; null when a line's numbers cannot be
 * parsed.
 */
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
