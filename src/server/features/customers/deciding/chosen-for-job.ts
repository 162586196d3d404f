import type { FikenCompany } from '#clients/fiken/client'
import type { Contact } from '#clients/fiken/types'
import { instant } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { contactFromMirror, contactsFor, writeThroughContact } from '../../mirrors/contacts.ts'
import {
  contactReservations,
  dropReservation,
  knownOf,
  noteEmptyLook,
} from '../../reservations/reserve.ts'
import { readCandidate } from '../in-fiken/candidates-now.ts'
import { knownContact, recipientOf, type Chosen } from './choose-recipient.ts'
import { FOUND_BY } from './found-by.ts'
import { insteadOf } from '../in-fiken/inactive-contact.ts'
import { isFormerName } from '../reading/former-name.ts'
import { doubtOfLink } from '../matching/link-doubt.ts'
import { linkedContact, otherDoors } from '../link-store.ts'
import { adoptContact, makeContact, standingFor, type StandingContact } from '../make-contact.ts'
import { newContact, otherDoor } from '../matching/match.ts'
import { existing, readContact } from '../in-fiken/existing-contact.ts'
import {
  asDecided,
  decide,
  foreseeRecipient,
  matchRecipient,
  unanswered,
  type ForeseenRecipient,
  type MatchRequest,
  type RecipientMatch,
} from './match-recipient.ts'
import type { Recipient } from '../reading/recipient.ts'
import { rememberClient } from '../remember-client.ts'

/**
 * Who a person has said receives the invoice of one job, and of no other: kept on its transfer, and
 * not as a link. It holds for the recipient that the person was asked about; when the job gets
 * another one in ServiceM8, that one is matched as any other.
 */
export interface ChosenForJob {
  slug: string
  clientUuid: string
  recipientKey: string
  /** As it was written. */
  recipientName: string
  /** Null: a new contact, of which Fiken has not said yet whether it has been made. */
  contactId: number | null
  contactName: string
  at: string
}

interface JobChoice {
  jobUuid: string
  chosen: ChosenForJob | null
}

const HOW = 'valgt for denne jobben alene'
const GONE = 'Kontakten som var valgt for denne jobben, finnes ikke lenger i Fiken'

/**
 * The match step of a job: what a person has chosen for it alone, otherwise as matchRecipient.
 * `chosen`: the choice as it is from now on; it ends when its contact is gone in Fiken.
 *
 * @throws ExternalError, LimiterClosed; nothing is decided then
 */
export async function matchRecipientOfJob(
  platform: Platform,
  userId: string,
  fiken: FikenCompany,
  { jobUuid, chosen }: JobChoice,
  request: MatchRequest,
): Promise<{ match: RecipientMatch; chosen: ChosenForJob | null }> {
  const { snapshot, timeline, signal } = request
  const asUsual = async (kept: ChosenForJob | null) => ({
    match: await matchRecipient(platform, userId, fiken, request),
    chosen: kept,
  })
  const recipient = await recipientOfChoice(platform, userId, fiken.slug, chosen, snapshot)
  if (!chosen || !recipient) return asUsual(chosen)
  const found =
    chosen.contactId === null
      ? await lookForNew(platform, userId, fiken, jobUuid, request)
      : await readChosen(platform, userId, fiken, chosen.contactId, signal)
  if (found === null) {
    timeline.step('match', GONE, false)
    return asUsual(null)
  }
  if ('kind' in found) return { match: found, chosen }
  if (found.inactive) {
    const { why } = askAbout(found)
    timeline.step('match', why, false)
    return { match: { kind: 'ambiguous', why }, chosen }
  }
  const contact = await existing(fiken, asDecided(found), signal)
  if (contact !== found) await writeThroughContact(platform.db, userId, fiken.slug, contact)
  timeline.step('match', `Mottaker: ${contact.name} (${HOW})`)
  const customerId = await rememberClient(platform, userId, snapshot, recipient, contact, null)
  const { contactId, name: contactName } = contact
  return {
    match: { kind: 'matched', contact, recipient, customerId },
    chosen: chosen.contactId === contactId ? chosen : { ...chosen, contactId, contactName },
  }
}

/**
 * The same without its effects, as foreseeRecipient.
 *
 * @throws ExternalError, LimiterBusy, LimiterClosed
 */
export async function foreseeRecipientOfJob(
  platform: Platform,
  userId: string,
  fiken: FikenCompany,
  { jobUuid, chosen }: JobChoice,
  request: Omit<MatchRequest, 'timeline'>,
): Promise<ForeseenRecipient> {
  const { snapshot, signal } = request
  const recipient = await recipientOfChoice(platform, userId, fiken.slug, chosen, snapshot)
  if (chosen && recipient) {
    const contact =
      chosen.contactId === null
        ? await madeForJob(platform.db, userId, fiken.slug, jobUuid)
        : await readChosen(platform, userId, fiken, chosen.contactId, signal)
    if (contact?.inactive) return askAbout(contact)
    if (contact) {
      const { contactId } = contact
      return { kind: 'existing', contactId, contact, recipient, how: HOW }
    }
    if (await standingForJob(platform.db, userId, fiken.slug, jobUuid))
      return { kind: 'new', recipient, asked: true }
  }
  return foreseeRecipient(platform, userId, fiken, request)
}

/** The same of what has been decided and is mirrored: nobody is asked. */
export async function decidedRecipientOfJob(
  platform: Platform,
  userId: string,
  slug: string,
  { jobUuid, chosen }: JobChoice,
  { snapshot, configuration }: Pick<MatchRequest, 'snapshot' | 'configuration'>,
): Promise<ForeseenRecipient> {
  const { db } = platform
  const decided = await decide(platform, userId, snapshot)
  if (!decided.ok) return { kind: 'problem', ...decided.problem }
  const { recipient } = decided
  const own = chosen && (await recipientOfChoice(platform, userId, slug, chosen, snapshot))
  const contactId = own
    ? (chosen.contactId ?? (await madeForJob(db, userId, slug, jobUuid))?.contactId ?? null)
    : await linkedContact(db, userId, slug, recipient)
  if (contactId === null) {
    const [door] = own ? [] : await otherDoors(db, userId, slug, recipient)
    if (door) return { kind: 'ambiguous', why: otherDoor(recipient, door) }
    return { kind: 'new', recipient, asked: own !== null }
  }
  const contact = await contactFromMirror(db, userId, slug, contactId)
  if (!own && contact) {
    const why = await doubtOfLink(platform, userId, slug, { recipient, contact }, configuration)
    if (why !== null) return { kind: 'ambiguous', why }
  }
  const how = own ? HOW : FOUND_BY.link
  if (!contact?.inactive) return { kind: 'existing', contactId, contact, recipient, how }
  const instead = insteadOf(contact, own ? [] : await contactsFor(db, userId, slug))
  if (instead.kind === 'ask') return { kind: 'ambiguous', why: instead.why }
  const { contact: next } = instead
  return { kind: 'existing', contactId: next.contactId, contact: next, recipient, how }
}

/**
 * A person's choice for one job. `contactId` null makes a new contact in Fiken, which the next job
 * of the recipient does not know as its own; while an earlier attempt to make one for the recipient
 * may still turn up, that one is looked for instead.
 *
 * @param decided what follows, in the transaction that stores it. Its choice is null where the job
 *   is to be matched as any other: a contact for all jobs of the recipient is being made.
 * @throws HttpError 404 for a contact that is not in the company; ExternalError from Fiken
 */
export async function chooseForJob(
  platform: Platform,
  userId: string,
  fiken: FikenCompany,
  snapshot: MatchRequest['snapshot'],
  { jobUuid, contactId }: { jobUuid: string; contactId: number | null },
  decided: (tx: Db, chosen: ChosenForJob | null) => Promise<void>,
): Promise<Chosen> {
  const { db } = platform
  const { slug } = fiken
  const recipient = await recipientOf(platform, userId, snapshot)
  const as = (contact: Pick<Contact, 'contactId' | 'name'> | null): ChosenForJob => ({
    slug,
    clientUuid: recipient.clientUuid,
    recipientKey: recipient.key,
    recipientName: recipient.name,
    contactId: contact?.contactId ?? null,
    contactName: contact?.name ?? recipient.name,
    at: instant(platform.clock).toISOString(),
  })
  if (contactId !== null) {
    await readCandidate(platform, userId, fiken, contactId)
    return db.transaction(async (tx) => {
      const contact = await knownContact({ ...platform, db: tx }, userId, slug, contactId)
      await dropAskedForJob(tx, userId, slug, jobUuid)
      await decided(tx, as(contact))
      return { name: contact.name, known: true }
    })
  }
  const made = await newContactForJob(platform, userId, fiken, { jobUuid, recipient }, (tx, one) =>
    decided(tx, as(one)),
  )
  if (made) return { name: made.name, known: true }
  return db.transaction(async (tx) => {
    const isAsked = (await standingForJob(tx, userId, slug, jobUuid)) !== null
    // Another press may have made it since, and its choice is not to be taken back.
    const contact = isAsked ? null : await madeForJob(tx, userId, slug, jobUuid)
    await decided(tx, isAsked || contact ? as(contact) : null)
    return { name: contact?.name ?? recipient.name, known: contact !== null }
  })
}

/** Another decision about the job: a contact that was asked for it alone is waited for no longer. */
export async function dropAskedForJob(
  tx: Db,
  userId: string,
  slug: string,
  jobUuid: string,
): Promise<void> {
  const standing = await standingForJob(tx, userId, slug, jobUuid)
  if (standing) await dropReservation(tx, userId, standing.id)
}

/** Null: nothing is chosen, or for another company or recipient than the job has now. */
async function recipientOfChoice(
  platform: Platform,
  userId: string,
  slug: string,
  chosen: ChosenForJob | null,
  snapshot: MatchRequest['snapshot'],
): Promise<Recipient | null> {
  if (chosen?.slug !== slug) return null
  const decided = await decide(platform, userId, snapshot)
  if (!decided.ok) return null
  const { recipient } = decided
  const isSame =
    recipient.key === chosen.recipientKey || isFormerName(chosen.recipientName, recipient)
  return recipient.clientUuid === chosen.clientUuid && isSame ? recipient : null
}

/** A person chose it for one job, and nobody stands for it by itself. */
const askAbout = (inactive: Contact) => ({
  kind: 'ambiguous' as const,
  why: `«${inactive.name}» var valgt for denne jobben, og er satt inaktiv i Fiken. Velg hvem fakturaen skal til.`,
})

/** Null when it is gone in Fiken. */
async function readChosen(
  platform: Platform,
  userId: string,
  fiken: FikenCompany,
  contactId: number,
  signal: AbortSignal,
): Promise<Contact | null> {
  const mirrored = await contactFromMirror(platform.db, userId, fiken.slug, contactId)
  return mirrored ?? readContact(platform, userId, fiken, contactId, signal)
}

/**
 * The contact that Fiken was asked to make for this job; what the job waits for while it is not
 * known whether it has; null when nobody waits for it any more, and it is not there.
 */
async function lookForNew(
  platform: Platform,
  userId: string,
  fiken: FikenCompany,
  jobUuid: string,
  request: MatchRequest,
): Promise<Contact | RecipientMatch | null> {
  const { db } = platform
  const { timeline, signal } = request
  const made = await madeForJob(db, userId, fiken.slug, jobUuid)
  if (made) return made
  const standing = await standingForJob(db, userId, fiken.slug, jobUuid)
  if (!standing) {
    const [found] = await fiken.contacts.find({ memberNumberString: jobUuid }, signal)
    if (found) await writeThroughContact(db, userId, fiken.slug, found)
    return found ?? null
  }
  const known = knownOf(platform, standing)
  if (known) return unanswered(standing, known, request)
  const adopted = await adoptContact(platform, userId, fiken, standing, { signal })
  if (adopted) {
    timeline.step('match', `Kunden «${adopted.name}» kom fram til Fiken likevel`)
    return adopted
  }
  const verdict = await noteEmptyLook(platform, userId, standing.id)
  // Somebody else has found it, or decided otherwise, since it was read.
  if (verdict === null) return lookForNew(platform, userId, fiken, jobUuid, request)
  return unanswered(standing, verdict, request)
}

/**
 * As newContactFor, but for one job. Its member number is the job's uuid and not the client's: the
 * client's other jobs do not find it by that, and a lost one is found by nothing else.
 */
async function newContactForJob(
  platform: Platform,
  userId: string,
  fiken: FikenCompany,
  { jobUuid, recipient }: { jobUuid: string; recipient: Recipient },
  also: (tx: Db, contact: Contact) => Promise<void>,
): Promise<Contact | null> {
  const { db } = platform
  const { slug } = fiken
  const before = await madeForJob(db, userId, slug, jobUuid)
  if (before) {
    await db.transaction((tx) => also(tx, before))
    return before
  }
  const own = await standingForJob(db, userId, slug, jobUuid)
  const standing = own ?? (await standingFor(db, userId, slug, recipient))
  if (standing) {
    const known = knownOf(platform, standing)
    const options = own ? { also } : {}
    const found = known ? null : await adoptContact(platform, userId, fiken, standing, options)
    if (found) return own ? found : null
    const verdict = known ?? (await noteEmptyLook(platform, userId, standing.id))
    if (!verdict?.gone) return null
  }
  const made = await makeContact(
    platform,
    userId,
    fiken,
    {
      recipient,
      contact: { ...newContact(recipient), memberNumber: jobUuid },
      foundBy: 'person',
      replaces: standing,
      forJob: jobUuid,
      also,
    },
    async () => (await madeForJob(db, userId, slug, jobUuid)) === null,
  )
  return made.kind === 'made' && made.kept ? made.contact : null
}

async function madeForJob(
  db: Db,
  userId: string,
  slug: string,
  jobUuid: string,
): Promise<Contact | null> {
  const contacts = await contactsFor(db, userId, slug)
  return contacts.find(({ memberNumber }) => memberNumber === jobUuid) ?? null
}

async function standingForJob(
  db: Db,
  userId: string,
  slug: string,
  jobUuid: string,
): Promise<StandingContact | null> {
  const reserved = await contactReservations(db, { userId, slug })
  return reserved.find(({ asked }) => asked.forJob === jobUuid) ?? null
}
