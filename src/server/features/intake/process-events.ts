import { isExternalError } from '#clients/http/external-error'
import { causeOf } from '#shared/causes/index'
import { FETCH_DAYS } from '#shared/contracts/intake'
import { nextAttempt } from '../../platform/backoff.ts'
import { instant } from '../../platform/clock.ts'
import { HttpError } from '../../platform/http-error.ts'
import { LimiterClosed } from '../../platform/limiter/vendor-limiter.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordActivityOnce } from '../activity-log/record.ts'
import { transferOfJob } from '../transfers/queries.ts'
import { grantNeeded, isPassingRefusal } from '../connections/vendor-trouble.ts'
import type { JobOrigin } from '../service-jobs/eligibility.ts'
import { readJobsTogether, type JobsByLists } from '../service-jobs/read-together.ts'
import {
  openJobs,
  postponeEvents,
  settleEvents,
  withLaterEvents,
  type OpenJob,
} from '../inbox/store.ts'
import { ourEvent } from '../inbox/queries.ts'
import { ingestJob } from './ingest-job.ts'

const AT_A_TIME = 50
const BUSY_MS = 3_000
/**
 * The wait while ServiceM8 is not connected. Reconnecting clears all waits, so this matters only if
 * the user reconnected just before the wait was written.
 */
const UNCONNECTED_MS = 60_000

/** The minimum number of jobs for which lists cost fewer calls than fetching each job. */
const MANY = 4
const DAY_MS = 86_400_000

/**
 * The attempt from which a failure is logged. Most failures are over before the third attempt, some
 * 40 seconds after the first.
 */
const LOG_FROM_TRY = 3
const LOG_AGAIN_MS = 86_400_000

/**
 * Checks every job with unprocessed events once, and fetches many jobs together. Events that arrive
 * during a check cause one more check.
 */
export async function processEvents(
  platform: Platform,
  companyId: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const open = await openJobs(platform.db, companyId, new Date(platform.clock.now()), AT_A_TIME)
    if (open.length === 0) return
    const byLists = await fetchAhead(platform, companyId, open, signal)
    for (const job of open)
      if (signal.aborted || !(await lookAt(platform, companyId, job, byLists, signal))) return
  }
}

/**
 * Fetches many jobs together from lists. Their events were read first, so a later webhook causes
 * one more check. Returns an empty map when ServiceM8 does not respond; each job's check then gets
 * the same error and reports it.
 */
async function fetchAhead(
  platform: Platform,
  companyId: string,
  open: readonly OpenJob[],
  signal: AbortSignal,
): Promise<JobsByLists> {
  if (open.length < MANY) return new Map()
  const jobUuids = open.map(({ jobUuid }) => jobUuid)
  const editedAfter = new Date(Math.min(...open.map((job) => editedSince(platform, job))))
  try {
    return await readJobsTogether(platform, companyId, { jobUuids, editedAfter }, signal)
  } catch (error) {
    const isTrouble = isExternalError(error) || error instanceof HttpError
    if (isTrouble || error instanceof LimiterClosed) return new Map()
    throw error
  }
}

/**
 * Returns a time in ms that is not later than the job's latest edit. A webhook reports an edit at
 * once, but a sweep can find an older edit.
 */
function editedSince({ clock }: Platform, { eventTypes, since }: OpenJob): number {
  const isPinged = eventTypes.every((type) => ourEvent(type) === null)
  return isPinged ? since.getTime() : clock.now() - FETCH_DAYS * DAY_MS
}

/** Checks one job. Returns false when no other job of this account can be fetched at present. */
async function lookAt(
  platform: Platform,
  companyId: string,
  due: OpenJob,
  fetched: JobsByLists,
  signal: AbortSignal,
): Promise<boolean> {
  let job = due
  const beforeFetch = async () => {
    job = await withLaterEvents(platform.db, companyId, due)
  }
  try {
    const origins = originsOf(job.eventTypes)
    const { result, jobState } = await ingestJob(platform, companyId, job.jobUuid, origins, {
      signal,
      beforeFetch,
      byLists: fetched.get(job.jobUuid),
    })
    if (result !== 'unchanged' && result !== 'busy')
      platform.live.publish(companyId, 'transfers', 'stats', 'activity')
    if (result === 'busy')
      await postpone(
        platform,
        companyId,
        { jobUuid: job.jobUuid, failed: null },
        BUSY_MS,
        'Overføringen kjører; jobben sees på igjen etterpå',
      )
    else await settleEvents(platform.db, companyId, job, { problem: null, jobState })
    return true
  } catch (error) {
    return failed(platform, companyId, job, error)
  }
}

async function failed(
  platform: Platform,
  companyId: string,
  job: OpenJob,
  error: unknown,
): Promise<boolean> {
  if (error instanceof LimiterClosed || isExternalError(error, 'cancelled')) return false
  if (isExternalError(error, 'not_found')) {
    await settleEvents(platform.db, companyId, job, {
      problem: 'Jobben finnes ikke i ServiceM8-kontoen',
      jobState: null,
    })
    return true
  }
  if (grantNeeded(error) !== null) {
    // Events are not due while ServiceM8 is disconnected, and reconnecting clears their waits.
    await postpone(
      platform,
      companyId,
      { jobUuid: null, failed: null },
      UNCONNECTED_MS,
      'ServiceM8 må kobles til på nytt',
    )
    return false
  }
  const external = isExternalError(error)
  const refused = isPassingRefusal(error)
  if (!external && !refused)
    platform.log.error({ err: error, jobUuid: job.jobUuid }, 'a job could not be taken in')
  const wait = nextAttempt({
    failures: Math.min(job.attempts + 1, 8),
    random: platform.random(),
    retryAfterMs: external ? error.retryAfterMs : null,
    scale: platform.ladderScale,
  })
  const delay = wait.giveUp ? 36_000_000 : wait.delayMs
  const why = whyNotFetched(error)
  const wholeAccount = refused || (external && error.kind !== 'bad_answer')
  await postpone(
    platform,
    companyId,
    { jobUuid: wholeAccount ? null : job.jobUuid, failed: job.jobUuid },
    delay,
    why,
  )
  const known = await transferOfJob(platform.db, companyId, job.jobUuid)
  await reportFetchFailure(
    platform,
    companyId,
    { uuid: job.jobUuid, transferId: known?.id },
    job.attempts + 1,
    why,
  )
  platform.live.publish(companyId, 'activity')
  return !wholeAccount
}

async function postpone(
  platform: Platform,
  companyId: string,
  of: { jobUuid: string | null; failed: string | null },
  ms: number,
  why: string,
): Promise<void> {
  await postponeEvents(platform.db, companyId, of, new Date(platform.clock.now() + ms), why)
}

function whyNotFetched(error: unknown): string {
  if (error instanceof HttpError) return error.message
  if (!isExternalError(error)) return 'Noe uventet gikk galt hos oss.'
  if (error.kind === 'bad_answer') return 'ServiceM8 svarte noe vi ikke forstår.'
  if (error.kind === 'forbidden') return causeOf('servicem8_scope_missing').explanation
  if (error.kind === 'payment_required') return causeOf('servicem8_account_closed').explanation
  return 'ServiceM8 svarer ikke som det skal.'
}

/**
 * Logs that a job cannot be fetched, at most once a day for the same cause. The activity log is
 * needed because the job may have no transfer to show the error on.
 * @param tries the number of attempts, including this one
 */
async function reportFetchFailure(
  platform: Platform,
  companyId: string,
  job: { uuid: string; transferId: string | undefined },
  tries: number,
  why: string,
): Promise<void> {
  if (tries < LOG_FROM_TRY) return
  const description = `En jobb kan ikke hentes fra ServiceM8. ${why} Den prøves igjen av seg selv.`
  const entry = {
    companyId,
    actor: null,
    type: 'webhook',
    action: 'job_fetch_failed',
    description,
    success: false,
    metadata: { jobUuid: job.uuid, ...(job.transferId ? { transferId: job.transferId } : {}) },
  } as const
  await recordActivityOnce(platform.db, { ...entry, at: instant(platform.clock) }, LOG_AGAIN_MS)
}

/**
 * Returns the job's origins in the order in which they are tried: a webhook requests a transfer
 * now, a manual fetch only shows the job.
 */
function originsOf(eventTypes: readonly string[]): JobOrigin[] {
  const origins = new Set<JobOrigin>(
    eventTypes.map((type) => {
      const ours = ourEvent(type)
      return ours === 'reconnect' ? 'sweep' : (ours ?? 'webhook')
    }),
  )
  return (['webhook', 'sync', 'sweep', 'manual'] as const).filter((origin) => origins.has(origin))
}
