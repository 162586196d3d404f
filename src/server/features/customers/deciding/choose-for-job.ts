import type { FikenCompany } from '#clients/fiken/client'
import type { Contact } from '#clients/fiken/types'
import { instant } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { dropReservation } from '../../reservations/reserve.ts'
import { knownContact, lookBeforeNew, recipientOf, type Chosen } from './choose-recipient.ts'
import { readCandidate } from '../in-fiken/read-contact.ts'
import { makeContact, standingFor } from '../make-contact.ts'
import { newContact } from '../matching/match.ts'
import type { Recipient } from '../reading/recipient.ts'
import {
  madeForJob,
  standingForJob,
  type ChosenForJob,
  type PlanRequest,
} from './plan-recipient.ts'

/**
 * Stores the user's choice of recipient for one job. When `contactId` is null, creates a new
 * contact in Fiken that is not used for the recipient's next jobs. If an earlier request to create
 * a contact for the recipient is still unconfirmed, looks for that contact first.
 *
 * @param decided runs in the transaction that stores the choice. Its argument is null when the job
 * is to be matched normally, because a contact for all of the recipient's jobs is being created.
 * @throws HttpError 404 for a contact that is not in the company; ExternalError from Fiken
 */
export async function chooseForJob(
  platform: Platform,
  companyId: string,
  fiken: FikenCompany,
  snapshot: PlanRequest['snapshot'],
  { jobUuid, contactId }: { jobUuid: string; contactId: number | null },
  decided: (tx: Db, chosen: ChosenForJob | null) => Promise<void>,
): Promise<Chosen> {
  const { db } = platform
  const { slug } = fiken
  const recipient = await recipientOf(platform, companyId, snapshot)
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
    await readCandidate(platform, companyId, fiken, contactId)
    return db.transaction(async (tx) => {
      const contact = await knownContact({ ...platform, db: tx }, companyId, slug, contactId)
      await dropAskedForJob(tx, companyId, slug, jobUuid)
      await decided(tx, as(contact))
      return { name: contact.name, known: true }
    })
  }
  const made = await newContactForJob(
    platform,
    companyId,
    fiken,
    { jobUuid, recipient },
    (tx, one) => decided(tx, as(one)),
  )
  if (made) return { name: made.name, known: true }
  return db.transaction(async (tx) => {
    const isAsked = (await standingForJob(tx, companyId, slug, jobUuid)) !== null
    // Keeps a contact that another click has created in the meantime.
    const contact = isAsked ? null : await madeForJob(tx, companyId, slug, jobUuid)
    await decided(tx, isAsked || contact ? as(contact) : null)
    return { name: contact?.name ?? recipient.name, known: contact !== null }
  })
}

export async function dropAskedForJob(
  tx: Db,
  companyId: string,
  slug: string,
  jobUuid: string,
): Promise<void> {
  const standing = await standingForJob(tx, companyId, slug, jobUuid)
  if (standing) await dropReservation(tx, companyId, standing.id)
}

/**
 * Creates a contact that only this job uses. The contact's member number is the job's uuid, so that
 * the client's other jobs do not match the contact. The member number is also the only way to find
 * the contact if Fiken's response is lost.
 */
async function newContactForJob(
  platform: Platform,
  companyId: string,
  fiken: FikenCompany,
  { jobUuid, recipient }: { jobUuid: string; recipient: Recipient },
  also: (tx: Db, contact: Contact) => Promise<void>,
): Promise<Contact | null> {
  const { db } = platform
  const { slug } = fiken
  const before = await madeForJob(db, companyId, slug, jobUuid)
  if (before) {
    await db.transaction((tx) => also(tx, before))
    return before
  }
  const own = await standingForJob(db, companyId, slug, jobUuid)
  const standing = own ?? (await standingFor(db, companyId, slug, recipient))
  if (standing) {
    const found = await lookBeforeNew(platform, companyId, fiken, standing, own !== null, also)
    if (found !== 'gone') return found
  }
  const made = await makeContact(
    platform,
    companyId,
    fiken,
    {
      recipient,
      contact: { ...newContact(recipient), memberNumber: jobUuid },
      foundBy: 'person',
      replaces: standing,
      forJob: jobUuid,
      also,
    },
    async () => (await madeForJob(db, companyId, slug, jobUuid)) === null,
  )
  return made.kind === 'made' && made.kept ? made.contact : null
}
