import type { Job } from '#clients/servicem8/types'
import { stampOf } from '#clients/servicem8/time'
import { FETCH_DAYS } from '#shared/contracts/intake'
import { instant } from '../../platform/clock.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { configurationOf } from '../configuration/queries.ts'
import { openServicem8 } from '../connections/tokens/open-clients.ts'
import { jobStateOf } from '../service-jobs/job-state.ts'
import { INTAKE, SWEEP } from '../inbox/queue-names.ts'
import {
  addEvents,
  clearEventBackoff,
  finishSweep,
  forgetSweep,
  looksAt,
  scheduleSweep,
  sweepOf,
} from '../inbox/store.ts'
import { listFetched, screenJobs } from './listed-jobs.ts'

/** The origin of a sweep, stored as the event type of the rows that the sweep writes. */
export type SweepOrigin = 'sweep' | 'sync' | 'manual' | 'reconnect'

export const SWEEP_EVERY_MS = 15 * 60_000
const DAY_MS = 86_400_000

export async function requestSweep(platform: Platform, companyId: string): Promise<void> {
  await scheduleSweep(platform.db, companyId, instant(platform.clock))
  platform.queue.wake(SWEEP, companyId)
}

/**
 * Restarts the sweep from the beginning, so that skipped jobs are checked again after the user has
 * changed the start date or made more jobs eligible. The sweep runs once the integration is on.
 */
export async function sweepFromStart(
  platform: Platform,
  companyId: string,
  options: { now: boolean },
): Promise<void> {
  await forgetSweep(platform.db, companyId, instant(platform.clock))
  if (options.now) platform.queue.wake(SWEEP, companyId)
}

/**
 * Checks the jobs that waited for ServiceM8, and requests a sweep to find jobs not reported during
 * the outage.
 */
export async function resumeIntake(platform: Platform, companyId: string): Promise<void> {
  await clearEventBackoff(platform.db, companyId)
  platform.queue.wake(INTAKE, companyId)
  await requestSweep(platform, companyId)
}

export interface SweepResult {
  found: number
  shown: number
  toLookAt: string[]
}

/**
 * Lists the account's completed jobs (list calls only) and writes an event for each job that is new
 * or has changed since it was last checked, because webhooks can be lost. A manual fetch always goes
 * 90 days back.
 *
 * @throws ExternalError, HttpError (not connected), LimiterBusy when interactive
 */
export async function sweepJobs(
  platform: Platform,
  companyId: string,
  options: {
    origin: SweepOrigin
    /** Who fetches by hand. */
    actor?: Actor
    interactive: boolean
    signal?: AbortSignal
    only?: ReadonlySet<string>
  },
): Promise<SweepResult> {
  // The time is taken before anything is read. If the rules change after this time, another sweep
  // is requested after this time too, and finishSweep keeps that request.
  const now = platform.clock.now()
  const before = await sweepOf(platform.db, companyId)
  const { client, accountUuid, timeZone } = await openServicem8(platform, companyId, {
    interactive: options.interactive,
    signal: options.signal,
  })
  const configuration = await configurationOf(platform.db, companyId)
  const since = before?.accountUuid === accountUuid ? before.cursor : ''
  const manual = options.origin === 'manual'
  const firstFrom = configuration.activatedAt?.getTime() ?? now - DAY_MS
  const range = manual
    ? { completedAfter: stampOf(now - FETCH_DAYS * DAY_MS, timeZone) }
    : { editedAfter: since || stampOf(firstFrom, timeZone) }

  let ceiling: string | null = null
  let found = 0
  let shown = 0
  let newest = since
  const toLookAt: string[] = []
  for await (const page of client.jobs.list({
    status: 'Completed',
    ...range,
    signal: options.signal,
  })) {
    const jobs = page.rows.filter((job) => job.active && (options.only?.has(job.uuid) ?? true))
    // A row dated in the future must not make the next sweep miss edits made until then.
    // ServiceM8's clock, not ours, decides what the future is.
    ceiling ??= stampOf(page.vendorTime ?? now, timeZone)
    for (const { editDate } of page.rows)
      if (editDate > newest && editDate <= ceiling) newest = editDate
    const screened = await screenJobs(
      platform,
      companyId,
      jobs,
      options.origin === 'reconnect' ? 'sweep' : options.origin,
    )
    found += screened.eligible
    if (manual)
      shown += await listFetched(
        platform,
        companyId,
        options.actor ?? null,
        accountUuid,
        screened.fresh,
      )
    const unseen = await unseenOf(
      platform,
      companyId,
      screened.toFetch,
      options.origin,
      since === '',
    )
    await addEvents(platform.db, companyId, options.origin, unseen, new Date(now))
    toLookAt.push(...unseen)
  }
  // Only a complete sweep moves the cursor. A fetch by completion date proves nothing about edits,
  // so it keeps the cursor.
  const cursor = manual ? since : newest || range.editedAfter || ''
  await finishSweep(platform.db, companyId, {
    accountUuid,
    cursor,
    nextAt: new Date(now + spread(companyId)),
    appointment: before?.nextAt ?? null,
    startedAt: new Date(now),
    now: instant(platform.clock),
  })
  platform.live.publish(companyId, 'status')
  if (shown > 0) platform.live.publish(companyId, 'transfers', 'stats')
  if (toLookAt.length > 0) platform.queue.wake(INTAKE, companyId)
  return { found, shown, toLookAt }
}

/**
 * Returns the jobs whose current state has not been checked and is not about to be checked.
 * @param fromStart when true, earlier checks do not count, because they used outdated rules
 */
async function unseenOf(
  platform: Platform,
  companyId: string,
  jobs: readonly Job[],
  origin: SweepOrigin,
  fromStart: boolean,
): Promise<string[]> {
  const uuids = jobs.map((job) => job.uuid)
  if (fromStart || origin === 'manual') return uuids
  const looks = await looksAt(platform.db, companyId, uuids, instant(platform.clock))
  return jobs
    .filter((job) => {
      const look = looks.get(job.uuid)
      if (look?.open === 'now') return false
      // A job that waits after a failure is retried immediately when the user asks for it.
      if (look?.open === 'later') return origin === 'sync'
      return look?.jobState !== jobStateOf(job)
    })
    .map((job) => job.uuid)
}

/**
 * Returns the interval in ms to the next sweep: 15 minutes ± one, depending on the user id, so that
 * accounts are not all swept in the same second.
 */
function spread(companyId: string): number {
  const share = (parseInt(companyId.slice(0, 4), 16) % 120) - 60
  return SWEEP_EVERY_MS + share * 1_000
}
