import { randomUUID } from 'node:crypto'
import { causeOf, type CauseCode } from '#shared/causes'
import { jobTitle } from '#shared/transfer-display'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordActivity } from '../activity-log/record.ts'
import { configurationOf } from '../configuration/read-configuration.ts'
import { decide, type Eligibility, type JobOrigin } from './eligibility.ts'
import { gather, type Gathered } from './gather.ts'
import { columnsOfTransfer } from './left-out.ts'
import { wakeLaneOf } from './resume.ts'
import { columnsOfJob, fingerprintOf } from './row-of-job.ts'
import { tellSkipped } from './skipped-job.ts'
import type { JobSnapshot } from './snapshot.ts'
import { changeTransfer, insertTransfer, lockTransfer, transferById, transferOfJob, type TransferRow } from './store.ts'
import { createJournal, type Journal } from './timeline.ts'

/** What a look at one job came to. `busy`: its transfer is running; look again when it is done. */
export type IntakeResult = 'queued' | 'pending' | 'skipped' | 'updated' | 'unchanged' | 'busy'

/**
 * Stage A of the road: fetch one job and decide what becomes of it. Called for a ping, for the sweep and for a person's fetch alike; any
 * number of looks at the same job end in the same row.
 *
 * @throws ExternalError, Refusal, GateClosed: nothing has been decided, and the caller looks again later
 */
export async function takeIn(
  platform: Platform,
  userId: string,
  jobUuid: string,
  origins: readonly JobOrigin[],
  signal?: AbortSignal,
): Promise<IntakeResult> {
  const known = await transferOfJob(platform.db, userId, jobUuid)
  if (known?.skipTransfer) return 'skipped'
  if (known?.status === 'processing') return 'busy'
  const configuration = await configurationOf(platform.db, userId)
  const journal = createJournal(platform.clock)
  const gathered = await gather(platform, userId, jobUuid, {
    withPayments: configuration.jobFetchType === 'awaiting_payment',
    leftOut: known?.snapshot?.leftOut,
    signal,
    observe: journal.observe,
  })
  // Fetching takes its time: what the person has decided meanwhile counts.
  const decided = await configurationOf(platform.db, userId)
  const verdictFor = (origin: JobOrigin) => decide({ ...gathered.snapshot, configuration: decided, origin })
  if (known?.status === 'pending' && known.needsFetch) {
    // Shown to a person from a list; only now is all of it known, payments too.
    const first = verdictFor('manual')
    if (first.kind === 'skip') return takeAway(platform, known, gathered, first)
    if (first.kind === 'queue') return startShown(platform, known, gathered, journal)
  }
  if (known) return revisit(platform, known, gathered, verdictFor('retry'), journal, decided.isActive)

  // A person's fetch reaches jobs that a ping does not (history), so every origin is tried before the job is left alone.
  const verdicts = origins.map(verdictFor)
  const verdict = verdicts.find((v) => v.kind !== 'skip') ?? verdicts[0]
  if (!verdict || verdict.kind === 'skip') return leaveAlone(platform, userId, gathered, verdict)
  return accept(platform, userId, gathered, verdict, journal)
}

async function accept(
  platform: Platform,
  userId: string,
  gathered: Gathered,
  verdict: Exclude<Eligibility, { kind: 'skip' }>,
  journal: Journal,
): Promise<IntakeResult> {
  const now = instant(platform.clock)
  const queued = verdict.kind === 'queue'
  const { job } = gathered.snapshot
  journal.step('intake', queued ? 'Jobben er hentet og lagt i kø' : `Jobben er hentet og venter: ${WAITING[verdict.reason]}`)
  const row = await platform.db.transaction(async (tx) => {
    const made = await insertTransfer(tx, {
      id: randomUUID(),
      userId,
      servicem8JobId: job.uuid,
      servicem8AccountId: gathered.accountUuid,
      status: queued ? 'queued' : 'pending',
      pendingReason: queued ? null : verdict.reason,
      ...columnsOfJob(gathered.snapshot),
      createdAt: now,
      updatedAt: now,
    })
    if (made) {
      await journal.flush(tx, made)
      await recordActivity(tx, {
        userId,
        type: 'transfer',
        action: 'job_status_changed',
        description: `${jobTitle(made.servicem8Data, job.uuid)} er fullført i ServiceM8 og ${queued ? 'lagt i kø' : 'venter på deg'}`,
        success: null,
        metadata: { jobUuid: job.uuid, transferId: made.id },
        at: now,
      })
    }
    return made
  })
  // Two looks at once: the other made the row, and its reading is as good as ours.
  if (!row) return 'unchanged'
  if (queued) void wakeLaneOf(platform, userId)
  return queued ? 'queued' : 'pending'
}

const WAITING = {
  history: 'fullført før integrasjonen ble slått på',
  inactive: 'integrasjonen er slått av',
  company: 'selskap i Fiken er ikke valgt',
  ambiguous_customer: 'usikker på kunden',
  fetched: 'hentet for hånd',
  undone: 'angret',
} as const

async function leaveAlone(
  platform: Platform,
  userId: string,
  gathered: Gathered,
  verdict: Eligibility | undefined,
): Promise<IntakeResult> {
  if (verdict?.kind === 'skip' && verdict.log) {
    await tellSkipped(platform, userId, gathered.snapshot.job, verdict.why, instant(platform.clock))
  }
  return 'skipped'
}

/** A job that was shown turns out not to be one to invoice. */
async function takeAway(platform: Platform, known: TransferRow, gathered: Gathered, verdict: Eligibility): Promise<IntakeResult> {
  const now = instant(platform.clock)
  await changeTransfer(platform.db, known, ['pending'], { skipTransfer: true, needsFetch: false, updatedAt: now })
  return leaveAlone(platform, known.userId, gathered, verdict)
}

/** autoTransferOnSync: what was fetched by hand goes straight on (decision 3). */
async function startShown(platform: Platform, known: TransferRow, gathered: Gathered, journal: Journal): Promise<IntakeResult> {
  journal.step('intake', 'Jobben er hentet og lagt i kø')
  const now = instant(platform.clock)
  const change = { status: 'queued', pendingReason: null, needsFetch: false, updatedAt: now }
  const row = await writeLook(platform, known, gathered.snapshot, change)
  if (!row) return 'busy'
  await journal.flush(platform.db, row)
  void wakeLaneOf(platform, known.userId)
  return 'queued'
}

/** The job has a row: bring it up to date, and let a mended job try again by itself. */
async function revisit(
  platform: Platform,
  known: TransferRow,
  gathered: Gathered,
  verdict: Eligibility,
  journal: Journal,
  isActive: boolean,
): Promise<IntakeResult> {
  const { snapshot } = gathered
  const changed = fingerprintOf(known.snapshot) !== fingerprintOf(snapshot)
  const now = instant(platform.clock)
  if (known.status === 'completed') {
    if (changed) await noteChangeAfterTransfer(platform, known, gathered)
    return changed ? 'updated' : 'unchanged'
  }
  const base = { servicem8AccountId: gathered.accountUuid, needsFetch: false, updatedAt: now }
  const change = verdict.kind === 'skip' ? stopped(known, verdict.code) : mended(known, changed, isActive)
  if (change?.text) journal.step('intake', change.text, change.set?.status === 'failed' ? false : null)
  const after = await writeLook(platform, known, snapshot, { ...base, ...change?.set })
  if (!after) return 'busy'
  await journal.flush(platform.db, after)
  if (after.status === 'queued') void wakeLaneOf(platform, known.userId)
  return changed || change ? 'updated' : 'unchanged'
}

/**
 * Brings a row up to date with a look, if it is still in the status it was in. The look took its time: which lines a person has left out
 * is read again, under the row's lock.
 */
function writeLook(
  platform: Platform,
  known: TransferRow,
  snapshot: JobSnapshot,
  set: Partial<TransferRow>,
): Promise<TransferRow | null> {
  return platform.db.transaction(async (tx) => {
    await lockTransfer(tx, known.userId, known.id)
    const row = await transferById(tx, known.userId, known.id)
    const leftOut = row?.snapshot?.leftOut ?? []
    const columns = await columnsOfTransfer(tx, known.userId, { ...snapshot, leftOut })
    return changeTransfer(tx, known, [known.status], { ...columns, ...set })
  })
}

interface RowChange {
  text: string
  set?: Partial<TransferRow>
}

/** The job may no longer become an invoice. What may already have been sent is settled first, by its look-up. */
function stopped(known: TransferRow, code: string): RowChange | null {
  if (known.outcomeUnknown) return null
  const cause: CauseCode = code === 'deleted' ? 'job_gone' : code === 'no_total' ? 'empty_job' : 'job_reopened'
  if (known.status === 'failed' && known.errorCode === cause) return null
  const { title, explanation } = causeOf(cause)
  return {
    text: title,
    set: { status: 'failed', pendingReason: null, errorCode: cause, errorMessage: explanation, nextAttemptAt: null },
  }
}

/** A failure that lay in the job is tried again when the job has changed; a reopened job when it is completed again. */
function mended(known: TransferRow, changed: boolean, isActive: boolean): RowChange | null {
  if (known.status !== 'failed' || !isActive) return null
  const again = known.errorCode === 'job_reopened' || (changed && causeOf(known.errorCode).kind === 'data')
  if (!again) return null
  return {
    text: 'Jobben er endret i ServiceM8 og prøves på nytt',
    set: {
      status: 'queued',
      pendingReason: null,
      errorCode: null,
      errorMessage: null,
      attempts: 0,
      nextAttemptAt: null,
      askedWhileOff: false,
    },
  }
}

async function noteChangeAfterTransfer(platform: Platform, known: TransferRow, gathered: Gathered): Promise<void> {
  const now = instant(platform.clock)
  await changeTransfer(platform.db, known, ['completed'], { snapshot: gathered.snapshot, updatedAt: now })
  await recordActivity(platform.db, {
    userId: known.userId,
    type: 'transfer',
    action: 'job_changed_after_transfer',
    description: `${jobTitle(known.servicem8Data, known.servicem8JobId)} er endret i ServiceM8 etter at utkastet ble laget. Utkastet er ikke rørt.`,
    success: null,
    metadata: { jobUuid: known.servicem8JobId, transferId: known.id },
    at: now,
  })
}
