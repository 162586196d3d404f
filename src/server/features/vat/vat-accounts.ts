import type { VatType } from '#clients/fiken/types'
import { VAT_PERCENT } from '#shared/vat-types'

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
 * The known combinations of account and VAT type, from live charts of accounts and from Fiken's
 * error messages (reference §12). Fiken does not publish which VAT types an account accepts, so an
 * account that is missing here is accepted and left to Fiken's own check.
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
 * Returns whether the account accepts the VAT type; `unknown` when Fiken has neither accepted nor
 * rejected the combination so far.
 */
export function vatOnAccount(vatType: VatType, account: string): 'allowed' | 'refused' | 'unknown' {
  const allowed = ALLOWED[account.split(':')[0] ?? '']
  if (!allowed) return 'unknown'
  return allowed.includes(vatType) ? 'allowed' : 'refused'
}

/**
 * Returns true if the account is in the chart, or the chart is unknown. A sub-account is also found
 * by its four-digit main account.
 */
export function isInChart(account: string, chart: readonly string[] | null): boolean {
  return chart === null || chart.includes(account) || chart.includes(account.split(':')[0] ?? '')
}

export function isVatType(text: string | null | undefined): text is VatType {
  return Object.hasOwn(VAT_PERCENT, text ?? '')
}

/** Returns, in Norwegian, why the account does not accept the VAT type; null when it does. */
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
