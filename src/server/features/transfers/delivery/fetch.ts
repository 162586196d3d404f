import { hasAllFacts } from '../../service-jobs/eligibility.ts'
import type { Found } from '../../documents/find-draft.ts'
import { gather } from '../../service-jobs/fetch-job.ts'
import type { JobSnapshot } from '../../service-jobs/snapshot.ts'
import { columnsOfTransfer } from '../columns.ts'
import { isAllThere } from './judge.ts'
import { enter, write, type Run } from './context.ts'

/**
 * The job with everything that decides whether it may be invoiced. Mostly the snapshot that
 * intake took a moment ago; ServiceM8 is asked again when a person asked again, when the snapshot
 * has grown old in the queue, or when it lacks the payments that count now. What is in Fiken
 * already is settled with what is known.
 *
 * @throws ExternalError, HttpError when ServiceM8 cannot be asked
 */
export async function fetchJob(run: Run, found: Found | null): Promise<JobSnapshot> {
  const { platform, row, configuration, signal, timeline } = run
  const { jobFetchType } = configuration
  const knowsEnough = (known: JobSnapshot) =>
    isAllThere(run, found) || hasAllFacts(known, jobFetchType, platform.clock.now())
  if (row.snapshot && !row.needsFetch && knowsEnough(row.snapshot)) return row.snapshot
  enter(run, 'fetch', 'Henter jobben fra ServiceM8')
  const { snapshot, accountUuid } = await gather(platform, row.userId, row.servicem8JobId, {
    withPayments: jobFetchType === 'awaiting_payment',
    leftOut: row.snapshot?.leftOut,
    signal,
    observe: timeline.observe,
  })
  const columns = await columnsOfTransfer(platform.db, row.userId, snapshot)
  await write(run, { ...columns, servicem8AccountId: accountUuid, needsFetch: false })
  return snapshot
}
