import type { FikenCompany } from '#clients/fiken/client'
import { isExternalError } from '#clients/http/external-error'
import { HttpError } from '../../../platform/http-error.ts'
import { LimiterBusy, LimiterClosed } from '../../../platform/limiter/vendor-limiter.ts'
import type { Platform } from '../../../platform/platform.ts'
import { contactFromMirror, dropContact, writeThroughContact } from '../../mirrors/contacts.ts'

/**
 * Reads a contact that a person has chosen, at its own address. Chosen although it is inactive, it is
 * made active again: an invoice goes to no other. Where Fiken cannot be asked, one that was active is
 * taken as we know it.
 *
 * @throws HttpError 404 when it is gone; ExternalError, LimiterBusy, LimiterClosed
 */
export async function readCandidate(
  { db }: Platform,
  userId: string,
  fiken: FikenCompany,
  contactId: number,
): Promise<void> {
  const known = await contactFromMirror(db, userId, fiken.slug, contactId)
  // Of another company, or never seen: the caller says so.
  if (!known) return
  try {
    const contact = await fiken.contacts.get(contactId)
    if (contact.inactive) await fiken.contacts.update(contactId, { inactive: false })
    await writeThroughContact(db, userId, fiken.slug, { ...contact, inactive: false })
  } catch (error) {
    if (isExternalError(error, 'not_found')) {
      await dropContact(db, userId, fiken.slug, contactId)
      throw new HttpError(404, 'contact_gone', `«${known.name}» er slettet i Fiken. Velg en annen.`)
    }
    const isAway =
      isExternalError(error, 'unavailable', 'rate_limited') || error instanceof LimiterBusy
    if (known.inactive || !isAway) throw error
  }
}

/**
 * Reads the candidates of a row that is uncertain, at their own addresses: lists of changes leave
 * deletions out. What Fiken does not answer stays as it is.
 *
 * @returns whether Fiken has answered about all of them
 */
export async function readCandidates(
  { db }: Platform,
  userId: string,
  fiken: FikenCompany,
  contactIds: readonly number[],
): Promise<boolean> {
  for (const contactId of contactIds) {
    try {
      await writeThroughContact(db, userId, fiken.slug, await fiken.contacts.get(contactId))
    } catch (error) {
      if (isExternalError(error, 'not_found')) await dropContact(db, userId, fiken.slug, contactId)
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
