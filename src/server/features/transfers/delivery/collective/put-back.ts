import type { Platform } from '../../../../platform/platform.ts'
import { runDocument } from '../../../documents/runner.ts'
import { transferById } from '../../queries.ts'
import type { Hold } from '../context.ts'
import { Ending } from '../ending.ts'
import { ownerOf } from '../owner.ts'

/**
 * The set goes on together: when one job has to be tried again later, all are, at the same time and for
 * the same reason.
 *
 * @param behind the one that has to be
 */
export async function putBack(
  { db }: Platform,
  holds: readonly Hold[],
  { row: { id, userId } }: Hold,
): Promise<void> {
  const behind = await transferById(db, userId, id)
  const { nextAttemptAt: at = null, errorCode: cause = null } = behind ?? {}
  for (const hold of holds) {
    const attempts = Math.max(0, hold.row.attempts - 1)
    const outcome =
      cause === null
        ? ({ kind: 'released', attempts } as const)
        : ({ kind: 'again', at, cause, attempts } as const)
    await endOne(hold, new Ending(outcome, 'Venter på de andre jobbene i samlefakturaen'))
  }
}

/** Ends one row of a set by itself. Never throws. */
export async function endOne(hold: Hold, ending: Ending): Promise<void> {
  await runDocument(ownerOf(hold), () => Promise.resolve({ ended: { ending } }))
}
