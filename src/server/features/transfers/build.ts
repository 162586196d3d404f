import type { Contact, NewDraft } from '#clients/fiken/types'
import { ensureProducts } from '../products/ensure-products.ts'
import { checkTotal, expectationOf, type Expectation } from './check.ts'
import { buildDraft, type BuiltDraft, type DraftInput } from './draft.ts'
import { inputsOf } from './draft-inputs.ts'
import { planProducts } from './products.ts'
import type { Work } from './run.ts'
import type { JobSnapshot } from './snapshot.ts'
import { failWith, failWithProblems } from './stop.ts'
import { PRODUCT_WORDS, waitForAnswer } from './unanswered.ts'

/** Who the invoice is for, as gate 1 found it. */
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
 * Gates 2 and 3: the draft, or every problem at once; then our total against ServiceM8's. Everything comes from the snapshot and the
 * mirrors. Products are made only when the draft is known to be right, so that a job with problems leaves nothing behind in Fiken.
 *
 * @throws Stop with all problems, or while it is not known whether Fiken has made a product; ExternalError
 */
export async function build(work: Work, snapshot: JobSnapshot, receiver: Receiver): Promise<Planned> {
  const { contact, recipient } = receiver
  const plan = await inputsOf(work.platform, work, snapshot, {
    attention: recipient.attention,
    daysUntilDueDate: contact.daysUntilInvoicingDueDate,
  })
  const first = buildDraft(plan)
  if (!first.ok) throw failWithProblems(first.problems)
  const total = checkTotal(first, snapshot.job.totalInvoiceAmount)
  if (total.problem) {
    work.journal.step('build', total.problem.message, false)
    throw failWithProblems([total.problem])
  }
  const built = await withProducts(work, snapshot, plan, first)
  const notes = [...built.notes, ...total.explanation]
  for (const note of notes) work.journal.step('build', note, null)
  const draft = { ...built.draft, customerId: contact.contactId }
  return { draft, recipientName: contact.name, built, expected: expectationOf(built, total), notes }
}

/** The lines point at products where Fiken has them, or may get them; building again with them changes no amount. */
async function withProducts(work: Work, snapshot: JobSnapshot, plan: DraftInput, first: BuiltDraft): Promise<BuiltDraft> {
  const ensured = await ensureProducts(work.platform, work.row.userId, work.fiken, {
    lines: snapshot.lines.filter((line) => !snapshot.leftOut.includes(line.uuid)),
    materials: plan.materials,
    missing: (known) => (work.configuration.autoCreateProducts ? planProducts({ ...plan, products: known }) : []),
    journal: work.journal,
    signal: work.signal,
  })
  if (ensured.kind === 'waiting') throw waitForAnswer(PRODUCT_WORDS.waiting(ensured.names), ensured.until)
  if (ensured.kind === 'missing') throw failWith('product_missing', PRODUCT_WORDS.missing(ensured.names))
  const second = buildDraft({ ...plan, products: ensured.products })
  if (!second.ok || second.gross !== first.gross) throw new Error('Pointing lines at products changed the draft')
  return second
}
