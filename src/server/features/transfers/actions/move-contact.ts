import type { Platform } from '../../../platform/platform.ts'
import { HttpError, notFound } from '../../../platform/http-error.ts'
import { openFiken } from '../../connections/tokens/open-clients.ts'
import {
  movedAddress,
  moveContact,
  type MovedAddress,
} from '../../customers/deciding/moved-address.ts'
import { transferById } from '../queries.ts'

/** This file handles a client that has moved while Fiken still has the old address. */

/**
 * Returns the contact's old and new address; null if nothing has moved, or until the transfer has
 * been sent, because its recipient is not certain before that.
 */
export async function movedOf(
  platform: Platform,
  companyId: string,
  id: string,
): Promise<MovedAddress | null> {
  const asked = await question(platform, companyId, id)
  return asked && movedAddress(platform, companyId, asked.slug, asked)
}

/**
 * Writes the new address to the transfer's contact in Fiken, and returns a message for the user.
 * @throws HttpError 404, 409 when there is nothing to change; ExternalError, LimiterBusy
 */
export async function moveContactOf(
  platform: Platform,
  companyId: string,
  id: string,
): Promise<string> {
  const asked = await question(platform, companyId, id)
  if (!asked) throw new HttpError(409, 'not_moved', 'Overføringen har ingen kunde i Fiken ennå.')
  const { client } = await openFiken(platform, companyId, { interactive: true })
  return moveContact(platform, companyId, client.company(asked.slug), asked)
}

async function question(platform: Platform, companyId: string, id: string) {
  const row = await transferById(platform.db, companyId, id)
  if (!row) throw notFound('Overføringen finnes ikke.')
  const { snapshot, fikenData, fikenCompanySlug: slug } = row
  if (!snapshot || !fikenData || slug === null) return null
  return { snapshot, slug, contactId: fikenData.sent.customerId }
}
