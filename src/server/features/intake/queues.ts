import { isExternalError } from '#clients/http/external-error'
import { instant } from '../../platform/clock.ts'
import { holdersOfDueRows } from '../../platform/database/holders.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LaneQueue } from '../../platform/queue/queue.ts'
import { LimiterBusy, LimiterClosed } from '../../platform/limiter/vendor-limiter.ts'
import { grantNeeded, isPassingRefusal } from '../connections/vendor-trouble.ts'
import { INTAKE, SWEEP } from '../inbox/queue-names.ts'
import { backlogOfCompanies, dueCompanies } from '../appointments/due.ts'
import { backlogOfEvents, SWEEPS } from '../inbox/queries.ts'
import { OPEN_EVENTS, postponeSweep, sweepOf, whoseEventsMayRun } from '../inbox/store.ts'
import { processEvents } from './process-events.ts'
import { SWEEP_EVERY_MS, sweepJobs } from './sweep.ts'

export function intakeQueue(platform: Platform): LaneQueue {
  const holders = holdersOfDueRows(OPEN_EVENTS)
  return {
    name: INTAKE,
    concurrency: 50,
    drain: (companyId, signal) => processEvents(platform, companyId, signal),
    due: async () =>
      whoseEventsMayRun(platform.db, await holders(platform.db, instant(platform.clock))),
    backlog: () => backlogOfEvents(platform.db, instant(platform.clock)),
  }
}

export function sweepQueue(platform: Platform): LaneQueue {
  return {
    name: SWEEP,
    concurrency: 32,
    drain: (companyId, signal) => sweepQuietly(platform, companyId, signal),
    due: (limit) => dueCompanies(platform.db, SWEEPS, instant(platform.clock), limit),
    backlog: () => backlogOfCompanies(platform.db, SWEEPS, instant(platform.clock)),
  }
}

/**
 * Sweeps a user's jobs and postpones the next sweep after a failure. A failure that the user must
 * fix is not thrown, because the connection's status shows it.
 */
async function sweepQuietly(
  platform: Platform,
  companyId: string,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = instant(platform.clock)
  // Both a timer and a request can wake the sweep; the first run has then done the work of both.
  const appointment = (await sweepOf(platform.db, companyId))?.nextAt ?? null
  if (appointment && appointment > startedAt) return
  try {
    await sweepJobs(platform, companyId, { origin: 'sweep', interactive: false, signal })
  } catch (error) {
    if (error instanceof LimiterClosed) return
    const now = instant(platform.clock)
    await postponeSweep(platform.db, companyId, {
      appointment,
      startedAt,
      now,
      nextAt: new Date(now.getTime() + waitAfter(error)),
    })
    if (!isExternalError(error) && !isPassingRefusal(error) && grantNeeded(error) === null)
      throw error
  }
}

function waitAfter(error: unknown): number {
  if (error instanceof LimiterBusy) return 10_000
  if (isExternalError(error)) return error.retryAfterMs ?? 60_000
  return isPassingRefusal(error) ? 60_000 : SWEEP_EVERY_MS
}
