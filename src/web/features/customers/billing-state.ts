import type { BillingFields, Customer } from '#shared/contracts/customers'
import { UNKNOWN_CUSTOMER } from '#shared/transfer-display'

export const DEFAULT_COUNTRY = 'Norge'

/** Spellings of Norway by users and ServiceM8, in lower case; addresses omit this country. */
const AT_HOME = new Set(['', 'norge', 'noreg', 'norway', 'no'])

export const FIELDS = [
  'billing_company_name',
  'billing_address',
  'billing_postal_code',
  'billing_city',
  'billing_country',
] as const satisfies readonly (keyof BillingFields)[]
export type Field = (typeof FIELDS)[number]

type Named = Pick<Customer, 'company_name' | 'contact_name' | 'email'>

export function displayName({ company_name, contact_name, email }: Named): string {
  return company_name.trim() || contact_name.trim() || email.trim() || UNKNOWN_CUSTOMER
}

/** Returns a line such as "Storgata 1, 5003 Bergen", with the country if it is not Norway. */
export function addressLine(
  address: string,
  postalCode: string,
  city: string,
  country: string,
): string {
  const street = address
    .split('\n')
    .map((line) => line.trim().replace(/,$/, ''))
    .filter(Boolean)
    .join(', ')
  const abroad = AT_HOME.has(country.trim().toLowerCase()) ? '' : country.trim()
  const place = `${postalCode.trim()} ${city.trim()}`.trim()
  return [street, place, abroad].filter(Boolean).join(', ')
}

export const billingLine = (fields: BillingFields): string =>
  addressLine(
    fields.billing_address,
    fields.billing_postal_code,
    fields.billing_city,
    fields.billing_country,
  )

export function ownBilling(customer: Customer): BillingFields {
  return {
    billing_company_name: displayName(customer),
    billing_address: customer.address,
    billing_city: customer.city,
    billing_postal_code: customer.postal_code,
    billing_country: customer.country.trim() || DEFAULT_COUNTRY,
    billing_organization_number:
      customer.organization_number ||
      (isSameAsCustomer(customer) ? customer.billing_organization_number : ''),
  }
}

export function billingFieldsOf(customer: Customer): BillingFields {
  const { billing_company_name, billing_address, billing_city } = customer
  const { billing_postal_code, billing_country, billing_organization_number } = customer
  return {
    billing_company_name,
    billing_address,
    billing_city,
    billing_postal_code,
    billing_country: billing_country.trim() || DEFAULT_COUNTRY,
    billing_organization_number,
  }
}

export function isSameAsCustomer(customer: Customer): boolean {
  const billed = customer.billing_company_name.trim()
  return billed === '' || billed === customer.company_name.trim()
}

/** Returns true if the client is billed at its own address, or either address is unknown. */
export function isBilledAtOwn(customer: Customer): boolean {
  if (!isSameAsCustomer(customer)) return false
  const { address, postal_code, city, country } = customer
  const billed = billingLine(customer)
  const own = addressLine(address, postal_code, city, country)
  return billed === '' || own === '' || billed.toLowerCase() === own.toLowerCase()
}

/** Compares two values without surrounding spaces; an empty country equals Norway. */
function isAlike(field: Field, one: string, other: string): boolean {
  const [a, b] = [one, other].map((value) => value.trim().replace(/\s+/g, ' '))
  if (field !== 'billing_country') return a === b
  return a === b || (AT_HOME.has(a?.toLowerCase() ?? '') && AT_HOME.has(b?.toLowerCase() ?? ''))
}

export interface Difference {
  field: Field
  mine: string
  theirs: string
  differs: boolean
}

export function differences(mine: BillingFields, theirs: BillingFields): Difference[] {
  return FIELDS.map((field) => ({
    field,
    mine: mine[field],
    theirs: theirs[field],
    differs: !isAlike(field, mine[field], theirs[field]),
  }))
}

export const isEqual = (one: BillingFields, other: BillingFields): boolean =>
  differences(one, other).every(({ differs }) => !differs) && numberOf(one) === numberOf(other)

const numberOf = ({ billing_organization_number: number = '' }: BillingFields): string =>
  number.replace(/\s/g, '')
