import type { Platform } from '../../../../platform/platform.ts'
import { runDocument } from '../../../documents/runner.ts'
import { transferById } from '../../queries.ts'
import type { Hold, Run } from '../context.ts'
import { Ending } from '../ending.ts'
import { ownerOf } from '../owner.ts'

/** Requeues the other jobs with the retry time and cause of the job that must be retried later. */
export async function putBack(
  { db }: Platform,
  others: readonly Hold[],
  { row: { id, companyId } }: Hold,
): Promise<void> {
  const behind = await transferById(db, companyId, id)
  const { nextAttemptAt: at = null, errorCode: cause = null } = behind ?? {}
  for (const hold of others) {
    const attempts = Math.max(0, hold.row.attempts - 1)
    const outcome =
      cause === null
        ? ({ kind: 'released', attempts } as const)
        : ({ kind: 'again', at, cause, attempts } as const)
    await endOne(hold, new Ending(outcome, 'Venter på de andre jobbene i samlefakturaen'))
  }
}

/**
 * Releases all rows as if they had not been claimed; the next drain forms a new set from those
 * still in the set.
 */
export async function putBackAll(runs: readonly Run[]): Promise<void> {
  for (const run of runs) {
    const attempts = Math.max(0, run.row.attempts - 1)
    const text = 'Samlefakturaen settes sammen på nytt'
    await endOne(run, new Ending({ kind: 'released', attempts }, text))
  }
}

/** Ends the run of one job. Never throws. */
async function endOne(hold: Hold, ending: Ending): Promise<void> {
  await runDocument(ownerOf(hold), () => Promise.resolve({ ended: { ending } }))
}
