import type { ConfigurationChange } from '#shared/contracts/configuration'
import { recordActivity } from '../activity-log/record.ts'
import { companyProfile } from '../connections/company-profile.ts'
import { COMPANIES_FAILED, isPayable, reachableCompany } from '../connections/fiken-companies.ts'
import { connectionsOf } from '../connections/read-connections.ts'
import { vendorFailure } from '../connections/vendor-failure.ts'
import { holdWhileInactive, resumeAfterCompanyChosen } from '../transfers/resume.ts'
import { requestSweep, sweepFromStart } from '../webhooks/sweep.ts'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { describeChanges, enumerate, planSave, whatIsMissing, type SavePlan } from './plan.ts'
import { changeConfiguration, findOrMakeConfiguration, type ConfigurationRow } from './store.ts'

/**
 * Saves what has changed. Fiken is asked first, where a company or a bank account is chosen; nothing is saved when it does not answer.
 *
 * @throws Refusal 400 when a choice is not there in Fiken, 409 when the integration cannot be switched on yet, 503 when Fiken is away
 */
export async function saveConfiguration(
  platform: Platform,
  userId: string,
  wanted: ConfigurationChange,
): Promise<ConfigurationRow> {
  const now = instant(platform.clock)
  const current = await findOrMakeConfiguration(platform.db, userId)
  const plan = planSave(current, wanted, now)
  if (plan.company) await readCompany(platform, userId, plan.company)
  const slug = plan.company === undefined ? current.fikenCompanySlug : plan.company
  if (plan.bankAccountCode) await requireBankAccount(platform, userId, slug, plan.bankAccountCode)

  const changes: Partial<ConfigurationRow> = {
    ...plan.changes,
    ...(plan.company === undefined ? {} : { fikenCompanySlug: plan.company }),
    ...(plan.company ? { requiresCompanySelection: false } : {}),
    ...(plan.bankAccountCode === undefined ? {} : { fikenBankAccountCode: plan.bankAccountCode }),
  }
  if (Object.keys(changes).length === 0) return current
  const next = { ...current, ...changes }
  // A round trip of an active integration is no new activation, even while something is missing.
  if (plan.activates || (next.isActive && plan.company === null)) await requireReady(platform, userId, next)

  const saved = await platform.db.transaction(async (tx) => {
    const row = await changeConfiguration(tx, userId, changes, now)
    const description = describeChanges(Object.keys(changes))
    await recordActivity(tx, {
      userId,
      type: 'configuration',
      action: 'configuration_saved',
      description,
      success: true,
      at: now,
    })
    return row
  })
  await follow(platform, userId, plan, saved)
  return saved
}

/**
 * The company that is written already is the one: the pause after connecting Fiken ends (specification part 2 §4).
 *
 * @throws Refusal 409 without a company, 400 when the new grant does not reach it, 503 when Fiken is away
 */
export async function confirmCompany(platform: Platform, userId: string): Promise<void> {
  const current = await findOrMakeConfiguration(platform.db, userId)
  if (!current.fikenCompanySlug) throw new Refusal(409, 'no_company', 'Velg et selskap i Fiken først.')
  if (!current.requiresCompanySelection) return
  await readCompany(platform, userId, current.fikenCompanySlug)
  const now = instant(platform.clock)
  const saved = await platform.db.transaction(async (tx) => {
    const row = await changeConfiguration(tx, userId, { requiresCompanySelection: false }, now)
    const description = 'Selskapet i Fiken er bekreftet; overføringene går videre'
    await recordActivity(tx, { userId, type: 'configuration', action: 'company_confirmed', description, success: true, at: now })
    return row
  })
  await follow(
    platform,
    userId,
    { company: current.fikenCompanySlug, activates: false, deactivates: false, reachesBack: false },
    saved,
  )
}

/** Is it within the grant, and does it take calls? Its bank accounts and chart are read on the way, for whatever comes next. */
async function readCompany(platform: Platform, userId: string, slug: string): Promise<void> {
  await reachableCompany(platform, userId, slug)
  try {
    await companyProfile(platform, userId, slug, { refresh: 'now', interactive: true })
  } catch (error) {
    throw vendorFailure(error, COMPANIES_FAILED)
  }
}

/** An account made in Fiken a minute ago counts too: what we know is asked first, then Fiken. */
async function requireBankAccount(platform: Platform, userId: string, slug: string | null, code: string): Promise<void> {
  if (slug === null) throw new Refusal(409, 'no_company', 'Velg et selskap i Fiken først.')
  for (const refresh of ['never', 'now'] as const) {
    try {
      const profile = await companyProfile(platform, userId, slug, { refresh, interactive: true })
      if (profile?.bankAccounts.some((account) => account.code === code && isPayable(account))) return
    } catch (error) {
      throw vendorFailure(error, 'Kunne ikke sjekke bankkontoen i Fiken.')
    }
  }
  throw new Refusal(
    400,
    'unknown_bank_account',
    'Bankkontoen finnes ikke i det valgte selskapet, eller den er ikke aktiv. Velg en annen.',
  )
}

async function requireReady(platform: Platform, userId: string, next: ConfigurationRow): Promise<void> {
  const { servicem8, fiken } = await connectionsOf(platform.db, userId)
  const missing = whatIsMissing({
    servicem8Connected: servicem8?.status === 'connected',
    fikenConnected: fiken?.status === 'connected',
    companyChosen: Boolean(next.fikenCompanySlug),
    requiresCompanySelection: next.requiresCompanySelection,
  })
  if (missing.length === 0) return
  throw new Refusal(409, 'not_ready', `Integrasjonen kan ikke være på: ${enumerate(missing)}.`, { missing })
}

/** What waits goes on, or what is queued waits. Hints and marks only: what is lost here the next tick, sweep or act makes good. */
async function follow(
  platform: Platform,
  userId: string,
  plan: Pick<SavePlan, 'company' | 'activates' | 'deactivates' | 'reachesBack'>,
  saved: ConfigurationRow,
) {
  if (plan.company) platform.queue.wake('mirror', userId)
  if (plan.deactivates) await holdWhileInactive(platform, userId)
  if (saved.isActive && saved.fikenCompanySlug && !saved.requiresCompanySelection && (plan.company || plan.activates)) {
    await resumeAfterCompanyChosen(platform, userId)
  }
  if (plan.reachesBack) await sweepFromStart(platform, userId, { now: saved.isActive })
  else if (plan.activates) await requestSweep(platform, userId)
}
