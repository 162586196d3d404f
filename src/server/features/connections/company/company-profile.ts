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
 * What we know of a chosen Fiken company: its VAT status, its active bank accounts and this year's
 * chart of accounts.
 */
export type CompanyProfile = Omit<typeof fikenCompanies.$inferSelect, 'userId'>

/** What a draft is made by: an account that was closed is not to be on many of them. */
const OLD_AFTER_MS = 10 * 60_000

/**
 * Returns the company as it was last read. `if-old` (the default) reads it from Fiken when it never
 * was or is older than `maxAgeMs`, ten minutes; when Fiken cannot be reached then, what is known is
 * returned, unless the caller `asksOn`: whoever asks Fiken for more right after would only find it
 * down once more. `now` always reads. `never` makes no call. Null: not known, or Fiken has no such
 * company for us.
 *
 * @throws ExternalError, HttpError, LimiterClosed or LimiterBusy when it had to be read and could
 *   not
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
 * The company with its bank accounts as Fiken has them now: what is printed on an invoice cannot be
 * taken back.
 *
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
