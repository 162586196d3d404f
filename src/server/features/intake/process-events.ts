import { isExternalError } from '#clients/http/external-error'
import type { Platform } from '../../platform/platform.ts'
import { LimiterClosed } from '../../platform/limiter/vendor-limiter.ts'
import { nextAttempt } from '../../platform/backoff.ts'
import { transferOfJob } from '../transfers/queries.ts'
import { grantNeeded, isPassingRefusal } from '../connections/vendor-trouble.ts'
import type { JobOrigin } from '../service-jobs/eligibility.ts'
import type { JobsByLists } from '../service-jobs/read-together.ts'
import {
  openJobs,
  postponeEvents,
  settleEvents,
  withLaterEvents,
  type OpenJob,
} from '../inbox/store.ts'
import { ourEvent } from '../inbox/queries.ts'
import { fetchAhead } from './fetch-ahead.ts'
import { ingestJob } from './ingest-job.ts'
import { reportFetchFailure, whyNotFetched } from './report-failure.ts'

const AT_A_TIME = 50
/** The job's transfer is running, which takes seconds. */
const BUSY_MS = 3_000
/**
 * Connecting again clears all waits. This one only matters if that happened just before the wait
 * was written.
 */
const UNCONNECTED_MS = 60_000

/**
 * Drains one user's inbox: every job with unprocessed events is looked at once, immediately; many
 * are fetched together. Events that arrive during a look cause one more.
 */
export async function processEvents(
  platform: Platform,
  userId: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const open = await openJobs(platform.db, userId, new Date(platform.clock.now()), AT_A_TIME)
    if (open.length === 0) return
    const byLists = await fetchAhead(platform, userId, open, signal)
    for (const job of open)
      if (signal.aborted || !(await lookAt(platform, userId, job, byLists, signal))) return
  }
}

/** Returns false when no other job of this account can be fetched now either. */
async function lookAt(
  platform: Platform,
  userId: string,
  due: OpenJob,
  fetched: JobsByLists,
  signal: AbortSignal,
): Promise<boolean> {
  let job = due
  const beforeFetch = async () => {
    job = await withLaterEvents(platform.db, userId, due)
  }
  try {
    const origins = originsOf(job.eventTypes)
    const { result, jobState } = await ingestJob(platform, userId, job.jobUuid, origins, {
      signal,
      beforeFetch,
      byLists: fetched.get(job.jobUuid),
    })
    if (result !== 'unchanged' && result !== 'busy')
      platform.live.publish(userId, 'transfers', 'stats', 'activity')
    if (result === 'busy')
      await postpone(
        platform,
        userId,
        { jobUuid: job.jobUuid, failed: null },
        BUSY_MS,
        'Overføringen kjører; jobben sees på igjen etterpå',
      )
    else await settleEvents(platform.db, userId, job, { problem: null, jobState })
    return true
  } catch (error) {
    return failed(platform, userId, job, error)
  }
}

async function failed(
  platform: Platform,
  userId: string,
  job: OpenJob,
  error: unknown,
): Promise<boolean> {
  if (error instanceof LimiterClosed || isExternalError(error, 'cancelled')) return false
  if (isExternalError(error, 'not_found')) {
    await settleEvents(platform.db, userId, job, {
      problem: 'Jobben finnes ikke i ServiceM8-kontoen',
      jobState: null,
    })
    return true
  }
  if (grantNeeded(error) !== null) {
    // Events are not due while ServiceM8 is not connected, and connecting it clears their waits.
    await postpone(
      platform,
      userId,
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
    userId,
    { jobUuid: wholeAccount ? null : job.jobUuid, failed: job.jobUuid },
    delay,
    why,
  )
  const known = await transferOfJob(platform.db, userId, job.jobUuid)
  await reportFetchFailure(
    platform,
    userId,
    { uuid: job.jobUuid, transferId: known?.id },
    job.attempts + 1,
    why,
  )
  platform.live.publish(userId, 'activity')
  return !wholeAccount
}

async function postpone(
  platform: Platform,
  userId: string,
  of: { jobUuid: string | null; failed: string | null },
  ms: number,
  why: string,
): Promise<void> {
  await postponeEvents(platform.db, userId, of, new Date(platform.clock.now() + ms), why)
}

/**
 * In the order in which they are tried, those that lead to a transfer first: a webhook means "now",
 * a person's fetch means "show me".
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
