import type { Contact } from '#clients/fiken/types'
import { contactsFor } from '../../mirrors/contacts.ts'
import { activeOnly } from '../in-fiken/inactive-contact.ts'
import { linkedContact, otherDoors } from '../link-store.ts'
import { CONTACT_WORDS } from '../make-contact.ts'
import type { Match } from '../matching/candidates.ts'
import { dependsOnOthers, matchContact, type MatchInput } from '../matching/match.ts'
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

export interface SearchRequest {
  configuration: MatchInput['settings']
  agreed?: boolean
}

interface Search extends SearchRequest {
  reader: Reader
  recipient: Recipient
  /** The id of a contact that has just appeared in Fiken and will be linked. */
  arrived: number | null
  /** The id of the linked contact, when it no longer exists in Fiken. */
  gone?: number
}

export async function search(
  reader: Reader,
  recipient: Recipient,
  { configuration, agreed = false }: SearchRequest,
  arrived: number | null,
): Promise<Match> {
  await readAll(reader)
  const match = await findMatch({ reader, recipient, configuration, agreed, arrived })
  if (match.kind !== 'create' || agreed) return match
  const rejected = await rejectedFor(reader.platform.db, reader.companyId, reader.slug, recipient)
  return rejected.size === 0
    ? match
    : { kind: 'ambiguous', candidates: [], why: CONTACT_WORDS.rejected(recipient.name) }
}

/**
 * Searches our copy of Fiken's contacts. When the match is uncertain, updates the copy and searches
 * again, in case the user has just corrected the contact in Fiken. The same is done when nothing is
 * found, because Fiken's own search misses a contact that was created a minute ago under a slightly
 * different name. Before a contact is created, Fiken is also searched directly, unless the updated
 * copy is proved to have all of Fiken's contacts.
 */
async function findMatch(asked: Search): Promise<Match> {
  const { reader, recipient } = asked
  const first = await lookInMirror(asked)
  if (first.kind === 'link') {
    const { contactId } = first
    const contact = first.contact ?? (await readById(reader, contactId))
    if (contact === 'unknown') return first
    // The link to a missing contact is deleted now and an inactive contact is in our copy, so the
    // second search does not reach this branch again.
    if (contact === 'gone') await forgetLink(reader, recipient, contactId)
    return contact === 'gone' || contact.inactive
      ? findMatch({ ...asked, ...(contact === 'gone' ? { gone: contactId } : {}) })
      : { ...first, contact, makeCustomer: !contact.customer }
  }
  if (reader.fiken === null) return first
  const hasAll = await readChanged(reader)
  const second = await lookInMirror(asked)
  return first.kind === 'create' && second.kind === 'create' && !hasAll
    ? lookInMirror(asked, await readAlike(reader, recipient))
    : second
}

/**
 * Matches the recipient against our copy of Fiken's contacts.
 * @param more contacts that Fiken's own search has returned
 */
export async function lookInMirror(asked: Search, more: readonly Contact[] = []): Promise<Match> {
  const { reader, recipient, configuration: settings, arrived, gone } = asked
  const { platform, companyId, slug } = reader
  const { db } = platform
  const mirrored = await contactsFor(db, companyId, slug)
  // A background refresh can have added the contact that Fiken has just returned to our copy.
  // Merging by id ensures that it counts as one contact.
  const byId = new Map([...mirrored, ...more].map((contact) => [contact.contactId, contact]))
  for (const contactId of await rejectedFor(db, companyId, slug, recipient)) byId.delete(contactId)
  const contacts = [...byId.values()]
  const linked = (await linkedContact(db, companyId, slug, recipient)) ?? arrived
  const input: MatchInput = {
    recipient,
    linkedContactId: linked === gone ? null : linked,
    contacts,
    formerly: await formerLinks(db, companyId, slug, recipient),
    otherDoors: await otherDoors(db, companyId, slug, recipient),
    settings,
  }
  const found = matchContact(input)
  if (!dependsOnOthers(found)) return activeOnly(found, recipient, contacts)
  const { memberNumber = '' } = (found.kind === 'link' && found.contact) || {}
  const others = await readClients(reader, memberNumber)
  return activeOnly(matchContact({ ...input, others }), recipient, contacts)
}
