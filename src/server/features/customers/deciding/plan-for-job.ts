import type { Contact } from '#clients/fiken/types'
import type { Db } from '../../../platform/database/database.ts'
import { contactsFor, writeThroughContact } from '../../mirrors/contacts.ts'
import { contactReservations, knownOf } from '../../reservations/reserve.ts'
import type { StandingContact } from '../make-contact.ts'
import { linkTo } from '../matching/candidates.ts'
import { isFormerName } from '../reading/former-name.ts'
import type { Recipient } from '../reading/recipient.ts'
import {
  ask,
  decide,
  existing,
  planRecipient,
  unanswered,
  type PlannedRecipient,
  type PlanRequest,
} from './plan-recipient.ts'
import { afterNoAnswer, lookForAsked, readById, readByMemberNumber, type Reader } from './reader.ts'

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

const HOW = 'valgt for denne jobben alene'
const GONE = 'Kontakten som var valgt for denne jobben, finnes ikke lenger i Fiken'

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
    reader.say(GONE, false)
    return { plan: await planRecipient(reader, request), chosen: null }
  }
  if ('kind' in found) return { plan: found, chosen }
  if (found.inactive) return { plan: ask(reader, whyInactive(found)), chosen }
  const { contactId, name: contactName } = found
  return {
    plan: existing(recipient, linkTo(found, 'link'), { how: HOW, isForJob: true }),
    chosen: chosen.contactId === contactId ? chosen : { ...chosen, contactId, contactName },
  }
}

async function recipientOfChoice(
  { platform, userId, slug }: Reader,
  chosen: ChosenForJob | null,
  snapshot: PlanRequest['snapshot'],
): Promise<Recipient | null> {
  if (chosen?.slug !== slug) return null
  const decided = await decide(platform, userId, snapshot)
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
  return existing(recipient, match, { how: HOW, isForJob: true })
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
  const { platform, userId, slug } = reader
  const { db } = platform
  const made = await madeForJob(db, userId, slug, jobUuid)
  if (made) return made
  const standing = await standingForJob(db, userId, slug, jobUuid)
  if (!standing) {
    const found = await readByMemberNumber(reader, jobUuid)
    if (found) await writeThroughContact(db, userId, slug, found)
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

export async function madeForJob(
  db: Db,
  userId: string,
  slug: string,
  jobUuid: string,
): Promise<Contact | null> {
  const contacts = await contactsFor(db, userId, slug)
  return contacts.find(({ memberNumber }) => memberNumber === jobUuid) ?? null
}

export async function standingForJob(
  db: Db,
  userId: string,
  slug: string,
  jobUuid: string,
): Promise<StandingContact | null> {
  const reserved = await contactReservations(db, { userId, slug })
  return reserved.find(({ asked }) => asked.forJob === jobUuid) ?? null
}
