import type { Found } from '../../drafts/find-draft.ts'
import { matchRecipientOfJob } from '../../customers/chosen-for-job.ts'
import type { RecipientMatch } from '../../customers/match-recipient.ts'
import type { JobSnapshot } from '../../service-jobs/snapshot.ts'
import { build, type Planned } from './build.ts'
import { enter, patch, type Run } from './context.ts'
import { Ending, failed } from './ending.ts'
import { fetchJob } from './fetch.ts'
import { judge } from './judge.ts'
import { waitForAnswer } from './unanswered.ts'

/** A job that is ready to be sent: everything about its own draft is known and right. */
export interface Prepared {
  snapshot: JobSnapshot
  recipient: RecipientMatch & { kind: 'matched' }
  plan: Planned
}

/**
 * From the job to its draft: fetched, judged, matched and built. Nothing of it is sent.
 *
 * @param there what is in Fiken of it already
 * @throws ExternalError, HttpError when a vendor cannot be asked
 */
export async function prepare(run: Run, there: Found | null): Promise<Prepared | Ending> {
  const snapshot = await fetchJob(run, there)
  const refused = await judge(run, snapshot, there)
  if (refused) return refused

  enter(run, 'match', 'Finner mottakeren i Fiken')
  const { platform, configuration, timeline, signal } = run
  const about = { snapshot, configuration, timeline, signal }
  const { userId, servicem8JobId: jobUuid, chosenRecipient } = run.row
  const job = { jobUuid, chosen: chosenRecipient }
  const { match: recipient, chosen } = await matchRecipientOfJob(
    platform,
    userId,
    run.fiken,
    job,
    about,
  )
  if (chosen !== chosenRecipient) patch(run, { chosenRecipient: chosen })
  if (recipient.kind === 'waiting') return waitForAnswer(recipient.why, recipient.until)
  if (recipient.kind === 'ambiguous') return waitForPerson(recipient.why)
  if (recipient.kind === 'problem') return failed(recipient.code, recipient.message)

  enter(run, 'build', 'Bygger utkastet')
  const plan = await build(run, snapshot, recipient)
  return plan instanceof Ending ? plan : { snapshot, recipient, plan }
}

function waitForPerson(message: string): Ending {
  const cause = 'recipient_ambiguous'
  const outcome = { kind: 'waiting', reason: 'ambiguous_customer', cause, message } as const
  return new Ending(outcome, message, {}, 'text')
}
