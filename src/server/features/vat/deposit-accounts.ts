import type { VatType } from '#clients/fiken/types'
import type { Db } from '../../platform/database/database.ts'
import { VAT_NAMES, vatOnAccount, isInChart } from './vat-accounts.ts'
import { saveDepositAccounts, storedDepositAccounts } from './deposit-store.ts'

export type DepositAccounts = Partial<Record<VatType, string>>

/** On which account deposits are taken off in one company, by VAT type, as a person has said once. */
export const depositAccountsOf: (db: Db, userId: string, slug: string) => Promise<DepositAccounts> =
  storedDepositAccounts

export const keepDepositAccounts = saveDepositAccounts

/** Why the account cannot be used for the VAT type, in Norwegian; null when it can. */
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
