import type { Organization } from '#shared/contracts/organizations'
import type { Registration } from '#shared/forms/auth'
import { organizationDigits } from '#shared/norwegian'

const NUMBER_DIGITS = 9

/** Returns true for an organisation number in any notation ("NO 974 760 673 MVA"), which is no name. */
export const isNumber = (typed: string) => organizationDigits(typed)?.length === NUMBER_DIGITS

/** Returns true if the register can know the text: a whole number, or two characters of a name. */
export function mayBeAsked(typed: string): boolean {
  return isNumber(typed) || (/[^\d\s]/.test(typed) && typed.trim().length >= 2)
}

export type Business = Pick<Registration, 'companyName' | 'address' | 'postalCode' | 'city'>

/** Returns the four fields of the business; foreign addresses have the postcode in the place. */
export function businessOf({ name, address }: Organization): Business {
  const postalCode = address?.postalCode ?? ''
  return {
    companyName: name,
    address: address?.street ?? '',
    postalCode: /^\d{4}$/.test(postalCode) ? postalCode : '',
    city: address?.city ?? '',
  }
}

export function addressLine({ address }: Organization): string {
  if (!address) return ''
  const place = [address.postalCode, address.city].filter(Boolean).join(' ')
  return [address.street, place].filter(Boolean).join(', ')
}
