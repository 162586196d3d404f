import type { Contact, NewDraft } from '#clients/fiken/types'
import type { Problem } from '#shared/causes/index'
import { ensureProducts } from '../../products/ensure-products.ts'
import { checkTotal, expectationOf, type Expectation } from '../../drafts/totals-check.ts'
import type { DepositToTakeOff } from '../../drafts/deposit.ts'
import { buildDraft, type BuiltDraft, type DraftInput } from '../../drafts/draft.ts'
import { inputsOf } from '../../drafts/load-inputs.ts'
import { planProducts } from '../../drafts/product-plan.ts'
import type { JobSnapshot } from '../../service-jobs/snapshot.ts'
import { asInput, readDeposit } from '../deposits/read-deposit.ts'
import type { Work } from './context.ts'
import { Ending, failed, failedBy } from './ending.ts'
import { PRODUCT_WORDS, waitForAnswer } from './unanswered.ts'

/** Who the invoice is for, as matchRecipient found it. */
export interface Receiver {
  contact: Contact
  recipient: { attention: string }
}

export interface Planned {
  draft: NewDraft
  /** The contact's name in Fiken. */
  recipientName: string
  built: BuiltDraft
  /** What Fiken should make of it. */
  expected: Expectation
  notes: string[]
}

/**
 * The build step: the draft, or every problem at once; then our total against ServiceM8's.
 * Everything comes from the snapshot and the mirrors. Products are made only when the draft is
 * known to be right, so that a job with problems leaves nothing behind in Fiken.
 *
 * @returns an Ending with all problems, or while it is not known whether Fiken has made a product
 * @throws ExternalError
 */
export async function build(
  work: Work,
  snapshot: JobSnapshot,
  receiver: Receiver,
): Promise<Planned | Ending> {
  const { contact, recipient } = receiver
  const plan = await inputsOf(work.platform, work, snapshot, {
    attention: recipient.attention,
    daysUntilDueDate: contact.daysUntilInvoicingDueDate,
  })
  const { deposit, problems } = await depositOf(work, contact, plan.uuid)
  const first = buildDraft({ ...plan, deposit })
  if (!first.ok) return failedBy([...first.problems, ...problems])
  if (problems.length > 0) return failedBy(problems)
  const total = checkTotal(first, snapshot.job.totalInvoiceAmount)
  if (total.problem) {
    work.timeline.step('build', total.problem.message, false)
    return failedBy([total.problem])
  }
  const built = await withProducts(work, snapshot, { ...plan, deposit }, first)
  if (built instanceof Ending) return built
  const notes = [...built.notes, ...total.explanation]
  for (const note of notes) work.timeline.step('build', note, null)
  const draft = { ...built.draft, customerId: contact.contactId, ...inKroner(contact) }
  return { draft, recipientName: contact.name, built, expected: expectationOf(built, total), notes }
}

/** A contact with another currency would have its draft in that. */
function inKroner({ currency }: Contact): Pick<NewDraft, 'currency'> {
  return currency === '' || currency === 'NOK' ? {} : { currency: 'NOK' }
}

async function depositOf(
  { platform, row, fiken, signal }: Work,
  { contactId }: Contact,
  draftUuid: string,
): Promise<{ deposit: DepositToTakeOff | null; problems: Problem[] }> {
  const { userId, id: transferId, deposit: chosen } = row
  const of = { userId, transferId, chosen, contactId, draftUuid }
  return asInput(await readDeposit(platform.db, fiken, of, signal))
}

/**
 * The lines point at products where Fiken has them, or may get them; building again with them
 * changes no amount.
 */
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
