import type { AnswerOf, BodyInputOf } from '#shared/contract'
import type { readVatMappings, saveVatMappings, VatAccounts } from '#shared/contracts/vat'
import { formatDecimal } from '#shared/money'
import { hasVatType, VAT_PERCENT } from '#shared/vat-types'
import type { Option } from '../../ui/Field.tsx'
import { text } from './text.ts'

export type VatRow = AnswerOf<typeof readVatMappings>[number]
export type VatEdit = Partial<
  Pick<VatRow, 'vatType' | 'goodsAccount' | 'serviceAccount' | 'confirmed'>
>

const ACCOUNT = /^\d{4}(:\d{1,6})?$/

export function typesFor({ percent, vatType }: Pick<VatRow, 'percent' | 'vatType'>) {
  return Object.entries(text.vatTypes)
    .filter(
      ([type]) =>
        type === vatType ||
        Number(VAT_PERCENT[type as keyof typeof VAT_PERCENT]) === Number(percent),
    )
    .map(([value, label]) => ({ value, label }))
}

/** Returns true if no VAT type in Fiken has the rate's percentage. */
export const isUnknownRate = ({ percent, problems }: Pick<VatRow, 'percent' | 'problems'>) =>
  problems.length > 0 && !hasVatType(percent)

export function isZeroRate(row: VatRow): boolean {
  return Number(row.percent) === 0
}

export function percentText(row: VatRow): string {
  return `${formatDecimal(row.percent)} %`
}

export function namesItsPercent(row: VatRow): boolean {
  const plain = (words: string) => words.replaceAll(/\s/g, '')
  return new RegExp(`(^|[^\\d,])${plain(percentText(row))}`).test(plain(row.name))
}

export function edited(row: VatRow, edit: VatEdit | undefined): VatRow {
  return edit ? { ...row, ...edit } : row
}

/**
 * Returns the choice of a VAT type with its usual accounts, which the user can change. Without a
 * usual account, the row keeps its own unless Fiken refuses it for the type.
 */
export function withVatType(row: VatRow, vatType: string, known: VatAccounts | undefined): VatEdit {
  const usual = known?.types.find((one) => one.vatType === vatType)
  const possible = possibleAccounts(vatType, known)
  const kept = (account: string | null) =>
    account === null || !possible || possible.includes(account) ? account : null
  return {
    vatType: vatType || null,
    goodsAccount: usual?.goodsAccount ?? kept(row.goodsAccount),
    serviceAccount: usual?.serviceAccount ?? kept(row.serviceAccount),
  }
}

/**
 * Returns the accounts that Fiken allows for the VAT type, then those about which only Fiken knows;
 * all accounts without a type, and null when the chart is unknown.
 */
function possibleAccounts(
  vatType: string | null,
  known: VatAccounts | undefined,
): readonly string[] | null {
  if (!known || known.accounts.length === 0) return null
  const allowed = known.types.find((one) => one.vatType === vatType)?.allowed
  return allowed ? [...allowed, ...known.unclear] : known.accounts.map(({ code }) => code)
}

/** Returns the choice to propose for a rate without one; null unless Fiken has one type for it. */
export function proposalFor(row: VatRow, known: VatAccounts | undefined): VatEdit | null {
  const [only, ...others] = typesFor(row)
  if (row.vatType !== null || !only || others.length > 0) return null
  return withVatType(row, only.value, known)
}

/**
 * Returns the accounts to choose from for the row's VAT type, and the chosen one whatever it is;
 * null when the chart is unknown and the account is typed.
 */
export function accountOptions(
  { vatType }: Pick<VatRow, 'vatType'>,
  chosen: string | null,
  known: VatAccounts | undefined,
): Option[] | null {
  const listed = possibleAccounts(vatType, known)
  if (!known || !listed) return null
  const codes = chosen && !listed.includes(chosen) ? [chosen, ...listed] : listed
  const nameOf = new Map(known.accounts.map(({ code, name }) => [code, name]))
  return codes.map((code) => ({ value: code, label: `${code} ${nameOf.get(code) ?? ''}`.trim() }))
}

export function accountError(account: string | null): string | undefined {
  return account && !ACCOUNT.test(account) ? 'En konto har fire siffer' : undefined
}

export function readiness(row: VatRow, changed = false): { tone: 'ok' | 'wait'; word: string } {
  if (isUnknownRate(row)) return { tone: 'wait', word: text.vatUnusable }
  if (!row.vatType || !row.goodsAccount || !row.serviceAccount)
    return { tone: 'wait', word: text.vatMissing }
  if (isZeroRate(row) && !row.confirmed) return { tone: 'wait', word: text.vatUnconfirmed }
  return changed ? { tone: 'wait', word: text.vatChanged } : { tone: 'ok', word: text.vatReady }
}

/** Returns the rates that are open at first: the changed ones, and the first that lacks something. */
export function openAtFirst(
  rows: readonly VatRow[],
  { opensFirst, isChanged }: { opensFirst: boolean; isChanged: (row: VatRow) => boolean },
): Readonly<Record<string, boolean>> {
  const lacks = (row: VatRow) => row.problems.length > 0 || readiness(row).tone !== 'ok'
  const first = opensFirst ? rows.find(lacks) : undefined
  return Object.fromEntries(
    rows.filter((row) => row === first || isChanged(row)).map((row) => [row.taxRateUuid, true]),
  )
}

export function unlike(row: VatRow, saved: VatRow | undefined): boolean {
  return saved !== undefined && JSON.stringify(chosenIn(row)) !== JSON.stringify(chosenIn(saved))
}

export interface ChangedRow {
  row: VatRow
  known: VatRow | null
}

export function vatBody(rows: readonly ChangedRow[]): BodyInputOf<typeof saveVatMappings> {
  return rows.map(({ row, known }) => ({
    taxRateUuid: row.taxRateUuid,
    ...chosenIn(row),
    ...(known ? { known: chosenIn(known) } : {}),
  }))
}

const chosenIn = ({ vatType, goodsAccount, serviceAccount, confirmed }: VatRow) => ({
  vatType,
  goodsAccount: goodsAccount || null,
  serviceAccount: serviceAccount || null,
  confirmed,
})
