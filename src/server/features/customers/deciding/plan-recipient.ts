import type { Contact, NewContact } from '#clients/fiken/types'
import type { CauseCode } from '#shared/causes/index'
import type { Db } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { contactsFor, writeThroughContact } from '../../mirrors/contacts.ts'
import type { AbsenceVerdict } from '../../reservations/absence.ts'
import { contactReservations, knownOf } from '../../reservations/reserve.ts'
import { decidedBefore, overrideOf, type Decided } from '../link-store.ts'
import { CONTACT_WORDS, isOwn, standingFor, type StandingContact } from '../make-contact.ts'
import { linkTo, type FoundBy, type Match } from '../matching/candidates.ts'
import { isFormerName } from '../reading/former-name.ts'
import {
  contradiction,
  decideRecipient,
  type Recipient,
  type RecipientInput,
  type RecipientResult,
} from '../reading/recipient.ts'
import {
  afterNoAnswer,
  lookForAsked,
  readById,
  readByMemberNumber,
  readDoubt,
  type Reader,
} from './reader.ts'
import { search, type SearchRequest } from './search.ts'

/**
 * The user's choice of recipient for one job alone, stored on the job's transfer instead of as a
 * link. The choice applies only to the recipient that the user was asked about; if the job gets
 * another recipient in ServiceM8, that recipient is matched normally.
 */
export interface ChosenForJob {
  slug: string
  clientUuid: string
  recipientKey: string
  recipientName: string
  /** The contact's id in Fiken; null while Fiken has not confirmed the new contact. */
  contactId: number | null
  contactName: string
  at: string
}

export interface JobChoice {
  jobUuid: string
  chosen: ChosenForJob | null
}

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

const CHOSEN_FOR_JOB = 'valgt for denne jobben alene'
const CHOSEN_GONE = 'Kontakten som var valgt for denne jobben, finnes ikke lenger i Fiken'
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

/**
 * Plans the recipient of a job: uses the user's choice for this job if there is one, otherwise
 * calls planRecipient.
 * @returns `chosen` is the updated choice; null when the chosen contact no longer exists in Fiken
 * @throws the errors of planRecipient
 */
export async function planRecipientOfJob(
  reader: Reader,
  { jobUuid, chosen }: JobChoice,
  request: PlanRequest,
): Promise<{ plan: PlannedRecipient; chosen: ChosenForJob | null }> {
  const recipient = await recipientOfChoice(reader, chosen, request.snapshot)
  if (!chosen || !recipient) return { plan: await planRecipient(reader, request), chosen }
  const found =
    chosen.contactId === null
      ? await lookForNew(reader, jobUuid, recipient)
      : await readChosen(reader, chosen.contactId, recipient)
  if (found === 'gone') {
    reader.say(CHOSEN_GONE, false)
    return { plan: await planRecipient(reader, request), chosen: null }
  }
  if ('kind' in found) return { plan: found, chosen }
  if (found.inactive) return { plan: ask(reader, whyInactive(found)), chosen }
  const { contactId, name: contactName } = found
  return {
    plan: existing(recipient, linkTo(found, 'link'), { how: CHOSEN_FOR_JOB, isForJob: true }),
    chosen: chosen.contactId === contactId ? chosen : { ...chosen, contactId, contactName },
  }
}

async function recipientOfChoice(
  { platform, companyId, slug }: Reader,
  chosen: ChosenForJob | null,
  snapshot: PlanRequest['snapshot'],
): Promise<Recipient | null> {
  if (chosen?.slug !== slug) return null
  const decided = await decide(platform, companyId, snapshot)
  if (!decided.ok) return null
  const { recipient } = decided
  const isSame =
    recipient.key === chosen.recipientKey || isFormerName(chosen.recipientName, recipient)
  return recipient.clientUuid === chosen.clientUuid && isSame ? recipient : null
}

/**
 * Reads the contact that the user has chosen. In a forecast, returns a plan instead when the
 * contact is not in our copy.
 */
async function readChosen(
  reader: Reader,
  contactId: number,
  recipient: Recipient,
): Promise<Contact | PlannedRecipient | 'gone'> {
  const found = await readById(reader, contactId)
  if (found !== 'unknown') return found
  const match = { kind: 'link', by: 'link', contactId, contact: null, makeCustomer: false } as const
  return existing(recipient, match, { how: CHOSEN_FOR_JOB, isForJob: true })
}

/**
 * Returns the question to the user about a chosen contact that is inactive, which is not replaced
 * automatically.
 */
const whyInactive = (inactive: Contact) =>
  `«${inactive.name}» var valgt for denne jobben, og er satt inaktiv i Fiken. Velg hvem fakturaen skal til.`

/**
 * Returns the contact that Fiken was asked to create for this job, a plan to wait while the outcome
 * is unknown, or `gone` when the reservation has ended and the contact does not exist.
 */
async function lookForNew(
  reader: Reader,
  jobUuid: string,
  recipient: Recipient,
): Promise<Contact | PlannedRecipient | 'gone'> {
  const { platform, companyId, slug } = reader
  const { db } = platform
  const made = await madeForJob(db, companyId, slug, jobUuid)
  if (made) return made
  const standing = await standingForJob(db, companyId, slug, jobUuid)
  if (!standing) {
    const found = await readByMemberNumber(reader, jobUuid)
    if (found) await writeThroughContact(db, companyId, slug, found)
    return found ?? 'gone'
  }
  const known = knownOf(platform, standing)
  if (known) return unanswered(reader, recipient, standing, known)
  const arrived = await lookForAsked(reader, standing)
  if (arrived) return arrived
  const verdict = await afterNoAnswer(reader, standing)
  // The reservation has ended since it was read: another run has found the contact, or another
  // decision has deleted the reservation.
  if (verdict === null) return lookForNew(reader, jobUuid, recipient)
  return unanswered(reader, recipient, standing, verdict)
}

export async function decide(
  platform: Platform,
  companyId: string,
  snapshot: Omit<RecipientInput, 'override'>,
): Promise<RecipientResult> {
  const clientUuid = (snapshot.headOffice ?? snapshot.client)?.uuid ?? ''
  return decideRecipient({
    ...snapshot,
    override: await overrideOf(platform.db, companyId, clientUuid),
  })
}

/**
 * Plans the recipient of a job without a choice of its own. Searches our copy of Fiken's contacts
 * first. Before planning a new contact, also searches Fiken itself, so that a contact created a
 * moment ago is not created twice. While an earlier request to create the contact is unconfirmed,
 * no new contact is planned.
 *
 * @throws ExternalError, LimiterBusy, LimiterClosed; nothing has been decided then
 */
export async function planRecipient(
  reader: Reader,
  request: PlanRequest,
): Promise<PlannedRecipient> {
  const { platform, companyId, slug } = reader
  const { snapshot, configuration } = request
  const decided = await decide(platform, companyId, snapshot)
  if (!decided.ok) return { kind: 'problem', ...decided.problem }
  const { recipient } = decided

  const client = snapshot.client?.uuid ?? ''
  const before = await decidedBefore(platform.db, companyId, slug, recipient, client)
  const doubt = before?.foundBy === 'person' ? null : contradiction(recipient)
  if (doubt !== null) return ask(reader, doubt)
  const decidedFor = before?.contact?.inactive ? null : (before?.contact ?? null)
  // If the user has agreed to a new contact, the unconfirmed request is handled in
  // choose-recipient.ts.
  const asked =
    decidedFor || request.agreed ? null : await standingFor(platform.db, companyId, slug, recipient)
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

function existing(
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

function ask({ say }: Reader, why: string): PlannedRecipient {
  say(why, false)
  return { kind: 'ambiguous', why }
}

/**
 * Plans what happens while Fiken might still be creating the contact: the job waits, and the user
 * is asked once the contact can be assumed missing.
 */
function unanswered(
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

export async function madeForJob(
  db: Db,
  companyId: string,
  slug: string,
  jobUuid: string,
): Promise<Contact | null> {
  const contacts = await contactsFor(db, companyId, slug)
  return contacts.find(({ memberNumber }) => memberNumber === jobUuid) ?? null
}

export async function standingForJob(
  db: Db,
  companyId: string,
  slug: string,
  jobUuid: string,
): Promise<StandingContact | null> {
  const reserved = await contactReservations(db, { companyId, slug })
  return reserved.find(({ asked }) => asked.forJob === jobUuid) ?? null
}
