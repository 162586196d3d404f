import type { FikenClient, FikenCompany } from '#clients/fiken/client'
import { isExternalError } from '#clients/http/external-error'
import { instant } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { rowsTogether } from '../../../platform/database/together.ts'
import type { Platform } from '../../../platform/platform.ts'
import { openFiken } from '../tokens/open-clients.ts'
import { keepBankAccounts } from '../store.ts'
import { fikenCompanies } from '../tables.ts'

export type CompanyProfile = Omit<typeof fikenCompanies.$inferSelect, 'companyId'>

/**
 * The age in ms above which a profile is read again. Drafts use the bank accounts, so a closed
 * account must be noticed soon.
 */
const OLD_AFTER_MS = 10 * 60_000

/**
 * Returns the company's profile; null when the profile is not stored, or when the grant does not
 * include the company. `if-old` (the default) reads the profile from Fiken if it is missing or
 * older than `maxAgeMs`, ten minutes. If Fiken is unavailable, the stored profile is returned,
 * unless `asksOn` is true because the caller's further requests to Fiken would fail too. `now`
 * always reads the profile from Fiken, and `never` only reads the database.
 * @throws ExternalError, HttpError, LimiterClosed or LimiterBusy when a required read fails
 */
export async function companyProfile(
  platform: Platform,
  companyId: string,
  slug: string,
  options: {
    refresh?: 'if-old' | 'never' | 'now'
    maxAgeMs?: number
    asksOn?: boolean
    client?: FikenClient
    interactive?: boolean
    signal?: AbortSignal
  } = {},
): Promise<CompanyProfile | null> {
  const { refresh = 'if-old', maxAgeMs = OLD_AFTER_MS, asksOn = false } = options
  const known = await storedProfile(platform.db, companyId, slug)
  if (refresh === 'never') return known
  const isOld = known === null || platform.clock.now() - known.refreshedAt.getTime() > maxAgeMs
  if (refresh === 'if-old' && !isOld) return known
  try {
    const {
      client = (
        await openFiken(platform, companyId, {
          interactive: options.interactive,
          signal: options.signal,
        })
      ).client,
    } = options
    return await readProfile(platform, companyId, slug, client, options.signal)
  } catch (error) {
    if (isExternalError(error, 'not_found')) return null
    const isPassing =
      isExternalError(error, 'rate_limited', 'bad_answer') ||
      (!asksOn && isExternalError(error, 'unavailable'))
    if (refresh === 'if-old' && known !== null && isPassing) return known
    throw error
  }
}

/**
 * Returns the company with its current bank accounts in Fiken, because an account printed on an
 * invoice cannot be changed afterwards.
 * @throws ExternalError, HttpError, LimiterClosed or LimiterBusy
 */
export async function withFreshAccounts(
  platform: Platform,
  companyId: string,
  company: CompanyProfile,
  fiken: FikenCompany,
  signal?: AbortSignal,
): Promise<CompanyProfile> {
  const bankAccounts = await fiken.bankAccounts({ inactive: false, signal })
  await keepBankAccounts(platform.db, companyId, company.slug, bankAccounts)
  return { ...company, bankAccounts }
}

async function storedProfile(
  db: Db,
  companyId: string,
  slug: string,
): Promise<CompanyProfile | null> {
  const [row] = await readProfiles(db, { companyId, slug })
  if (!row) return null
  const { companyId: _user, ...profile } = row
  return profile
}

const readProfiles = rowsTogether(fikenCompanies, ['companyId', 'slug'])

async function readProfile(
  platform: Platform,
  companyId: string,
  slug: string,
  client: FikenClient,
  signal?: AbortSignal,
): Promise<CompanyProfile> {
  const { name, organizationNumber, vatRegistered, address } = await client.companies.get(
    slug,
    signal,
  )
  const company = client.company(slug)
  const bankAccounts = await company.bankAccounts({ inactive: false, signal })
  const accounts = await company.accounts({ signal })
  const profile = {
    slug,
    name,
    organizationNumber,
    vatRegistered,
    address,
    bankAccounts,
    accounts,
    refreshedAt: instant(platform.clock),
  }
  await platform.db
    .insert(fikenCompanies)
    .values({ companyId, ...profile })
    .onConflictDoUpdate({ target: [fikenCompanies.companyId, fikenCompanies.slug], set: profile })
  return profile
}
