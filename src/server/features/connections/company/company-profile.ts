import type { FikenClient, FikenCompany } from '#clients/fiken/client'
import { isExternalError } from '#clients/http/external-error'
import { instant } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { rowsTogether } from '../../../platform/database/together.ts'
import type { Platform } from '../../../platform/platform.ts'
import { openFiken } from '../tokens/open-clients.ts'
import { keepBankAccounts } from '../store.ts'
import { fikenCompanies } from '../tables.ts'

/**
 * The stored data of a chosen Fiken company: its VAT status, active bank accounts and this year's
 * chart of accounts.
 */
export type CompanyProfile = Omit<typeof fikenCompanies.$inferSelect, 'userId'>

/**
 * The age at which a profile is read again: drafts use it, and a closed account must not get onto
 * many of them.
 */
const OLD_AFTER_MS = 10 * 60_000

/**
 * Returns the company's profile. `if-old` (the default) reads it from Fiken when it is missing or
 * older than `maxAgeMs`, ten minutes; when Fiken is then unavailable, the stored one is returned,
 * unless the caller `asksOn`, that is, makes further calls to Fiken which would only fail too.
 * `now` always reads. `never` makes no call. Null: not stored, or not in Fiken within our grant.
 * @throws ExternalError, HttpError, LimiterClosed or LimiterBusy when it had to be read and could
 * not
 */
export async function companyProfile(
  platform: Platform,
  userId: string,
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
  const known = await storedProfile(platform.db, userId, slug)
  if (refresh === 'never') return known
  const isOld = known === null || platform.clock.now() - known.refreshedAt.getTime() > maxAgeMs
  if (refresh === 'if-old' && !isOld) return known
  try {
    const {
      client = (
        await openFiken(platform, userId, {
          interactive: options.interactive,
          signal: options.signal,
        })
      ).client,
    } = options
    return await readProfile(platform, userId, slug, client, options.signal)
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
 * Returns the company with its bank accounts as they are in Fiken now: an account printed on an
 * invoice cannot be taken back.
 * @throws ExternalError, HttpError, LimiterClosed or LimiterBusy
 */
export async function withFreshAccounts(
  platform: Platform,
  userId: string,
  company: CompanyProfile,
  fiken: FikenCompany,
  signal?: AbortSignal,
): Promise<CompanyProfile> {
  const bankAccounts = await fiken.bankAccounts({ inactive: false, signal })
  await keepBankAccounts(platform.db, userId, company.slug, bankAccounts)
  return { ...company, bankAccounts }
}

async function storedProfile(db: Db, userId: string, slug: string): Promise<CompanyProfile | null> {
  const [row] = await readProfiles(db, { userId, slug })
  if (!row) return null
  const { userId: _user, ...profile } = row
  return profile
}

const readProfiles = rowsTogether(fikenCompanies, ['userId', 'slug'])

async function readProfile(
  platform: Platform,
  userId: string,
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
    .values({ userId, ...profile })
    .onConflictDoUpdate({ target: [fikenCompanies.userId, fikenCompanies.slug], set: profile })
  return profile
}
