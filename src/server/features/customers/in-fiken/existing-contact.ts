import type { FikenCompany } from '#clients/fiken/client'
import type { Contact } from '#clients/fiken/types'
import { isExternalError } from '#clients/http/external-error'
import type { Platform } from '../../../platform/platform.ts'
import { writeThroughContact } from '../../mirrors/contacts.ts'
import type { Match } from '../matching/match.ts'

/** As Fiken has it now. Null when it is gone there. */
export async function readContact(
  { db }: Platform,
  userId: string,
  fiken: FikenCompany,
  contactId: number,
  signal: AbortSignal,
): Promise<Contact | null> {
  try {
    const contact = await fiken.contacts.get(contactId, signal)
    await writeThroughContact(db, userId, fiken.slug, contact)
    return contact
  } catch (error) {
    if (!isExternalError(error, 'not_found')) throw error
    return null
  }
}

/**
 * A contact that is only a supplier, or inactive, is made a customer: Fiken accepts no other on a
 * draft.
 */
export async function existing(
  fiken: FikenCompany,
  match: Extract<Match, { kind: 'link' }>,
  signal: AbortSignal,
): Promise<Contact> {
  const contact = match.contact ?? (await fiken.contacts.get(match.contactId, signal))
  if (contact.customer && !match.makeCustomer) return contact
  await fiken.contacts.update(match.contactId, { customer: true })
  return { ...contact, customer: true }
}
