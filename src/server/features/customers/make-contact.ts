import type { FikenCompany } from '#clients/fiken/client'
import type { Contact, NewContact } from '#clients/fiken/types'
import { isSameName } from '#shared/names'
import { emailAddress, organizationNumber } from '#shared/norwegian'
import { instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { contactReservations, endFound, makeOnce } from '../reservations/reserve.ts'
import type { AskedContact, Reservation } from '../reservations/reservation.ts'
import { contactsFor, refreshContacts, writeThroughContact } from '../mirrors/contacts.ts'
import { saveLink } from './link-store.ts'
import { isFormerName } from './reading/former-name.ts'
import { doorOf } from './reading/recipient-door.ts'
import type { Recipient } from './reading/recipient.ts'

export type StandingContact = Reservation<AskedContact>
type Also = ((tx: Db, contact: Contact) => Promise<void>) | undefined

/**
 * Returns the unconfirmed request to create this recipient's contact. Also finds a request for
 * another client with the same name, or for the same client before its name was corrected.
 */
export async function standingFor(
  db: Db,
  companyId: string,
  slug: string,
  recipient: Pick<Recipient, 'clientUuid' | 'key' | 'memberNumber' | 'organizationNumber'>,
): Promise<StandingContact | null> {
  const { clientUuid, key, memberNumber, organizationNumber } = recipient
  const isReread = ({ asked }: StandingContact) =>
    asked.clientUuid === clientUuid && isFormerName(asked.contact.name, recipient)
  const isSame = ({ key: reserved, asked: { contact, recipientKey } }: StandingContact) =>
    [reserved, recipientKey].includes(key) ||
    (memberNumber !== null && contact.memberNumber === memberNumber) ||
    (organizationNumber !== null && contact.organizationNumber === organizationNumber)
  const all = await contactReservations(db, { companyId, slug })
  const found = all.find(isSame) ?? all.find(isReread)
  // The found contact is stored under the recipient's present name.
  return found && isReread(found)
    ? { ...found, asked: { ...found.asked, recipientKey: key } }
    : (found ?? null)
}

/**
 * Returns true if the contact was requested for exactly this recipient and for all of the
 * recipient's jobs.
 */
export function isOwn(
  { asked }: StandingContact,
  recipient: Pick<Recipient, 'clientUuid' | 'key'>,
): boolean {
  return (
    asked.forJob === undefined &&
    asked.clientUuid === recipient.clientUuid &&
    asked.recipientKey === recipient.key
  )
}

/**
 * Creates a recipient's contact at most once and stores the decision.
 * @param creation.replaces the reservation of an earlier request that the user has given up
 * @param stillNew called immediately before the request is sent; the contact is created only if it
 * returns true
 * @throws ExternalError, LimiterBusy, LimiterClosed, HttpError: nothing was created
 */
export async function makeContact(
  platform: Platform,
  companyId: string,
  fiken: FikenCompany,
  creation: {
    recipient: Recipient
    contact: NewContact
    foundBy: 'created' | 'person'
    replaces: StandingContact | null
    /** The uuid of the only job that uses the contact; no link is then stored. */
    forJob?: string
    /** A function that runs in the transaction that stores the decision. */
    also?: Also
  },
  stillNew: () => Promise<boolean>,
): Promise<
  { kind: 'made'; contact: Contact; kept: boolean } | { kind: 'taken' } | { kind: 'unanswered' }
> {
  const { recipient, contact, foundBy, replaces, forJob, also } = creation
  const { slug } = fiken
  const { clientUuid, key: recipientKey } = recipient
  const alike = (await contactsFor(platform.db, companyId, slug)).filter((one) =>
    isAsAsked(one, contact),
  )
  const before = alike.map(({ contactId }) => contactId)
  const asked: AskedContact = {
    contact,
    clientUuid,
    recipientKey,
    before,
    door: doorOf(recipient),
    ...(forJob === undefined ? {} : { forJob }),
  }
  const made = await makeOnce(
    platform,
    { companyId, slug },
    { kind: 'contact', key: recipientKey, asked, replaces },
    {
      stillNew,
      send: (beforeSend) => fiken.contacts.create(contact, { beforeSend }),
      settle: async (tx, id) => {
        const known = madeContact(id, contact)
        await settle(platform, tx, companyId, slug, asked, known, foundBy)
        await also?.(tx, known)
      },
    },
  )
  return made.kind === 'made'
    ? { kind: 'made', contact: madeContact(made.id, contact), kept: made.kept }
    : made
}

/**
 * Stores the created contact and its link. A contact for a single job is stored only on the job's
 * transfer, without a link.
 */
async function settle(
  platform: Platform,
  tx: Db,
  companyId: string,
  slug: string,
  { clientUuid, recipientKey, door, forJob }: AskedContact,
  contact: Contact,
  foundBy: 'created' | 'person',
): Promise<void> {
  const { contactId } = contact
  await writeThroughContact(tx, companyId, slug, contact)
  if (forJob !== undefined) return
  await saveLink(tx, {
    companyId,
    slug,
    clientUuid,
    recipientKey,
    recipientName: contact.name,
    contactId,
    foundBy,
    door: door ?? null,
    at: instant(platform.clock),
  })
}

/**
 * Looks for a contact that Fiken was asked to create. Returns null when no contact or several
 * contacts are found, so that the user must choose.
 * @param company the slug alone to search only our copy, without requests to Fiken
 */
export async function findAsked(
  platform: Platform,
  companyId: string,
  company: FikenCompany | { slug: string },
  { asked }: StandingContact,
  signal?: AbortSignal,
): Promise<Contact | null> {
  const fiken = 'contacts' in company ? company : null
  if (fiken) await refreshContacts(platform, companyId, fiken, { signal, changesOnly: true })
  const isIt = (one: Contact) =>
    !one.inactive && !asked.before.includes(one.contactId) && isAsAsked(one, asked.contact)
  const mirrored = (await contactsFor(platform.db, companyId, company.slug)).filter(isIt)
  const found =
    mirrored.length > 0 || !fiken
      ? mirrored
      : (await findByEquality(fiken, asked.contact, signal)).filter(isIt)
  const [only] = found
  return only && found.length === 1 ? only : null
}

export async function adoptContact(
  platform: Platform,
  companyId: string,
  fiken: FikenCompany,
  standing: StandingContact,
  { signal, also }: { signal?: AbortSignal; also?: Also } = {},
): Promise<Contact | null> {
  const { id, asked } = standing
  const { slug } = fiken
  const only = await findAsked(platform, companyId, fiken, standing, signal)
  if (!only) return null
  const mine = await endFound(platform, companyId, id, async (tx) => {
    await settle(platform, tx, companyId, slug, asked, only, 'created')
    await also?.(tx, only)
  })
  return mine ? only : null
}

/** Searches Fiken for contacts with exactly the recipient's values, with at most four requests. */
export async function findByEquality(
  fiken: FikenCompany,
  who: { [Key in 'memberNumber' | 'organizationNumber' | 'email']?: string | null } & {
    name: string
  },
  signal?: AbortSignal,
): Promise<Contact[]> {
  const { memberNumber, organizationNumber, email, name } = who
  const found: Contact[] = []
  if (memberNumber)
    found.push(...(await fiken.contacts.find({ memberNumberString: memberNumber }, signal)))
  if (organizationNumber) found.push(...(await fiken.contacts.find({ organizationNumber }, signal)))
  if (email) found.push(...(await fiken.contacts.find({ email }, signal)))
  found.push(...(await fiken.contacts.find({ name }, signal)))
  return [...new Map(found.map((contact) => [contact.contactId, contact])).values()]
}

/**
 * Returns true if the contact is the requested contact: its member number agrees or, without a
 * member number, everything that distinguishes customers agrees.
 */
function isAsAsked(contact: Contact, asked: NewContact): boolean {
  if (asked.memberNumber) return contact.memberNumber === asked.memberNumber
  return (
    contact.memberNumber === '' &&
    isSameName(contact.name, asked.name) &&
    organizationNumber(contact.organizationNumber) ===
      organizationNumber(asked.organizationNumber) &&
    emailAddress(contact.email) === emailAddress(asked.email)
  )
}

export const CONTACT_WORDS = {
  waiting: (name: string) =>
    `Fiken svarte ikke da kunden «${name}» ble opprettet. Vi ser etter kunden i Fiken i inntil ti minutter, så det ikke blir to.`,
  missing: (name: string) =>
    `Fiken svarte ikke da kunden «${name}» ble opprettet, og vi har ikke funnet kunden der på ti minutter. Velg kunden hvis du ser den i Fiken; ellers opprett den på nytt.`,
  rejected: (name: string) =>
    `Du har sagt at ingen av kontaktene i Fiken som ligner, er «${name}». Lag en ny kunde, eller glem valget under «Kundevalg» på kundesiden.`,
}

/**
 * Builds the created contact from the request, because Fiken's response to a creation contains only
 * the contact's id.
 */
export function madeContact(contactId: number, contact: NewContact): Contact {
  return {
    contactId,
    name: contact.name,
    email: contact.email ?? '',
    organizationNumber: contact.organizationNumber ?? '',
    phone: contact.phone ?? '',
    customer: true,
    inactive: false,
    memberNumber: contact.memberNumber ?? '',
    address: contact.address ?? null,
    daysUntilInvoicingDueDate: null,
    currency: '',
    lastModified: '',
  }
}
