import { isBeingUndone } from '#shared/transfer-status'
import { instant } from '../../../../platform/clock.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { transferById } from '../../queries.ts'
import type { TransferRow } from '../../tables.ts'
import { createTimeline } from '../../timeline.ts'
import { clearBackoffAfterOutage, type SharesByRow } from '../claim-store.ts'
import { ClaimLost } from '../../../documents/document-run.ts'
import type { Run } from '../context.ts'
import { endRun } from '../end-run.ts'
import { Ending, NotSent } from '../ending.ts'
import { failRun } from '../fail.ts'

/** How the rows of a set end: those of a draft alike, the others by themselves. */

/** A row of a set, with its run. */
export interface Member {
  row: TransferRow
  run: Run
}

/** How the steps of a draft of several jobs ended. */
export interface PartEnded {
  ending: Ending
  /** What each job has of it. */
  shares?: SharesByRow
}

/** Does the steps of one draft for all of its rows, and ends them alike. Never throws. */
export async function asOne(
  platform: Platform,
  members: readonly Member[],
  steps: () => Promise<PartEnded>,
): Promise<void> {
  const [{ row, run }, ...rest] = members as [Member, ...Member[]]
  const others = rest.map((member) => member.row)
  run.others = others
  const { claim, timeline } = run
  const end = ({ ending, shares }: PartEnded, step: string) =>
    endRun(
      platform,
      { row: run.row, claim, timeline, pendingPatch: run.pendingPatch, others, shares },
      ending,
      { step },
    )
  const fail = (error: unknown) =>
    failRun(platform, { row, claim, timeline, others }, run.stage, error)
  try {
    const ended = await steps()
    const isDone = ended.ending.outcome.kind === 'completed'
    await end(ended, isBeingUndone(run.row) ? 'undo' : isDone ? 'settle' : run.stage)
    if (isDone && row.errorCode === 'fiken_down')
      await clearBackoffAfterOutage(platform.db, row.userId, instant(platform.clock))
  } catch (error) {
    if (error instanceof ClaimLost) return
    if (error instanceof NotSent) await end({ ending: error.ending }, run.stage).catch(fail)
    else await fail(error)
  }
}

type Unsettled = Pick<Run, 'row' | 'claim'> & Partial<Pick<Run, 'timeline' | 'pendingPatch'>>

export const heldBy = ({ run }: Member): Unsettled => run

/**
 * The set goes on together: when one job has to be tried again later, all are, at the same time and for
 * the same reason.
 */
export async function putBack(
  platform: Platform,
  rows: readonly Unsettled[],
  { id, userId }: Pick<TransferRow, 'id' | 'userId'>,
): Promise<void> {
  const behind = await transferById(platform.db, userId, id)
  const { nextAttemptAt: at = null, errorCode: cause = null } = behind ?? {}
  for (const held of rows) {
    const attempts = Math.max(0, held.row.attempts - 1)
    const outcome =
      cause === null
        ? ({ kind: 'released', attempts } as const)
        : ({ kind: 'again', at, cause, attempts } as const)
    await endOne(platform, held, new Ending(outcome, 'Venter på de andre jobbene i samlefakturaen'))
  }
}

/** Ends one row of a set by itself. Never throws. */
export async function endOne(platform: Platform, held: Unsettled, ending: Ending): Promise<void> {
  const { row, claim, timeline = createTimeline(platform.clock), pendingPatch = {} } = held
  const step = row.stage ?? 'fetch'
  try {
    await endRun(platform, { row, claim, timeline, pendingPatch }, ending, { step })
  } catch (error) {
    await failRun(platform, { row, claim, timeline }, step, error)
  }
}
