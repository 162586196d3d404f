import type { Contact } from '#clients/fiken/types'
import type { Db } from '../../../platform/database/database.ts'
import { clientsFor } from '../../mirrors/clients.ts'
import { linksBeside, MATCHING_RULE } from '../link-store.ts'
import { isEqualName, wordsOf, type NameWords } from './name-words.ts'
import { otherClients } from './other-clients.ts'
import type { Recipient } from '../reading/recipient.ts'
import { isFormerName, nameReadNow } from '../reading/former-name.ts'

/** A link that the client got under another name. */
export interface FormerLink {
  contactId: number
  /** "" when the name was not stored. */
  name: string
  foundBy: string
  /** True when the name, read by today's rules, is the recipient's or none. */
  isReread?: boolean
}

/**
 * Returns the links that a client got under other names than its present one, newest first. Links
 * to other recipients (a landlord's tenants), and those between a head office and its sites, are
 * left out. Any recipient may have a link from when its name was read differently.
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
    // A link under the client's present name is the recipient's own.
    const isRenamed = isEqualName(words, wordsOf(recipient.name))
    return isOwn && (isRenamed || !clients.isOfFamily(recipient, words))
  })
}

/**
 * Returns true when the link was made for a recipient with this present name. A link of an earlier
 * rule by likeness or member number must pass today's rule as well (link-doubt.ts).
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

/**
 * Returns the newest link; null when reread names ("v/ Kari", "v/ Ola") lead to several contacts.
 */
export function theOnly<T extends { link: FormerLink }>(found: readonly T[]): T | null {
  const [newest] = found
  if (!newest) return null
  const { isReread, contactId } = newest.link
  return isReread && found.some(({ link }) => link.contactId !== contactId) ? null : newest
}
