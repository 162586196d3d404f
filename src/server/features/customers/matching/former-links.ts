import type { Db } from '../../../platform/database/database.ts'
import { clientsFor } from '../../mirrors/clients.ts'
import { linksBeside } from '../link-store.ts'
import { isEqualName, wordsOf } from './name-words.ts'
import { otherClients } from './other-clients.ts'
import type { Recipient } from '../recipient.ts'

/** A link of the client from when it had another name. */
export interface FormerLink {
  contactId: number
  /** "" when it was not kept. */
  name: string
  foundBy: string
}

/**
 * The links that a client had under other names than it has now, newest first. A client has links to
 * other recipients too (the tenants of a landlord), and a head office to its sites: those are none.
 */
export async function formerLinks(
  db: Db,
  userId: string,
  slug: string,
  recipient: Recipient,
): Promise<FormerLink[]> {
  if (recipient.memberNumber === null) return []
  const links = await linksBeside(db, userId, slug, recipient)
  if (links.length === 0) return []
  const clients = otherClients(await clientsFor(db, userId))
  return links.filter(({ name, clientName }) => {
    const words = wordsOf(name)
    const isOwn = clientName === null || name === '' || isEqualName(words, wordsOf(clientName))
    // The client as it is called now is the recipient itself.
    const isRenamed = isEqualName(words, wordsOf(recipient.name))
    return isOwn && (isRenamed || !clients.isOfFamily(recipient, words))
  })
}
