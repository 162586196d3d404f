import type { FikenCompany } from '#clients/fiken/client'
import type { Contact, PostalAddress } from '#clients/fiken/types'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { contactFromMirror } from '../../mirrors/contacts.ts'
import { fullAddress, isSameDoor } from '../reading/address.ts'
import { writeAddress } from '../in-fiken/buyer-address.ts'
import { readContact } from '../in-fiken/read-contact.ts'
import { decide } from './plan-recipient.ts'
import { SILENT_JOB, type RecipientInput } from '../reading/recipient.ts'

export interface MovedAddress {
  inFiken: string
  inServiceM8: string
}

type Snapshot = Omit<RecipientInput, 'override'>

/**
 * Returns the client's addresses in Fiken and ServiceM8 when they differ. Returns null when they
 * agree, when one is incomplete, or when the invoice goes to a recipient other than the client.
 */
export async function movedAddress(
  platform: Platform,
  companyId: string,
  slug: string,
  { snapshot, contactId }: { snapshot: Snapshot; contactId: number },
): Promise<MovedAddress | null> {
  const contact = await contactFromMirror(platform.db, companyId, slug, contactId)
  const address = await ownAddress(platform, companyId, snapshot)
  return contact?.address && address && isMoved(contact, address)
    ? { inFiken: lineOf(contact.address), inServiceM8: lineOf(address) }
    : null
}

/**
 * Writes the client's new address to the contact in Fiken, and returns a message for the user.
 * @throws HttpError 409 when there is nothing to change; ExternalError, LimiterBusy
 */
export async function moveContact(
  platform: Platform,
  companyId: string,
  fiken: FikenCompany,
  { snapshot, contactId }: { snapshot: Snapshot; contactId: number },
): Promise<string> {
  const address = await ownAddress(platform, companyId, snapshot)
  const { signal } = new AbortController()
  const contact = await readContact(platform, companyId, fiken, contactId, signal)
  if (!contact || !address || !isMoved(contact, address))
    throw new HttpError(
      409,
      'not_moved',
      'Adressen i Fiken er ikke lenger en annen enn i ServiceM8.',
    )
  await writeAddress(platform, companyId, fiken, contact, address)
  return `Adressen til «${contact.name}» i Fiken er nå ${lineOf(address)}.`
}

/**
 * Returns the client's own address, since a job carries a copy that can be older. Returns null when
 * the invoice goes to another recipient.
 */
async function ownAddress(
  platform: Platform,
  companyId: string,
  snapshot: Snapshot,
): Promise<PostalAddress | null> {
  const decided = await decide(platform, companyId, { ...snapshot, job: SILENT_JOB })
  if (!decided.ok || decided.recipient.memberNumber === null) return null
  return fullAddress(decided.recipient.address) ?? null
}

function isMoved({ address: theirs }: Contact, ours: PostalAddress): boolean {
  const isWhole = (one: PostalAddress) => one.street !== '' && one.postalCode !== ''
  return theirs !== null && isWhole(theirs) && isWhole(ours) && !isSameDoor(theirs, ours)
}

function lineOf({ street, postalCode, city }: PostalAddress): string {
  return [street, `${postalCode} ${city}`.trim()].filter(Boolean).join(', ')
}
