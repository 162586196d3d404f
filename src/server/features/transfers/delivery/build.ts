import type { Contact, NewDraft } from '#clients/fiken/types'
import { ensureProducts, PRODUCT_WORDS } from '../../products/ensure-products.ts'
import { expectationOf, type Expectation } from '../../drafts/totals-check.ts'
import { buildDraft, type BuiltDraft, type DraftInput } from '../../drafts/draft.ts'
import { planProducts } from '../../drafts/product-plan.ts'
import type { JobSnapshot } from '../../service-jobs/snapshot.ts'
import { readDeposit } from '../deposits/read-deposit.ts'
import { planDraft } from '../plan/plan-draft.ts'
import type { Work } from './context.ts'
import { Ending, failed, failedBy, waitForAnswer } from './ending.ts'

export interface Receiver {
  contact: Contact
  recipient: { attention: string }
}

export interface Planned {
  draft: NewDraft
  recipientName: string
  built: BuiltDraft
  expected: Expectation
  notes: string[]
}

/**
 * Builds the draft from the snapshot and the mirrors, or returns all problems at once. Products are
 * created only when the draft has no problems, so that a job with problems leaves nothing behind in
 * Fiken.
 * @returns an Ending with all problems, or an Ending while it is unknown whether Fiken has created
 * a product
 * @throws ExternalError
 */
export async function build(
  work: Work,
  snapshot: JobSnapshot,
  { contact, recipient: { attention } }: Receiver,
): Promise<Planned | Ending> {
  const { platform, row, fiken, signal, timeline } = work
  const { contactId, daysUntilInvoicingDueDate: daysUntilDueDate } = contact
  const of = { userId: row.userId, transferId: row.id, chosen: row.deposit, contactId }
  const receiver = { attention, daysUntilDueDate }
  const plan = await planDraft(platform, work, snapshot, receiver, (draftUuid) =>
    readDeposit(platform.db, fiken, { ...of, draftUuid }, signal),
  )
  const { built: first, total } = plan
  if (!first || !total || plan.problems.length > 0) {
    if (total?.problem && plan.problems.includes(total.problem))
      timeline.step('build', total.problem.message, false)
    return failedBy(plan.problems)
  }
  const built = await withProducts(work, snapshot, plan.input, first)
  if (built instanceof Ending) return built
  const notes = [...built.notes, ...total.explanation]
  for (const note of notes) timeline.step('build', note, null)
  const draft = { ...built.draft, customerId: contact.contactId, ...inKroner(contact) }
  return { draft, recipientName: contact.name, built, expected: expectationOf(built, total), notes }
}

/**
 * Returns the draft's currency for a contact with a foreign currency, which Fiken would otherwise
 * apply to the draft.
 */
function inKroner({ currency }: Contact): Pick<NewDraft, 'currency'> {
  return currency === '' || currency === 'NOK' ? {} : { currency: 'NOK' }
}

async function withProducts(
  work: Work,
  snapshot: JobSnapshot,
  plan: DraftInput,
  first: BuiltDraft,
): Promise<BuiltDraft | Ending> {
  const ensured = await ensureProducts(work.platform, work.row.userId, work.fiken, {
    lines: snapshot.lines.filter((line) => !snapshot.leftOut.includes(line.uuid)),
    materials: plan.materials,
    missing: (known) =>
      work.configuration.autoCreateProducts ? planProducts({ ...plan, products: known }) : [],
    timeline: work.timeline,
    signal: work.signal,
  })
  if (ensured.kind === 'waiting')
    return waitForAnswer(PRODUCT_WORDS.waiting(ensured.names), ensured.until)
  if (ensured.kind === 'missing')
    return failed('product_missing', PRODUCT_WORDS.missing(ensured.names))
  const second = buildDraft({ ...plan, products: ensured.products })
  if (!second.ok || second.gross !== first.gross)
    throw new Error('Pointing lines at products changed the draft')
  return second
}
