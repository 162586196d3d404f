import { billedClientOf, choiceOf } from '../../../collective/queries.ts'
import { inactiveByNow } from '../../../customers/in-fiken/read-contact.ts'
import type { Found } from '../../../documents/look-up.ts'
import type { Db } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { instant } from '../../../../platform/clock.ts'
import { ClaimLost } from '../../../documents/document-run.ts'
import { endByFault, runDocument } from '../../../documents/runner.ts'
import {
  planSet,
  type Part,
  type PlannedPart,
  type SetJob,
  type SetSetting,
} from '../../plan/plan-set.ts'
import { transferById } from '../../queries.ts'
import { shareDocument } from '../../store.ts'
import type { TransferRow } from '../../tables.ts'
import { whyOwnDraft } from '../../waiting/waits.ts'
import { claimedRows, writeClaimed } from '../claim-store.ts'
import { begin, enter, holdOf, readingOnce, type Hold, type Run } from '../context.ts'
import { Ending } from '../ending.ts'
import { waitForLists } from '../look-for-earlier.ts'
import { lookForOwn, settleFormerCompany } from '../look-up.ts'
import { makeDraft, reserved } from '../make-draft.ts'
import { endedBy, nextOrEnded, ownerOf, type Ended } from '../owner.ts'
import { prepare, type Planned, type Prepared } from '../prepare.ts'
import { watchJobs } from '../still-as-fetched.ts'
import { putBack, putBackAll } from './put-back.ts'
import { sharesOfBuilt } from './shares.ts'

export interface ReadyJob extends SetJob {
  run: Run
  prepared: Prepared
}

export const readyJob = (run: Run, prepared: Prepared): ReadyJob => ({
  run,
  prepared,
  row: run.row,
  snapshot: prepared.snapshot,
  recipient: String(prepared.plan.draft.customerId),
  built: prepared.plan.built,
  expected: prepared.plan.expected,
})

/**
 * Runs a set of jobs whose rows have been claimed together, with nothing sent (decision 0054). Each
 * job is read and built as if alone. A job that cannot be invoiced ends by itself; when one job must
 * be retried later, the whole set is. The remaining jobs are divided into drafts, which are stored
 * and then created one after another. Never throws; every result is written on the rows.
 */
export async function formSet(
  platform: Platform,
  rows: readonly TransferRow[],
  claim: string,
  signal: AbortSignal,
): Promise<void> {
  const holds = rows.map((row) => holdOf(platform, { row, claim, signal }))
  const together = { lists: null, companyNow: readingOnce() }
  const ready: ReadyJob[] = []
  for (const [place, hold] of holds.entries()) {
    const ran = await runDocument(ownerOf(hold), async () => {
      const run = await begin(hold, together)
      return nextOrEnded(run instanceof Ending ? run : await prepareForSet(run, rows))
    })
    if (ran.kind === 'goes_on') ready.push(ran.with)
    else if (ran.kind !== 'lost' && (await isQueuedInSet(hold))) {
      const others = [...ready.map(({ run }) => run), ...holds.slice(place + 1)]
      return putBack(platform, others, hold)
    }
  }
  if (ready.length === 0) return
  for (const { jobs, plan } of await divideAndStore(platform, ready)) {
    const [{ run }, ...rest] = jobs
    run.others = rest.map((one) => one.run.row)
    await runDocument(ownerOf(run), async () => {
      const { ending, shares } = await makePart(jobs, plan, null)
      return endedBy(run, ending, shares)
    })
  }
}

async function prepareForSet(run: Run, rows: readonly TransferRow[]): Promise<ReadyJob | Ending> {
  const ended = leaveSet(run, rows) ?? (await settleFormerCompany(run)) ?? waitForLists(run)
  if (ended) return ended
  const prepared = await prepare(run, null)
  if (prepared instanceof Ending) return prepared
  const own = await lookForOwn(run, prepared)
  if (own instanceof Ending) return own
  return own === null ? readyJob(run, prepared) : alone('Jobben har et eget utkast i Fiken fra før')
}

async function isQueuedInSet({ platform, row: { companyId, id } }: Hold): Promise<boolean> {
  const now = await transferById(platform.db, companyId, id)
  return now?.status === 'queued' && now.collectiveRun !== null
}

const alone = (text: string) => new Ending({ kind: 'queued' }, text)

function leaveSet({ row }: Run, rows: readonly TransferRow[]): Ending | null {
  switch (whyOwnDraft(row, rows)) {
    case 'deposit':
      return alone('Jobben har et forskudd, og får et eget utkast')
    case 'replaces':
      return alone('Jobben står for en kreditert faktura, og får et eget utkast')
    case null:
      return null
  }
}

interface StoredPart {
  jobs: Part<ReadyJob>
  plan: Planned
}

/**
 * Divides the jobs into drafts and stores them. Returns none when the jobs were requeued or have
 * failed. Never throws.
 */
async function divideAndStore(
  platform: Platform,
  ready: readonly ReadyJob[],
): Promise<StoredPart[]> {
  try {
    const [first] = ready as [ReadyJob, ...ReadyJob[]]
    if (await areContactsCurrent(ready)) {
      const planned = planSet(ready, await settingOf(first.run))
      const parts = planned.map((part) => ({ jobs: part.jobs, plan: planOf(part) }))
      if (await store(platform, parts)) return parts
    }
    await putBackAll(ready.map(({ run }) => run))
  } catch (error) {
    for (const { run } of ready) await endByFault(ownerOf(run), error)
  }
  return []
}

export async function settingOf({ platform, row, configuration, fiken }: Run): Promise<SetSetting> {
  const client = row.snapshot && billedClientOf(row.snapshot)
  const choice = client && (await choiceOf(platform.db, row.companyId, client))
  return {
    fikenCompanySlug: fiken.slug,
    descriptionSource: configuration.invoiceDescriptionSource,
    byPurchaseOrder: choice ? choice.byPurchaseOrder : false,
  }
}

export function planOf({ jobs, draft, built, expected, notes }: PlannedPart<ReadyJob>): Planned {
  const plans = jobs.map(({ prepared }) => prepared.plan)
  const own = jobs[0].prepared.plan
  const { customerId, currency } = own.draft
  return {
    draft: { ...draft, customerId, ...(currency === undefined ? {} : { currency }) },
    recipientName: own.recipientName,
    built,
    expected,
    notes: [...plans.flatMap((plan) => plan.notes), ...notes],
  }
}

/** Returns false if a contact is inactive in Fiken, so that its recipient must be matched again. */
async function areContactsCurrent(ready: readonly ReadyJob[]): Promise<boolean> {
  for (const { run, prepared } of ready) {
    const { platform, row, fiken, signal } = run
    const { contactId } = prepared.recipient.contact
    if (await inactiveByNow(platform, row.companyId, fiken, contactId, signal)) return false
  }
  return true
}

/**
 * Stores the drafts on all rows or on none. Returns false when the run has lost its claim on any
 * row, or the settings no longer allow a transfer.
 */
async function store({ db, clock }: Platform, parts: readonly StoredPart[]): Promise<boolean> {
  const updatedAt = instant(clock)
  const members = parts.flatMap(({ jobs }) => jobs)
  // Every transaction locks rows in this order.
  members.sort((left, right) => (left.row.id < right.row.id ? -1 : 1))
  try {
    await db.transaction(async (tx) => {
      for (const { run, prepared } of members) {
        const { customerId } = prepared.recipient
        // All jobs get the same stage, even those that have already written theirs.
        const change = { ...run.pendingPatch, stage: run.row.stage, customerId, updatedAt }
        const entries = run.timeline.take()
        const of = { change, entries, company: run.fiken.slug }
        if (!(await writeClaimed(tx, claimedRows(run.row), run.claim, of))) throw new ClaimLost()
        Object.assign(run.row, change)
      }
      for (const part of parts) await storePart(tx, part, updatedAt)
    })
  } catch (error) {
    if (error instanceof ClaimLost) return false
    throw error
  }
  for (const { run } of members) run.pendingPatch = {}
  return true
}

async function storePart(tx: Db, { jobs, plan }: StoredPart, at: Date): Promise<void> {
  const [first] = jobs
  const { customerId: _own, ...document } = reserved(first.run, plan, first.prepared.recipient)
  const { companyId } = first.run.row
  const ids = jobs.map(({ row }) => row.id)
  const documentId = await shareDocument(tx, { companyId, ids }, document, at)
  for (const { run } of jobs) Object.assign(run.row, { ...document, documentId, share: null })
}

/**
 * Creates one draft of a set. The first job's run writes for all rows, which get the same ending.
 * @param there the draft or invoice already found in Fiken
 */
export async function makePart(
  jobs: Part<ReadyJob>,
  plan: Planned,
  there: Found | null,
): Promise<Ended> {
  const [{ run }] = jobs
  enter(run, 'send', 'Ser etter samlefakturaen i Fiken')
  const ending = await makeDraft(run, plan, { mayCreate: there ? null : watchJobs(jobs), there })
  const { amount: gross, netAmount: net } = ending.patch
  const isDone = ending.outcome.kind === 'completed'
  if (!isDone || typeof gross !== 'number' || typeof net !== 'number') return { ending }
  return { ending, shares: sharesOfBuilt(jobs, { net, gross }) }
}
