import type { Contact, NewContact } from '#clients/fiken/types'
import { problem, type Problem } from '#shared/causes/index'
import type { Overruled } from '#shared/transfer-status'
import {
  addressMissing,
  buyerOf,
  leftOut,
  statesNeither,
} from '../../customers/in-fiken/buyer-address.ts'
import { newContact } from '../../customers/matching/match.ts'
import type { Recipient } from '../../customers/reading/recipient.ts'
import {
  planRecipientOfJob,
  type ChosenForJob,
  type PlannedRecipient,
} from '../../customers/deciding/plan-recipient.ts'
import type { Reader } from '../../customers/deciding/reader.ts'
import { uuidOf, type DraftSetting } from '../../drafts/load-inputs.ts'
import { givenUpProducts, PRODUCT_WORDS } from '../../products/ensure-products.ts'
import { ineligible, type JobFetchType } from '../../service-jobs/eligibility.ts'
import type { JobSnapshot } from '../../service-jobs/snapshot.ts'
import type { readDeposit } from '../deposits/read-deposit.ts'
import { causeOfIneligible, explanationOf } from '../refused.ts'
import { planDraft, planProductsOf, type PlannedDraft } from './plan-draft.ts'

export interface JobToPlan {
  snapshot: JobSnapshot
  judgedAs: JobFetchType
  overruled: readonly Overruled[]
  chosen: ChosenForJob | null
  readTaken?: (of: {
    contactId: number | null
    draftUuid: string
  }) => ReturnType<typeof readDeposit>
}

export interface JobPlan {
  recipient: PlannedRecipient
  draft: PlannedDraft
  notes: string[]
  /** The problems in the order in which a run would meet them; a run stops at the first. */
  problems: Problem[]
}

/**
 * Plans a job in a run's order (delivery/prepare.ts), for display only: nothing is created, changed
 * or sent, and planning continues after a problem.
 * @throws ExternalError, LimiterBusy, LimiterClosed if the reader calls Fiken
 */
export async function planJob(
  reader: Reader,
  setting: DraftSetting,
  job: JobToPlan,
): Promise<JobPlan> {
  const { platform, companyId, slug } = reader
  const { configuration, row } = setting
  const { snapshot, overruled, chosen, readTaken } = job
  const choice = { jobUuid: row.servicem8JobId, chosen }
  const { plan: recipient } = await planRecipientOfJob(reader, choice, { snapshot, configuration })
  const receiver = receiverOf(recipient)
  const contactId = recipient.kind === 'existing' ? recipient.contactId : null
  const taken = (await readTaken?.({ contactId, draftUuid: uuidOf(setting) })) ?? null
  const terms = {
    attention: receiver?.recipient.attention ?? '',
    daysUntilDueDate: receiver?.daysUntilDueDate ?? null,
  }
  const draft = await planDraft(platform, setting, snapshot, terms, taken)
  const mayLackAddress = overruled.includes('address_missing')
  const isBuilt = draft.problems.length === 0
  const products =
    isBuilt && configuration.autoCreateProducts
      ? await planProductsOf(platform.db, { companyId, slug }, draft.input)
      : null
  const missing = products?.missing ?? []
  return {
    recipient,
    draft,
    notes: [...(receiver ? leftOut(receiver.recipient, receiver.contact) : []), ...draft.notes],
    problems: [
      ...jobProblems(job, draft),
      ...recipientProblems(recipient, mayLackAddress),
      ...draft.problems,
      ...productProblems(await givenUpProducts(platform, { companyId, slug }, missing)),
      ...buyerProblems(recipient, mayLackAddress),
    ],
  }
}

interface PlannedReceiver {
  recipient: Recipient
  contact: Contact | NewContact
  daysUntilDueDate: number | null
}

export function receiverOf(plan: PlannedRecipient): PlannedReceiver | null {
  if (!('recipient' in plan)) return null
  const { recipient } = plan
  const contact = plan.kind === 'existing' ? plan.contact : null
  return {
    recipient,
    contact: contact ?? newContact(recipient),
    daysUntilDueDate: contact?.daysUntilInvoicingDueDate ?? null,
  }
}

function jobProblems({ snapshot, judgedAs, overruled }: JobToPlan, draft: PlannedDraft): Problem[] {
  const found = ineligible(snapshot, judgedAs, overruled)
  if (!found) return []
  const code = causeOfIneligible(found.code)
  // A job with a zero total may have no lines; the draft's own problem is clearer.
  const isSaid = draft.problems.some((one) => one.code === code)
  return isSaid ? [] : [problem(code, explanationOf(found))]
}

function recipientProblems(plan: PlannedRecipient, mayLackAddress: boolean): Problem[] {
  if (plan.kind === 'ambiguous') return [problem('recipient_ambiguous', plan.why)]
  if (plan.kind === 'problem') return [problem(plan.code, plan.message)]
  if (plan.kind !== 'new' || mayLackAddress || !statesNeither(plan.contact)) return []
  return [addressMissing(plan.contact.name, true)]
}

const productProblems = (names: readonly string[]): Problem[] =>
  names.length === 0 ? [] : [problem('product_missing', PRODUCT_WORDS.missing(names))]

/**
 * Returns the problem of a contact without an address. A contact chosen for this job alone has no
 * such problem, because it does not get the job's address.
 */
function buyerProblems(plan: PlannedRecipient, mayLackAddress: boolean): Problem[] {
  if (plan.kind !== 'existing' || plan.isForJob || mayLackAddress) return []
  const contact = plan.contact ?? newContact(plan.recipient)
  return buyerOf(contact, plan.recipient) === 'missing' ? [addressMissing(contact.name, false)] : []
}
