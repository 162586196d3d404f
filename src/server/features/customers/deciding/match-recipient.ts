import type { FikenCompany } from '#clients/fiken/client'
import type { Contact } from '#clients/fiken/types'
import type { CauseCode } from '#shared/causes/index'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { writeThroughContact } from '../../mirrors/contacts.ts'
import { dropReservation } from '../../reservations/reserve.ts'
import { rememberClient } from '../customer-store.ts'
import { addressMissing, statesNeither } from '../in-fiken/buyer-address.ts'
import { existing } from '../in-fiken/read-contact.ts'
import { saveLink } from '../link-store.ts'
import { isOwn, makeContact } from '../make-contact.ts'
import { doorOf } from '../reading/recipient-door.ts'
import type { Recipient } from '../reading/recipient.ts'
import { planRecipientOfJob, type ChosenForJob, type JobChoice } from './plan-for-job.ts'
import type { PlannedRecipient, PlanRequest } from './plan-recipient.ts'
import type { Reader } from './reader.ts'
import { lookInMirror } from './search.ts'

interface MatchRequest extends PlanRequest {
  /** True when the user has accepted an invoice without address and organisation number. */
  mayLackAddress?: boolean
  timeline: { step(step: string, text: string, ok?: boolean | null): void }
  signal: AbortSignal
}

export type RecipientMatch =
  /**
   * The contact that receives the invoice. `customerId` is the id in the customers table; null for
   * a job without a client.
   */
  | {
      kind: 'matched'
      contact: Contact
      recipient: Recipient
      customerId: string | null
      isForJob: boolean
    }
  | Exclude<PlannedRecipient, { kind: 'existing' | 'new' }>

/**
 * The pipeline's match step: finds or creates the contact in Fiken that receives the invoice.
 * Executes the plan from plan-recipient.ts: creates the contact or marks it as a customer, and
 * stores the decision.
 *
 * @returns `chosen` is the user's updated choice for this job alone
 * @throws ExternalError, LimiterClosed; nothing has been decided then
 */
export async function matchRecipient(
  platform: Platform,
  userId: string,
  fiken: FikenCompany,
  job: JobChoice,
  request: MatchRequest,
): Promise<{ match: RecipientMatch; chosen: ChosenForJob | null }> {
  const { timeline, signal } = request
  const say = (text: string, ok?: boolean) => timeline.step('match', text, ok)
  const reader = { platform, userId, slug: fiken.slug, fiken, writes: true, signal, say }
  const { plan, chosen } = await planRecipientOfJob(reader, job, request)
  switch (plan.kind) {
    case 'existing':
      return { match: await use(reader, plan, request), chosen }
    case 'new': {
      if (!request.mayLackAddress && statesNeither(plan.contact))
        return { match: withoutAddress(plan.contact), chosen }
      const made = await make(reader, plan, request)
      return made
        ? { match: made, chosen }
        : matchRecipient(platform, userId, fiken, { ...job, chosen }, request)
    }
    default:
      return { match: plan, chosen }
  }
}

const withoutAddress = ({
  name,
}: {
  name: string
}): { kind: 'problem'; code: CauseCode; message: string } => ({
  kind: 'problem',
  ...addressMissing(name, true),
})

type Writing = Reader & { fiken: FikenCompany }

/**
 * Creates the planned contact. Returns null when another request has created the contact, or the
 * outcome is unknown.
 */
async function make(
  reader: Writing,
  { recipient, contact: asked, before }: Extract<PlannedRecipient, { kind: 'new' }>,
  { snapshot, configuration }: MatchRequest,
): Promise<RecipientMatch | null> {
  const { platform, userId, fiken, say } = reader
  const creation = { recipient, contact: asked, foundBy: 'created', replaces: null } as const
  const stillNew = async () =>
    (await lookInMirror({ reader, recipient, configuration, arrived: null })).kind === 'create'
  const made = await makeContact(platform, userId, fiken, creation, stillNew)
  if (made.kind === 'unanswered') say('Fiken svarte ikke tydelig; ser etter kunden i Fiken', false)
  if (made.kind !== 'made' || !made.kept) return null
  say(`Kunden «${asked.name}» er opprettet i Fiken`)
  const { contact } = made
  const { contactId } = contact
  const customerId = await rememberClient(platform, userId, snapshot, recipient, contactId, before)
  return { kind: 'matched', contact, recipient, customerId, isForJob: false }
}

async function use(
  { platform, userId, slug, fiken, say }: Writing,
  plan: Extract<PlannedRecipient, { kind: 'existing' }>,
  { snapshot, signal }: MatchRequest,
): Promise<RecipientMatch> {
  const { recipient, match, how, before, standing, isForJob } = plan
  const { db } = platform
  const contact = await existing(fiken, match, signal)
  // The contact of an existing link comes unchanged from our copy of Fiken's contacts.
  const isMirrored = match.by === 'link' && contact === match.contact
  if (!isMirrored) await writeThroughContact(db, userId, slug, contact)
  say(`Mottaker: ${contact.name} (${how})`)
  if (match.by !== 'link' || match.formerlyBy) {
    await saveLink(db, {
      userId,
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
  if (standing && isOwn(standing, recipient)) await dropReservation(db, userId, standing.id)
  const { contactId } = contact
  const customerId = await rememberClient(platform, userId, snapshot, recipient, contactId, before)
  return { kind: 'matched', contact, recipient, customerId, isForJob }
}
