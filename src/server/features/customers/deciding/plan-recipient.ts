import type { Contact, NewContact } from '#clients/fiken/types'
import type { CauseCode } from '#shared/causes/index'
import type { AbsenceVerdict } from '../../reservations/absence.ts'
import { knownOf } from '../../reservations/reserve.ts'
import type { Platform } from '../../../platform/platform.ts'
import { decidedBefore, overrideOf, type Decided } from '../link-store.ts'
import { CONTACT_WORDS, isOwn, standingFor, type StandingContact } from '../make-contact.ts'
import { linkTo, type FoundBy, type Match } from '../matching/candidates.ts'
import {
  contradiction,
  decideRecipient,
  type Recipient,
  type RecipientInput,
  type RecipientResult,
} from '../reading/recipient.ts'
import { afterNoAnswer, lookForAsked, readDoubt, type Reader } from './reader.ts'
import { search, type SearchRequest } from './search.ts'

export interface PlanRequest extends SearchRequest {
  snapshot: Omit<RecipientInput, 'override'>
}

export type PlannedRecipient =
  /**
   * The recipient has a contact in Fiken. `contact` is null when only our copies were read and the
   * contact is not in them.
   */
  | {
      kind: 'existing'
      recipient: Recipient
      contactId: number
      contact: Contact | null
      match: Extract<Match, { kind: 'link' }>
      /** The Norwegian text about how the contact was found, shown on the transfer's row. */
      how: string
      before: Decided | null
      /** An unconfirmed request to create a contact that is no longer needed. */
      standing: StandingContact | null
      isForJob: boolean
    }
  | { kind: 'new'; recipient: Recipient; contact: NewContact; before: Decided | null }
  | { kind: 'waiting'; recipient: Recipient; why: string; until: Date }
  | { kind: 'ambiguous'; why: string }
  | { kind: 'problem'; code: CauseCode; message: string }

const FOUND_BY: Record<FoundBy, string> = {
  link: 'brukt før for denne kunden',
  member_number: 'samme medlemsnummer',
  organization_number: 'samme organisasjonsnummer',
  email_and_name: 'samme e-post og navn',
  fuzzy: 'navn og adresse ligner',
  successor:
    'står for kontakten med samme navn og organisasjonsnummer, som er satt inaktiv i Fiken',
}

/** Says of a stored link how it came to be, where "used before" need not be true. */
const DECIDED_BY: Partial<Record<string, string>> = {
  person: 'valgt av deg',
  created: 'opprettet for denne kunden',
}

export async function decide(
  platform: Platform,
  userId: string,
  snapshot: Omit<RecipientInput, 'override'>,
): Promise<RecipientResult> {
  const clientUuid = (snapshot.headOffice ?? snapshot.client)?.uuid ?? ''
  return decideRecipient({
    ...snapshot,
    override: await overrideOf(platform.db, userId, clientUuid),
  })
}

/**
 * Plans the recipient of a job. Searches our copy of Fiken's contacts first. Before planning a new
 * contact, also searches Fiken itself, so that a contact created a moment ago is not created twice.
 * While an earlier request to create the contact is unconfirmed, no new contact is planned.
 *
 * @throws ExternalError, LimiterBusy, LimiterClosed; nothing has been decided then
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
  // If the user has agreed to a new contact, the unconfirmed request is handled in
  // choose-recipient.ts.
  const asked =
    decidedFor || request.agreed ? null : await standingFor(platform.db, userId, slug, recipient)
  const known = asked && knownOf(platform, asked)
  if (asked && known) return unanswered(reader, recipient, asked, known)
  const arrived = asked && (await lookForAsked(reader, asked))
  const standing = arrived ? null : asked
  const own = arrived && isOwn(asked, recipient) ? arrived.contactId : null
  const match = decidedFor
    ? linkTo(decidedFor, 'link')
    : await search(reader, recipient, request, own)
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
  const how = (match.by === 'link' && DECIDED_BY[before?.foundBy ?? '']) || FOUND_BY[match.by]
  return existing(recipient, match, { how, before, standing })
}

export function existing(
  recipient: Recipient,
  match: Extract<Match, { kind: 'link' }>,
  more: { how: string } & Partial<Extract<PlannedRecipient, { kind: 'existing' }>>,
): PlannedRecipient {
  const { contactId, contact } = match
  const base = { recipient, match, contactId, contact, before: null, standing: null }
  return { kind: 'existing', isForJob: false, ...base, ...more }
}

/**
 * Returns the contact whose link must be checked for doubt. For the successor of an inactive
 * contact, this is the inactive contact.
 */
function contactOfLink(match: Match, before: Decided | null): Contact | null {
  if (match.kind !== 'link') return null
  if (match.by === 'successor') return before?.contact ?? null
  return match.by === 'link' ? match.contact : null
}

export function ask({ say }: Reader, why: string): PlannedRecipient {
  say(why, false)
  return { kind: 'ambiguous', why }
}

/**
 * Plans what happens while Fiken might still be creating the contact: the job waits, and the user
 * is asked once the contact can be assumed missing.
 */
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
