import type { Contact } from '#clients/fiken/types'
import type { Db } from '../../../platform/database/database.ts'
import { clientsFor } from '../../mirrors/clients.ts'
import { linksBeside, MATCHING_RULE } from '../link-store.ts'
import { isEqualName, wordsOf, type NameWords } from './name-words.ts'
import { otherClients } from './other-clients.ts'
import type { Recipient } from '../reading/recipient.ts'
import { isFormerName, nameReadNow } from '../reading/former-name.ts'

export interface FormerLink {
  contactId: number
  /** The recipient's name when the link was made; "" when the name was not stored. */
  name: string
  foundBy: string
  /**
   * True when the current parsing rules read the stored name as the recipient's name, or as no
   * name.
   */
  isReread?: boolean
}

/**
 * Returns the links that a client got under other names, newest first. Leaves out links to other
 * recipients (a landlord's tenants) and links between a head office and its sites. Any recipient
 * can have a link from the time when its name was parsed differently.
 */
export async function formerLinks(
  db: Db,
  companyId: string,
  slug: string,
  recipient: Recipient,
): Promise<FormerLink[]> {
  const links = await linksBeside(db, companyId, slug, recipient)
  const reread = links
    .filter(({ name, rule }) => rule < MATCHING_RULE && isFormerName(name, recipient))
    .map((link) => ({ ...link, isReread: true }))
  if (reread.length > 0) return reread
  if (recipient.memberNumber === null || links.length === 0) return []
  const clients = otherClients(await clientsFor(db, companyId))
  return links.filter(({ name, clientName }) => {
    const words = wordsOf(name)
    const isOwn = clientName === null || name === '' || isEqualName(words, wordsOf(clientName))
    // A link under the client's present name is the recipient's own link.
    const isRenamed = isEqualName(words, wordsOf(recipient.name))
    return isOwn && (isRenamed || !clients.isOfFamily(recipient, words))
  })
}

/**
 * Returns true if the link was made for a recipient with this name. A link that an earlier rule
 * made by similarity or member number must also pass the current rule (link-doubt.ts).
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
 * Returns the newest link; null when names that are now parsed differently ("v/ Kari", "v/ Ola")
 * lead to several contacts.
 */
export function theOnly<T extends { link: FormerLink }>(found: readonly T[]): T | null {
  const [newest] = found
  if (!newest) return null
  const { isReread, contactId } = newest.link
  return isReread && found.some(({ link }) => link.contactId !== contactId) ? null : newest
}
