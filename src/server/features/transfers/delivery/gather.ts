import { formatLongDate } from '#shared/dates'
import type { Found } from '../../documents/find-draft.ts'
import { choiceToWaitFor } from '../waiting/waits.ts'
import { patch, type Run } from './context.ts'
import { hasUnknownPast, lookForEarlier } from './look-for-earlier.ts'
import { Ending } from './ending.ts'
import { lookUp } from './look-up.ts'
import { reserved } from './make-draft.ts'
import type { Prepared } from './prepare.ts'

/**
 * A job of a customer for whom one draft takes all: right and ready, it begins to wait for the others.
 * Null for one that goes alone.
 */
export async function waitForSet(run: Run, prepared: Prepared): Promise<Ending | null> {
  const choice = await choiceToWaitFor(run.platform.db, run.row, prepared.snapshot)
  if (choice === null) return null
  const earlier = await lookForOwn(run, prepared)
  if (earlier) return earlier instanceof Ending ? earlier : null
  const when = choice.nextOn === null ? '' : ` ${formatLongDate(choice.nextOn)}`
  return new Ending(
    { kind: 'waiting', reason: 'collective' },
    `Jobben er klar, og venter på samlefaktura${when}`,
  )
}

/**
 * What an earlier life of account or database may have made of the job: under the uuid that its own draft
 * would have, in which case it goes alone and is adopted, or otherwise, which a person judges (decision
 * 0053). A set asks for its own uuid only.
 *
 * @throws ExternalError
 */
export async function lookForOwn(
  run: Run,
  { plan, recipient }: Prepared,
): Promise<Found | Ending | null> {
  if (!hasUnknownPast(run)) return null
  patch(run, reserved(run, plan, recipient))
  return (await lookUp(run, plan.draft.uuid)) ?? lookForEarlier(run)
}
