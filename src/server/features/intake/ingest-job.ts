import { randomUUID } from 'node:crypto'
import { jobTitle } from '#shared/transfer-display'
import { instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordActivity } from '../activity-log/record.ts'
import { configurationOf, type ConfigurationRow } from '../configuration/queries.ts'
import {
  decide,
  ineligible,
  stillOverruled,
  type Eligibility,
  type JobOrigin,
} from '../service-jobs/eligibility.ts'
import { fetchJob, type FetchedJob } from '../service-jobs/fetch-job.ts'
import type { JobByLists } from '../service-jobs/read-together.ts'
import { columnsOfTransfer } from '../transfers/columns.ts'
import { jobStateOf } from '../service-jobs/job-state.ts'
import { standing } from '../transfers/outcome.ts'
import { causeOfIneligible, refusedFor } from '../transfers/refused.ts'
import { wakeLaneOf } from '../transfers/lane.ts'
import { isChangedSince } from '../service-jobs/changed-since.ts'
import { columnsOfJob } from '../service-jobs/job-columns.ts'
import type { JobSnapshot } from '../service-jobs/snapshot.ts'
import {
  changeWithDraft,
  changeTransfer,
  insertTransfer,
  lockTransfer,
} from '../transfers/store.ts'
import {
  rowsOfDraft,
  sharesDraft,
  transferById,
  transferOfJob,
  wasSent,
} from '../transfers/queries.ts'
import type { TransferRow } from '../transfers/tables.ts'
import { createTimeline, type Timeline } from '../transfers/timeline.ts'
import { isListedOnly } from '../transfers/waiting/waits.ts'
import { changeAfterLook, QUEUED, type Verdicts } from './known-transfer.ts'
import { logSkippedJob } from './skipped-jobs.ts'
import { noteApproval } from './unapproved.ts'

/**
 * The result of checking a job. `busy` means that the job's transfer is running, so the job must be
 * checked again afterwards.
 */
export type IntakeResult = 'queued' | 'pending' | 'skipped' | 'updated' | 'unchanged' | 'busy'

export interface Look {
  result: IntakeResult
  /**
   * The job's state when it was checked (service-jobs/job-state.ts); null when ServiceM8 was not
   * called.
   */
  jobState: string | null
  why: string | null
}

export interface LookOptions {
  signal?: AbortSignal | undefined
  beforeFetch?: (() => Promise<void>) | undefined
  byLists?: JobByLists | undefined
}

type Answer = Pick<Look, 'result' | 'why'>

/**
 * Fetches one job and decides what happens to it (stage A of the pipeline). Used for webhooks,
 * sweeps and the user's manual fetch alike; checking a job several times always ends in the same
 * transfer row.
 * @throws ExternalError, HttpError, LimiterClosed: nothing has been decided, and the caller checks
 * the job again later
 */
export async function ingestJob(
  platform: Platform,
  companyId: string,
  jobUuid: string,
  origins: readonly JobOrigin[],
  { signal, beforeFetch, byLists }: LookOptions = {},
): Promise<Look> {
  const known = await transferOfJob(platform.db, companyId, jobUuid)
  if (known?.skipTransfer)
    return {
      result: 'skipped',
      jobState: null,
      why: 'Overføringen er slettet, og kan gjenopprettes.',
    }
  if (known?.status === 'processing') return { result: 'busy', jobState: null, why: null }
  const configuration = await configurationOf(platform.db, companyId)
  const timeline = createTimeline(platform.clock)
  const leftOut = known?.snapshot?.leftOut
  for (const call of byLists?.calls ?? []) timeline.observe(call)
  const fetched = byLists
    ? { ...byLists, snapshot: { ...byLists.snapshot, leftOut: [...(leftOut ?? [])] } }
    : await fetchJob(platform, companyId, jobUuid, {
        withPayments: configuration.jobFetchType === 'awaiting_payment',
        leftOut,
        freshHeadOffice: known?.status === 'completed',
        signal,
        observe: timeline.observe,
        beforeFetch,
      })
  const answer = await answerLook(platform, companyId, known, fetched, origins, timeline)
  await noteApproval(platform, companyId, fetched)
  return { ...answer, jobState: jobStateOf(fetched.snapshot.job) }
}

async function answerLook(
  platform: Platform,
  companyId: string,
  known: TransferRow | null,
  fetched: FetchedJob,
  origins: readonly JobOrigin[],
  timeline: Timeline,
): Promise<Answer> {
  // The user may have changed the settings during the fetch.
  const decided = await configurationOf(platform.db, companyId)
  const overruled = known ? stillOverruled(fetched.snapshot, known.overruled) : []
  const verdictFor = (origin: JobOrigin) =>
    decide({ ...fetched.snapshot, configuration: decided, origin, overruled })
  // The job has now been fetched in full, including payments.
  const shown = known && isListedOnly(known) ? verdictFor('manual') : null
  const byWebhook = origins.includes('webhook')
  if (known && shown?.kind === 'queue')
    return hasTransfer(await startShown(platform, known, fetched, timeline))
  if (known) {
    const result = await revisit(
      platform,
      known,
      fetched,
      { again: verdictFor('retry'), shown, isActive: decided.isActive },
      decided,
      byWebhook,
      timeline,
    )
    return hasTransfer(result)
  }

  // A manual fetch reaches older jobs that a webhook does not, so every origin is tried before the
  // job is left alone.
  const verdicts = origins.map(verdictFor)
  const at = verdicts.findIndex((v) => v.kind !== 'skip')
  const verdict = verdicts[Math.max(at, 0)]
  if (!verdict || verdict.kind === 'skip') return leaveAlone(platform, companyId, fetched, verdict)
  const byPing = origins[at] === 'webhook'
  return hasTransfer(await accept(platform, companyId, fetched, verdict, byPing, timeline))
}

async function isOtherRefused(
  db: Db,
  known: TransferRow,
  { jobFetchType }: Pick<ConfigurationRow, 'jobFetchType'>,
): Promise<boolean> {
  const rows = await rowsOfDraft(db, known)
  return rows.some(({ id, snapshot, overruled }) => {
    if (id === known.id || snapshot === null) return false
    const refusal = ineligible(snapshot, jobFetchType, stillOverruled(snapshot, overruled))
    return refusal !== null && causeOfIneligible(refusal.code) === known.errorCode
  })
}

const hasTransfer = (result: IntakeResult): Answer => ({ result, why: null })

async function accept(
  platform: Platform,
  companyId: string,
  fetched: FetchedJob,
  verdict: Exclude<Eligibility, { kind: 'skip' }>,
  byWebhook: boolean,
  timeline: Timeline,
): Promise<IntakeResult> {
  const now = instant(platform.clock)
  const queued = verdict.kind === 'queue'
  const { job } = fetched.snapshot
  const outcome =
    verdict.kind === 'refuse'
      ? refusedFor(verdict.ineligible)
      : verdict.kind === 'queue'
        ? ({ kind: 'queued' } as const)
        : ({ kind: 'waiting', reason: verdict.reason } as const)
  const waiting =
    verdict.kind === 'refuse'
      ? verdict.ineligible.why
      : verdict.kind === 'pending'
        ? WAITING[verdict.reason]
        : ''
  timeline.step(
    'intake',
    queued ? 'Jobben er hentet og lagt i kø' : `Jobben er hentet og venter: ${waiting}`,
  )
  const row = await platform.db.transaction(async (tx) => {
    const made = await insertTransfer(tx, {
      id: randomUUID(),
      companyId,
      servicem8JobId: job.uuid,
      servicem8AccountId: fetched.accountUuid,
      ...standing(outcome),
      startedByWebhook: queued && byWebhook,
      ...columnsOfJob(fetched.snapshot),
      createdAt: now,
      updatedAt: now,
    })
    if (made) {
      await timeline.flush(tx, made)
      await recordActivity(tx, {
        companyId,
        actor: null,
        type: byWebhook ? 'webhook' : 'transfer',
        action: 'job_status_changed',
        description: `${jobTitle(made.servicem8Data, job.uuid)} er fullført i ServiceM8 og ${queued ? 'lagt i kø' : 'venter på deg'}`,
        success: null,
        metadata: { jobUuid: job.uuid, transferId: made.id },
        at: now,
      })
    }
    return made
  })
  // A concurrent check inserted the row, and its data is equally recent.
  if (!row) return 'unchanged'
  if (queued) wakeLaneOf(platform, companyId)
  return queued ? 'queued' : 'pending'
}

const WAITING = {
  history: 'fullført før oppstart',
  inactive: 'integrasjonen er slått av',
  company: 'selskap i Fiken er ikke valgt',
  ambiguous_customer: 'usikker på kunden',
  fetched: 'hentet for hånd',
  restored: 'gjenopprettet',
  undone: 'angret',
  collective: 'samlefaktura',
  refused: 'betalt eller ikke godkjent',
} as const

async function leaveAlone(
  platform: Platform,
  companyId: string,
  fetched: FetchedJob,
  verdict: Eligibility | undefined,
): Promise<Answer> {
  if (verdict?.kind === 'skip' && verdict.log) {
    await logSkippedJob(
      platform,
      companyId,
      fetched.snapshot.job,
      verdict.why,
      instant(platform.clock),
    )
  }
  return { result: 'skipped', why: verdict?.kind === 'skip' ? verdict.why : null }
}

/**
 * Starts a waiting job that has now been fetched in full, when autoTransferOnSync is on (rule 3).
 */
async function startShown(
  platform: Platform,
  known: TransferRow,
  fetched: FetchedJob,
  timeline: Timeline,
): Promise<IntakeResult> {
  timeline.step('intake', 'Jobben er hentet og lagt i kø')
  const now = instant(platform.clock)
  const change = { ...QUEUED, needsFetch: false, updatedAt: now }
  const looked = await writeLook(platform, known, fetched.snapshot, () =>
    Promise.resolve({ set: change }),
  )
  if (!looked) return 'busy'
  await timeline.flush(platform.db, looked.after)
  wakeLaneOf(platform, known.companyId)
  return 'queued'
}

async function revisit(
  platform: Platform,
  known: TransferRow,
  fetched: FetchedJob,
  verdicts: Omit<Verdicts, 'otherRefused'>,
  decided: ConfigurationRow,
  byWebhook: boolean,
  timeline: Timeline,
): Promise<IntakeResult> {
  const { snapshot } = fetched
  const changed = isChangedSince(known.snapshot, snapshot)
  const now = instant(platform.clock)
  if (known.status === 'completed') {
    if (changed) await noteChangeAfterTransfer(platform, known, fetched)
    return changed ? 'updated' : 'unchanged'
  }
  const base = { servicem8AccountId: fetched.accountUuid, needsFetch: false, updatedAt: now }
  const looked = await writeLook(platform, known, snapshot, async (tx) => {
    const otherRefused = await isOtherRefused(tx, known, decided)
    const change = changeAfterLook(known, { ...verdicts, otherRefused }, changed)
    const byPing = change?.set?.status === 'queued' && { startedByWebhook: byWebhook }
    return { change, set: { ...base, ...change?.set, ...byPing } }
  })
  if (!looked) return 'busy'
  const { after, change } = looked
  if (change?.text)
    timeline.step('intake', change.text, change.set?.status === 'failed' ? false : null)
  await timeline.flush(platform.db, after)
  if (verdicts.again.kind === 'refuse' && change?.set?.pendingReason === 'refused') {
    await logSkippedJob(
      platform,
      known.companyId,
      snapshot.job,
      verdicts.again.ineligible.why,
      now,
      after.id,
    )
  }
  if (after.status === 'queued') wakeLaneOf(platform, known.companyId)
  return changed || change ? 'updated' : 'unchanged'
}

/**
 * Updates a row whose status has not changed since the fetch. The fetch took time, so the lines
 * left out by the user are read again while the row and the other rows on its draft are locked.
 * @param decide decides, while the rows are locked, what else is written
 */
function writeLook<Decision extends { set: Partial<TransferRow> }>(
  platform: Platform,
  known: TransferRow,
  snapshot: JobSnapshot,
  decide: (tx: Db) => Promise<Decision>,
): Promise<(Decision & { after: TransferRow }) | null> {
  return platform.db.transaction(async (tx) => {
    await lockTransfer(tx, known.companyId, known.id)
    const row = await transferById(tx, known.companyId, known.id)
    // The user overruled the refusal during the fetch.
    if (row && row.overruled.length !== known.overruled.length) return null
    // A run sent the document during the fetch; that run decides.
    if (row && wasSent(row) !== wasSent(known)) return null
    const decision = await decide(tx)
    const { set } = decision
    const leftOut = row?.snapshot?.leftOut ?? []
    const columns = await columnsOfTransfer(tx, known.companyId, { ...snapshot, leftOut })
    const written = await changeTransfer(tx, known, [known.status], { ...columns, ...set })
    if (row && written && set.status) await moveItsDraft(tx, row, set)
    return written && { ...decision, after: written }
  })
}

/**
 * Gives the other jobs on the draft the same status, if the draft is or may be in Fiken (decision
 * 0054).
 */
async function moveItsDraft(
  tx: Db,
  known: TransferRow,
  { status, pendingReason, errorCode, errorMessage, attempts, nextAttemptAt }: Partial<TransferRow>,
): Promise<void> {
  const isMoved = status !== known.status || pendingReason !== known.pendingReason
  if (!sharesDraft(known) || !status || !isMoved) return
  const moved = { status, pendingReason, errorCode, errorMessage, attempts, nextAttemptAt }
  await changeWithDraft(tx, known, [known.status, status], moved)
}

async function noteChangeAfterTransfer(
  platform: Platform,
  known: TransferRow,
  fetched: FetchedJob,
): Promise<void> {
  const now = instant(platform.clock)
  await changeTransfer(platform.db, known, ['completed'], {
    snapshot: fetched.snapshot,
    updatedAt: now,
  })
  await recordActivity(platform.db, {
    companyId: known.companyId,
    actor: null,
    type: 'transfer',
    action: 'job_changed_after_transfer',
    description: `${jobTitle(known.servicem8Data, known.servicem8JobId)} er endret i ServiceM8 etter at utkastet ble laget. Utkastet er ikke rørt.`,
    success: null,
    metadata: { jobUuid: known.servicem8JobId, transferId: known.id },
    at: now,
  })
}
