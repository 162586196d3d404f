import { isExternalError } from '#clients/http/external-error'
import type { Platform } from '../../platform/platform.ts'
import { GateClosed } from '../../platform/vendor-gate.ts'
import { grantNeeded, isPassingRefusal } from '../connections/vendor-trouble.ts'
import { nextAttempt } from '../transfers/backoff.ts'
import type { JobOrigin } from '../transfers/eligibility.ts'
import { takeIn } from '../transfers/intake.ts'
import { tellTrouble, whyNotFetched } from './tell-trouble.ts'
import { openJobs, postponeEvents, settleEvents, type OpenJob } from './store.ts'

const AT_A_TIME = 50
/** A run of the same transfer takes seconds. */
const BUSY_MS = 3_000
/** Only for the moment between the failure and this note of it, in which somebody may have connected again. */
const UNCONNECTED_MS = 60_000

/**
 * Drains one user's inbox: every job with an unprocessed event gets one look, on the leading edge. Events that arrive during a look ask
 * for one more.
 */
export async function lookAtJobs(platform: Platform, userId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const open = await openJobs(platform.db, userId, new Date(platform.clock.now()), AT_A_TIME)
    if (open.length === 0) return
    for (const job of open) if (signal.aborted || !(await lookAt(platform, userId, job, signal))) return
  }
}

/** False when there is no point in going on with this account now. */
async function lookAt(platform: Platform, userId: string, job: OpenJob, signal: AbortSignal): Promise<boolean> {
  try {
    const { result, jobState } = await takeIn(platform, userId, job.jobUuid, originsOf(job.eventTypes), signal)
    if (result !== 'unchanged' && result !== 'busy') platform.live.tell(userId, 'transfers', 'stats', 'activity')
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

async function failed(platform: Platform, userId: string, job: OpenJob, error: unknown): Promise<boolean> {
  if (error instanceof GateClosed || isExternalError(error, 'cancelled')) return false
  if (isExternalError(error, 'not_found')) {
    await settleEvents(platform.db, userId, job, { problem: 'Jobben finnes ikke i ServiceM8-kontoen', jobState: null })
    return true
  }
  if (grantNeeded(error) !== null) {
    // What makes the rows wait is the connection itself: they are not due while it is not connected, and connecting clears their waits.
    await postpone(platform, userId, { jobUuid: null, failed: null }, UNCONNECTED_MS, 'ServiceM8 må kobles til på nytt')
    return false
  }
  const external = isExternalError(error)
  const refused = isPassingRefusal(error)
  if (!external && !refused) platform.log.error({ err: error, jobUuid: job.jobUuid }, 'a job could not be taken in')
  const wait = nextAttempt({
    failures: Math.min(job.attempts + 1, 8),
    random: platform.random(),
    retryAfterMs: external ? error.retryAfterMs : null,
    scale: platform.ladderScale,
  })
  const delay = wait.giveUp ? 36_000_000 : wait.delayMs
  const why = whyNotFetched(error)
  const wholeAccount = refused || (external && error.kind !== 'bad_answer')
  await postpone(platform, userId, { jobUuid: wholeAccount ? null : job.jobUuid, failed: job.jobUuid }, delay, why)
  await tellTrouble(platform, userId, job.jobUuid, job.attempts + 1, why)
  platform.live.tell(userId, 'activity')
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

/** Strongest claim to be transferred first: a ping says "now", a person's fetch says "show me". */
function originsOf(eventTypes: readonly string[]): JobOrigin[] {
  const origins = new Set<JobOrigin>(
    eventTypes.map((type) => {
      if (type === 'manual' || type === 'sync' || type === 'sweep') return type
      return type === 'reconnect' ? 'sweep' : 'webhook'
    }),
  )
  return (['webhook', 'sync', 'sweep', 'manual'] as const).filter((origin) => origins.has(origin))
}
