import type { Contact } from '#clients/fiken/types'
import type { Db } from '../../../platform/database/database.ts'
import { clientsFor } from '../../mirrors/clients.ts'
import { linksBeside, MATCHING_RULE } from '../link-store.ts'
import { isEqualName, wordsOf, type NameWords } from './name-words.ts'
import { otherClients } from './other-clients.ts'
import type { Recipient } from '../reading/recipient.ts'
import { isFormerName, nameReadNow } from '../reading/former-name.ts'

/** A link of the client from when it had another name. */
export interface FormerLink {
  contactId: number
  /** "" when it was not kept. */
  name: string
  foundBy: string
  /** The name is as it was read before; as it is read today it is the recipient's, or none. */
  isReread?: boolean
}

/**
 * The links that a client had under other names than it has now, newest first. A client has links to
 * other recipients too (the tenants of a landlord), and a head office to its sites: those are none.
 * Any recipient may have one from when its name was read otherwise.
 */
export async function formerLinks(
  db: Db,
  userId: string,
  slug: string,
  recipient: Recipient,
): Promise<FormerLink[]> {
  const links = await linksBeside(db, userId, slug, recipient)
  const reread = links
    .filter(({ name, rule }) => rule < MATCHING_RULE && isFormerName(name, recipient))
    .map((link) => ({ ...link, isReread: true }))
  if (reread.length > 0) return reread
  if (recipient.memberNumber === null || links.length === 0) return []
  const clients = otherClients(await clientsFor(db, userId))
  return links.filter(({ name, clientName }) => {
    const words = wordsOf(name)
    const isOwn = clientName === null || name === '' || isEqualName(words, wordsOf(clientName))
    // The client as it is called now is the recipient itself.
    const isRenamed = isEqualName(words, wordsOf(recipient.name))
    return isOwn && (isRenamed || !clients.isOfFamily(recipient, words))
  })
}

/**
 * Was this link made for a recipient that is called so today? What an earlier rule took for the same is
 * judged by today's, as each link of its is (link-doubt.ts).
 */
export function isLinkOf(
  name: NameWords,
  { name: written, foundBy, isReread = false }: FormerLink,
  contact: Pick<Contact, 'name'>,
): boolean {
  if (!isReread) return isEqualName(wordsOf(written), name)
  const isNamed = (text: string) => isEqualName(wordsOf(nameReadNow(text) ?? ''), name)
  return (
    isNamed(written) && (!['fuzzy', 'member_number'].includes(foundBy) || isNamed(contact.name))
  )
}

/** The newest. "v/ Kari" and "v/ Ola" may be two, though, since they were two contacts. */
export function theOnly<T extends { link: FormerLink }>(found: readonly T[]): T | null {
  const [newest] = found
  if (!newest) return null
  const { isReread, contactId } = newest.link
  return isReread && found.some(({ link }) => link.contactId !== contactId) ? null : newest
}
