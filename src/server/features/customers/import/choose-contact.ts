import type { Platform } from '../../../platform/platform.ts'
import { HttpError, notFound } from '../../../platform/http-error.ts'
import { chooseContact } from '../choose-recipient.ts'
import { billedClient } from './billed-clients.ts'
import { linked } from './compare-clients.ts'
import { changeMatch } from './match-store.ts'

/**
 * Links a client's recipient to the contact that a person has chosen, also where it was linked to
 * another.
 *
 * @throws HttpError 404 for an unknown client or contact, 409 when it is not known who is billed
 */
export async function chooseForClient(
  platform: Platform,
  userId: string,
  slug: string,
  uuid: string,
  contactId: number,
): Promise<{ client: string; contact: string }> {
  const found = await billedClient(platform.db, userId, uuid)
  if (!found) throw notFound('Kunden finnes ikke.')
  const { client, decided } = found
  if (!decided.ok) throw new HttpError(409, decided.problem.code, decided.problem.message)
  const { recipient } = decided
  const { name } = await chooseContact(platform, userId, slug, recipient, contactId)
  await changeMatch(platform.db, { userId, slug }, linked(recipient, contactId, name))
  return { client: client.name, contact: name }
}
