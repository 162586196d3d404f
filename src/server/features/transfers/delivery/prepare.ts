import { isDeepStrictEqual } from 'node:util'
import { LONGEST_LAG_MS } from '#clients/fiken/list-lag'
import type { Contact, NewDraft } from '#clients/fiken/types'
import { ExternalError } from '#clients/http/external-error'
import { causeOf, type CauseCode } from '#shared/causes/index'
import { failuresSpanning } from '../../../platform/backoff.ts'
import { withFreshAccounts } from '../../connections/company/company-profile.ts'
import { planRecipientOfJob } from '../../customers/deciding/plan-recipient.ts'
import {
  makePlanned,
  usePlanned,
  type MatchedRecipient,
} from '../../customers/deciding/planned-contact.ts'
import {
  addressMissing,
  leftOut,
  stateBuyer,
  statesNeither,
} from '../../customers/in-fiken/buyer-address.ts'
import type { Found } from '../../documents/look-up.ts'
import { buildDraft, type BuiltDraft, type DraftInput } from '../../drafts/draft.ts'
import { uuidOf } from '../../drafts/load-inputs.ts'
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
import { planDraft, planProductsOf } from '../plan/plan-draft.ts'
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
  recipient: MatchedRecipient
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
  // An existing draft is found by its contact, so the contact may lack an address.
  const mayLackAddress = there !== null || run.row.overruled.includes('address_missing')
  const match = await matchRecipient(run, snapshot, mayLackAddress)
  if (match instanceof Ending) return match

  enter(run, 'build', 'Bygger utkastet')
  const built = await build(run, snapshot, match)
  const plan = await payableNow(run, there, built, () => build(run, snapshot, match))
  if (plan instanceof Ending) return plan
  // A contact that the user has chosen for this job alone does not get the address of the job,
  // because the next job with that address would then be matched to the contact.
  const buyer =
    mayLackAddress || match.isForJob
      ? ({ kind: 'stated', contact: match.contact } as const)
      : await stateBuyer(run.platform, run.row.companyId, run.fiken, match, run.signal)
  if (buyer.kind === 'missing') return withoutAddress(match.contact, false)
  const { contact } = buyer
  if (buyer.kind === 'written')
    run.timeline.step('match', 'Kunden i Fiken hadde ingen adresse, og har fått den fra ServiceM8.')
  for (const note of leftOut(match.recipient, contact)) run.timeline.step('match', note, null)
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
  const { snapshot, accountUuid } = await fetchJob(platform, row.companyId, row.servicem8JobId, {
    withPayments: jobFetchType === 'awaiting_payment',
    leftOut: row.snapshot?.leftOut,
    signal,
    observe: timeline.observe,
  })
  const columns = await columnsOfTransfer(platform.db, row.companyId, snapshot)
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
 * Finds or creates the contact in Fiken that receives the invoice.
 * @param chosenForJob the user's choice for this job alone
 * @throws ExternalError, LimiterClosed; nothing has been decided then
 */
async function matchRecipient(
  run: Run,
  snapshot: JobSnapshot,
  mayLackAddress: boolean,
  chosenForJob = run.row.chosenRecipient,
): Promise<MatchedRecipient | Ending> {
  const { platform, row, configuration, fiken, timeline, signal } = run
  const { companyId, servicem8JobId: jobUuid } = row
  const say = (text: string, ok?: boolean) => timeline.step('match', text, ok)
  const reader = { platform, companyId, slug: fiken.slug, fiken, writes: true, signal, say }
  const request = { snapshot, configuration }
  const job = { jobUuid, chosen: chosenForJob }
  const { plan, chosen } = await planRecipientOfJob(reader, job, request)
  const match = async () => {
    switch (plan.kind) {
      case 'existing':
        return usePlanned(reader, plan, request)
      case 'new':
        return !mayLackAddress && statesNeither(plan.contact)
          ? withoutAddress(plan.contact, true)
          : makePlanned(reader, plan, request)
      case 'waiting':
        return waitForAnswer(plan.why, plan.until)
      case 'ambiguous':
        return waitForPerson(plan.why)
      case 'problem':
        return failed(plan.code, plan.message)
    }
  }
  const matched = await match()
  if (matched === null) return matchRecipient(run, snapshot, mayLackAddress, chosen)
  if (chosen !== row.chosenRecipient) patch(run, { chosenRecipient: chosen })
  return matched
}

function withoutAddress({ name }: { name: string }, isNew: boolean): Ending {
  const { code, message } = addressMissing(name, isNew)
  return failed(code, message)
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
  const read = () => withFreshAccounts(platform, row.companyId, company, fiken, signal)
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
  const { companyId, id: transferId, deposit: chosen } = row
  const of = { companyId, transferId, chosen, contactId, draftUuid: uuidOf(work) }
  const taken = await readDeposit(platform.db, fiken, of, signal)
  const receiver = { attention, daysUntilDueDate }
  const plan = await planDraft(platform, work, snapshot, receiver, taken)
  const { built: first, total } = plan
  if (!first || !total || plan.problems.length > 0) {
    if (total?.problem && plan.problems.includes(total.problem))
      timeline.step('build', total.problem.message, false)
    return failedBy(plan.problems)
  }
  const built = await withProducts(work, plan.input, first)
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
  plan: DraftInput,
  first: BuiltDraft,
): Promise<BuiltDraft | Ending> {
  const { platform, row, fiken, configuration } = work
  const { known, missing } = await planProductsOf(
    platform.db,
    { companyId: row.companyId, slug: fiken.slug },
    plan,
  )
  const create = configuration.autoCreateProducts ? missing : []
  const ensured = await ensureProducts(platform, row.companyId, fiken, create, work)
  if (ensured.kind === 'waiting')
    return waitForAnswer(PRODUCT_WORDS.waiting(ensured.names), ensured.until)
  if (ensured.kind === 'missing')
    return failed('product_missing', PRODUCT_WORDS.missing(ensured.names))
  const second = buildDraft({ ...plan, products: [...known, ...ensured.products] })
  if (!second.ok || second.gross !== first.gross)
    throw new Error('Pointing lines at products changed the draft')
  return second
}
