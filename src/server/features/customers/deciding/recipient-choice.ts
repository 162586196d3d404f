import type { Contact } from '#clients/fiken/types'
import { isSameName } from '#shared/names'
import type { Platform } from '../../../platform/platform.ts'
import { clientsFor } from '../../mirrors/clients.ts'
import { contactsFor } from '../../mirrors/contacts.ts'
import { activeOnly } from '../in-fiken/inactive-contact.ts'
import { linkedContact, otherDoors } from '../link-store.ts'
import { CONTACT_WORDS, standingFor } from '../make-contact.ts'
import { candidateOf, linkTo, type Candidate } from '../matching/candidates.ts'
import { formerLinks } from '../matching/former-links.ts'
import type { MatchSettings } from '../matching/fuzzy-match.ts'
import { doubtOfLink } from '../matching/link-doubt.ts'
import { matchContact } from '../matching/match.ts'
import { otherClients } from '../matching/other-clients.ts'
import { contradiction, type Recipient } from '../reading/recipient.ts'
import { rejectedFor } from '../rejection-store.ts'
import { recipientOf, type Snapshot } from './choose-recipient.ts'

interface RecipientChoice {
  recipient: Recipient
  why: string
  candidates: (Candidate & { contact: Contact | undefined })[]
  /**
   * The contact that has been invoiced so far but might be another customer; null when there is no
   * doubt.
   */
  doubted: Contact | null
}

/** Returns the contacts between which matching could not decide, the linked contact first. */
export async function recipientChoice(
  platform: Platform,
  companyId: string,
  slug: string,
  snapshot: Snapshot,
  settings: MatchSettings,
): Promise<RecipientChoice> {
  const recipient = await recipientOf(platform, companyId, snapshot)
  const rejected = await rejectedFor(platform.db, companyId, slug, recipient)
  const contacts = (await contactsFor(platform.db, companyId, slug)).filter(
    ({ contactId }) => !rejected.has(contactId),
  )
  const input = {
    recipient,
    linkedContactId: null,
    contacts,
    formerly: await formerLinks(platform.db, companyId, slug, recipient),
    otherDoors: await otherDoors(platform.db, companyId, slug, recipient),
    others: otherClients(await clientsFor(platform.db, companyId)),
  }
  // The match is made without the link and with fuzzy matching off, so that the user gets
  // candidates even where matching alone would have decided.
  const match = matchContact({
    ...input,
    settings: { enableFuzzyCustomerMatch: false, customerMatchThreshold: 100 },
  })
  const linked = await linkedContact(platform.db, companyId, slug, recipient)
  const byId = new Map(contacts.map((contact) => [contact.contactId, contact]))
  const current = linked === null ? null : (byId.get(linked) ?? null)
  const doubtful = activeOnly(
    current?.inactive ? linkTo(current, 'link') : matchContact({ ...input, settings }),
    recipient,
    contacts,
  )
  const ambiguous =
    doubtful.kind === 'ambiguous' ? doubtful : match.kind === 'ambiguous' ? match : null
  const doubt =
    current &&
    (await doubtOfLink(platform, companyId, slug, { recipient, contact: current }, settings))
  const standing = await standingFor(platform.db, companyId, slug, recipient)
  // A contact that was added to our copy after the job began to wait.
  const turnedUp =
    doubtful.kind === 'link' && doubtful.contact ? [candidateOf(recipient, doubtful.contact)] : []
  const alike = ambiguous?.candidates ?? turnedUp
  const found =
    current && doubt !== null
      ? [
          candidateOf(recipient, current),
          ...alike.filter(({ contactId }) => contactId !== current.contactId),
        ]
      : alike
  const candidates = [
    ...contacts
      .filter(({ name }) => recipient.otherThan !== null && isSameName(name, recipient.otherThan))
      .filter(({ contactId }) => found.every((one) => one.contactId !== contactId))
      .map((contact) => candidateOf(recipient, contact)),
    ...found,
  ]
  return {
    recipient,
    why:
      contradiction(recipient) ??
      doubt ??
      ambiguous?.why ??
      whyNobody(recipient, {
        linked: current !== null,
        standing: standing !== null,
        found: turnedUp.length > 0,
        rejected: rejected.size > 0,
      }),
    candidates: candidates.map((candidate) => ({
      ...candidate,
      contact: byId.get(candidate.contactId),
    })),
    doubted: doubt === null ? null : current,
  }
}

function whyNobody(
  { name }: Recipient,
  known: { linked: boolean; standing: boolean; found: boolean; rejected: boolean },
): string {
  if (known.found) return `«${name}» er i Fiken nå.`
  if (known.standing) return CONTACT_WORDS.missing(name)
  if (known.rejected && !known.linked) return CONTACT_WORDS.rejected(name)
  return known.linked
    ? 'Valgt før for denne kunden.'
    : 'Ingen kontakt i Fiken ligner; en ny blir laget.'
}

/**
 * Returns true if a request to create the contact is unconfirmed. The contact might then exist in
 * Fiken, which must be searched before the user chooses.
 */
export async function isUnanswered(
  platform: Platform,
  companyId: string,
  slug: string,
  snapshot: Snapshot,
): Promise<boolean> {
  const recipient = await recipientOf(platform, companyId, snapshot)
  return (await standingFor(platform.db, companyId, slug, recipient)) !== null
}
