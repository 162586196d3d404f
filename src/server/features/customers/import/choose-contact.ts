import type { Db } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError, notFound } from '../../../platform/http-error.ts'
import { chooseContact } from '../deciding/choose-recipient.ts'
import { billedClient } from './billed-clients.ts'
import { linked } from './compare-clients.ts'
import { changeMatch } from './match-store.ts'

/**
 * Links a client's recipient to the contact that a person has chosen, also where it was linked to
 * another.
 *
 * @param decided what follows from it, in the transaction that stores it: a killed process has done
 *   both or neither
 * @throws HttpError 404 for an unknown client or contact, 409 when it is not known who is billed
 */
export async function chooseForClient(
  platform: Platform,
  userId: string,
  slug: string,
  uuid: string,
  contactId: number,
  decided: (tx: Db) => Promise<void>,
): Promise<{ client: string; contact: string }> {
  const found = await billedClient(platform.db, userId, uuid)
  if (!found) throw notFound('Kunden finnes ikke.')
  const { client, decided: billed } = found
  if (!billed.ok) throw new HttpError(409, billed.problem.code, billed.problem.message)
  const { recipient } = billed
  return platform.db.transaction(async (tx) => {
    const inside = { ...platform, db: tx }
    const { name } = await chooseContact(inside, userId, slug, recipient, contactId)
    await changeMatch(tx, { userId, slug }, linked(recipient, contactId, name))
    await decided(tx)
    return { client: client.name, contact: name }
  })
}
