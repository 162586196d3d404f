import { openServicem8 } from '../connections/open-clients.ts'
import { isRinging } from '../webhooks/is-ringing.ts'
import { jobStateOf } from './job-state.ts'
import type { Run } from './run.ts'
import { failWith, Stop } from './stop.ts'
import type { JobSnapshot } from './snapshot.ts'

/**
 * ServiceM8 has told of the job since it was fetched, and nobody has looked yet: is it still the job that the draft was built from? One
 * call, and only then; a job that was reopened, deleted or edited meanwhile is not sent as it was.
 *
 * @throws Stop; ExternalError, Refusal when ServiceM8 cannot be asked
 */
export async function checkStillAsFetched(run: Run, snapshot: JobSnapshot): Promise<void> {
  const { platform, row, journal, signal } = run
  if (!(await isRinging(platform.db, row.userId, row.servicem8JobId))) return
  const { client } = await openServicem8(platform, row.userId, { signal, observe: journal.observe })
  const job = await client.jobs.get(row.servicem8JobId, signal)
  if (!job.active) throw failWith('job_gone')
  if (job.status !== 'Completed') throw failWith('job_reopened')
  if (jobStateOf(job) === jobStateOf(snapshot.job)) return
  throw new Stop(
    'Jobben er endret i ServiceM8 mens overføringen kjørte; den hentes på nytt',
    { status: 'queued', nextAttemptAt: null, needsFetch: true },
    false,
  )
}
