import type { FikenCompany } from '#clients/fiken/client'
import type { Contact } from '#clients/fiken/types'
import { isSameName } from '#shared/names'
import { instant } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { dropReservation, knownOf, noteEmptyLook } from '../../reservations/reserve.ts'
import { clientsFor } from '../../mirrors/clients.ts'
import { contactFromMirror, contactsFor } from '../../mirrors/contacts.ts'
import { readCandidate } from '../in-fiken/candidates-now.ts'
import { adoptContact, CONTACT_WORDS, isOwn, makeContact, standingFor } from '../make-contact.ts'
import { activeOnly } from '../in-fiken/inactive-contact.ts'
import { formerLinks } from '../matching/former-links.ts'
import { doubtOfLink, isDoubtful } from '../matching/link-doubt.ts'
import {
  deleteLink,
  findLink,
  linkedContact,
  otherDoors,
  overrideOf,
  saveLink,
} from '../link-store.ts'
import { doorOf } from '../reading/recipient-door.ts'
import { candidateOf, matchContact, newContact, type Candidate } from '../matching/match.ts'
import { asDecided } from './found-by.ts'
import { otherClients } from '../matching/other-clients.ts'
import {
  contradiction,
  decideRecipient,
  type Recipient,
  type RecipientInput,
} from '../reading/recipient.ts'
import { dropRejected, rejectedFor } from '../rejection-store.ts'

type Snapshot = Omit<RecipientInput, 'override'>
type Settings = { enableFuzzyCustomerMatch: boolean; customerMatchThreshold: number }

export interface RecipientChoice {
  recipient: Recipient
  why: string
  candidates: (Candidate & { contact: Contact | undefined })[]
  /** The contact that it has been billed as, which may be another customer; null when none is in doubt. */
  doubted: Contact | null
}

/**
 * Who the invoice is for, and the contacts a person may choose from: those the matching could not
 * decide between, the chosen one first.
 */
export async function recipientChoice(
  platform: Platform,
  userId: string,
  slug: string,
  snapshot: Snapshot,
  settings: Settings,
): Promise<RecipientChoice> {
  const recipient = await recipientOf(platform, userId, snapshot)
  const rejected = await rejectedFor(platform.db, userId, slug, recipient)
  const contacts = (await contactsFor(platform.db, userId, slug)).filter(
    ({ contactId }) => !rejected.has(contactId),
  )
  const others = otherClients(await clientsFor(platform.db, userId))
  const formerly = await formerLinks(platform.db, userId, slug, recipient)
  const doors = await otherDoors(platform.db, userId, slug, recipient)
  // As if nothing were decided and names alone were enough: a person is shown more than may be
  // decided automatically.
  const match = matchContact({
    recipient,
    linkedContactId: null,
    contacts,
    formerly,
    otherDoors: doors,
    others,
    settings: { ...settings, enableFuzzyCustomerMatch: false, customerMatchThreshold: 100 },
  })
  const linked = await linkedContact(platform.db, userId, slug, recipient)
  const byId = new Map(contacts.map((contact) => [contact.contactId, contact]))
  const current = linked === null ? null : (byId.get(linked) ?? null)
  const doubtful = activeOnly(
    current?.inactive
      ? asDecided(current)
      : matchContact({
          recipient,
          linkedContactId: null,
          contacts,
          formerly,
          otherDoors: doors,
          others,
          settings,
        }),
    recipient,
    contacts,
  )
  const ambiguous =
    doubtful.kind === 'ambiguous' ? doubtful : match.kind === 'ambiguous' ? match : null
  const doubt =
    current &&
    (await doubtOfLink(platform, userId, slug, { recipient, contact: current }, settings))
  const standing = await standingFor(platform.db, userId, slug, recipient)
  // One that has turned up in the mirror since the row began to wait.
  const turnedUp =
    doubtful.kind === 'link' && doubtful.contact ? [candidateOf(recipient, doubtful.contact)] : []
  const alike = ambiguous?.candidates ?? turnedUp
  // About a link that may be wrong, the contact that had the invoices comes first.
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
 * Before a person looks at the choice: a contact whose creation had no answer may have shown up in
 * Fiken in the meantime.
 */
export async function isUnanswered(
  platform: Platform,
  userId: string,
  slug: string,
  snapshot: Snapshot,
): Promise<boolean> {
  const recipient = await recipientOf(platform, userId, snapshot)
  return (await standingFor(platform.db, userId, slug, recipient)) !== null
}

export interface Chosen {
  name: string
  /** False: Fiken has been asked to make the contact, and it is not known whether it has. */
  known: boolean
}

/**
 * Remembers the person's choice for (client, recipient), so that it is asked once. `contactId`
 * null makes a new contact in Fiken; while an earlier attempt to make it may still turn up, that
 * one is looked for instead.
 *
 * @param decided what follows from the choice, in the transaction that stores it: a killed process
 *   has done both or neither. Not called where nothing is stored.
 * @throws HttpError 404 for a contact that is not in the company; ExternalError from Fiken
 */
export async function chooseRecipient(
  platform: Platform,
  userId: string,
  fiken: FikenCompany,
  snapshot: Snapshot,
  contactId: number | null,
  decided: (tx: Db) => Promise<void>,
): Promise<Chosen> {
  const recipient = await recipientOf(platform, userId, snapshot)
  if (contactId === null) {
    const made = await newContactFor(platform, userId, fiken, recipient, decided)
    return { name: made?.name ?? recipient.name, known: made !== null }
  }
  await readCandidate(platform, userId, fiken, contactId)
  return platform.db.transaction(async (tx) => {
    const inside = { ...platform, db: tx }
    const chosen = await chooseContact(inside, userId, fiken.slug, recipient, contactId)
    await decided(tx)
    return chosen
  })
}

/**
 * Remembers that a recipient is this contact.
 *
 * @throws HttpError 404 for a contact that is not in the company
 */
export async function chooseContact(
  platform: Platform,
  userId: string,
  slug: string,
  recipient: Recipient,
  contactId: number,
): Promise<Chosen> {
  const { name } = await knownContact(platform, userId, slug, contactId)
  const { clientUuid, key: recipientKey } = recipient
  const at = instant(platform.clock)
  await saveLink(platform.db, {
    userId,
    slug,
    clientUuid,
    recipientKey,
    recipientName: recipient.name,
    contactId,
    foundBy: 'person',
    door: doorOf(recipient),
    at,
  })
  await dropRejected(platform.db, userId, { slug, clientUuid, recipientKey }, contactId)
  const standing = await standingFor(platform.db, userId, slug, recipient)
  if (standing && isOwn(standing, recipient))
    await dropReservation(platform.db, userId, standing.id)
  return { name, known: true }
}

/** Who it is, and who it is not. False when nobody has decided either. */
export function forgetDecision(
  { db }: Pick<Platform, 'db'>,
  userId: string,
  decision: { slug: string; clientUuid: string; recipientKey: string },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const linked = await deleteLink(tx, userId, decision)
    const rejected = await dropRejected(tx, userId, decision)
    return linked || rejected
  })
}

export async function recipientOf(
  platform: Platform,
  userId: string,
  snapshot: Snapshot,
): Promise<Recipient> {
  const clientUuid = (snapshot.headOffice ?? snapshot.client)?.uuid ?? ''
  const decided = decideRecipient({
    ...snapshot,
    override: await overrideOf(platform.db, userId, clientUuid),
  })
  if (!decided.ok) throw new HttpError(409, decided.problem.code, decided.problem.message)
  return decided.recipient
}

export async function knownContact(
  platform: Platform,
  userId: string,
  slug: string,
  contactId: number,
): Promise<Contact> {
  const contact = await contactFromMirror(platform.db, userId, slug, contactId)
  if (!contact)
    throw new HttpError(404, 'unknown_contact', 'Kontakten finnes ikke i det valgte selskapet.')
  return contact
}

/**
 * A new contact, or the one that somebody has made a moment ago: a second click finds the first
 * one's. Null while it is not known whether Fiken has made it; a contact that was made for another
 * recipient may then have turned up, so it is to be matched again.
 *
 * @param foundBy how the link reads afterwards: a person's choice, or made by the import
 */
export async function newContactFor(
  platform: Platform,
  userId: string,
  fiken: FikenCompany,
  recipient: Recipient,
  decided?: (tx: Db) => Promise<void>,
  foundBy: 'person' | 'created' = 'person',
): Promise<Contact | null> {
  const { db } = platform
  const linked = () => linkedContact(db, userId, fiken.slug, recipient)
  const link = await linked()
  const how = await findLink(db, userId, fiken.slug, recipient)
  // About a link in doubt the person has just said no.
  const isKept = link !== null && !(how && isDoubtful(how))
  const before = isKept ? await contactFromMirror(db, userId, fiken.slug, link) : null
  if (before && !before.inactive) return before
  const standing = await standingFor(db, userId, fiken.slug, recipient)
  if (standing) {
    const known = knownOf(platform, standing)
    const also = isOwn(standing, recipient) ? decided : undefined
    const found = known ? null : await adoptContact(platform, userId, fiken, standing, { also })
    if (found) return isOwn(standing, recipient) ? found : null
    const verdict = known ?? (await noteEmptyLook(platform, userId, standing.id))
    if (!verdict?.gone) return null
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
    userId,
    fiken,
    creation,
    async () => (await linked()) === link,
  )
  return made.kind === 'made' ? made.contact : null
}
