import type { VatType } from '#clients/fiken/types'
import { VAT_PERCENT } from '#shared/vat-types'

/** The VAT types' names in the interface. */
export const VAT_NAMES = {
  HIGH: 'høy sats, 25 %',
  MEDIUM: 'middels sats, 15 %',
  LOW: 'lav sats, 12 %',
  RAW_FISH: 'råfisk, 11,11 %',
  EXEMPT: 'avgiftsfritt, 0 %',
  EXEMPT_IMPORT_EXPORT: 'eksport, 0 %',
  EXEMPT_REVERSE: 'omvendt avgiftsplikt, 0 %',
  OUTSIDE: 'utenfor MVA-loven',
  NONE: 'uten MVA-behandling',
} as const satisfies Record<VatType, string>

const EXEMPT_FAMILY = ['EXEMPT', 'EXEMPT_IMPORT_EXPORT', 'EXEMPT_REVERSE'] as const

/**
 * The known pairs, from live charts of accounts and Fiken's own error texts (reference §12). Fiken
 * does not say which VAT types an account takes, so an account that is not here passes, and Fiken
 * has the last word.
 */
const ALLOWED: Readonly<Record<string, readonly VatType[]>> = {
  '3000': ['HIGH'],
  '3010': ['HIGH'],
  '3020': ['HIGH'],
  '3030': ['MEDIUM'],
  '3100': EXEMPT_FAMILY,
  '3110': EXEMPT_FAMILY,
  '3120': EXEMPT_FAMILY,
  '3200': ['OUTSIDE'],
  '3210': ['OUTSIDE'],
  '3220': ['OUTSIDE'],
  '3605': ['HIGH', 'LOW'],
}

/**
 * Returns the known verdict on using the VAT type on the account; `unknown` when Fiken has neither
 * been seen to accept nor to refuse it.
 */
export function vatOnAccount(vatType: VatType, account: string): 'allowed' | 'refused' | 'unknown' {
  const allowed = ALLOWED[account.split(':')[0] ?? '']
  if (!allowed) return 'unknown'
  return allowed.includes(vatType) ? 'allowed' : 'refused'
}

/**
 * Returns true when the account is in the company's chart, or the chart is unknown. A sub-account
 * is also looked for by its four digits.
 */
export function isInChart(account: string, chart: readonly string[] | null): boolean {
  return chart === null || chart.includes(account) || chart.includes(account.split(':')[0] ?? '')
}

export function isVatType(text: string | null | undefined): text is VatType {
  return Object.hasOwn(VAT_PERCENT, text ?? '')
}

/** Returns why the account cannot be used for the VAT type, in Norwegian; null when it can. */
export function accountProblem(
  vatType: VatType,
  account: string,
  chart: readonly string[] | null,
): string | null {
  if (!isInChart(account, chart)) return `Konto ${account} finnes ikke i kontoplanen i Fiken.`
  return vatOnAccount(vatType, account) === 'refused'
    ? `Konto ${account} kan ikke brukes med ${VAT_NAMES[vatType]}.`
    : null
}
