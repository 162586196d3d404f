import { type BillingFields, MOST_BILLING_TEXT } from '#shared/contracts/customers'
import { isSameName } from '#shared/names'
import { organizationNumber } from '#shared/norwegian'
import { HttpError } from '../../../platform/http-error.ts'
import { countryName, DEFAULT_COUNTRY } from '../countries.ts'
import type { BillingOverride } from '../recipient.ts'
import { billingText } from './billing-text.ts'

/**
 * The dialog's fields as they are kept: on one line each, the country by its Norwegian name, the
 * organisation number as nine digits.
 *
 * @param now what is kept now: its organisation number stays with its recipient
 * @throws HttpError 400 `invalid` with the field that is wrong, in Norwegian
 */
export function checkedBilling(
  fields: BillingFields,
  now: BillingOverride | null = null,
): BillingOverride {
  const country = fields.billing_country.trim() || DEFAULT_COUNTRY
  const billing: BillingOverride = {
    billingCompanyName: oneLine(fields.billing_company_name),
    billingAddress: oneLine(fields.billing_address),
    billingCity: oneLine(fields.billing_city),
    billingPostalCode: oneLine(fields.billing_postal_code),
    billingCountry: countryName(country) ?? '',
    organizationNumber: numberOf(fields, now),
  }
  if (billing.billingCompanyName === '')
    throw invalid('billing_company_name', 'Skriv hvem fakturaen skal til')
  if (billing.billingCountry === '')
    throw invalid('billing_country', `«${oneLine(country)}» er ikke et land vi kjenner`)
  const isNorwegian = billing.billingCountry === DEFAULT_COUNTRY
  if (isNorwegian && !/^(\d{4})?$/.test(billing.billingPostalCode))
    throw invalid('billing_postal_code', 'Postnummer har fire siffer')
  if (billingText(billing).length > MOST_BILLING_TEXT)
    throw invalid('billing_address', 'Navn og adresse kan ha høyst 500 tegn til sammen')
  return billing
}

function numberOf(fields: BillingFields, now: BillingOverride | null): string {
  const typed = fields.billing_organization_number
  if (typed === undefined) {
    const isSame = isSameName(now?.billingCompanyName ?? '', fields.billing_company_name)
    return isSame ? (now?.organizationNumber ?? '') : ''
  }
  if (typed.trim() === '') return ''
  const number = organizationNumber(typed)
  if (number === null)
    throw invalid('billing_organization_number', 'Organisasjonsnummeret er ikke gyldig')
  return number
}

/** Control characters are no part of an address, and each of our fields is one line of it. */
const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()

function invalid(field: keyof BillingFields, message: string): HttpError {
  return new HttpError(400, 'invalid', message, { fields: { [field]: message } })
}
