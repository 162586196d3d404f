import type { Act } from '#shared/access/roles'
import { enumerate } from '#shared/norwegian'
import type { HiddenUntilUsed } from '#shared/contracts/auth'
import type { ConfigurationSave } from '#shared/contracts/configuration'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Actor, CompanyOfRequest } from '../../platform/http/caller.ts'
import { requireAct } from '../../platform/http/role.ts'
import { HttpError } from '../../platform/http-error.ts'
import { recordActivity } from '../activity-log/record.ts'
import { noteUse } from '../auth/note-use.ts'
import { companyProfile } from '../connections/company/company-profile.ts'
import {
  COMPANIES_FAILED,
  isPayable,
  reachableCompany,
} from '../connections/company/fiken-companies.ts'
import { connectionsOf } from '../connections/queries.ts'
import { vendorFailure } from '../connections/vendor-failure.ts'
import { actsOfSave } from './acts-of-save.ts'
import {
  askedFor,
  describeChanges,
  describeClashes,
  planSave,
  whatIsMissing,
  type SavePlan,
} from './plan.ts'
import { changeConfiguration } from './store.ts'
import { companyTaken } from './no-company.ts'
import { configurationOf, holdConfiguration, isTaken, type ConfigurationRow } from './queries.ts'

declare module '../../platform/hooks.ts' {
  interface Moments {
    companyChosen: { companyId: string; mayTransfer: boolean }
    activated: { companyId: string; mayTransfer: boolean }
    deactivated: { companyId: string }
    /**
     * Runs when skipped jobs might now be included, because the start date was moved back or
     * unapproved jobs are included.
     */
    rulesWidened: { companyId: string; isActive: boolean }
  }
}

/**
 * Saves the changed settings. If a company or bank account is chosen, it is checked in Fiken first,
 * and nothing is saved if Fiken does not respond.
 * @throws HttpError 403 when the role does not allow it, 400 when a choice does not exist in Fiken,
 * 409 when the integration cannot be switched on yet, another window has saved other values or
 * another company uses the company in Fiken, 503 when Fiken is unavailable
 */
export async function saveConfiguration(
  platform: Platform,
  company: CompanyOfRequest,
  actor: Actor,
  requested: ConfigurationSave,
): Promise<ConfigurationRow> {
  const companyId = company.id
  const now = instant(platform.clock)
  const current = await configurationOf(platform.db, companyId)
  const plan = planSave(current, changeIn(current, requested), now)
  requireActs(company, actsOfSave(current, plan))
  if (plan.company) await readCompany(platform, companyId, plan.company, actor.id)
  const slug = plan.company === undefined ? current.fikenCompanySlug : plan.company
  if (plan.bankAccountCode)
    await requireBankAccount(platform, companyId, slug, plan.bankAccountCode)

  const changes: Partial<ConfigurationRow> = {
    ...plan.changes,
    ...(plan.company === undefined ? {} : { fikenCompanySlug: plan.company }),
    ...(plan.company ? { requiresCompanySelection: false, fikenCompanySince: now } : {}),
    ...(plan.bankAccountCode === undefined ? {} : { fikenBankAccountCode: plan.bankAccountCode }),
  }
  if (Object.keys(changes).length === 0) return current
  const next = { ...current, ...changes }
  // An active integration is not activated again, even if a requirement is no longer met.
  if (plan.activates || (next.isActive && plan.company === null))
    await requireReady(platform, companyId, next)

  const saved = await platform.db.transaction(async (tx) => {
    // Checks again, because another window might have saved meanwhile.
    const held = await holdConfiguration(tx, companyId)
    const change = changeIn(held, requested)
    requireActs(company, actsOfSave(held, planSave(held, change, now)))
    if (plan.company && (await isTaken(tx, companyId, plan.company))) throw companyTaken()
    const row = await changeConfiguration(tx, companyId, changes, now)
    for (const part of partsUsed(changes)) await noteUse(tx, companyId, part)
    const description = describeChanges(Object.keys(changes))
    await recordActivity(tx, {
      companyId,
      actor,
      type: 'configuration',
      action: 'configuration_saved',
      description,
      success: true,
      at: now,
    })
    return row
  })
  await announce(platform, companyId, plan, saved)
  return saved
}

function requireActs(company: CompanyOfRequest, acts: readonly Act[]): void {
  for (const act of acts) requireAct(company, act)
}

/** Returns the parts of the product that these changes use, and that are shown from then on. */
function partsUsed({
  attachments,
  customerMatchThreshold,
  enableFuzzyCustomerMatch,
}: Partial<ConfigurationRow>): HiddenUntilUsed[] {
  const matching = customerMatchThreshold !== undefined || enableFuzzyCustomerMatch !== undefined
  return [...(matching ? ['matching' as const] : []), ...(attachments ? ['files' as const] : [])]
}

/**
 * Returns the changes in a request to save settings.
 * @throws HttpError 409 when another window has saved other values
 */
function changeIn(current: ConfigurationRow, requested: ConfigurationSave) {
  const { change, clashes } = askedFor(current, requested)
  if (clashes.length === 0) return change
  throw new HttpError(409, 'changed_elsewhere', describeClashes(clashes), { keys: clashes })
}

/**
 * Confirms the company chosen earlier, which ends the pause that follows connecting Fiken.
 * @throws HttpError 409 when no company is chosen, 400 when the new grant does not include the
 * company, 503 when Fiken is unavailable
 */
export async function confirmCompany(
  platform: Platform,
  companyId: string,
  actor: Actor,
): Promise<void> {
  const current = await configurationOf(platform.db, companyId)
  if (!current.fikenCompanySlug)
    throw new HttpError(409, 'no_company', 'Velg et selskap i Fiken først.')
  if (!current.requiresCompanySelection) return
  await readCompany(platform, companyId, current.fikenCompanySlug, null)
  const now = instant(platform.clock)
  const slug = current.fikenCompanySlug
  const saved = await platform.db.transaction(async (tx) => {
    if (await isTaken(tx, companyId, slug, { confirms: true })) throw companyTaken()
    const row = await changeConfiguration(tx, companyId, { requiresCompanySelection: false }, now)
    const description = `Selskapet i Fiken er bekreftet${row.isActive ? '; overføringene går videre' : ''}`
    await recordActivity(tx, {
      companyId,
      actor,
      type: 'configuration',
      action: 'company_confirmed',
      description,
      success: true,
      at: now,
    })
    return row
  })
  await announce(
    platform,
    companyId,
    { company: current.fikenCompanySlug, activates: false, deactivates: false, reachesBack: false },
    saved,
  )
}

/**
 * Checks that the grant includes the company and that the company accepts API requests. Stores the
 * company's bank accounts and chart of accounts.
 */
async function readCompany(
  platform: Platform,
  companyId: string,
  slug: string,
  actorId: string | null,
): Promise<void> {
  await reachableCompany(platform, companyId, slug, actorId)
  try {
    await companyProfile(platform, companyId, slug, { refresh: 'now', interactive: true })
  } catch (error) {
    throw vendorFailure(error, COMPANIES_FAILED)
  }
}

/**
 * Checks that the bank account exists, first among the stored accounts and then in Fiken, because
 * it might be new.
 */
async function requireBankAccount(
  platform: Platform,
  companyId: string,
  slug: string | null,
  code: string,
): Promise<void> {
  if (slug === null) throw new HttpError(409, 'no_company', 'Velg et selskap i Fiken først.')
  for (const refresh of ['never', 'now'] as const) {
    try {
      const profile = await companyProfile(platform, companyId, slug, {
        refresh,
        interactive: true,
      })
      if (profile?.bankAccounts.some((account) => account.code === code && isPayable(account)))
        return
    } catch (error) {
      throw vendorFailure(error, 'Kunne ikke sjekke bankkontoen i Fiken.')
    }
  }
  throw new HttpError(
    400,
    'unknown_bank_account',
    'Bankkontoen finnes ikke i det valgte selskapet, eller den er ikke aktiv. Velg en annen.',
  )
}

async function requireReady(
  platform: Platform,
  companyId: string,
  next: ConfigurationRow,
): Promise<void> {
  const { servicem8, fiken } = await connectionsOf(platform.db, companyId)
  const missing = whatIsMissing({
    servicem8Connected: servicem8?.status === 'connected',
    fikenConnected: fiken?.status === 'connected',
    companyChosen: Boolean(next.fikenCompanySlug),
    requiresCompanySelection: next.requiresCompanySelection,
  })
  if (missing.length === 0) return
  throw new HttpError(409, 'not_ready', `Integrasjonen kan ikke være på: ${enumerate(missing)}.`, {
    missing,
  })
}

/**
 * Runs the hooks for the saved changes. The hooks only speed up work that the next tick, sweep or
 * user action would start as well.
 */
async function announce(
  { hooks }: Platform,
  companyId: string,
  plan: Pick<SavePlan, 'company' | 'activates' | 'deactivates' | 'reachesBack'>,
  { isActive, fikenCompanySlug, requiresCompanySelection }: ConfigurationRow,
) {
  const mayTransfer = isActive && fikenCompanySlug !== null && !requiresCompanySelection
  if (plan.deactivates) await hooks.run('deactivated', { companyId })
  if (plan.company) await hooks.run('companyChosen', { companyId, mayTransfer })
  if (plan.activates) await hooks.run('activated', { companyId, mayTransfer })
  if (plan.reachesBack) await hooks.run('rulesWidened', { companyId, isActive })
}
