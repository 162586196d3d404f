import type { JobLine, TaxRate } from '#clients/servicem8/types'
import type { Db } from '../../platform/database/database.ts'
import { taxRatesOf } from '../products/tax-rates.ts'
import { vatOfLines } from './line-vat.ts'
import { type LinePrice, priceLine } from './lines.ts'
import { columnsOfJob } from './row-of-job.ts'
import type { JobSnapshot } from './snapshot.ts'

/** What lines that a person has left out are of a job's total (decision 10): the draft's own arithmetic, also where no draft is built. */

export function priceOfLine(line: JobLine, percent: string): LinePrice {
  return {
    quantity: line.quantity,
    displayedAmount: line.displayedAmount,
    inclusive: line.displayedAmountIsTaxInclusive,
    percent,
  }
}

/** What a line counts for in ServiceM8's total, øre. `percent` null: its rate is not known. Throws RangeError when it cannot be read. */
export function leftOutLineGross(line: JobLine, percent: string | null): number {
  return priceLine(priceOfLine(line, percent ?? '0')).theirGross
}

/** Which VAT type and account a rate has in Fiken changes no percentage, so no company is asked about. */
const ANY_COMPANY = { vatMappings: [], company: { vatRegistered: true, accounts: null } }

/** What all left-out lines are of the total, øre; null when one of them cannot be read. */
export function leftOutGrossOf({ job, lines, leftOut }: JobSnapshot, taxRates: readonly TaxRate[]): number | null {
  const vat = vatOfLines(lines, new Map(), job.totalInvoiceAmount, { ...ANY_COMPANY, taxRates })
  try {
    return lines.reduce(
      (sum, line, index) =>
        line.active && leftOut.includes(line.uuid) ? sum + leftOutLineGross(line, vat.percentOf(index)) : sum,
      0,
    )
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** What a row says about its job, its amount without the lines that are left out. No call to anybody. */
export async function columnsOfTransfer(db: Db, userId: string, snapshot: JobSnapshot): Promise<ReturnType<typeof columnsOfJob>> {
  const columns = columnsOfJob(snapshot)
  if (columns.amount === null || snapshot.leftOut.length === 0) return columns
  const leftOut = leftOutGrossOf(snapshot, await taxRatesOf(db, userId))
  return { ...columns, amount: columns.amount - (leftOut ?? 0) }
}
