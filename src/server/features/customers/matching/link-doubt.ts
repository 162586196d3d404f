import type { FikenCompany } from '#clients/fiken/client'
import type { Contact } from '#clients/fiken/types'
import type { Platform } from '../../../platform/platform.ts'
import { clientsFor } from '../../mirrors/clients.ts'
import { contactsFor, ensureContactsMirror } from '../../mirrors/contacts.ts'
import { clientsBeside } from './clients-beside.ts'
import { hasSameOrganizationNumber } from './doubt.ts'
import { findLink, type LinkMade, markJudged, MATCHING_RULE, noteDoor } from '../link-store.ts'
import type { DoorOfLink } from '../tables.ts'
import { matchContact, type MatchInput } from './match.ts'
import { isEqualName, wordsOf } from './name-words.ts'
import { NO_OTHERS, otherClients, type OtherClients } from './other-clients.ts'
import type { Recipient } from '../reading/recipient.ts'
import { rejectedFor } from '../rejection-store.ts'

/**
 * A link that an earlier rule made by likeness or by member number is judged again at its next job.
 * One that today's rule would make is marked, and never judged again; about another a person is
 * asked, once for all its jobs.
 */

/** The question about a recipient whose invoices went to a contact that may be another customer. */
const stillTheSame = (recipient: Recipient, contact: Contact) =>
  `«${recipient.name}» har til nå vært fakturert som «${contact.name}» i Fiken. Stemmer dette?`

/**
 * What a person is asked about a recipient's link at a job of its; null when the link is as good as a
 * new one, which is then marked; a link from before takes the address of the job. Both copies are
 * brought up to date first, as for a new link.
 *
 * @throws ExternalError, LimiterClosed, LimiterBusy; nothing is decided then
 */
export async function judgeLink(
  platform: Platform,
  userId: string,
  fiken: FikenCompany,
  linked: {
    recipient: Recipient
    contact: Contact
    made: (LinkMade & { doors: readonly DoorOfLink[] }) | null
  },
  { configuration, signal }: { configuration: MatchInput['settings']; signal: AbortSignal },
): Promise<string | null> {
  const { recipient, contact, made } = linked
  const { db } = platform
  const { contactId } = contact
  const takeDoor = () =>
    made?.doors.length === 0
      ? noteDoor(db, userId, fiken.slug, recipient, contactId)
      : Promise.resolve()
  if (made === null || !isDoubtful(made)) {
    await takeDoor()
    return null
  }
  if (isByLikeness(made)) await ensureContactsMirror(platform, userId, fiken, { signal })
  const { memberNumber } = contact
  const others = isByLikeness(made)
    ? await clientsBeside(platform, userId, { memberNumber, signal })
    : NO_OTHERS
  const why = await ask(
    platform,
    userId,
    fiken.slug,
    { recipient, contact, made },
    configuration,
    others,
  )
  if (why !== null) return why
  await markJudged(db, userId, fiken.slug, [{ recipient, contactId }])
  await takeDoor()
  return null
}

/**
 * The same from our copies alone, for a screen.
 *
 * @param contact the one that is linked
 */
export async function doubtOfLink(
  platform: Platform,
  userId: string,
  slug: string,
  { recipient, contact }: { recipient: Recipient; contact: Contact },
  configuration: MatchInput['settings'],
): Promise<string | null> {
  const made = await findLink(platform.db, userId, slug, recipient)
  if (made === null || !isDoubtful(made)) return null
  const others = isByLikeness(made)
    ? otherClients(await clientsFor(platform.db, userId))
    : NO_OTHERS
  return ask(platform, userId, slug, { recipient, contact, made }, configuration, others)
}

/** Was it made by an earlier rule, in a way that is judged again? */
export const isDoubtful = ({ foundBy, rule }: LinkMade) =>
  rule < MATCHING_RULE && ['fuzzy', 'member_number'].includes(foundBy)
const isByLikeness = ({ foundBy }: LinkMade) => foundBy === 'fuzzy'

/** A link, with the contact that it names. */
interface Linked {
  recipient: Recipient
  contact: Contact
  made: LinkMade
}

/**
 * What a person is asked about a link that {@link isDoubtful}; null when today's rule would make it,
 * too.
 *
 * @param contacts without those that the recipient is not
 */
export function questionAbout(
  { recipient, contact, made }: Linked,
  { contacts, others, settings }: Pick<MatchInput, 'contacts' | 'others' | 'settings'>,
): string | null {
  if (hasSameOrganizationNumber(recipient, contact)) return null
  const isAgreed = isByLikeness(made)
    ? isFound(contact, {
        recipient,
        linkedContactId: null,
        contacts,
        others,
        // That it has been switched off since says nothing about what was linked before.
        settings: { ...settings, enableFuzzyCustomerMatch: true },
      })
    : isEqualName(wordsOf(recipient.name), wordsOf(contact.name))
  return isAgreed ? null : stillTheSame(recipient, contact)
}

function isFound({ contactId }: Contact, input: MatchInput): boolean {
  const match = matchContact(input)
  return match.kind === 'link' && match.contactId === contactId
}

async function ask(
  { db }: Platform,
  userId: string,
  slug: string,
  linked: Linked,
  settings: MatchInput['settings'],
  others: OtherClients,
): Promise<string | null> {
  const rejected = await rejectedFor(db, userId, slug, linked.recipient)
  const all = isByLikeness(linked.made) ? await contactsFor(db, userId, slug) : []
  const contacts = all.filter(({ contactId }) => !rejected.has(contactId))
  return questionAbout(linked, { contacts, others, settings })
}
