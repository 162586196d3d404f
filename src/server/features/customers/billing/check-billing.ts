import { type BillingFields, MOST_BILLING_TEXT } from '#shared/contracts/customers'
import { isSameName } from '#shared/names'
import { organizationNumber } from '#shared/norwegian'
import { HttpError } from '../../../platform/http-error.ts'
import { countryName, DEFAULT_COUNTRY } from '../reading/countries.ts'
import type { BillingOverride } from '../reading/recipient.ts'
import { billingText } from './billing-text.ts'

type Complaints = Partial<Record<keyof BillingFields, string>>

/**
 * Validates the fields of the billing dialog and returns them in the form in which they are stored:
 * each on one line, the country by its Norwegian name and the organisation number as nine digits.
 * @param now the stored address; its organisation number is kept while the recipient stays the same
 * @throws HttpError 400 `invalid` with a Norwegian message for every invalid field
 */
export function checkedBilling(
  fields: BillingFields,
  now: BillingOverride | null = null,
): BillingOverride {
  const wrong: Complaints = {}
  const country = fields.billing_country.trim() || DEFAULT_COUNTRY
  const number = numberOf(fields, now)
  const billing: BillingOverride = {
    billingCompanyName: oneLine(fields.billing_company_name),
    billingAddress: oneLine(fields.billing_address),
    billingCity: oneLine(fields.billing_city),
    billingPostalCode: oneLine(fields.billing_postal_code),
    billingCountry: countryName(country) ?? '',
    organizationNumber: number ?? '',
  }
  if (billing.billingCompanyName === '')
    wrong.billing_company_name = 'Skriv hvem fakturaen skal til'
  if (billing.billingCountry === '')
    wrong.billing_country = `«${oneLine(country)}» er ikke et land vi kjenner`
  const isNorwegian = billing.billingCountry === DEFAULT_COUNTRY
  if (isNorwegian && !/^(\d{4})?$/.test(billing.billingPostalCode))
    wrong.billing_postal_code = 'Postnummer har fire siffer'
  if (billingText(billing).length > MOST_BILLING_TEXT)
    wrong.billing_address = 'Navn og adresse kan ha høyst 500 tegn til sammen'
  if (number === null) wrong.billing_organization_number = 'Organisasjonsnummeret er ikke gyldig'
  const [first] = Object.values(wrong)
  if (first !== undefined) throw new HttpError(400, 'invalid', first, { fields: wrong })
  return billing
}

function numberOf(fields: BillingFields, now: BillingOverride | null): string | null {
  const typed = fields.billing_organization_number
  if (typed === undefined) {
    const isSame = isSameName(now?.billingCompanyName ?? '', fields.billing_company_name)
    return isSame ? (now?.organizationNumber ?? '') : ''
  }
  if (typed.trim() === '') return ''
  return organizationNumber(typed)
}

const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
