import type { VatType } from '#clients/fiken/types'
import type { VatAccounts } from '#shared/contracts/vat'
import { enumerate } from '#shared/norwegian'
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

/** The chart of accounts as far as it is known: codes, and names by code. */
export interface Chart {
  /** null when unknown. */
  accounts: readonly string[] | null
  names?: Readonly<Record<string, string>> | undefined
}

/** A company with its chart of accounts from GET /accounts. */
export interface VatCompany extends Chart {
  vatRegistered: boolean
}

/**
 * Returns the company as the VAT rules read it; null gives the defaults of a VAT-registered company
 * with an unknown chart.
 */
export function vatCompanyOf(
  known: {
    vatRegistered: boolean
    accounts: readonly { code: string; name: string }[]
  } | null,
): VatCompany {
  return { vatRegistered: known?.vatRegistered ?? true, ...chartOf(known?.accounts ?? []) }
}

/** Returns the chart as the VAT rules read it; an empty list means that it was never read. */
export function chartOf(accounts: readonly { code: string; name: string }[]): Chart {
  if (accounts.length === 0) return { accounts: null }
  return {
    accounts: accounts.map(({ code }) => code),
    names: Object.fromEntries(accounts.map(({ code, name }) => [code, name])),
  }
}

/** The words by which the names of Fiken's sales accounts tell their VAT types. */
const NAMED: readonly [words: RegExp, types: readonly VatType[]][] = [
  [/høy\s+(?:mva-?)?sats|\b25\s*%/i, ['HIGH']],
  [/middels\s+(?:mva-?)?sats|\b15\s*%/i, ['MEDIUM']],
  [/lav\s+(?:mva-?)?sats|\b12\s*%/i, ['LOW']],
  [/råfisk|\b11,11\s*%/i, ['RAW_FISH']],
  [/avgiftsfri|fritatt|utførsel|eksport|omvendt/i, EXEMPT_FAMILY],
  [/utenfor|unntatt/i, ['OUTSIDE']],
]

/**
 * Returns the VAT types of a sales account: known from Fiken's answers, otherwise by its name; null
 * when neither tells.
 */
function typesOf(account: string, name: string): readonly VatType[] | null {
  return (
    ALLOWED[account.split(':')[0] ?? ''] ?? NAMED.find(([words]) => words.test(name))?.[1] ?? null
  )
}

/** Sales and other income are class 3 of the Norwegian standard chart (NS 4102). */
export const isSales = (account: string) => account.startsWith('3')

/** Returns the sales accounts of the chart that take the VAT type, in numerical order. */
export function accountsFor(vatType: VatType, { accounts, names = {} }: Chart): string[] {
  return (accounts ?? [])
    .filter((code) => isSales(code) && typesOf(code, names[code] ?? '')?.includes(vatType))
    .toSorted(byNumber)
}

export const byNumber = (one: string, other: string): number =>
  one.localeCompare(other, 'nb', { numeric: true })

/** The accounts that a VAT type usually has (rule 8): for goods, and for services. */
const USUAL: Partial<Record<VatType, readonly [goods: string, services: string]>> = {
  HIGH: ['3000', '3020'],
  MEDIUM: ['3030', '3030'],
  EXEMPT: ['3100', '3100'],
  OUTSIDE: ['3200', '3200'],
}

/** Returns the accounts to propose for a VAT type; null where the chart has none for it. */
export function usualAccounts(
  vatType: VatType,
  chart: Chart,
): { goodsAccount: string | null; serviceAccount: string | null } {
  const [goods = null, services = null] = USUAL[vatType] ?? []
  if (chart.accounts === null) return { goodsAccount: goods, serviceAccount: services }
  const allowed = accountsFor(vatType, chart)
  const [first = null] = allowed
  const forServices = allowed.find((code) => /tjeneste/i.test(chart.names?.[code] ?? ''))
  const among = (code: string | null) => code !== null && allowed.includes(code)
  return {
    goodsAccount: among(goods) ? goods : first,
    serviceAccount: among(services) ? services : (forServices ?? first),
  }
}

/** Returns what the forms need to list and propose accounts. */
export function presentAccounts(chart: Chart): VatAccounts {
  const { names = {} } = chart
  const sales = (chart.accounts ?? []).filter(isSales).toSorted(byNumber)
  return {
    accounts: sales.map((code) => ({ code, name: names[code] ?? '' })),
    types: (Object.keys(VAT_PERCENT) as VatType[]).map((vatType) => ({
      vatType,
      ...usualAccounts(vatType, chart),
      allowed: accountsFor(vatType, chart),
    })),
    unclear: sales.filter((code) => typesOf(code, names[code] ?? '') === null),
  }
}

/** The accounts named in a sentence at most; the rest are in the list to choose from. */
const MOST_NAMED = 4

/** Returns the accounts that Fiken takes with the VAT type, for a sentence; null if none is known. */
export function namedAccounts(vatType: VatType, chart: Chart): string | null {
  const codes = accountsFor(vatType, chart)
  return codes.length === 0 ? null : enumerate(codes.slice(0, MOST_NAMED), 'eller')
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
