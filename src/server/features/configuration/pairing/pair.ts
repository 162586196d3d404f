import { instant } from '../../../platform/clock.ts'
import type { Actor, CompanyOfRequest } from '../../../platform/http/caller.ts'
import { requireAct } from '../../../platform/http/role.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { holdMembership } from '../../auth/queries.ts'
import { companyProfile } from '../../connections/company/company-profile.ts'
import { COMPANIES_FAILED, reachableCompany } from '../../connections/company/fiken-companies.ts'
import { alreadyConnected, grantGone, takeUpGrant } from '../../connections/oauth/take-up-grant.ts'
import { openFiken } from '../../connections/tokens/open-clients.ts'
import { vendorFailure } from '../../connections/vendor-failure.ts'
import { companyTaken } from '../no-company.ts'
import { configurationOf, type ConfigurationRow, holdConfiguration, isTaken } from '../queries.ts'
import { changeConfiguration } from '../store.ts'
import { livingGrant, unpairedAmong } from './pairing-store.ts'
import { actsOfPairing } from './plan-pairings.ts'

export interface Pair {
  company: CompanyOfRequest
  /** Whose grant it is. */
  personId: string
  grantId: string
  slug: string
}

/**
 * Makes the company use a grant at Fiken, and the company in Fiken as if it had been chosen under
 * Konfigurasjoner. Switches nothing on.
 * @throws HttpError 403 when the role does not allow it, 404 when the grant has ended, 400 when it
 * does not include the company in Fiken, 409 when the company is connected or another company of
 * ours uses that one, 503 when Fiken does not respond
 */
export async function pair(
  platform: Platform,
  { company, personId, grantId, slug }: Pair,
  actor: Actor,
): Promise<void> {
  const { db, hooks, live } = platform
  const companyId = company.id
  const grant = await livingGrant(db, grantId)
  if (grant?.personId !== personId) throw grantGone()
  const unpaired = (await unpairedAmong(db, [companyId])).get(companyId)
  if (!unpaired) throw alreadyConnected()
  const known = await configurationOf(db, companyId)
  for (const act of actsOfPairing(unpaired, slug)) requireAct(company, act)
  const name = await readCompany(platform, companyId, grant.usedBy, slug)

  const at = instant(platform.clock)
  const saved = await takeUpGrant(platform, { companyId, grantId, at }, async (tx) => {
    if (!(await holdMembership(tx, personId, companyId))) throw grantGone()
    const held = await holdConfiguration(tx, companyId)
    if (held.fikenCompanySlug !== known.fikenCompanySlug) throw alreadyConnected()
    if (await isTaken(tx, companyId, slug)) throw companyTaken()
    const row = await changeConfiguration(tx, companyId, choice(held, slug, at), at)
    await recordActivity(tx, {
      companyId,
      actor,
      type: 'oauth',
      action: 'fiken_connected',
      description: `Fiken er tilkoblet med tilgangen til ${grant.account}: ${name}.`,
      success: true,
      at,
    })
    return row
  })
  const mayTransfer = saved.isActive && saved.fikenCompanySlug !== null
  await hooks.run('companyChosen', { companyId, mayTransfer })
  live.publish(companyId, 'configuration', 'setup')
}

/** The settings as if the company in Fiken had been chosen under Konfigurasjoner. */
const choice = (held: ConfigurationRow, slug: string, at: Date): Partial<ConfigurationRow> => ({
  requiresCompanySelection: false,
  // The old bank account does not exist in another company.
  ...(slug === held.fikenCompanySlug
    ? {}
    : { fikenCompanySlug: slug, fikenCompanySince: at, fikenBankAccountCode: '' }),
})

/** Reads the company in Fiken with the grant of a company that uses it. Returns its name. */
async function readCompany(
  platform: Platform,
  companyId: string,
  throughId: string,
  slug: string,
): Promise<string> {
  const { name } = await reachableCompany(platform, throughId, slug, null)
  try {
    const { client } = await openFiken(platform, throughId, { interactive: true })
    await companyProfile(platform, companyId, slug, { refresh: 'now', client })
  } catch (error) {
    throw vendorFailure(error, COMPANIES_FAILED)
  }
  return name
}
