import type { Job } from '#clients/servicem8/types'
import { openServicem8 } from '../../connections/tokens/open-clients.ts'
import { lastPendingEvent } from '../../inbox/queries.ts'
import { jobStateOf } from '../../service-jobs/job-state.ts'
import type { JobSnapshot } from '../../service-jobs/snapshot.ts'
import type { Run } from './context.ts'
import { Ending, failed } from './ending.ts'

/** A check right before the create request, when nothing was found. Returns null to continue. */
export type MayCreate = () => Promise<Ending | null>

/**
 * Checks whether the job is still the one that the draft was built from, if ServiceM8 has sent a
 * webhook that is not yet processed. Makes one call, and only in that case; a job that was
 * reopened, deleted or edited since is not sent.
 *
 * The check starts at once, while the draft is looked up in Fiken. The returned function, called
 * right before the create request, checks again if more webhooks have arrived since.
 *
 * @throws ExternalError, HttpError from the returned function, when ServiceM8 cannot be reached
 */
export function watchJob(run: Run, snapshot: JobSnapshot): MayCreate {
  const asked = ask(run, snapshot, null)
  // If Fiken already has the draft, the result is never used.
  asked.catch(() => undefined)
  return async () => {
    const { lastEvent, ending } = await asked
    return ending ?? (await ask(run, snapshot, lastEvent)).ending
  }
}

interface Watched {
  run: Run
  snapshot: JobSnapshot
}

/** Checks all jobs of a collective draft as {@link watchJob} does. */
export function watchJobs(jobs: readonly [Watched, ...Watched[]]): MayCreate {
  const watches = jobs.map(({ run, snapshot }) => watchJob(run, snapshot))
  const [{ run }] = jobs
  return async () => {
    for (const watch of watches) {
      if (!(await watch())) continue
      const text = 'En av jobbene er endret i ServiceM8; samlefakturaen settes sammen på nytt'
      const outcome = { kind: 'released', attempts: run.row.attempts } as const
      return new Ending(outcome, text, { needsFetch: true })
    }
    return null
  }
}

interface Asked {
  lastEvent: number | null
  ending: Ending | null
}

/**
 * Checks the job if a webhook has arrived.
 * @param known the latest webhook event that an earlier result covers
 */
async function ask(run: Run, snapshot: JobSnapshot, known: number | null): Promise<Asked> {
  const { platform, row, timeline, signal } = run
  const lastEvent = await lastPendingEvent(platform.db, row.companyId, row.servicem8JobId)
  if (lastEvent === null || lastEvent === known) return { lastEvent, ending: null }
  const { client } = await openServicem8(platform, row.companyId, {
    signal,
    observe: timeline.observe,
  })
  const job = await client.jobs.get(row.servicem8JobId, signal)
  return { lastEvent, ending: endingOf(run, snapshot, job) }
}

function endingOf({ row }: Run, snapshot: JobSnapshot, job: Job): Ending | null {
  if (!job.active) return failed('job_gone')
  if (job.status !== 'Completed') return failed('job_reopened')
  if (jobStateOf(job) === jobStateOf(snapshot.job)) return null
  return new Ending(
    { kind: 'released', attempts: row.attempts },
    'Jobben er endret i ServiceM8 mens overføringen kjørte; den hentes på nytt',
    { needsFetch: true },
  )
}
