import type { Db } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { instant } from '../../../../platform/clock.ts'
import { ClaimLost } from '../../../documents/document-run.ts'
import { endByFault, runDocument } from '../../../documents/runner.ts'
import { planSet, type Part } from '../../plan/plan-set.ts'
import { transferById } from '../../queries.ts'
import { shareDocument } from '../../store.ts'
import { whyOwnDraft } from '../../waiting/waits.ts'
import type { Planned } from '../build.ts'
import { claimedRows, writeClaimed } from '../claim-store.ts'
import { begin, type Hold, type Run, type Together } from '../context.ts'
import { Ending } from '../ending.ts'
import { waitForLists } from '../look-for-earlier.ts'
import { lookForOwn, settleFormerCompany } from '../look-up.ts'
import { endedBy, nextOrEnded, ownerOf } from '../owner.ts'
import { prepare, type Prepared } from '../prepare.ts'
import { reserved } from '../row-of-draft.ts'
import { watchContact } from '../still-as-fetched.ts'
import { makePart, planOf, readyJob, settingOf, type ReadyJob } from './part.ts'

/**
 * Runs a set of which no job is in Fiken. Each job is read and built as if alone. A job that cannot
 * be invoiced ends by itself; when one job must be retried later, the whole set is. The remaining
 * jobs are divided into drafts, which are stored and then created one after another.
 */
export async function formSet(
  platform: Platform,
  holds: readonly Hold[],
  together: Together,
): Promise<void> {
  const runs: Run[] = []
  for (const [place, hold] of holds.entries()) {
    const ran = await runDocument(ownerOf(hold), async () =>
      nextOrEnded(await begin(hold, together)),
    )
    if (ran.kind === 'goes_on') runs.push(ran.with)
    else if (ran.kind !== 'ended')
      return putBack(platform, [...runs, ...holds.slice(place + 1)], hold)
  }
  const ready: ReadyJob[] = []
  for (const [place, run] of runs.entries()) {
    const prepared = await prepareOne(platform, run, runs)
    if (prepared === 'later') {
      const others = [...ready.map((one) => one.run), ...runs.slice(place + 1)]
      return putBack(platform, others, run)
    }
    if (prepared) ready.push(readyJob(run, prepared))
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

async function prepareOne(
  platform: Platform,
  run: Run,
  runs: readonly Run[],
): Promise<Prepared | 'later' | null> {
  const ran = await runDocument(ownerOf(run), async () =>
    nextOrEnded(
      leaveSet(run, runs) ??
        (await settleFormerCompany(run)) ??
        waitForLists(run) ??
        (await prepareUnsent(run)),
    ),
  )
  if (ran.kind === 'goes_on') return ran.with
  if (ran.kind === 'lost') return null
  const now = await transferById(platform.db, run.row.userId, run.row.id)
  return now?.status === 'queued' && now.collectiveRun !== null ? 'later' : null
}

const alone = (text: string) => new Ending({ kind: 'queued' }, text)

function leaveSet({ row }: Run, runs: readonly Run[]): Ending | null {
  const rows = runs.map((run) => run.row)
  switch (whyOwnDraft(row, rows)) {
    case 'deposit':
      return alone('Jobben har et forskudd, og får et eget utkast')
    case 'replaces':
      return alone('Jobben står for en kreditert faktura, og får et eget utkast')
    case null:
      return null
  }
}

async function prepareUnsent(run: Run): Promise<Prepared | Ending> {
  const prepared = await prepare(run, null)
  if (prepared instanceof Ending) return prepared
  const own = await lookForOwn(run, prepared)
  if (own instanceof Ending) return own
  return own === null ? prepared : alone('Jobben har et eget utkast i Fiken fra før')
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
    await putBackAll(ready)
  } catch (error) {
    for (const { run } of ready) await endByFault(ownerOf(run), error)
  }
  return []
}

/** Returns false if a contact is inactive in Fiken, so that its recipient must be matched again. */
async function areContactsCurrent(ready: readonly ReadyJob[]): Promise<boolean> {
  for (const { run, prepared } of ready)
    if (await watchContact(run, prepared.recipient.contact.contactId)) return false
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
  const { userId } = first.run.row
  const ids = jobs.map(({ row }) => row.id)
  const documentId = await shareDocument(tx, { userId, ids }, document, at)
  for (const { run } of jobs) Object.assign(run.row, { ...document, documentId, share: null })
}

/** Requeues the other jobs with the retry time and cause of the job that must be retried later. */
async function putBack(
  { db }: Platform,
  others: readonly Hold[],
  { row: { id, userId } }: Hold,
): Promise<void> {
  const behind = await transferById(db, userId, id)
  const { nextAttemptAt: at = null, errorCode: cause = null } = behind ?? {}
  for (const hold of others) {
    const attempts = Math.max(0, hold.row.attempts - 1)
    const outcome =
      cause === null
        ? ({ kind: 'released', attempts } as const)
        : ({ kind: 'again', at, cause, attempts } as const)
    await endOne(hold, new Ending(outcome, 'Venter på de andre jobbene i samlefakturaen'))
  }
}

/**
 * Releases all rows as if they had not been claimed; the next drain forms a new set from those
 * still in the set.
 */
async function putBackAll(ready: readonly ReadyJob[]): Promise<void> {
  for (const { run } of ready) {
    const attempts = Math.max(0, run.row.attempts - 1)
    const text = 'Samlefakturaen settes sammen på nytt'
    await endOne(run, new Ending({ kind: 'released', attempts }, text))
  }
}

/** Ends the run of one job. Never throws. */
async function endOne(hold: Hold, ending: Ending): Promise<void> {
  await runDocument(ownerOf(hold), () => Promise.resolve({ ended: { ending } }))
}
