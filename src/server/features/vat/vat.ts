import type { VatType } from '#clients/fiken/types'
import type { TaxRate } from '#clients/servicem8/types'
import type { CauseCode, Problem } from '#shared/causes/index'
import { exact, ZERO } from '#shared/decimal'
import { formatDecimal } from '#shared/money'
import { problemAbout } from '#shared/problems'
import { VAT_PERCENT } from '#shared/vat-types'
import {
  isInChart,
  isVatType,
  namedAccounts,
  usualAccounts,
  VAT_NAMES,
  vatOnAccount,
  type VatCompany,
} from './vat-accounts.ts'

/** The row for lines without a tax rate whose amounts show that they have no VAT. */
export const NO_RATE = 'none'

interface VatChoice {
  vatType: VatType | null
  goodsAccount: string | null
  serviceAccount: string | null
  /**
   * True when the user has confirmed the row. A rate of 0 % must be confirmed once; other rates are
   * confirmed when chosen.
   */
  confirmed: boolean
}

export interface SavedVatMapping {
  taxRateUuid: string
  vatType: string | null
  goodsAccount: string | null
  serviceAccount: string | null
  confirmed: boolean
}

/** A row of the VAT table (rule 8): a ServiceM8 tax rate with its VAT type and accounts. */
export interface VatMapping extends VatChoice {
  taxRateUuid: string
  name: string
  /** The percentage in ServiceM8's format: "25.0000". */
  percent: string
  isDefault: boolean
}

const UNDECIDED: VatChoice = {
  vatType: null,
  goodsAccount: null,
  serviceAccount: null,
  confirmed: false,
}

/**
 * Returns the default mapping of a rate: 25 % → HIGH, 15 % → MEDIUM, 0 % → EXEMPT to be confirmed,
 * with their usual accounts; no default for other rates. For a company that is not VAT-registered,
 * the default is OUTSIDE, and there is none for rates above 0 %.
 */
function defaultChoice(percent: string, company: Pick<VatCompany, 'vatRegistered'>): VatChoice {
  const rate = readPercent(percent)
  const types: readonly VatType[] = company.vatRegistered
    ? ['HIGH', 'MEDIUM', 'EXEMPT']
    : ['OUTSIDE']
  const vatType = types.find((type) => rate?.eq(exact(VAT_PERCENT[type])))
  if (vatType === undefined) return UNDECIDED
  const accounts = usualAccounts(vatType, { accounts: null })
  return { vatType, ...accounts, confirmed: vatType !== 'EXEMPT' }
}

/** Returns the VAT table, with defaults for unsaved rates; the row without a rate comes last. */
export function vatTable(
  rates: readonly TaxRate[],
  saved: readonly SavedVatMapping[],
  company: Pick<VatCompany, 'vatRegistered'>,
): VatMapping[] {
  const savedFor = new Map(saved.map((mapping) => [mapping.taxRateUuid, mapping]))
  const row = (
    taxRateUuid: string,
    name: string,
    percent: string,
    isDefault: boolean,
  ): VatMapping => {
    const choice = savedFor.get(taxRateUuid)
    if (!choice)
      return { taxRateUuid, name, percent, isDefault, ...defaultChoice(percent, company) }
    const { vatType, goodsAccount, serviceAccount, confirmed } = choice
    return {
      taxRateUuid,
      name,
      percent,
      isDefault,
      vatType: isVatType(vatType) ? vatType : null,
      goodsAccount,
      serviceAccount,
      confirmed,
    }
  }
  return [
    ...rates.map((rate) => row(rate.uuid, rate.name, rate.percent, rate.isDefault)),
    row(NO_RATE, 'Linjer uten MVA-sats', '0', false),
  ]
}

export type ResolvedVat =
  { ok: true; vatType: VatType; account: string; percent: string } | { ok: false; problem: Problem }

interface Failure {
  message: string
  name: string
  several: string
}

type Fail = (code: CauseCode, failure: Failure) => ResolvedVat

/**
 * Returns the VAT type and account of a line, according to its row in the VAT table; never guesses
 * (rule 8).
 * @param mapping undefined when the line's rate is not in the table
 * @param about.service chooses between the row's two accounts
 * @param about.line the line's text, as shown to the user
 */
export function resolveVat(
  mapping: VatMapping | undefined,
  {
    company,
    service,
    line,
    lineIndex,
  }: { company: VatCompany; service: boolean; line?: string; lineIndex?: number },
): ResolvedVat {
  const fail: Fail = (code, failure) => ({
    ok: false,
    problem: problemAbout(code, { ...failure, lineIndex }),
  })
  if (!mapping) return fail('vat_unmapped', unlisted(line))
  const percent = readPercent(mapping.percent)
  const rate = `«${mapping.name}» (${formatDecimal(mapping.percent)} %)`
  if (percent === null || percent.lt(ZERO)) {
    return fail('vat_unmapped', {
      message: `Prosenten til MVA-satsen ${rate} kan ikke leses.`,
      name: rate,
      several: 'Prosenten til MVA-satsene {} kan ikke leses.',
    })
  }
  if (!company.vatRegistered) {
    if (percent.gt(ZERO)) {
      return fail('vat_in_unregistered_company', {
        message: `Selskapet er ikke MVA-registrert i Fiken, men linjen har MVA-satsen ${rate}. Fjern MVA på linjen i ServiceM8, eller registrer selskapet.`,
        name: rate,
        several:
          'Selskapet er ikke MVA-registrert i Fiken, men jobben har MVA-satsene {}. Fjern MVA på linjene i ServiceM8, eller registrer selskapet.',
      })
    }
    const chosen =
      mapping.vatType === 'OUTSIDE'
        ? service
          ? mapping.serviceAccount
          : mapping.goodsAccount
        : null
    return onAccount('OUTSIDE', chosen ?? '3200', mapping.percent, company, fail)
  }
  const { vatType } = mapping
  const account = service ? mapping.serviceAccount : mapping.goodsAccount
  if (vatType === null || account === null) {
    return fail('vat_unmapped', {
      message:
        mapping.taxRateUuid === NO_RATE
          ? 'Linjen mangler MVA-sats i ServiceM8, og det er ikke valgt MVA-type og konto for slike linjer.'
          : `Det er ikke valgt MVA-type og konto i Fiken for MVA-satsen ${rate}.`,
      name: rate,
      several: 'Det er ikke valgt MVA-type og konto i Fiken for MVA-satsene {}.',
    })
  }
  if (!percent.eq(exact(VAT_PERCENT[vatType]))) {
    const name = `${rate} er koblet til ${VAT_NAMES[vatType]}`
    return fail('vat_unmapped', {
      message: `MVA-satsen ${name} i Fiken. Prosenten må være den samme.`,
      name,
      several: 'Prosenten må være den samme i ServiceM8 og i Fiken: {}.',
    })
  }
  if (percent.eq(ZERO) && !mapping.confirmed) {
    return fail('vat_zero_unconfirmed', {
      message: `${mapping.taxRateUuid === NO_RATE ? 'Linjen mangler MVA-sats i ServiceM8' : `Linjen er uten MVA (${rate})`}. Bekreft én gang at den skal føres som ${VAT_NAMES[vatType]} på konto ${account}.`,
      name: `${rate} som ${VAT_NAMES[vatType]} på konto ${account}`,
      several: 'Jobben har linjer uten MVA. Bekreft én gang hvordan de skal føres: {}.',
    })
  }
  return onAccount(vatType, account, mapping.percent, company, fail)
}

function unlisted(line: string | undefined): Failure {
  const which = line === undefined ? 'linjen' : `linjen ${line}`
  return {
    message: `MVA-satsen på ${which} finnes ikke i listen fra ServiceM8. Velg en annen sats på linjen, eller oppdater MVA-tabellen.`,
    name: line ?? 'linjen',
    several:
      'MVA-satsene på linjene {} finnes ikke i listen fra ServiceM8. Velg andre satser på linjene, eller oppdater MVA-tabellen.',
  }
}

/**
 * Returns the problems of a row of the VAT table; unconfirmed rows and rows without a choice also
 * have problems.
 */
export function mappingProblems(mapping: VatMapping, company: VatCompany): Problem[] {
  const found = [true, false].map((service) => resolveVat(mapping, { company, service }))
  const problems = found.flatMap((resolved) =>
    resolved.ok ? [] : [{ ...resolved.problem, ...ofRow(mapping, resolved.problem) }],
  )
  return problems.filter(
    (one, index) => problems.findIndex((other) => other.message === one.message) === index,
  )
}

function ofRow(
  { vatType, goodsAccount, serviceAccount }: VatMapping,
  { code }: Problem,
): { message?: string } {
  if (code === 'vat_in_unregistered_company') {
    return {
      message: 'Selskapet er ikke MVA-registrert i Fiken, så jobber med denne satsen stopper.',
    }
  }
  if (code === 'vat_zero_unconfirmed')
    return { message: 'Jobber med denne satsen stopper til du har bekreftet den én gang.' }
  const chosen = vatType !== null && goodsAccount !== null && serviceAccount !== null
  if (code === 'vat_unmapped' && !chosen) {
    return { message: 'Jobber med denne satsen stopper til MVA-type og konto er valgt.' }
  }
  return {}
}

function onAccount(
  vatType: VatType,
  account: string,
  percent: string,
  company: VatCompany,
  fail: Fail,
): ResolvedVat {
  const others = namedAccounts(vatType, company)
  if (vatOnAccount(vatType, account) === 'refused') {
    const name = `${VAT_NAMES[vatType]} på konto ${account}`
    return fail('vat_not_allowed_on_account', {
      message: `Fiken tillater ikke ${name}. Velg ${others ?? 'en annen konto'} i MVA-tabellen.`,
      name,
      several: `Dette tillater ikke Fiken: {}. Velg ${others ?? 'andre kontoer'} i MVA-tabellen.`,
    })
  }
  if (!isInChart(account, company.accounts)) {
    return fail('account_missing', {
      message: `Konto ${account} finnes ikke i kontoplanen i Fiken. Velg ${others ?? 'en annen konto'} i MVA-tabellen.`,
      name: account,
      several: `Kontoene {} finnes ikke i kontoplanen i Fiken. Velg ${others ?? 'andre kontoer'} i MVA-tabellen.`,
    })
  }
  return { ok: true, vatType, account, percent }
}

function readPercent(percent: string) {
  try {
    return exact(percent)
  } catch {
    return null
  }
}
