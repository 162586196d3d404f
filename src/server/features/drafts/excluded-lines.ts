import type { JobLine, TaxRate } from '#clients/servicem8/types'
import type { JobSnapshot } from '../service-jobs/snapshot.ts'
import { vatOfLines } from './line-vat.ts'
import { priceLine, priceOfLine, type PricedLine } from './lines.ts'

/**
 * The left-out lines' share of a job's total (rule 10), with the draft's own arithmetic, also where
 * no draft is built.
 */

/**
 * Returns the line's share of ServiceM8's total in øre: rounded, and with all decimals.
 *
 * @param percent null when the line's rate is unknown
 * @throws RangeError when the line cannot be read
 */
export function leftOutLine(
  line: JobLine,
  percent: string | null,
): Pick<PricedLine, 'theirGross' | 'exactGross'> {
  return priceLine(priceOfLine(line, percent ?? '0'))
}

/** Any company will do: a rate's VAT type and account in Fiken do not change its percentage. */
const ANY_COMPANY = { vatMappings: [], company: { vatRegistered: true, accounts: null } }

/** Returns the left-out lines' share of the total in øre; null when one of them cannot be read. */
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
