import type { Contact } from '#clients/fiken/types'
import type { FoundContact } from '#shared/contracts/customers'
import type { Platform } from '../../platform/platform.ts'
import { noCompany } from '../configuration/no-company.ts'
import { configurationOf } from '../configuration/queries.ts'
import { openFiken } from '../connections/tokens/open-clients.ts'
import { vendorFailure } from '../connections/vendor-failure.ts'
import { countryName } from '../customers/reading/countries.ts'
import { ensureContactsMirror, searchContacts } from '../mirrors/contacts.ts'

/**
 * Searches our copy of the active contacts, because Fiken's own search only finds exact values.
 * Reads all contacts first if they were never read.
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
    await ensureContactsMirror(platform, companyId, client.company(slug))
  } catch (error) {
    throw vendorFailure(error, 'Kunne ikke søke blant kontaktene i Fiken.')
  }
  const found = await searchContacts(platform.db, companyId, slug, query)
  return found.filter(({ inactive }) => !inactive).map(shown)
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
