import type { FikenCompany } from '#clients/fiken/client'
import type { Contact } from '#clients/fiken/types'
import { instant } from '../../../platform/clock.ts'
import { writeThroughContact } from '../../mirrors/contacts.ts'
import { dropReservation } from '../../reservations/reserve.ts'
import { rememberClient } from '../customer-store.ts'
import { existing } from '../in-fiken/read-contact.ts'
import { saveLink } from '../link-store.ts'
import { isOwn, makeContact } from '../make-contact.ts'
import { doorOf } from '../reading/recipient-door.ts'
import type { Recipient } from '../reading/recipient.ts'
import type { PlannedRecipient, PlanRequest } from './plan-recipient.ts'
import type { Reader } from './reader.ts'
import { lookInMirror } from './search.ts'

/**
 * This file carries out the plan of plan-recipient.ts in Fiken: takes or creates the contact that
 * receives the invoice, and stores the decision.
 */

export interface MatchedRecipient {
  contact: Contact
  recipient: Recipient
  /** The id in the customers table; null for a job without a client. */
  customerId: string | null
  /** True for a contact that the user has chosen for this job alone. */
  isForJob: boolean
}

type Writing = Reader & { fiken: FikenCompany }
type Planned<Kind> = Extract<PlannedRecipient, { kind: Kind }>

/**
 * Creates the planned contact. Returns null when another request has created the contact, or the
 * outcome is unknown.
 */
export async function makePlanned(
  reader: Writing,
  { recipient, contact: asked, before }: Planned<'new'>,
  { snapshot, configuration }: PlanRequest,
): Promise<MatchedRecipient | null> {
  const { platform, companyId, fiken, say } = reader
  const creation = { recipient, contact: asked, foundBy: 'created', replaces: null } as const
  const stillNew = async () =>
    (await lookInMirror({ reader, recipient, configuration, arrived: null })).kind === 'create'
  const made = await makeContact(platform, companyId, fiken, creation, stillNew)
  if (made.kind === 'unanswered') say('Fiken svarte ikke tydelig; ser etter kunden i Fiken', false)
  if (made.kind !== 'made' || !made.kept) return null
  say(`Kunden «${asked.name}» er opprettet i Fiken`)
  const { contact } = made
  const { contactId } = contact
  const customerId = await rememberClient(
    platform,
    companyId,
    snapshot,
    recipient,
    contactId,
    before,
  )
  return { contact, recipient, customerId, isForJob: false }
}

/** Uses the contact that the plan has found, and marks it as a customer in Fiken if it is not one. */
export async function usePlanned(
  { platform, companyId, slug, fiken, signal, say }: Writing,
  plan: Planned<'existing'>,
  { snapshot }: Pick<PlanRequest, 'snapshot'>,
): Promise<MatchedRecipient> {
  const { recipient, match, how, before, standing, isForJob } = plan
  const { db } = platform
  const contact = await existing(fiken, match, signal)
  // The contact of an existing link comes unchanged from our copy of Fiken's contacts.
  const isMirrored = match.by === 'link' && contact === match.contact
  if (!isMirrored) await writeThroughContact(db, companyId, slug, contact)
  say(`Mottaker: ${contact.name} (${how})`)
  if (match.by !== 'link' || match.formerlyBy) {
    await saveLink(db, {
      companyId,
      slug,
      clientUuid: recipient.clientUuid,
      recipientKey: recipient.key,
      recipientName: recipient.name,
      contactId: contact.contactId,
      foundBy: match.formerlyBy ?? match.by,
      door: doorOf(recipient),
      at: instant(platform.clock),
    })
  }
  if (standing && isOwn(standing, recipient)) await dropReservation(db, companyId, standing.id)
  const { contactId } = contact
  const customerId = await rememberClient(
    platform,
    companyId,
    snapshot,
    recipient,
    contactId,
    before,
  )
  return { contact, recipient, customerId, isForJob }
}
