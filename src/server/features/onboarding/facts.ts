import { latestOutcome } from '../activity-log/record.ts'
import { monthlyPrice } from '../billing/read-price.ts'
import { configurationOf } from '../configuration/read-configuration.ts'
import { inScreenOrder, problemsOf } from '../configuration/vat-check.ts'
import { readVatTable } from '../configuration/vat-table.ts'
import { companyProfile } from '../connections/company-profile.ts'
import { connectionsOf, type Connection } from '../connections/read-connections.ts'
import { bankAccountOf } from '../transfers/draft-inputs.ts'
import { waitingForActivation } from '../transfers/resume.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SetupFacts } from './steps.ts'
import { TRIAL_ACTION } from './trial.ts'

/** How far a user has come. Asks no vendor: everything is what was last read from them. */
export async function readFacts(platform: Platform, userId: string): Promise<SetupFacts> {
  const { db } = platform
  const configuration = await configurationOf(db, userId)
  const { servicem8, fiken } = await connectionsOf(db, userId)
  const slug = configuration.requiresCompanySelection ? null : configuration.fikenCompanySlug
  const company = slug === null ? null : await companyProfile(platform, userId, slug, { refresh: 'never' })
  const { rows, company: books, shown } = await readVatTable(db, userId, slug)
  const open = inScreenOrder(rows.filter((row) => shown.has(row.taxRateUuid) && problemsOf(row, books).length > 0))
  return {
    servicem8: standing(servicem8),
    fiken: standing(fiken),
    company: slug === null ? null : (company?.name ?? slug),
    mode: configuration.invoiceCreationMode,
    bankAccount: {
      chosen: company && bankAccountOf(configuration, company),
      usable: company?.bankAccounts.filter((account) => !account.inactive && account.bankAccountNumber !== '').length ?? 0,
    },
    openRates: open.map((row) => row.name),
    trial: (await latestOutcome(db, userId, TRIAL_ACTION)) ?? undefined,
    isActive: configuration.isActive,
    monthlyPrice: await monthlyPrice(db),
    waiting: await waitingForActivation(db, userId),
  }
}

function standing(connection: Connection | null): SetupFacts['fiken'] {
  return { status: connection?.status ?? 'disconnected', name: connection?.accountName ?? null }
}
