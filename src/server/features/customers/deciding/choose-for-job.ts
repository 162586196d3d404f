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
import { madeForJob, standingForJob, type ChosenForJob } from './plan-for-job.ts'
import type { PlanRequest } from './plan-recipient.ts'

/**
 * Stores the user's choice of recipient for one job. `contactId` null creates a new contact in
 * Fiken, which the recipient's next jobs do not use. While an earlier attempt to create one for the
 * recipient may still appear, that one is looked for instead.
 *
 * @param decided runs in the transaction that stores the choice. Its argument is null where the job
 *   is to be matched normally: a contact for all jobs of the recipient is being created.
 * @throws HttpError 404 for a contact that is not in the company; ExternalError from Fiken
 */
export async function chooseForJob(
  platform: Platform,
  userId: string,
  fiken: FikenCompany,
  snapshot: PlanRequest['snapshot'],
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
    // Another click may have created it meanwhile; its choice must stand.
    const contact = isAsked ? null : await madeForJob(tx, userId, slug, jobUuid)
    await decided(tx, isAsked || contact ? as(contact) : null)
    return { name: contact?.name ?? recipient.name, known: contact !== null }
  })
}

/** Drops the reservation of a contact for this job alone, after another decision about the job. */
export async function dropAskedForJob(
  tx: Db,
  userId: string,
  slug: string,
  jobUuid: string,
): Promise<void> {
  const standing = await standingForJob(tx, userId, slug, jobUuid)
  if (standing) await dropReservation(tx, userId, standing.id)
}

/**
 * Creates a contact as newContactFor does, but for one job. Its member number is the job's uuid and
 * not the client's: the client's other jobs do not find it by that, and a lost one is found by
 * nothing else.
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
    const found = await lookBeforeNew(platform, userId, fiken, standing, own !== null, also)
    if (found !== 'gone') return found
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
