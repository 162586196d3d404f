import type { FikenCompany } from '#clients/fiken/client'
import type { Contact } from '#clients/fiken/types'
import { instant } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { HttpError } from '../../../platform/http-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { contactFromMirror } from '../../mirrors/contacts.ts'
import { dropReservation, knownOf, noteEmptyLook } from '../../reservations/reserve.ts'
import { readCandidate } from '../in-fiken/read-contact.ts'
import { deleteLink, findLink, linkedContact, saveLink } from '../link-store.ts'
import {
  adoptContact,
  isOwn,
  makeContact,
  standingFor,
  type StandingContact,
} from '../make-contact.ts'
import { isDoubtful } from '../matching/link-doubt.ts'
import { newContact } from '../matching/match.ts'
import { doorOf } from '../reading/recipient-door.ts'
import type { Recipient, RecipientInput } from '../reading/recipient.ts'
import { dropRejected } from '../rejection-store.ts'
import { decide } from './plan-recipient.ts'

export type Snapshot = Omit<RecipientInput, 'override'>

export interface Chosen {
  name: string
  /** False when Fiken was asked to create the contact but has not confirmed that it exists. */
  known: boolean
}

/**
 * Stores the user's choice of contact for a client's recipient, so that the user is asked only
 * once. When `contactId` is null, creates a new contact in Fiken, or looks for the contact of an
 * earlier unconfirmed request first.
 * @param decided runs in the transaction that stores the choice, so that both are stored or
 * neither. It is not called when nothing is stored.
 * @throws HttpError 404 for a contact that is not in the company; ExternalError from Fiken
 */
export async function chooseRecipient(
  platform: Platform,
  companyId: string,
  fiken: FikenCompany,
  snapshot: Snapshot,
  contactId: number | null,
  decided: (tx: Db) => Promise<void>,
): Promise<Chosen> {
  const recipient = await recipientOf(platform, companyId, snapshot)
  if (contactId === null) {
    const made = await newContactFor(platform, companyId, fiken, recipient, decided)
    return { name: made?.name ?? recipient.name, known: made !== null }
  }
  await readCandidate(platform, companyId, fiken, contactId)
  return platform.db.transaction(async (tx) => {
    const inside = { ...platform, db: tx }
    const chosen = await chooseContact(inside, companyId, fiken.slug, recipient, contactId)
    await decided(tx)
    return chosen
  })
}

/**
 * Links a recipient to the contact that the user has chosen.
 *
 * @throws HttpError 404 for a contact that is not in the company
 */
export async function chooseContact(
  platform: Platform,
  companyId: string,
  slug: string,
  recipient: Recipient,
  contactId: number,
): Promise<Chosen> {
  const { name } = await knownContact(platform, companyId, slug, contactId)
  const { clientUuid, key: recipientKey } = recipient
  const at = instant(platform.clock)
  await saveLink(platform.db, {
    companyId,
    slug,
    clientUuid,
    recipientKey,
    recipientName: recipient.name,
    contactId,
    foundBy: 'person',
    door: doorOf(recipient),
    at,
  })
  await dropRejected(platform.db, companyId, { slug, clientUuid, recipientKey }, contactId)
  const standing = await standingFor(platform.db, companyId, slug, recipient)
  if (standing && isOwn(standing, recipient))
    await dropReservation(platform.db, companyId, standing.id)
  return { name, known: true }
}

/**
 * Deletes the link and the rejected contacts of a client's recipient. Returns false if neither
 * existed.
 */
export function forgetDecision(
  { db }: Pick<Platform, 'db'>,
  companyId: string,
  decision: { slug: string; clientUuid: string; recipientKey: string },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const linked = await deleteLink(tx, companyId, decision)
    const rejected = await dropRejected(tx, companyId, decision)
    return linked || rejected
  })
}

export async function recipientOf(
  platform: Platform,
  companyId: string,
  snapshot: Snapshot,
): Promise<Recipient> {
  const decided = await decide(platform, companyId, snapshot)
  if (!decided.ok) throw new HttpError(409, decided.problem.code, decided.problem.message)
  return decided.recipient
}

export async function knownContact(
  platform: Platform,
  companyId: string,
  slug: string,
  contactId: number,
): Promise<Contact> {
  const contact = await contactFromMirror(platform.db, companyId, slug, contactId)
  if (!contact)
    throw new HttpError(404, 'unknown_contact', 'Kontakten finnes ikke i det valgte selskapet.')
  return contact
}

/**
 * Creates a contact for the recipient, or returns the contact that an earlier click created.
 * Returns null while Fiken has not confirmed the contact, and when a contact that was requested for
 * another recipient has appeared, so that the recipient must be matched again.
 *
 * @param foundBy the origin stored on the link: `person` for the user's choice, `created` for the
 * import
 */
export async function newContactFor(
  platform: Platform,
  companyId: string,
  fiken: FikenCompany,
  recipient: Recipient,
  decided?: (tx: Db) => Promise<void>,
  foundBy: 'person' | 'created' = 'person',
): Promise<Contact | null> {
  const { db } = platform
  const linked = () => linkedContact(db, companyId, fiken.slug, recipient)
  const link = await linked()
  const how = await findLink(db, companyId, fiken.slug, recipient)
  // When the link is doubtful, the user has just said that its contact is the wrong one.
  const isKept = link !== null && !(how && isDoubtful(how))
  const before = isKept ? await contactFromMirror(db, companyId, fiken.slug, link) : null
  if (before && !before.inactive) return before
  const standing = await standingFor(db, companyId, fiken.slug, recipient)
  if (standing) {
    const isForThis = isOwn(standing, recipient)
    const found = await lookBeforeNew(platform, companyId, fiken, standing, isForThis, decided)
    if (found !== 'gone') return found
  }
  const creation = {
    recipient,
    contact: newContact(recipient),
    foundBy,
    replaces: standing,
    also: decided,
  } as const
  const made = await makeContact(
    platform,
    companyId,
    fiken,
    creation,
    async () => (await linked()) === link,
  )
  return made.kind === 'made' ? made.contact : null
}

/**
 * Looks for the contact of an unconfirmed request before a new contact is created.
 *
 * @param isForThis false when the request was made for another recipient
 * @returns `gone` when the contact can be assumed never to have been created; null while that is
 * unknown, and when the contact exists but was requested for another recipient
 */
export async function lookBeforeNew(
  platform: Platform,
  companyId: string,
  fiken: FikenCompany,
  standing: StandingContact,
  isForThis: boolean,
  decided?: (tx: Db, contact: Contact) => Promise<void>,
): Promise<Contact | 'gone' | null> {
  const known = knownOf(platform, standing)
  const also = isForThis ? decided : undefined
  const found = known ? null : await adoptContact(platform, companyId, fiken, standing, { also })
  if (found) return isForThis ? found : null
  const verdict = known ?? (await noteEmptyLook(platform, companyId, standing.id))
  return verdict?.gone ? 'gone' : null
}
