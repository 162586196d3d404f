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
 * Links that an earlier rule made by similarity or member number are checked again at the
 * recipient's next job. If the current rule would make the same link, the link is marked and not
 * checked again; otherwise the user is asked once for all jobs.
 */

const stillTheSame = (recipient: Recipient, contact: Contact) =>
  `«${recipient.name}» har til nå vært fakturert som «${contact.name}» i Fiken. Stemmer dette?`

/**
 * Returns the question to the user about a recipient's link; null when the current rule would make
 * the link, which is then marked. An old link without a billing address gets the job's billing
 * address. Updates our copies of contacts and clients first.
 * @throws ExternalError, LimiterClosed, LimiterBusy; nothing has been decided then
 */
export async function judgeLink(
  platform: Platform,
  companyId: string,
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
      ? noteDoor(db, companyId, fiken.slug, recipient, contactId)
      : Promise.resolve()
  if (made === null || !isDoubtful(made)) {
    await takeDoor()
    return null
  }
  if (isByLikeness(made)) await ensureContactsMirror(platform, companyId, fiken, { signal })
  const { memberNumber } = contact
  const others = isByLikeness(made)
    ? await clientsBeside(platform, companyId, { memberNumber, signal })
    : NO_OTHERS
  const why = await ask(
    platform,
    companyId,
    fiken.slug,
    { recipient, contact, made },
    configuration,
    others,
  )
  if (why !== null) return why
  await markJudged(db, companyId, fiken.slug, [{ recipient, contactId }])
  await takeDoor()
  return null
}

/** Returns the same question as judgeLink for a screen, using only our copies. */
export async function doubtOfLink(
  platform: Platform,
  companyId: string,
  slug: string,
  { recipient, contact }: { recipient: Recipient; contact: Contact },
  configuration: MatchInput['settings'],
): Promise<string | null> {
  const made = await findLink(platform.db, companyId, slug, recipient)
  if (made === null || !isDoubtful(made)) return null
  const others = isByLikeness(made)
    ? otherClients(await clientsFor(platform.db, companyId))
    : NO_OTHERS
  return ask(platform, companyId, slug, { recipient, contact, made }, configuration, others)
}

export const isDoubtful = ({ foundBy, rule }: LinkMade) =>
  rule < MATCHING_RULE && ['fuzzy', 'member_number'].includes(foundBy)
const isByLikeness = ({ foundBy }: LinkMade) => foundBy === 'fuzzy'

interface Linked {
  recipient: Recipient
  contact: Contact
  made: LinkMade
}

/**
 * Returns the question to the user about a doubtful link ({@link isDoubtful}); null when the
 * current rule would make the same link.
 * @param among.contacts the contacts except those that the user has rejected for the recipient
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
        // Fuzzy matching was on when the link was made, so it is on here too.
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
  companyId: string,
  slug: string,
  linked: Linked,
  settings: MatchInput['settings'],
  others: OtherClients,
): Promise<string | null> {
  const rejected = await rejectedFor(db, companyId, slug, linked.recipient)
  const all = isByLikeness(linked.made) ? await contactsFor(db, companyId, slug) : []
  const contacts = all.filter(({ contactId }) => !rejected.has(contactId))
  return questionAbout(linked, { contacts, others, settings })
}
