import { distance } from 'fastest-levenshtein'
import type { Contact } from '#clients/fiken/types'
import { comparableName, isOrganizationName, isSameName, numbersIn } from '#shared/names'
import { emailAddress, organizationNumber, phoneNumber } from '#shared/norwegian'
import { doorKey, isSameDoor } from '../reading/address.ts'
import type { Recipient } from '../reading/recipient.ts'

export type Agreement = 'email' | 'phone' | 'address' | 'company_name'
export type Veto = 'organization_number' | 'numbers' | 'form'

export interface Likeness {
  /** The similarity of the names, 0–100. */
  score: number
  agreements: Agreement[]
  vetoes: Veto[]
}

export function compare(recipient: Recipient, contact: Contact): Likeness {
  const agreements: Agreement[] = []
  if (recipient.email !== null && recipient.email === emailAddress(contact.email))
    agreements.push('email')
  if (recipient.phone !== null && recipient.phone === phoneNumber(contact.phone))
    agreements.push('phone')
  if (isSameDoor(recipient.address, contact.address)) agreements.push('address')
  if (isSameCompanyName(recipient, contact)) agreements.push('company_name')
  const vetoes: Veto[] = []
  if (hasOtherOrganizationNumber(recipient, contact)) vetoes.push('organization_number')
  if (numbersIn(recipient.name).sort().join() !== numbersIn(contact.name).sort().join())
    vetoes.push('numbers')
  if (hasOtherForm(recipient.name, contact.name)) vetoes.push('form')
  return { score: nameScore(recipient.name, contact.name), agreements, vetoes }
}

/**
 * Returns the similarity of two names, 0–100: the share of characters that need no editing
 * (Levenshtein distance) between the normalised names without their legal forms. Compares the words
 * in the given and in alphabetical order and takes the higher score ("Nordmann, Ola" = "Ola
 * Nordmann"). The score is rounded down, so that 100 means equal.
 */
export function nameScore(one: string, other: string): number {
  return scoreOf(measurable(one), measurable(other))
}

export interface MeasurableName {
  /** The normalised name without the legal form, with single spaces. */
  core: string
  sorted: string
}

export function measurable(name: string): MeasurableName {
  const { core } = comparableName(name)
  return { core, sorted: core.split(' ').sort().join(' ') }
}

export function scoreOf(one: MeasurableName, other: MeasurableName): number {
  if (one.core === '') return 0
  return Math.floor(100 * Math.max(share(one.core, other.core), share(one.sorted, other.sorted)))
}

export function hasOtherOrganizationNumber(recipient: Recipient, contact: Contact): boolean {
  const theirs = organizationNumber(contact.organizationNumber)
  return (
    recipient.organizationNumber !== null &&
    theirs !== null &&
    recipient.organizationNumber !== theirs
  )
}

export function statedOtherwise(recipient: Recipient, contact: Contact): Agreement[] {
  const theirs = phoneNumber(contact.phone)
  const isOtherPhone = recipient.phone !== null && theirs !== null && recipient.phone !== theirs
  const { address } = recipient
  const isOtherDoor =
    doorKey(address) !== null &&
    doorKey(contact.address) !== null &&
    !isSameDoor(address, contact.address)
  return [...(isOtherPhone ? ['phone' as const] : []), ...(isOtherDoor ? ['address' as const] : [])]
}

/**
 * Returns true if both are organisations with equal names, which proves more than equal names of
 * people: there are many people called Ola Nordmann, and "Per Hansen" is not "Per Hansen AS". The
 * contact's name or number must show that the contact is an organisation, since "Jan Olsen" might
 * be the sole trader or a neighbour.
 */
function isSameCompanyName(recipient: Recipient, contact: Contact): boolean {
  if (!recipient.isOrganization || !isSameName(recipient.name, contact.name)) return false
  return isOrganizationName(contact.name) || organizationNumber(contact.organizationNumber) !== null
}

function hasOtherForm(one: string, other: string): boolean {
  const a = comparableName(one).form
  const b = comparableName(other).form
  return a !== null && b !== null && a !== b
}

function share(a: string, b: string): number {
  return 1 - distance(a, b) / Math.max(a.length, b.length)
}
