import type { BankAccount, Company } from '#clients/fiken/types'
import { organizationDigits } from '#shared/norwegian'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { roleOf } from '../../auth/queries.ts'
import { keepGrantCompanies } from '../grant-store.ts'
import { knownAsOwn } from '../queries.ts'
import { openFiken } from '../tokens/open-clients.ts'
import { vendorFailure } from '../vendor-failure.ts'

export const COMPANIES_FAILED = 'Kunne ikke laste selskaper fra Fiken.'
const BANK_ACCOUNTS_FAILED =
  'Feil ved henting av bankkontoer. Sjekk at du har tilgang til valgt selskap i Fiken.'

/**
 * Returns the companies that the grant includes, and stores them for pairing. The request has the
 * priority of a user who is waiting.
 * @param actorId who asks. An accountant's grant includes their other clients' companies, so others
 * get only those that are known to be this company's; null for a request of the product itself
 * @throws HttpError that says what could not be loaded, and why; 503 when Fiken does not respond
 */
export async function reachableCompanies(
  platform: Platform,
  companyId: string,
  actorId: string | null,
): Promise<Company[]> {
  const { db } = platform
  try {
    const { client, grant } = await openFiken(platform, companyId, { interactive: true })
    const companies = await client.companies.list()
    await keepGrantCompanies(db, grant.id, companies)
    const { personId } = grant
    if (actorId === null || personId === null || personId === actorId) return companies
    if ((await roleOf(db, personId, companyId)) === 'owner') return companies
    const { slugs, numbers } = await knownAsOwn(db, companyId)
    return companies.filter(
      ({ slug, organizationNumber }) =>
        slugs.has(slug) || numbers.has(organizationDigits(organizationNumber) ?? ''),
    )
  } catch (error) {
    throw vendorFailure(error, COMPANIES_FAILED)
  }
}

/**
 * Returns a company that the grant includes and that accepts API requests.
 * @throws HttpError 400 when the grant does not include the company, 409 when its API module is
 * off, 503 when Fiken does not respond
 */
export async function reachableCompany(
  platform: Platform,
  companyId: string,
  slug: string,
  actorId: string | null,
): Promise<Company> {
  const reachable = await reachableCompanies(platform, companyId, actorId)
  const company = reachable.find((one) => one.slug === slug)
  if (!company) {
    throw new HttpError(
      400,
      'company_out_of_reach',
      'Tilgangen til Fiken gjelder ikke dette selskapet. Velg et annet, eller koble til på nytt og kryss av for selskapet.',
    )
  }
  if (!company.hasApiAccess) {
    throw new HttpError(
      409,
      'api_module_off',
      `API-modulen er ikke slått på for ${company.name}. Slå den på i Fiken under Rediger konto → Tilleggstjenester.`,
    )
  }
  return company
}

export async function payableBankAccounts(
  platform: Platform,
  companyId: string,
  slug: string,
): Promise<BankAccount[]> {
  try {
    const { client } = await openFiken(platform, companyId, { interactive: true })
    return (await client.company(slug).bankAccounts({ inactive: false })).filter(isPayable)
  } catch (error) {
    throw vendorFailure(error, BANK_ACCOUNTS_FAILED)
  }
}

export function isPayable(account: BankAccount): boolean {
  return !account.inactive && account.type !== 'tax_deduction' && account.type !== 'credit_card'
}
