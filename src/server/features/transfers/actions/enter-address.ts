import type { PostalAddress } from '#clients/fiken/types'
import type { AddressFields } from '#shared/forms/address'
import { postcode } from '#shared/norwegian'
import type { Actor } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { noCompany } from '../../configuration/no-company.ts'
import { configurationOf } from '../../configuration/queries.ts'
import { openFiken } from '../../connections/tokens/open-clients.ts'
import { vendorFailure } from '../../connections/vendor-failure.ts'
import { structuredAddress } from '../../customers/reading/address.ts'
import { giveAddress } from '../../customers/in-fiken/buyer-address.ts'
import { planRecipientOfJob } from '../../customers/deciding/plan-recipient.ts'
import { askingOnly } from '../../customers/deciding/reader.ts'
import { newContactFor } from '../../customers/deciding/choose-recipient.ts'
import { countryName, countryOfCode, DEFAULT_COUNTRY } from '../../customers/reading/countries.ts'
import { findTransfer } from '../act.ts'
import { retry } from './retry.ts'

/**
 * Adds an address ("Skriv inn adressen") to the buyer's contact in Fiken, which has neither address
 * nor organisation number, or creates the contact with the address; then retries the job.
 * @throws HttpError 400 with every invalid field, 404, 409; Fiken's errors
 */
export async function enterAddress(
  platform: Platform,
  companyId: string,
  actor: Actor | null,
  id: string,
  fields: AddressFields,
): Promise<string> {
  const address = checkedAddress(fields)
  const row = await findTransfer(platform, companyId, id)
  const { snapshot, servicem8JobId: jobUuid, chosenRecipient: chosen } = row
  if (row.errorCode !== 'address_missing' || row.status !== 'failed' || !snapshot)
    throw new HttpError(409, 'nothing_missing', 'Jobben mangler ikke adresse lenger.')
  const configuration = await configurationOf(platform.db, companyId)
  const slug = configuration.fikenCompanySlug
  if (!slug || configuration.requiresCompanySelection) throw noCompany()
  let known = ''
  try {
    const { client } = await openFiken(platform, companyId, { interactive: true })
    const fiken = client.company(slug)
    const { signal } = new AbortController()
    const { plan } = await planRecipientOfJob(
      askingOnly({ platform, companyId, fiken, signal }),
      { jobUuid, chosen },
      { snapshot, configuration },
    )
    if (plan.kind === 'existing') {
      await giveAddress(platform, companyId, fiken, plan.contactId, address)
      known = SAVED
    } else if (plan.kind === 'new') {
      const at = { ...address, raw: '', needsReview: false }
      const recipient = { ...plan.recipient, address: at }
      const made = await newContactFor(platform, companyId, fiken, recipient)
      known = made ? SAVED : `Fiken har ikke svart på om «${recipient.name}» ble opprettet.`
    }
    // For any other plan, the job or its recipient has changed since; the retried run shows what it
    // waits for.
  } catch (error) {
    throw vendorFailure(error, 'Kunne ikke lagre adressen i Fiken.')
  }
  const { message } = await retry(platform, companyId, id, { kind: 'follow_up', actor })
  return `${known} ${message}`.trim()
}

const SAVED = 'Adressen er lagret i Fiken.'

type Complaints = Partial<Record<keyof AddressFields, string>>

function checkedAddress({ address, postalCode, city, country }: AddressFields): PostalAddress {
  const wrong: Complaints = {}
  const known = countryName(country || DEFAULT_COUNTRY) ?? countryOfCode(country.toUpperCase())
  if (known === null) wrong.country = `«${country}» er ikke et land vi kjenner`
  if (address === '' && city === '') wrong.address = 'Skriv adressen'
  if (known === DEFAULT_COUNTRY) {
    if (postcode(postalCode) === null) wrong.postalCode = 'Postnummer har fire siffer'
    if (city === '') wrong.city = 'Skriv poststedet'
  }
  const [first] = Object.values(wrong)
  if (first !== undefined) throw new HttpError(400, 'invalid', first, { fields: wrong })
  const parts = structuredAddress({ street: address, postalCode, city, country: known ?? '' }, '')
  const { raw: _, needsReview: __, ...checked } = parts
  return checked
}
