import { hasVatType } from '#shared/vat-types'
import type { Platform } from '../../platform/platform.ts'
import { latestOutcome } from '../activity-log/queries.ts'
import { activationPrice } from '../billing/subscriptions/own-subscription.ts'
import { configurationOf } from '../configuration/queries.ts'
import { inScreenOrder, problemsOf } from '../vat/mapping-check.ts'
import { ratesUsedSince, readVatTable } from '../vat/queries.ts'
import { companyProfile } from '../connections/company/company-profile.ts'
import { connectionsOf, type Connection } from '../connections/queries.ts'
import { bankAccountOf } from '../drafts/load-inputs.ts'
import { waitingForActivation } from '../transfers/actions/resume.ts'
import type { SetupFacts } from './steps.ts'
import { TRIAL_ACTION } from './trial.ts'

const LATELY_MS = 90 * 86_400_000

/** Reads the progress of a company's setup from the database, without calling a vendor. */
export async function readFacts(platform: Platform, companyId: string): Promise<SetupFacts> {
  const { db } = platform
  const configuration = await configurationOf(db, companyId)
  const { servicem8, fiken } = await connectionsOf(db, companyId)
  const slug = configuration.requiresCompanySelection ? null : configuration.fikenCompanySlug
  const company =
    slug === null ? null : await companyProfile(platform, companyId, slug, { refresh: 'never' })
  const { rows, company: vatCompany, shown } = await readVatTable(db, companyId, slug)
  const unmapped = inScreenOrder(
    rows.filter(
      (row) =>
        shown.has(row.taxRateUuid) &&
        // Norwegian law has no such VAT rate, so the user has nothing to choose, and only jobs with
        // the rate fail.
        hasVatType(row.percent) &&
        problemsOf(row, vatCompany).length > 0,
    ),
  )
  // A rate that no job uses is asked about when a job first does.
  const used =
    unmapped.length === 0
      ? new Set<string>()
      : await ratesUsedSince(db, companyId, new Date(platform.clock.now() - LATELY_MS))
  const open = unmapped.filter(({ taxRateUuid }) => used.has(taxRateUuid))
  return {
    servicem8: standing(servicem8),
    fiken: standing(fiken),
    company: slug === null ? null : (company?.name ?? slug),
    mode: configuration.invoiceCreationMode,
    bankAccount: {
      chosen: company && bankAccountOf(configuration, company),
      usable:
        company?.bankAccounts.filter(
          (account) => !account.inactive && account.bankAccountNumber !== '',
        ).length ?? 0,
    },
    openRates: open.map(({ taxRateUuid, name }) => ({ taxRateUuid, name })),
    trial: (await latestOutcome(db, companyId, TRIAL_ACTION)) ?? undefined,
    isActive: configuration.isActive,
    jobFetchType: configuration.jobFetchType,
    price: await activationPrice(platform, companyId),
    waiting: await waitingForActivation(db, companyId),
  }
}

function standing(connection: Connection | null): SetupFacts['fiken'] {
  return { status: connection?.status ?? 'disconnected', name: connection?.accountName ?? null }
}
