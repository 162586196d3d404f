import type { Organization } from '#shared/contracts/organizations'
import type { Registration } from '#shared/forms/auth'

const digitsIn = (typed: string) => typed.replace(/\s/g, '')

/** Returns true for nine digits, which are an organisation number and no name. */
export const isNumber = (typed: string) => /^\d{9}$/.test(digitsIn(typed))

/** Returns true if the register can know the text: a whole number, or two characters of a name. */
export function mayBeAsked(typed: string): boolean {
  const digits = digitsIn(typed)
  return /^\d*$/.test(digits) ? isNumber(typed) : typed.trim().length >= 2
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
