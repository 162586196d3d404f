import { openServicem8 } from '../../connections/open-clients.ts'
import { hasPendingEvents } from '../../inbox/queries.ts'
import { jobStateOf } from '../../service-jobs/job-state.ts'
import type { JobSnapshot } from '../../service-jobs/snapshot.ts'
import type { Run } from './context.ts'
import { Ending, failed } from './ending.ts'

/**
 * ServiceM8 has pinged about the job since it was fetched, and the ping is unprocessed: is it still
 * the job that the draft was built from? One call, and only then; a job that was reopened, deleted
 * or edited in the meantime is not sent as it was.
 *
 * @throws ExternalError, HttpError when ServiceM8 cannot be asked
 */
export async function checkStillAsFetched(run: Run, snapshot: JobSnapshot): Promise<Ending | null> {
  const { platform, row, timeline, signal } = run
  if (!(await hasPendingEvents(platform.db, row.userId, row.servicem8JobId))) return null
  const { client } = await openServicem8(platform, row.userId, {
    signal,
    observe: timeline.observe,
  })
  const job = await client.jobs.get(row.servicem8JobId, signal)
  if (!job.active) return failed('job_gone')
  if (job.status !== 'Completed') return failed('job_reopened')
  if (jobStateOf(job) === jobStateOf(snapshot.job)) return null
  return new Ending(
    { kind: 'released', attempts: row.attempts },
    'Jobben er endret i ServiceM8 mens overføringen kjørte; den hentes på nytt',
    { needsFetch: true },
  )
}
