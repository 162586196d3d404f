import type { Contact } from '#clients/fiken/types'
import { contactsFor } from '../../mirrors/contacts.ts'
import { activeOnly } from '../in-fiken/inactive-contact.ts'
import { linkedContact, otherDoors } from '../link-store.ts'
import { CONTACT_WORDS } from '../make-contact.ts'
import { dependsOnOthers, matchContact, type Match, type MatchInput } from '../matching/match.ts'
import { formerLinks } from '../matching/former-links.ts'
import type { Recipient } from '../reading/recipient.ts'
import { rejectedFor } from '../rejection-store.ts'
import {
  forgetLink,
  readAlike,
  readAll,
  readById,
  readChanged,
  readClients,
  type Reader,
} from './reader.ts'

/** What is known of a recipient besides what is stored. */
export interface SearchRequest {
  configuration: MatchInput['settings']
  /** A person has said yes to a new contact, also where some are alike that it is not. */
  agreed?: boolean
}

interface Search extends SearchRequest {
  reader: Reader
  recipient: Recipient
  /** The contact that has just shown up in Fiken, and will be linked. */
  arrived: number | null
  /** A link whose contact is gone in Fiken. */
  gone?: number
}

/** Looks among all contacts of the company, so our copy of them must be whole. */
export async function search(
  reader: Reader,
  recipient: Recipient,
  { configuration, agreed = false }: SearchRequest,
  arrived: number | null,
): Promise<Match> {
  await readAll(reader)
  const match = await findMatch({ reader, recipient, configuration, agreed, arrived })
  if (match.kind !== 'create' || agreed) return match
  const rejected = await rejectedFor(reader.platform.db, reader.userId, reader.slug, recipient)
  return rejected.size === 0
    ? match
    : { kind: 'ambiguous', candidates: [], why: CONTACT_WORDS.rejected(recipient.name) }
}

/**
 * From the mirror when the match is certain. In doubt the mirror is brought up to date first: a
 * person may just have fixed the contact in Fiken. It is also brought up to date when no contact is
 * found, because Fiken's own search misses a contact that was made a minute ago under a name that
 * only resembles this one; and Fiken is searched before a contact is made.
 */
async function findMatch(asked: Search): Promise<Match> {
  const { reader, recipient } = asked
  const first = await lookInMirror(asked)
  if (first.kind === 'link') {
    const { contactId } = first
    const contact = first.contact ?? (await readById(reader, contactId))
    if (contact === 'unknown') return first
    // Without one the link is gone, and an inactive one is mirrored now: the second search cannot come
    // here again.
    if (contact === 'gone') await forgetLink(reader, recipient, contactId)
    return contact === 'gone' || contact.inactive
      ? findMatch({ ...asked, ...(contact === 'gone' ? { gone: contactId } : {}) })
      : { ...first, contact, makeCustomer: !contact.customer }
  }
  if (reader.fiken === null) return first
  await readChanged(reader)
  const second = await lookInMirror(asked)
  return first.kind === 'create' && second.kind === 'create'
    ? lookInMirror(asked, await readAlike(reader, recipient))
    : second
}

/**
 * Decides by our copy of Fiken's contacts.
 *
 * @param more what Fiken has answered besides
 */
export async function lookInMirror(asked: Search, more: readonly Contact[] = []): Promise<Match> {
  const { reader, recipient, configuration: settings, arrived, gone } = asked
  const { platform, userId, slug } = reader
  const { db } = platform
  const mirrored = await contactsFor(db, userId, slug)
  // A refresh in the background may have mirrored in the meantime what Fiken has just answered: it
  // is one contact, not two to choose between.
  const byId = new Map([...mirrored, ...more].map((contact) => [contact.contactId, contact]))
  for (const contactId of await rejectedFor(db, userId, slug, recipient)) byId.delete(contactId)
  const contacts = [...byId.values()]
  const linked = (await linkedContact(db, userId, slug, recipient)) ?? arrived
  const input: MatchInput = {
    recipient,
    linkedContactId: linked === gone ? null : linked,
    contacts,
    formerly: await formerLinks(db, userId, slug, recipient),
    otherDoors: await otherDoors(db, userId, slug, recipient),
    settings,
  }
  const found = matchContact(input)
  if (!dependsOnOthers(found)) return activeOnly(found, recipient, contacts)
  const { memberNumber = '' } = (found.kind === 'link' && found.contact) || {}
  const others = await readClients(reader, memberNumber)
  return activeOnly(matchContact({ ...input, others }), recipient, contacts)
}
