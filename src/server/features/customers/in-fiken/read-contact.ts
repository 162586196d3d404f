import type { FikenCompany } from '#clients/fiken/client'
import type { Contact } from '#clients/fiken/types'
import { isExternalError, unlessGone } from '#clients/http/external-error'
import { HttpError } from '../../../platform/http-error.ts'
import { LimiterBusy, LimiterClosed } from '../../../platform/limiter/vendor-limiter.ts'
import type { Platform } from '../../../platform/platform.ts'
import {
  contactFromMirror,
  dropContact,
  readChangedContacts,
  writeThroughContact,
} from '../../mirrors/contacts.ts'
import type { Match } from '../matching/candidates.ts'

/**
 * Reads a contact from Fiken and updates our copy. Returns null when the contact no longer exists
 * in Fiken.
 */
export async function readContact(
  { db }: Platform,
  companyId: string,
  fiken: FikenCompany,
  contactId: number,
  signal: AbortSignal,
): Promise<Contact | null> {
  const contact = await unlessGone(fiken.contacts.get(contactId, signal))
  if (contact) await writeThroughContact(db, companyId, fiken.slug, contact)
  return contact
}

/**
 * Returns the contact if it has become inactive in Fiken, by the user or through a merger there;
 * null otherwise. Changed contacts are read at most once a minute.
 * @throws ExternalError, LimiterClosed
 */
export async function inactiveByNow(
  platform: Platform,
  companyId: string,
  fiken: FikenCompany,
  contactId: number,
  signal: AbortSignal,
): Promise<Contact | null> {
  await readChangedContacts(platform, companyId, fiken, { signal })
  const contact = await contactFromMirror(platform.db, companyId, fiken.slug, contactId)
  return contact?.inactive ? contact : null
}

/**
 * Returns the matched contact, marked as a customer in Fiken if necessary, because Fiken accepts
 * only customers on a draft.
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

/**
 * Reads a contact that the user has chosen from its own endpoint in Fiken. Reactivates an inactive
 * contact, since Fiken does not invoice inactive contacts. If Fiken is unavailable, uses our copy
 * if the contact is active there.
 *
 * @throws HttpError 404 when the contact no longer exists; ExternalError, LimiterBusy,
 * LimiterClosed
 */
export async function readCandidate(
  { db }: Platform,
  companyId: string,
  fiken: FikenCompany,
  contactId: number,
): Promise<void> {
  const known = await contactFromMirror(db, companyId, fiken.slug, contactId)
  // The contact is unknown or belongs to another company, which the caller reports.
  if (!known) return
  try {
    const contact = await fiken.contacts.get(contactId)
    if (contact.inactive) await fiken.contacts.update(contactId, { inactive: false })
    await writeThroughContact(db, companyId, fiken.slug, { ...contact, inactive: false })
  } catch (error) {
    if (isExternalError(error, 'not_found')) {
      await dropContact(db, companyId, fiken.slug, contactId)
      throw new HttpError(404, 'contact_gone', `«${known.name}» er slettet i Fiken. Velg en annen.`)
    }
    const isAway =
      isExternalError(error, 'unavailable', 'rate_limited') || error instanceof LimiterBusy
    if (known.inactive || !isAway) throw error
  }
}

/**
 * Reads each candidate of an uncertain row from the contact's own endpoint in Fiken, since lists of
 * changes do not include deletions. Ends at the first candidate that cannot be read.
 * @returns true if Fiken responded for all candidates
 */
export async function readCandidates(
  { db }: Platform,
  companyId: string,
  fiken: FikenCompany,
  contactIds: readonly number[],
): Promise<boolean> {
  for (const contactId of contactIds) {
    try {
      await writeThroughContact(db, companyId, fiken.slug, await fiken.contacts.get(contactId))
    } catch (error) {
      if (isExternalError(error, 'not_found'))
        await dropContact(db, companyId, fiken.slug, contactId)
      else if (
        isExternalError(error) ||
        error instanceof LimiterBusy ||
        error instanceof LimiterClosed
      )
        return false
      else throw error
    }
  }
  return true
}
