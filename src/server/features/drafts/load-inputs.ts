import type { ReplacedInvoice } from '#shared/credit'
import type { Platform } from '../../platform/platform.ts'
import type { CompanyProfile } from '../connections/company/company-profile.ts'
import { connectionOf } from '../connections/queries.ts'
import type { ConfigurationRow } from '../configuration/queries.ts'
import { accountRulesOf, vatTableOf } from '../vat/queries.ts'
import { vatCompanyOf } from '../vat/vat-accounts.ts'
import { materialsByUuid } from '../mirrors/materials.ts'
import { taxRatesOf } from '../mirrors/tax-rates.ts'
import type { JobSnapshot } from '../service-jobs/snapshot.ts'
import type { DraftInput } from './draft.ts'
import { draftUuid } from './draft-uuid.ts'

export interface DraftSetting {
  row: {
    companyId: string
    servicem8AccountId: string
    servicem8JobId: string
    revision: number
    replaces: ReplacedInvoice | null
  }
  configuration: ConfigurationRow
  company: CompanyProfile
}

function ofCompany(replaces: ReplacedInvoice | null, slug: string): ReplacedInvoice | null {
  return replaces && (replaces.slug ?? slug) === slug ? replaces : null
}

/** Returns the uuid of the job's own draft. */
export const uuidOf = ({ row, company }: Pick<DraftSetting, 'row' | 'company'>): string =>
  draftUuid({
    accountUuid: row.servicem8AccountId,
    fikenCompanySlug: company.slug,
    jobUuid: row.servicem8JobId,
    revision: row.revision,
  })

/**
 * Collects the inputs for a draft, except products, from the snapshot, our copies and the settings.
 */
export async function inputsOf(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { row, configuration, company }: DraftSetting,
  snapshot: JobSnapshot,
  receiver: { attention: string; daysUntilDueDate: number | null },
): Promise<DraftInput> {
  const servicem8 = await connectionOf(db, row.companyId, 'servicem8')
  const uuids = [
    ...new Set(snapshot.lines.flatMap((line) => (line.materialUuid ? [line.materialUuid] : []))),
  ]
  const taxRates = await taxRatesOf(db, row.companyId)
  const vatCompany = vatCompanyOf(company)
  return {
    job: snapshot.job,
    lines: snapshot.lines,
    leftOut: snapshot.leftOut,
    payments: snapshot.payments,
    replaces: ofCompany(row.replaces, company.slug),
    materials: await materialsByUuid(db, row.companyId, uuids),
    products: [],
    currency: servicem8?.currency ?? 'NOK',
    taxRates,
    vatMappings: await vatTableOf(
      db,
      row.companyId,
      { slug: company.slug, ...vatCompany },
      taxRates,
    ),
    company: vatCompany,
    accountRules: await accountRulesOf(db, row.companyId, company.slug),
    configuration: {
      descriptionSource: configuration.invoiceDescriptionSource,
      mode: configuration.invoiceCreationMode,
      bankAccountNumber: bankAccountOf(configuration, company),
    },
    recipient: {
      yourReference: receiver.attention,
      daysUntilDueDate: receiver.daysUntilDueDate,
      fallbackPlace: snapshot.client?.address ?? '',
    },
    uuid: uuidOf({ row, company }),
    now: new Date(clock.now()),
  }
}

/**
 * Returns the bank account number chosen in the settings (rule 6). Without a choice, invoice mode
 * uses the first active normal account, and draft mode returns null.
 */
export function bankAccountOf(
  configuration: Pick<ConfigurationRow, 'fikenBankAccountCode' | 'invoiceCreationMode'>,
  company: Pick<CompanyProfile, 'bankAccounts'>,
): string | null {
  const usable = company.bankAccounts.filter(
    (account) => !account.inactive && account.bankAccountNumber !== '',
  )
  const chosen = usable.find((account) => account.code === configuration.fikenBankAccountCode)
  if (chosen) return chosen.bankAccountNumber
  if (configuration.invoiceCreationMode !== 'invoice') return null
  return usable.find((account) => account.type === 'normal')?.bankAccountNumber ?? null
}
