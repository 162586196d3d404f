import type { FikenCompany } from '#clients/fiken/client'
import type { Contact } from '#clients/fiken/types'
import type { CauseCode } from '#shared/causes/index'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { dropReservation, knownOf, noteEmptyLook } from '../../reservations/reserve.ts'
import type { AbsenceVerdict } from '../../reservations/absence.ts'
import {
  contactsFor,
  ensureContactsMirror,
  readChangedContacts,
  writeThroughContact,
} from '../../mirrors/contacts.ts'
import { addressMissing, statesNeither } from '../in-fiken/buyer-address.ts'
import {
  type Decided,
  decidedBefore,
  dropLink,
  linkedContact,
  otherDoors,
  overrideOf,
  saveLink,
} from '../link-store.ts'
import { FOUND_BY } from './found-by.ts'
import { existing, readContact } from '../in-fiken/existing-contact.ts'
import { activeOnly } from '../in-fiken/inactive-contact.ts'
import { clientsBeside } from '../matching/clients-beside.ts'
import { formerLinks } from '../matching/former-links.ts'
import { doubtOfLink, judgeLink } from '../matching/link-doubt.ts'
import { doorOf } from '../reading/recipient-door.ts'
import { dependsOnOthers, matchContact, type Match, type MatchInput } from '../matching/match.ts'
import {
  adoptContact,
  CONTACT_WORDS,
  findByEquality,
  isOwn,
  makeContact,
  standingFor,
  type StandingContact,
} from '../make-contact.ts'
import {
  contradiction,
  decideRecipient,
  type Recipient,
  type RecipientInput,
  type RecipientResult,
} from '../reading/recipient.ts'
import { rejectedFor } from '../rejection-store.ts'
import { rememberClient } from '../remember-client.ts'

export interface MatchRequest {
  snapshot: Omit<RecipientInput, 'override'>
  /** A person has said yes to a new contact, also where some are alike that it is not. */
  agreed?: boolean
  /** A person has said that the invoice may state neither address nor organisation number. */
  mayLackAddress?: boolean
  configuration: { enableFuzzyCustomerMatch: boolean; customerMatchThreshold: number }
  timeline: { step(step: string, text: string, ok?: boolean | null): void }
  signal: AbortSignal
}

export type RecipientMatch =
  /** `customerId`: the client's row of the customers table; null for a job without a client. */
  | { kind: 'matched'; contact: Contact; recipient: Recipient; customerId: string | null }
  | { kind: 'ambiguous'; why: string }
  /** Fiken has been asked to make the contact, and has not said whether it has. */
  | { kind: 'waiting'; why: string; until: Date }
  | { kind: 'problem'; code: CauseCode; message: string }

/**
 * The match step: who receives the invoice, as a contact in Fiken. Looks in our mirror first; before
 * anything is created, Fiken itself is asked, so that a contact made a moment ago is found and
 * not made twice. While an attempt to make it has had no answer, nobody else tries.
 *
 * @throws ExternalError, LimiterClosed; nothing is decided then
 */
export async function matchRecipient(
  platform: Platform,
  userId: string,
  fiken: FikenCompany,
  request: MatchRequest,
): Promise<RecipientMatch> {
  const { db } = platform
  const { snapshot, timeline, signal } = request
  const decided = await decide(platform, userId, snapshot)
  if (!decided.ok) return { kind: 'problem', ...decided.problem }
  const { recipient } = decided

  const before = await decidedBefore(db, userId, fiken.slug, recipient, snapshot.client?.uuid ?? '')
  const doubt = before?.foundBy === 'person' ? null : contradiction(recipient)
  if (doubt !== null) return ask(doubt, timeline)
  const decidedFor = before?.contact?.inactive ? null : (before?.contact ?? null)
  const asked = decidedFor ? null : await standingFor(db, userId, fiken.slug, recipient)
  const known = asked && knownOf(platform, asked)
  if (asked && known) return unanswered(asked, known, request)
  const standing = asked && !(await adopted(platform, userId, fiken, asked, request)) ? asked : null
  const match = decidedFor
    ? asDecided(decidedFor)
    : await search(platform, userId, fiken, recipient, request)
  const again = () => matchRecipient(platform, userId, fiken, request)
  if (standing && match.kind !== 'link') {
    const verdict = await noteEmptyLook(platform, userId, standing.id)
    if (verdict === null) return again()
    if (match.kind === 'create' || !verdict.gone) return unanswered(standing, verdict, request)
  }
  if (match.kind === 'ambiguous') return ask(match.why, timeline)
  if (match.kind === 'create' && !request.mayLackAddress && statesNeither(match.contact))
    return { kind: 'problem', ...addressMissing(match.contact.name, true) }
  if (match.kind === 'create') {
    const stillNew = async () =>
      (await lookInMirror(platform, userId, fiken, recipient, request)).kind === 'create'
    const creation = {
      recipient,
      contact: match.contact,
      foundBy: 'created',
      replaces: null,
    } as const
    const made = await makeContact(platform, userId, fiken, creation, stillNew)
    if (made.kind === 'unanswered')
      timeline.step('match', 'Fiken svarte ikke tydelig; ser etter kunden i Fiken', false)
    if (made.kind !== 'made' || !made.kept) return again()
    timeline.step('match', `Kunden «${match.contact.name}» er opprettet i Fiken`)
    const { contact } = made
    const customerId = await rememberClient(platform, userId, snapshot, recipient, contact, before)
    return { kind: 'matched', contact, recipient, customerId }
  }
  const linked = contactOfLink(match, before)
  if (linked) {
    const made = { recipient, contact: linked, made: before }
    const why = await judgeLink(platform, userId, fiken, made, request)
    if (why !== null) return ask(why, timeline)
  }
  const contact = await existing(fiken, match, signal)
  // One that was decided long ago is in the mirror as it is.
  const isMirrored = match.by === 'link' && contact === match.contact
  if (!isMirrored) await writeThroughContact(db, userId, fiken.slug, contact)
  timeline.step('match', `Mottaker: ${contact.name} (${FOUND_BY[match.by]})`)
  if (match.by !== 'link' || match.formerlyBy) {
    const link = {
      userId,
      slug: fiken.slug,
      clientUuid: recipient.clientUuid,
      recipientKey: recipient.key,
      recipientName: recipient.name,
      contactId: contact.contactId,
      foundBy: match.formerlyBy ?? match.by,
      door: doorOf(recipient),
    }
    await saveLink(db, { ...link, at: instant(platform.clock) })
  }
  if (standing && isOwn(standing, recipient)) await dropReservation(db, userId, standing.id)
  const customerId = await rememberClient(platform, userId, snapshot, recipient, contact, before)
  return { kind: 'matched', contact, recipient, customerId }
}

/** The contact that was decided: whoever stands for a namesake's is not the recipient either. */
function contactOfLink(match: Match, before: Decided | null): Contact | null {
  if (match.kind !== 'link') return null
  if (match.by === 'successor') return before?.contact ?? null
  return match.by === 'link' ? match.contact : null
}

function ask(why: string, timeline: MatchRequest['timeline']): RecipientMatch {
  timeline.step('match', why, false)
  return { kind: 'ambiguous', why }
}

/** Looked for in Fiken: it has shown up, and everything goes on. */
async function adopted(
  platform: Platform,
  userId: string,
  fiken: FikenCompany,
  standing: StandingContact,
  { timeline, signal }: MatchRequest,
): Promise<boolean> {
  const found = await adoptContact(platform, userId, fiken, standing, { signal })
  if (found) timeline.step('match', `Kunden «${found.name}» kom fram til Fiken likevel`)
  return found !== null
}

/** It waits with the rest, or for a person. */
export function unanswered(
  { asked }: StandingContact,
  verdict: AbsenceVerdict,
  { timeline }: MatchRequest,
): RecipientMatch {
  const { name } = asked.contact
  timeline.step('match', `Fant ikke kunden «${name}» i Fiken`, false)
  if (verdict.gone) return { kind: 'ambiguous', why: CONTACT_WORDS.missing(name) }
  return { kind: 'waiting', why: CONTACT_WORDS.waiting(name), until: verdict.lookAgainAt }
}

/** Who would receive it: as matchRecipient decides, but nothing is made, changed or remembered. */
export type ForeseenRecipient =
  | {
      kind: 'existing'
      contactId: number
      contact: Contact | null
      recipient: Recipient
      how: string
    }
  /** `asked`: Fiken has been asked to make it already, and has not said whether it has. */
  | { kind: 'new'; recipient: Recipient; asked: boolean }
  | Exclude<RecipientMatch, { kind: 'matched' | 'waiting' }>

/**
 * The match step without its effects, for a preview.
 *
 * @throws ExternalError, LimiterBusy, LimiterClosed
 */
export async function foreseeRecipient(
  platform: Platform,
  userId: string,
  fiken: FikenCompany,
  request: Omit<MatchRequest, 'timeline'>,
): Promise<ForeseenRecipient> {
  const decided = await decide(platform, userId, request.snapshot)
  if (!decided.ok) return { kind: 'problem', ...decided.problem }
  const { recipient } = decided
  const before = await decidedBefore(platform.db, userId, fiken.slug, recipient, '')
  const doubt = before?.foundBy === 'person' ? null : contradiction(recipient)
  if (doubt !== null) return { kind: 'ambiguous', why: doubt }
  const match = await search(platform, userId, fiken, recipient, request)
  if (match.kind === 'ambiguous') return { kind: 'ambiguous', why: match.why }
  const linked = contactOfLink(match, before)
  if (linked) {
    const of = { recipient, contact: linked }
    const unsure = await doubtOfLink(platform, userId, fiken.slug, of, request.configuration)
    if (unsure !== null) return { kind: 'ambiguous', why: unsure }
  }
  if (match.kind === 'create') {
    return {
      kind: 'new',
      recipient,
      asked: (await standingFor(platform.db, userId, fiken.slug, recipient)) !== null,
    }
  }
  return {
    kind: 'existing',
    contactId: match.contactId,
    contact: match.contact,
    recipient,
    how: FOUND_BY[match.by],
  }
}

/** Whom the job is billed to, overridden by what a person has said about this client. */
export async function decide(
  platform: Platform,
  userId: string,
  snapshot: MatchRequest['snapshot'],
): Promise<RecipientResult> {
  const clientUuid = (snapshot.headOffice ?? snapshot.client)?.uuid ?? ''
  return decideRecipient({
    ...snapshot,
    override: await overrideOf(platform.db, userId, clientUuid),
  })
}

/**
 * The ordinary case, a customer who has been invoiced before: one contact is read, and nothing is
 * compared.
 */
export function asDecided(contact: Contact): Extract<Match, { kind: 'link' }> {
  return {
    kind: 'link',
    contactId: contact.contactId,
    by: 'link',
    contact,
    makeCustomer: !contact.customer,
  }
}

/** Among all contacts of the company, so the mirror must be complete. */
async function search(
  platform: Platform,
  userId: string,
  fiken: FikenCompany,
  recipient: Recipient,
  request: Omit<MatchRequest, 'timeline'>,
): Promise<Match> {
  await ensureContactsMirror(platform, userId, fiken, { signal: request.signal })
  const match = await findMatch(platform, userId, fiken, recipient, request)
  if (match.kind !== 'create' || request.agreed) return match
  const rejected = await rejectedFor(platform.db, userId, fiken.slug, recipient)
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
async function findMatch(
  platform: Platform,
  userId: string,
  fiken: FikenCompany,
  recipient: Recipient,
  request: Omit<MatchRequest, 'timeline'>,
): Promise<Match> {
  const { signal } = request
  const look = (more?: readonly Contact[]) =>
    lookInMirror(platform, userId, fiken, recipient, request, more)
  const first = await look()
  if (first.kind === 'link') {
    const contact =
      first.contact ??
      (await readLinked(platform, userId, fiken, first.contactId, recipient, signal))
    // Without one the link is gone, and an inactive one is mirrored now: the second search cannot come
    // here again.
    return contact && !contact.inactive
      ? { ...first, contact, makeCustomer: !contact.customer }
      : findMatch(platform, userId, fiken, recipient, request)
  }
  if (first.kind === 'create') {
    await readChangedContacts(platform, userId, fiken, { signal, maxAgeMs: 0 })
    const second = await look()
    return second.kind === 'create' ? look(await findByEquality(fiken, recipient, signal)) : second
  }
  await readChangedContacts(platform, userId, fiken, { signal, maxAgeMs: 0 })
  return look()
}

/** `more`: what Fiken has answered besides. */
async function lookInMirror(
  platform: Platform,
  userId: string,
  fiken: FikenCompany,
  recipient: Recipient,
  request: Omit<MatchRequest, 'timeline'>,
  more: readonly Contact[] = [],
): Promise<Match> {
  const mirrored = await contactsFor(platform.db, userId, fiken.slug)
  // A refresh in the background may have mirrored in the meantime what Fiken has just answered: it
  // is one contact, not two to choose between.
  const byId = new Map([...mirrored, ...more].map((contact) => [contact.contactId, contact]))
  for (const contactId of await rejectedFor(platform.db, userId, fiken.slug, recipient))
    byId.delete(contactId)
  const contacts = [...byId.values()]
  const input: MatchInput = {
    recipient,
    linkedContactId: await linkedContact(platform.db, userId, fiken.slug, recipient),
    contacts,
    formerly: await formerLinks(platform.db, userId, fiken.slug, recipient),
    otherDoors: await otherDoors(platform.db, userId, fiken.slug, recipient),
    settings: request.configuration,
  }
  const found = matchContact(input)
  if (!dependsOnOthers(found)) return activeOnly(found, recipient, contacts)
  const { signal } = request
  const { memberNumber = '' } = (found.kind === 'link' && found.contact) || {}
  const others = await clientsBeside(platform, userId, { memberNumber, signal })
  return activeOnly(matchContact({ ...input, others }), recipient, contacts)
}

/**
 * A decided contact that the mirror lacks. Null when it is deleted in Fiken: then the decision is
 * dropped.
 */
async function readLinked(
  platform: Platform,
  userId: string,
  fiken: FikenCompany,
  contactId: number,
  recipient: Recipient,
  signal: AbortSignal,
): Promise<Contact | null> {
  const contact = await readContact(platform, userId, fiken, contactId, signal)
  if (!contact) await dropLink(platform.db, userId, fiken.slug, recipient, contactId)
  return contact
}
