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

/** The usual accounts of a VAT type (rule 8), proposed when the user chooses the type. */
const USUAL: Record<string, { goodsAccount: string; serviceAccount: string }> = {
  HIGH: { goodsAccount: '3000', serviceAccount: '3020' },
  MEDIUM: { goodsAccount: '3030', serviceAccount: '3030' },
  EXEMPT: { goodsAccount: '3100', serviceAccount: '3100' },
  OUTSIDE: { goodsAccount: '3200', serviceAccount: '3200' },
}

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

export function readiness(row: VatRow, changed = false): { tone: 'ok' | 'wait'; word: string } {
  if (isUnknownRate(row)) return { tone: 'wait', word: text.vatUnusable }
  if (!row.vatType || !row.goodsAccount || !row.serviceAccount)
    return { tone: 'wait', word: text.vatMissing }
  if (isZeroRate(row) && !row.confirmed) return { tone: 'wait', word: text.vatUnconfirmed }
  return changed ? { tone: 'wait', word: text.vatChanged } : { tone: 'ok', word: text.vatReady }
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
