import { isDeepStrictEqual } from 'node:util'
import { LONGEST_LAG_MS } from '#clients/fiken/list-lag'
import type { Contact, NewDraft } from '#clients/fiken/types'
import { ExternalError } from '#clients/http/external-error'
import { causeOf, type CauseCode } from '#shared/causes/index'
import { failuresSpanning } from '../../../platform/backoff.ts'
import { withFreshAccounts } from '../../connections/company/company-profile.ts'
import { matchRecipient, type RecipientMatch } from '../../customers/deciding/match-recipient.ts'
import { addressMissing, leftOut, stateBuyer } from '../../customers/in-fiken/buyer-address.ts'
import type { Found } from '../../documents/look-up.ts'
import { buildDraft, type BuiltDraft, type DraftInput } from '../../drafts/draft.ts'
import { planProducts } from '../../drafts/product-plan.ts'
import { expectationOf, type Expectation } from '../../drafts/totals-check.ts'
import { ensureProducts, PRODUCT_WORDS } from '../../products/ensure-products.ts'
import {
  hasAllFacts,
  ineligible,
  stillOverruled,
  type Ineligible,
} from '../../service-jobs/eligibility.ts'
import { fetchJob } from '../../service-jobs/fetch-job.ts'
import type { JobSnapshot } from '../../service-jobs/snapshot.ts'
import { columnsOfTransfer } from '../columns.ts'
import { readDeposit } from '../deposits/read-deposit.ts'
import { planDraft } from '../plan/plan-draft.ts'
import { causeOfIneligible, refusedFor } from '../refused.ts'
import { enter, patch, write, type Run, type Work } from './context.ts'
import { Ending, failed, failedBy, waitForAnswer } from './ending.ts'
import { lookUp } from './look-up.ts'

export interface Planned {
  draft: NewDraft
  recipientName: string
  built: BuiltDraft
  expected: Expectation
  notes: string[]
}

export interface Prepared {
  snapshot: JobSnapshot
  recipient: RecipientMatch & { kind: 'matched' }
  plan: Planned
}

/**
 * Fetches the job, judges it, and matches its recipient and builds its draft. Sends no draft to
 * Fiken.
 * @param there the draft or invoice already found in Fiken
 * @throws ExternalError, HttpError when a vendor cannot be reached
 */
export async function prepare(run: Run, there: Found | null): Promise<Prepared | Ending> {
  const snapshot = await currentJob(run, there)
  const refused = await judge(run, snapshot, there)
  if (refused) return refused

  enter(run, 'match', 'Finner mottakeren i Fiken')
  const { platform, configuration, timeline, signal } = run
  const { userId, servicem8JobId: jobUuid, chosenRecipient, overruled } = run.row
  // An existing draft is found by its contact, so the contact may lack an address.
  const mayLackAddress = there !== null || overruled.includes('address_missing')
  const about = { snapshot, configuration, timeline, signal, mayLackAddress }
  const job = { jobUuid, chosen: chosenRecipient }
  const { match, chosen } = await matchRecipient(platform, userId, run.fiken, job, about)
  if (chosen !== chosenRecipient) patch(run, { chosenRecipient: chosen })
  if (match.kind === 'waiting') return waitForAnswer(match.why, match.until)
  if (match.kind === 'ambiguous') return waitForPerson(match.why)
  if (match.kind === 'problem') return failed(match.code, match.message)

  enter(run, 'build', 'Bygger utkastet')
  const built = await build(run, snapshot, match)
  const plan = await payableNow(run, there, built, () => build(run, snapshot, match))
  if (plan instanceof Ending) return plan
  // A contact that the user has chosen for this job alone does not get the address of the job,
  // because the next job with that address would then be matched to the contact.
  const buyer =
    mayLackAddress || match.isForJob
      ? ({ kind: 'stated', contact: match.contact } as const)
      : await stateBuyer(platform, userId, run.fiken, match, signal)
  if (buyer.kind === 'missing') {
    const { code, message } = addressMissing(match.contact.name, false)
    return failed(code, message)
  }
  const { contact } = buyer
  if (buyer.kind === 'written')
    timeline.step('match', 'Kunden i Fiken hadde ingen adresse, og har fått den fra ServiceM8.')
  for (const note of leftOut(match.recipient, contact)) timeline.step('match', note, null)
  return { snapshot, recipient: { ...match, contact }, plan }
}

/**
 * Returns the job's current snapshot, usually the one that intake has just taken. ServiceM8 is read
 * again when the user has retried, when the snapshot has become old in the queue, or when payments
 * are needed and missing. A document already in Fiken is handled with the stored data.
 * @throws ExternalError, HttpError when ServiceM8 cannot be reached
 */
async function currentJob(run: Run, found: Found | null): Promise<JobSnapshot> {
  const { platform, row, configuration, signal, timeline } = run
  const { jobFetchType } = configuration
  const knowsEnough = (known: JobSnapshot) =>
    isAllThere(run, found) || hasAllFacts(known, jobFetchType, platform.clock.now())
  if (row.snapshot && !row.needsFetch && knowsEnough(row.snapshot)) return row.snapshot
  enter(run, 'fetch', 'Henter jobben fra ServiceM8')
  const { snapshot, accountUuid } = await fetchJob(platform, row.userId, row.servicem8JobId, {
    withPayments: jobFetchType === 'awaiting_payment',
    leftOut: row.snapshot?.leftOut,
    signal,
    observe: timeline.observe,
  })
  const columns = await columnsOfTransfer(platform.db, row.userId, snapshot)
  await write(run, { ...columns, servicem8AccountId: accountUuid, needsFetch: false })
  return snapshot
}

function isAllThere({ configuration }: Run, found: Found | null): boolean {
  return (
    found?.kind === 'invoice' ||
    (found?.kind === 'draft' && configuration.invoiceCreationMode !== 'invoice')
  )
}

/**
 * Makes the final decision on whether the job may become a draft (rule 2), by the current facts,
 * whatever started the transfer. An obstacle that the user has overruled stays overruled as long as
 * it exists. A row that may have been sent is looked up in Fiken before it is refused. An existing
 * draft is adopted, but not invoiced.
 * @param found the document found in Fiken so far
 * @throws ExternalError while it is not certain that the document is missing from Fiken
 */
async function judge(run: Run, snapshot: JobSnapshot, found: Found | null): Promise<Ending | null> {
  const { row, configuration, timeline } = run
  const overruled = stillOverruled(snapshot, row.overruled)
  if (overruled.length !== row.overruled.length) patch(run, { overruled })
  const refusal = ineligible(snapshot, configuration.jobFetchType, overruled)
  if (!refusal) return null
  const there =
    found ?? (row.fikenDraftUuid === null ? null : await lookUp(run, row.fikenDraftUuid))
  if (there instanceof Ending) return there
  if (refusal.overrule === null || !isAllThere(run, there)) return refused(run, refusal, there)
  timeline.step('fetch', `${refusal.why} Utkastet ble laget før det, og blir stående.`, null)
  return null
}

/** The number of empty lookups that prove absence: they span the longest lag of Fiken's lists. */
const CERTAIN_AFTER = failuresSpanning(LONGEST_LAG_MS)

function refused({ row }: Run, against: Ineligible, found: Found | null): Ending {
  const { code, overrule } = against
  if (row.outcomeUnknown && !found && row.attempts <= CERTAIN_AFTER) {
    const doing = 'looking for the draft of a refused job'
    throw new ExternalError({ vendor: 'fiken', kind: 'unknown_outcome', doing })
  }
  const cause = causeOfIneligible(code)
  const known = { outcomeUnknown: false }
  if (overrule === null) return failed(cause, undefined, known)
  return new Ending(refusedFor(against), causeOf(cause).title, known, 'text')
}

/**
 * Builds the draft again when the company's bank accounts have changed. The accounts are read again
 * before an invoice is issued, because the invoice must not show a closed account and a missing
 * account may have been added. Nothing is read for a job with problems.
 */
async function payableNow(
  run: Run,
  there: Found | null,
  plan: Planned | Ending,
  buildAgain: () => Promise<Planned | Ending>,
): Promise<Planned | Ending> {
  const { platform, row, company, fiken, signal } = run
  const isInvoice = run.configuration.invoiceCreationMode === 'invoice'
  if (!isInvoice || there?.kind === 'invoice') return plan
  if (plan instanceof Ending && !isFor(plan, 'no_bank_account')) return plan
  const read = () => withFreshAccounts(platform, row.userId, company, fiken, signal)
  const fresh = await run.companyNow(company.slug, read)
  if (isDeepStrictEqual(fresh.bankAccounts, company.bankAccounts)) return plan
  run.company = fresh
  return buildAgain()
}

const isFor = ({ outcome }: Ending, cause: CauseCode) =>
  outcome.kind === 'failed' && outcome.cause === cause

function waitForPerson(message: string): Ending {
  const cause = 'recipient_ambiguous'
  const outcome = { kind: 'waiting', reason: 'ambiguous_customer', cause, message } as const
  return new Ending(outcome, message, {}, 'text')
}

export interface Receiver {
  contact: Contact
  recipient: { attention: string }
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
