import type { FikenCompany } from '#clients/fiken/client'
import type { Contact } from '#clients/fiken/types'
import type { FoundContact } from '#shared/contracts/customers'
import { inBackground } from '../../platform/background.ts'
import type { Platform } from '../../platform/platform.ts'
import { noCompany } from '../configuration/no-company.ts'
import { configurationOf } from '../configuration/queries.ts'
import { openFiken } from '../connections/tokens/open-clients.ts'
import { vendorFailure } from '../connections/vendor-failure.ts'
import { countryName } from '../customers/reading/countries.ts'
import { ensureContactsMirror, readChangedContacts, searchContacts } from '../mirrors/contacts.ts'

/** The age in milliseconds above which a search first reads what has changed in Fiken. */
const FRESH_MS = 20_000
/** The time that a search waits for the changes; a later search finds what came after it. */
const PATIENCE_MS = 2_000

/**
 * Searches our copy of the active contacts, because Fiken's own search only finds exact values.
 * Reads all contacts first if they were never read, and otherwise what has changed. When Fiken does
 * not respond, the search covers what is known.
 *
 * @throws HttpError 409 when no company is chosen, or when the request to Fiken fails
 */
export async function findContacts(
  platform: Platform,
  companyId: string,
  query: string,
): Promise<FoundContact[]> {
  const { fikenCompanySlug: slug } = await configurationOf(platform.db, companyId)
  if (!slug) throw noCompany()
  try {
    const { client } = await openFiken(platform, companyId, { interactive: true })
    const company = client.company(slug)
    const state = await ensureContactsMirror(platform, companyId, company)
    if (state === 'ready') await waitForChanges(platform, companyId, company)
  } catch (error) {
    throw vendorFailure(error, 'Kunne ikke søke blant kontaktene i Fiken.')
  }
  const found = await searchContacts(platform.db, companyId, slug, query)
  return found.filter(({ inactive }) => !inactive).map(shown)
}

async function waitForChanges(
  platform: Platform,
  companyId: string,
  company: FikenCompany,
): Promise<void> {
  const reading = readChangedContacts(platform, companyId, company, { maxAgeMs: FRESH_MS })
  inBackground(platform.log, 'a search did not see what has changed in Fiken', reading)
  const enough = new AbortController()
  await Promise.race([
    reading.catch(() => undefined),
    platform.clock.sleep(PATIENCE_MS, enough.signal),
  ])
  enough.abort()
}

function shown({ contactId, name, organizationNumber, address }: Contact): FoundContact {
  const { street = '', street2 = '', postalCode = '', city = '' } = address ?? {}
  const country = countryName(address?.country ?? '') ?? address?.country ?? ''
  const lines = [street, street2].filter(Boolean).join(', ')
  return {
    name,
    contactId,
    organizationNumber,
    address: [lines, `${postalCode} ${city}`.trim(), country].filter(Boolean).join(', '),
    street: lines,
    postalCode,
    city,
    country,
  }
}
