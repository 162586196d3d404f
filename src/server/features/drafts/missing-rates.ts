import type { JobLine } from '#clients/servicem8/types'
import { exact, ZERO } from '#shared/decimal'
import { oreFromDecimal } from '#shared/money'
import { priceLine } from './lines.ts'

export type RatelessVerdict = 'without_vat' | 'default_rate' | 'unclear'

/**
 * ServiceM8 does not say whether a line without a tax rate has no VAT or the account's default
 * rate (rule 8). The job is computed both ways; the way that meets its total (within an øre a
 * line) is the true one. Neither, or both, is unclear: an inclusive price, for one, gives the
 * same total either way.
 *
 * `percentOf` returns a line's rate, null for a line without one. `defaultPercent` null: there is
 * no default rate, so only "without VAT" can be true. Throws RangeError when a number cannot be
 * read.
 */
export function judgeRateless(
  lines: readonly JobLine[],
  percentOf: (line: JobLine) => string | null,
  defaultPercent: string | null,
  totalInvoiceAmount: string,
): RatelessVerdict {
  const total = oreFromDecimal(totalInvoiceAmount)
  const meets = (ratelessPercent: string): boolean => {
    const gross = lines.reduce((sum, line) => {
      const percent = percentOf(line) ?? ratelessPercent
      const { quantity, displayedAmount, displayedAmountIsTaxInclusive: inclusive } = line
      return sum + priceLine({ quantity, displayedAmount, inclusive, percent }).theirGross
    }, 0)
    return Math.abs(gross - total) <= lines.length
  }
  // A default of 0 % is the same either way: the rate itself says how it is written.
  if (defaultPercent !== null && exact(defaultPercent).eq(ZERO))
    return meets('0') ? 'default_rate' : 'unclear'
  const without = meets('0')
  const withDefault = defaultPercent !== null && meets(defaultPercent)
  if (without === withDefault) return 'unclear'
  return without ? 'without_vat' : 'default_rate'
}
