import { randomUUID } from 'node:crypto'
import { jobTitle } from '#shared/transfer-display'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordActivity } from '../activity-log/record.ts'
import { configurationOf } from '../configuration/read-configuration.ts'
import { changeAfterLook, QUEUED, type Verdicts } from './after-look.ts'
import { decide, stillOverruled, type Eligibility, type JobOrigin } from './eligibility.ts'
import { gather, type Gathered } from './gather.ts'
import { columnsOfTransfer } from './left-out.ts'
import { jobStateOf } from './job-state.ts'
import { refusedAs } from './refused.ts'
import { wakeLaneOf } from './resume.ts'
import { columnsOfJob, fingerprintOf } from './row-of-job.ts'
import { tellSkipped } from './skipped-job.ts'
import type { JobSnapshot } from './snapshot.ts'
import { changeTransfer, insertTransfer, lockTransfer, transferById, transferOfJob, type TransferRow } from './store.ts'
import { createJournal, type Journal } from './timeline.ts'

/** What a look at one job came to. `busy`: its transfer is running; look again when it is done. */
export type IntakeResult = 'queued' | 'pending' | 'skipped' | 'updated' | 'unchanged' | 'busy'

export interface Look {
  result: IntakeResult
  /** The job as it was then (job-state.ts); null when ServiceM8 was not asked. */
  jobState: string | null
}

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
): Promise<Look> {
  const known = await transferOfJob(platform.db, userId, jobUuid)
  if (known?.skipTransfer) return { result: 'skipped', jobState: null }
  if (known?.status === 'processing') return { result: 'busy', jobState: null }
  const configuration = await configurationOf(platform.db, userId)
  const journal = createJournal(platform.clock)
  const gathered = await gather(platform, userId, jobUuid, {
    withPayments: configuration.jobFetchType === 'awaiting_payment',
    leftOut: known?.snapshot?.leftOut,
    signal,
    observe: journal.observe,
  })
  const result = await answerLook(platform, userId, known, gathered, origins, journal)
  return { result, jobState: jobStateOf(gathered.snapshot.job) }
}

async function answerLook(
  platform: Platform,
  userId: string,
  known: TransferRow | null,
  gathered: Gathered,
  origins: readonly JobOrigin[],
  journal: Journal,
): Promise<IntakeResult> {
  // Fetching takes its time: what the person has decided meanwhile counts.
  const decided = await configurationOf(platform.db, userId)
  const overruled = known ? stillOverruled(gathered.snapshot, known.overruled) : []
  const verdictFor = (origin: JobOrigin) => decide({ ...gathered.snapshot, configuration: decided, origin, overruled })
  // Shown to a person from a list, and started by nobody; only now is all of it known, payments too.
  const shown = known?.status === 'pending' && known.needsFetch ? verdictFor('manual') : null
  if (known && shown?.kind === 'queue') return startShown(platform, known, gathered, journal)
  if (known) return revisit(platform, known, gathered, { again: verdictFor('retry'), shown, isActive: decided.isActive }, journal)

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
  const state =
    verdict.kind === 'refuse'
      ? refusedAs(verdict.ineligible.code)
      : {
          status: verdict.kind === 'queue' ? 'queued' : 'pending',
          pendingReason: verdict.kind === 'queue' ? null : verdict.reason,
        }
  const waiting = verdict.kind === 'refuse' ? verdict.ineligible.why : verdict.kind === 'pending' ? WAITING[verdict.reason] : ''
  journal.step('intake', queued ? 'Jobben er hentet og lagt i kø' : `Jobben er hentet og venter: ${waiting}`)
  const row = await platform.db.transaction(async (tx) => {
    const made = await insertTransfer(tx, {
      id: randomUUID(),
      userId,
      servicem8JobId: job.uuid,
      servicem8AccountId: gathered.accountUuid,
      ...state,
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
  if (queued) wakeLaneOf(platform, userId)
  return queued ? 'queued' : 'pending'
}

const WAITING = {
  history: 'fullført før integrasjonen ble slått på',
  inactive: 'integrasjonen er slått av',
  company: 'selskap i Fiken er ikke valgt',
  ambiguous_customer: 'usikker på kunden',
  fetched: 'hentet for hånd',
  undone: 'angret',
  refused: 'betalt eller ikke godkjent',
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

/** autoTransferOnSync: what was fetched by hand goes straight on (decision 3). */
async function startShown(platform: Platform, known: TransferRow, gathered: Gathered, journal: Journal): Promise<IntakeResult> {
  journal.step('intake', 'Jobben er hentet og lagt i kø')
  const now = instant(platform.clock)
  const change = { ...QUEUED, needsFetch: false, updatedAt: now }
  const row = await writeLook(platform, known, gathered.snapshot, change)
  if (!row) return 'busy'
  await journal.flush(platform.db, row)
  wakeLaneOf(platform, known.userId)
  return 'queued'
}

/** The job has a row: bring it up to date, and let a mended job try again by itself. */
async function revisit(
  platform: Platform,
  known: TransferRow,
  gathered: Gathered,
  verdicts: Verdicts,
  journal: Journal,
): Promise<IntakeResult> {
  const { snapshot } = gathered
  const changed = fingerprintOf(known.snapshot) !== fingerprintOf(snapshot)
  const now = instant(platform.clock)
  if (known.status === 'completed') {
    if (changed) await noteChangeAfterTransfer(platform, known, gathered)
    return changed ? 'updated' : 'unchanged'
  }
  const base = { servicem8AccountId: gathered.accountUuid, needsFetch: false, updatedAt: now }
  const change = changeAfterLook(known, verdicts, changed)
  if (change?.text) journal.step('intake', change.text, change.set?.status === 'failed' ? false : null)
  const after = await writeLook(platform, known, snapshot, { ...base, ...change?.set })
  if (!after) return 'busy'
  await journal.flush(platform.db, after)
  if (verdicts.again.kind === 'refuse' && change?.set?.pendingReason === 'refused') {
    await tellSkipped(platform, known.userId, snapshot.job, verdicts.again.ineligible.why, now)
  }
  if (after.status === 'queued') wakeLaneOf(platform, known.userId)
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
    // A person has overruled meanwhile what the look would refuse.
    if (row && row.overruled.length !== known.overruled.length) return null
    const leftOut = row?.snapshot?.leftOut ?? []
    const columns = await columnsOfTransfer(tx, known.userId, { ...snapshot, leftOut })
    return changeTransfer(tx, known, [known.status], { ...columns, ...set })
  })
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
