import type { Contact, NewContact } from '#clients/fiken/types'
import type { CauseCode } from '#shared/causes/index'
import type { AbsenceVerdict } from '../../reservations/absence.ts'
import { knownOf } from '../../reservations/reserve.ts'
import { decide } from './decide.ts'
import { asDecided, FOUND_BY } from './found-by.ts'
import { decidedBefore, type Decided } from '../link-store.ts'
import { CONTACT_WORDS, isOwn, standingFor, type StandingContact } from '../make-contact.ts'
import type { Match } from '../matching/match.ts'
import { contradiction, type Recipient, type RecipientInput } from '../reading/recipient.ts'
import { afterNoAnswer, lookForAsked, readDoubt, type Reader } from './reader.ts'
import { search, type SearchRequest } from './search.ts'

export interface PlanRequest extends SearchRequest {
  snapshot: Omit<RecipientInput, 'override'>
}

/** Who would receive the invoice, or what stands in the way. */
export type PlannedRecipient =
  /** A contact in Fiken; null where our copies alone were asked, and lack it. */
  | {
      kind: 'existing'
      recipient: Recipient
      contactId: number
      contact: Contact | null
      match: Extract<Match, { kind: 'link' }>
      /** In Norwegian, for the transfer's row. */
      how: string
      before: Decided | null
      /** A request for a contact without an answer, which has nothing to wait for any more. */
      standing: StandingContact | null
      /** A person has said it for this job alone. */
      isForJob: boolean
    }
  /** A contact that is to be made. */
  | { kind: 'new'; recipient: Recipient; contact: NewContact; before: Decided | null }
  /** Fiken has been asked to make the contact, and has not said whether it has. */
  | { kind: 'waiting'; recipient: Recipient; why: string; until: Date }
  /** A person is asked. */
  | { kind: 'ambiguous'; why: string }
  | { kind: 'problem'; code: CauseCode; message: string }

/**
 * Plans the recipient of a job. Looks in our copy of Fiken's contacts first; before it plans a new
 * one, Fiken itself is asked, so that a contact made a moment ago is found and not made twice. While
 * an attempt to make it has had no answer, nobody else tries.
 *
 * @throws ExternalError, LimiterBusy, LimiterClosed; nothing is decided then
 */
export async function planRecipient(
  reader: Reader,
  request: PlanRequest,
): Promise<PlannedRecipient> {
  const { platform, userId, slug } = reader
  const { snapshot, configuration } = request
  const decided = await decide(platform, userId, snapshot)
  if (!decided.ok) return { kind: 'problem', ...decided.problem }
  const { recipient } = decided

  const client = snapshot.client?.uuid ?? ''
  const before = await decidedBefore(platform.db, userId, slug, recipient, client)
  const doubt = before?.foundBy === 'person' ? null : contradiction(recipient)
  if (doubt !== null) return ask(reader, doubt)
  const decidedFor = before?.contact?.inactive ? null : (before?.contact ?? null)
  // Whoever has agreed to a new one makes it with the request in mind (choose-recipient.ts).
  const asked =
    decidedFor || request.agreed ? null : await standingFor(platform.db, userId, slug, recipient)
  const known = asked && knownOf(platform, asked)
  if (asked && known) return unanswered(reader, recipient, asked, known)
  const arrived = asked && (await lookForAsked(reader, asked))
  const standing = arrived ? null : asked
  const own = arrived && isOwn(asked, recipient) ? arrived.contactId : null
  const match = decidedFor ? asDecided(decidedFor) : await search(reader, recipient, request, own)
  if (standing && match.kind !== 'link') {
    const verdict = await afterNoAnswer(reader, standing)
    if (verdict === null) return planRecipient(reader, request)
    if (match.kind === 'create' || !verdict.gone)
      return unanswered(reader, recipient, standing, verdict)
  }
  if (match.kind === 'ambiguous') return ask(reader, match.why)
  if (match.kind === 'create') return { kind: 'new', recipient, contact: match.contact, before }
  const linked = contactOfLink(match, before)
  const unsure =
    linked && (await readDoubt(reader, { recipient, contact: linked, made: before }, configuration))
  if (unsure) return ask(reader, unsure)
  return existing(recipient, match, { how: FOUND_BY[match.by], before, standing })
}

/** Returns the plan of a contact that is there. */
export function existing(
  recipient: Recipient,
  match: Extract<Match, { kind: 'link' }>,
  more: { how: string } & Partial<Extract<PlannedRecipient, { kind: 'existing' }>>,
): PlannedRecipient {
  const { contactId, contact } = match
  const base = { recipient, match, contactId, contact, before: null, standing: null }
  return { kind: 'existing', isForJob: false, ...base, ...more }
}

/** Returns the contact that was decided: whoever stands for a namesake's is not the recipient either. */
function contactOfLink(match: Match, before: Decided | null): Contact | null {
  if (match.kind !== 'link') return null
  if (match.by === 'successor') return before?.contact ?? null
  return match.by === 'link' ? match.contact : null
}

/** Returns the plan of a recipient about whom a person is asked. */
export function ask({ say }: Reader, why: string): PlannedRecipient {
  say(why, false)
  return { kind: 'ambiguous', why }
}

/** Returns the plan of a recipient whose contact may be on its way: it waits with the rest, or for a person. */
export function unanswered(
  { say }: Reader,
  recipient: Recipient,
  { asked }: StandingContact,
  verdict: AbsenceVerdict,
): PlannedRecipient {
  const { name } = asked.contact
  say(`Fant ikke kunden «${name}» i Fiken`, false)
  if (verdict.gone) return { kind: 'ambiguous', why: CONTACT_WORDS.missing(name) }
  return {
    kind: 'waiting',
    recipient,
    why: CONTACT_WORDS.waiting(name),
    until: verdict.lookAgainAt,
  }
}
