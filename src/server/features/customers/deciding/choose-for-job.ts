import type { FikenCompany } from '#clients/fiken/client'
import type { Contact } from '#clients/fiken/types'
import { instant } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { dropReservation, knownOf, noteEmptyLook } from '../../reservations/reserve.ts'
import { knownContact, recipientOf, type Chosen } from './choose-recipient.ts'
import { readCandidate } from '../in-fiken/candidates-now.ts'
import { adoptContact, makeContact, standingFor } from '../make-contact.ts'
import { newContact } from '../matching/match.ts'
import type { Recipient } from '../reading/recipient.ts'
import { madeForJob, standingForJob, type ChosenForJob } from './plan-for-job.ts'
import type { PlanRequest } from './plan-recipient.ts'

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
