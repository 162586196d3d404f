import type { JobLine, Material, TaxRate } from '#clients/servicem8/types'
import type { Problem } from '#shared/causes/index'
import { exact, ZERO } from '#shared/decimal'
import { problemAbout } from '#shared/problems'
import { ruleFor, ruleName, type AccountRule } from '../vat/account-rules.ts'
import { isInChart } from '../vat/vat-accounts.ts'
import {
  NO_RATE,
  resolveVat,
  type ResolvedVat,
  type SavedVatMapping,
  type VatCompany,
  type VatMapping,
  vatTable,
} from '../vat/vat.ts'
import { isService } from './labour.ts'
import { judgeRateless } from './missing-rates.ts'
import { quotedLine } from './texts.ts'

export interface VatSetup {
  taxRates: readonly TaxRate[]
  /** What the user has saved; the defaults are filled in here. */
  vatMappings: readonly SavedVatMapping[]
  company: VatCompany
  /** Accounts other than the table's, the first that fits; absent = none. */
  accountRules?: readonly AccountRule[]
}

export interface LineVat {
  /** VAT type and account of the line at this index, or why there is none. */
  of: (lineIndex: number) => ResolvedVat
  /** The rate ServiceM8 computed the line with, percent; null when it is not known. */
  percentOf: (lineIndex: number) => string | null
}

/** What of a job decides about its lines. */
export interface JobFacts {
  /** Kroner, VAT included. */
  totalInvoiceAmount: string
  categoryUuid?: string | null
}

/**
 * VAT of every active line of a job. Lines without a rate are judged together (judgeRateless),
 * over all active lines, because the job's total is over all of them. A free line (0 kr) without
 * a rate decides nothing and takes the default rate, else what another line has.
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
  /** For a free line without a rate: the default rate, else any other line's, else without VAT. */
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
): ReturnType<typeof judgeRateless> {
  if (!active.some((line) => line.taxRateUuid === null && !isFree(line))) return 'unclear'
  try {
    const percentOf = (line: JobLine) =>
      line.taxRateUuid === null ? null : (table.get(line.taxRateUuid)?.percent ?? '0')
    return judgeRateless(active, percentOf, standard?.percent ?? null, total)
  } catch {
    // A line that cannot be read is reported on its own.
    return 'unclear'
  }
}

/**
 * The row for lines without VAT: its own, once confirmed; else the 0 % rates', when they are
 * confirmed and agree.
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
