import type { AnswerOf, BodyInputOf } from '#shared/contract'
import type { readVatMappings, saveVatMappings } from '#shared/contracts/vat'
import { formatDecimal } from '#shared/money'
import { hasVatType, VAT_PERCENT } from '#shared/vat-types'
import { text } from './text.ts'

export type VatRow = AnswerOf<typeof readVatMappings>[number]
export type VatEdit = Partial<
  Pick<VatRow, 'vatType' | 'goodsAccount' | 'serviceAccount' | 'confirmed'>
>

const ACCOUNT = /^\d{4}(:\d{1,6})?$/

/**
 * The usual accounts for a VAT type (rule 8); proposed when the type is chosen and the accounts
 * are empty.
 */
const USUAL: Record<string, { goodsAccount: string; serviceAccount: string }> = {
  HIGH: { goodsAccount: '3000', serviceAccount: '3020' },
  MEDIUM: { goodsAccount: '3030', serviceAccount: '3030' },
  EXEMPT: { goodsAccount: '3100', serviceAccount: '3100' },
  OUTSIDE: { goodsAccount: '3200', serviceAccount: '3200' },
}

/**
 * The VAT types that a rate may have: those of its percent, and the one that it has.
 */
export function typesFor({ percent, vatType }: Pick<VatRow, 'percent' | 'vatType'>) {
  return Object.entries(text.vatTypes)
    .filter(
      ([type]) =>
        type === vatType ||
        Number(VAT_PERCENT[type as keyof typeof VAT_PERCENT]) === Number(percent),
    )
    .map(([value, label]) => ({ value, label }))
}

/** Nothing that could be chosen for it would be accepted. */
export const isUnknownRate = ({ percent, problems }: Pick<VatRow, 'percent' | 'problems'>) =>
  problems.length > 0 && !hasVatType(percent)

export function isZeroRate(row: VatRow): boolean {
  return Number(row.percent) === 0
}

export function percentText(row: VatRow): string {
  return `${formatDecimal(row.percent)} %`
}

/** ServiceM8's own names usually say the percent already: "MVA 25 %". */
export function namesItsPercent(row: VatRow): boolean {
  const plain = (words: string) => words.replaceAll(/\s/g, '')
  return new RegExp(`(^|[^\\d,])${plain(percentText(row))}`).test(plain(row.name))
}

/**
 * A row with what has been changed on the screen. A new VAT type brings its usual accounts along.
 */
export function edited(row: VatRow, edit: VatEdit | undefined): VatRow {
  return edit ? { ...row, ...edit } : row
}

export function withVatType(row: VatRow, vatType: string): VatEdit {
  const usual = USUAL[vatType]
  return {
    vatType: vatType || null,
    goodsAccount: usual?.goodsAccount ?? row.goodsAccount,
    serviceAccount: usual?.serviceAccount ?? row.serviceAccount,
  }
}

export function accountError(account: string | null): string | undefined {
  return account && !ACCOUNT.test(account) ? 'En konto har fire siffer' : undefined
}

/**
 * Is a rate ready to be used, and if not, what is missing? What is only changed on the screen is
 * not ready.
 */
export function readiness(row: VatRow, changed = false): { tone: 'ok' | 'wait'; word: string } {
  if (isUnknownRate(row)) return { tone: 'wait', word: text.vatUnusable }
  if (!row.vatType || !row.goodsAccount || !row.serviceAccount)
    return { tone: 'wait', word: text.vatMissing }
  if (isZeroRate(row) && !row.confirmed) return { tone: 'wait', word: text.vatUnconfirmed }
  return changed ? { tone: 'wait', word: text.vatChanged } : { tone: 'ok', word: text.vatReady }
}

/** Does a row say something else than what is saved? */
export function unlike(row: VatRow, saved: VatRow | undefined): boolean {
  return saved !== undefined && JSON.stringify(chosenIn(row)) !== JSON.stringify(chosenIn(saved))
}

/** A row to save, and what it was when the person changed it. */
export interface ChangedRow {
  row: VatRow
  known: VatRow | null
}

/** What the save call takes: the rows that were changed, and no others. */
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
