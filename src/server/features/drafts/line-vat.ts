import type { JobLine, Material, TaxRate } from '#clients/servicem8/types'
import type { Problem } from '#shared/causes/index'
import { exact, ZERO } from '#shared/decimal'
import { oreFromDecimal } from '#shared/money'
import { problemAbout } from '#shared/problems'
import { ruleFor, ruleName, type AccountRule } from '../vat/account-rules.ts'
import { isInChart, type VatCompany } from '../vat/vat-accounts.ts'
import {
  NO_RATE,
  resolveVat,
  type ResolvedVat,
  type SavedVatMapping,
  type VatMapping,
  vatTable,
} from '../vat/vat.ts'
import { isService } from './labour.ts'
import { priceLine } from './lines.ts'
import { quotedLine } from './texts.ts'

export interface VatSetup {
  taxRates: readonly TaxRate[]
  vatMappings: readonly SavedVatMapping[]
  company: VatCompany
  /** The rules that override the VAT table's accounts; the first matching rule applies. */
  accountRules?: readonly AccountRule[]
}

interface LineVat {
  of: (lineIndex: number) => ResolvedVat
  /** Returns the line's VAT rate in percent, as used by ServiceM8; null when unknown. */
  percentOf: (lineIndex: number) => string | null
}

export interface JobFacts {
  /** The job's total in kroner, including VAT. */
  totalInvoiceAmount: string
  categoryUuid?: string | null
}

/**
 * Decides the VAT type of every active line of a job. Lines without a rate are decided together
 * (judgeRateless), because the job's total covers all active lines. A line of 0 kr without a rate
 * proves nothing for other lines. It gets the default rate, otherwise the rate of another line.
 */
export function vatOfLines(
  lines: readonly JobLine[],
  materials: ReadonlyMap<string, Material>,
  { totalInvoiceAmount, categoryUuid = null }: JobFacts,
  setup: VatSetup,
): LineVat {
  const table = new Map(
    vatTable(setup.taxRates, setup.vatMappings, setup.company).map((row) => [row.taxRateUuid, row]),
  )
  const standard = [...table.values()].find((row) => row.isDefault)
  const active = lines.filter((line) => line.active)
  const judgement = judge(active, table, standard, totalInvoiceAmount)
  const rowOf = (line: JobLine): VatMapping | undefined => {
    if (line.taxRateUuid !== null) return table.get(line.taxRateUuid)
    if (judgement === 'default_rate') return standard
    return judgement === 'without_vat' ? withoutVat(table) : undefined
  }
  const resolve = (line: JobLine, row: VatMapping | undefined, lineIndex?: number): ResolvedVat => {
    const service = isService(line.materialUuid === null ? null : materials.get(line.materialUuid))
    const resolved = resolveVat(row, {
      company: setup.company,
      service,
      line: quotedLine(line.name),
      lineIndex,
    })
    if (!resolved.ok) return resolved
    const { name: text, materialUuid } = line
    const facts = { text, materialUuid, categoryUuid, service }
    const rule = ruleFor(setup.accountRules ?? [], facts, resolved.vatType)
    if (!rule) return resolved
    return isInChart(rule.account, setup.company.accounts)
      ? { ...resolved, account: rule.account }
      : { ok: false, problem: accountGone(rule, lineIndex) }
  }
  /**
   * Returns the VAT table's row for a line of 0 kr: the default row, otherwise another line's row,
   * otherwise the row without VAT.
   */
  const freeRow = (): VatMapping | undefined => {
    const rated = active.map((line) =>
      line.taxRateUuid === null ? undefined : table.get(line.taxRateUuid),
    )
    const candidates = [standard, ...rated, withoutVat(table)]
    return candidates.find(
      (row) => row && resolveVat(row, { company: setup.company, service: true }).ok,
    )
  }
  const rowAt = (lineIndex: number): VatMapping | undefined => {
    const line = lines[lineIndex]
    if (!line) return undefined
    return rowOf(line) ?? (line.taxRateUuid === null && isFree(line) ? freeRow() : undefined)
  }
  return {
    of: (lineIndex) => {
      const line = lines[lineIndex]
      if (!line) throw new RangeError(`No line ${lineIndex}`)
      const row = rowAt(lineIndex)
      return row || line.taxRateUuid !== null
        ? resolve(line, row, lineIndex)
        : { ok: false, problem: unclear(line, lineIndex) }
    },
    percentOf: (lineIndex) => rowAt(lineIndex)?.percent ?? null,
  }
}

function judge(
  active: readonly JobLine[],
  table: ReadonlyMap<string, VatMapping>,
  standard: VatMapping | undefined,
  total: string,
): RatelessVerdict {
  if (!active.some((line) => line.taxRateUuid === null && !isFree(line))) return 'unclear'
  try {
    const percentOf = (line: JobLine) =>
      line.taxRateUuid === null ? null : (table.get(line.taxRateUuid)?.percent ?? '0')
    return judgeRateless(active, percentOf, standard?.percent ?? null, total)
  } catch {
    // A line that cannot be parsed is reported separately.
    return 'unclear'
  }
}

type RatelessVerdict = 'without_vat' | 'default_rate' | 'unclear'

/**
 * Decides whether lines without a tax rate have no VAT or the account's default rate, which
 * ServiceM8 does not show (rule 8). Computes the job both ways and chooses the way that matches the
 * job's total within one øre per line. If neither or both match, the result is unclear; for
 * example, a price that includes VAT gives the same total either way.
 * @param percentOf returns a line's rate; null for a line without a rate
 * @param defaultPercent null when there is no default rate, so that only "without VAT" is possible
 * @throws RangeError when a number cannot be parsed
 */
function judgeRateless(
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
  // A default rate of 0 % gives the same total either way; the default rate then decides the VAT
  // type.
  if (defaultPercent !== null && exact(defaultPercent).eq(ZERO))
    return meets('0') ? 'default_rate' : 'unclear'
  const without = meets('0')
  const withDefault = defaultPercent !== null && meets(defaultPercent)
  if (without === withDefault) return 'unclear'
  return without ? 'without_vat' : 'default_rate'
}

/**
 * Returns the VAT table's row for lines without VAT: the row without a rate once the user has
 * confirmed it, otherwise the confirmed 0 % rates if they agree.
 */
function withoutVat(table: ReadonlyMap<string, VatMapping>): VatMapping | undefined {
  const own = table.get(NO_RATE)
  if (own?.confirmed) return own
  const confirmed = [...table.values()].filter(
    (row) => row.confirmed && row.vatType !== null && isZero(row.percent),
  )
  const [first] = confirmed
  const agree = confirmed.every(
    (row) =>
      row.vatType === first?.vatType &&
      row.goodsAccount === first.goodsAccount &&
      row.serviceAccount === first.serviceAccount,
  )
  return first && agree ? first : own
}

function accountGone(rule: AccountRule, lineIndex: number | undefined): Problem {
  const name = `${rule.account} (regelen om ${ruleName(rule)})`
  return problemAbout('account_missing', {
    message: `Konto ${rule.account} finnes ikke i kontoplanen i Fiken. Velg en annen konto i kontoregelen om ${ruleName(rule)}.`,
    name,
    several: 'Kontoene {} finnes ikke i kontoplanen i Fiken. Velg andre kontoer i kontoreglene.',
    lineIndex,
  })
}

function unclear(line: JobLine, lineIndex: number): Problem {
  const name = quotedLine(line.name)
  return problemAbout('vat_unclear', {
    message: `Linjen ${name} har ingen MVA-sats, og jobbens total i ServiceM8 avgjør ikke om den er med eller uten MVA. Velg MVA-sats på linjen i ServiceM8.`,
    name,
    several:
      'Linjene {} har ingen MVA-sats, og jobbens total i ServiceM8 avgjør ikke om de er med eller uten MVA. Velg MVA-sats på linjene i ServiceM8.',
    lineIndex,
  })
}

function isFree(line: JobLine): boolean {
  return isZero(line.displayedAmount) || isZero(line.quantity)
}

function isZero(text: string): boolean {
  try {
    return exact(text).eq(ZERO)
  } catch {
    return false
  }
}
