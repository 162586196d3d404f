import type { Job } from '#clients/servicem8/types'
import { openServicem8 } from '../../connections/tokens/open-clients.ts'
import { lastPendingEvent } from '../../inbox/queries.ts'
import { contactFromMirror, readChangedContacts } from '../../mirrors/contacts.ts'
import { jobStateOf } from '../../service-jobs/job-state.ts'
import type { JobSnapshot } from '../../service-jobs/snapshot.ts'
import type { Run } from './context.ts'
import { Ending, failed } from './ending.ts'

/** Called right before the create, when nothing was found in Fiken: returns null to go on. */
export type MayCreate = () => Promise<Ending | null>

/**
 * ServiceM8 has pinged about the job since it was fetched, and the ping is unprocessed: is it still
 * the job that the draft was built from? One call, and only then; a job that was reopened, deleted
 * or edited in the meantime is not sent as it was.
 *
 * Asked at once, while Fiken is asked what it has, and once more by the returned function, which is
 * called right before the create: only about pings that have arrived since.
 *
 * @throws ExternalError, HttpError when ServiceM8 cannot be asked; the returned function does
 */
export function watchJob(run: Run, snapshot: JobSnapshot): MayCreate {
  const asked = ask(run, snapshot, null)
  // Fiken may have the draft already, and then nobody is interested.
  asked.catch(() => undefined)
  return async () => {
    const { lastEvent, ending } = await asked
    return ending ?? (await ask(run, snapshot, lastEvent)).ending
  }
}

interface Asked {
  /** The latest ping that the answer covers. */
  lastEvent: number | null
  ending: Ending | null
}

/** @param known the latest ping that an earlier answer covers */
async function ask(run: Run, snapshot: JobSnapshot, known: number | null): Promise<Asked> {
  const { platform, row, timeline, signal } = run
  const lastEvent = await lastPendingEvent(platform.db, row.userId, row.servicem8JobId)
  if (lastEvent === null || lastEvent === known) return { lastEvent, ending: null }
  const { client } = await openServicem8(platform, row.userId, {
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

/**
 * The last look at the buyer's contact before a draft is made for it: what has changed among the
 * contacts is read at most once a minute. One that was made inactive since it was matched, in Fiken or
 * by a merger there, is not used: the row is matched again.
 *
 * @throws ExternalError, LimiterClosed
 */
export async function watchContact(
  { platform, row, fiken, signal }: Run,
  contactId: number,
): Promise<Ending | null> {
  await readChangedContacts(platform, row.userId, fiken, { signal })
  const contact = await contactFromMirror(platform.db, row.userId, fiken.slug, contactId)
  if (!contact?.inactive) return null
  const text = `«${contact.name}» er satt inaktiv i Fiken; mottakeren finnes på nytt`
  return new Ending({ kind: 'released', attempts: row.attempts }, text)
}
