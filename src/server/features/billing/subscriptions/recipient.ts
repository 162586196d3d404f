import type { BillRecipient } from '../tables.ts'

export interface Billed {
  firstName: string | null
  lastName: string | null
  companyName: string | null
  email: string
  address: string | null
  postalCode: string | null
  city: string | null
}

export function recipientOf(user: Billed): BillRecipient {
  const person = [user.firstName, user.lastName].map(clean).filter(Boolean).join(' ')
  return {
    name: clean(user.companyName) || person,
    attention: person,
    email: user.email,
    address: clean(user.address),
    postalCode: clean(user.postalCode),
    city: clean(user.city),
  }
}

export function missingOf({ name, address, postalCode, city }: BillRecipient): string[] {
  return [
    ...(name === '' ? ['navn'] : []),
    ...(address === '' ? ['adresse'] : []),
    ...(postalCode === '' ? ['postnummer'] : []),
    ...(city === '' ? ['poststed'] : []),
  ]
}

const clean = (text: string | null) => text?.trim() ?? ''
