import { isBeingUndone } from '#shared/transfer-status'
import type { Platform } from '../../../../platform/platform.ts'
import { runDocument } from '../../../documents/runner.ts'
import { wasSent } from '../../queries.ts'
import type { TransferRow } from '../../tables.ts'
import { holdOf, readingOnce, type Hold, type Run } from '../context.ts'
import { begin, type Together } from '../deliver.ts'
import { deleteDraft } from '../delete-draft.ts'
import { Ending } from '../ending.ts'
import { endedBy, nextOrEnded, ownerOf } from '../owner.ts'
import { formSet } from './form-set.ts'
import { putBack } from './put-back.ts'
import { redoPart } from './redo-part.ts'

/**
 * Runs a set of jobs whose rows have been claimed together (decision 0054). Never throws: whatever
 * happens is written on the rows.
 *
 * @param rows at least one; of a draft that is or may be in Fiken, all that are on it
 */
export async function runSet(
  platform: Platform,
  rows: readonly TransferRow[],
  claim: string,
  signal: AbortSignal,
): Promise<void> {
  const [first, ...rest] = rows.map((row) => holdOf(platform, { row, claim, signal }))
  if (!first) return
  const together = { lists: null, companyNow: readingOnce() }
  if (wasSent(first.row)) await runPart([first, ...rest], together)
  else await runUnsent(platform, [first, ...rest], together)
}

/** Nothing of it is in Fiken: each begins, and perhaps ends, by itself. */
async function runUnsent(
  platform: Platform,
  holds: readonly Hold[],
  together: Together,
): Promise<void> {
  const runs: Run[] = []
  for (const [place, hold] of holds.entries()) {
    const steps = async () => nextOrEnded(await begin(hold, together))
    const ran = await runDocument(ownerOf(hold), steps)
    if (ran.kind === 'goes_on') runs.push(ran.with)
    else if (ran.kind !== 'ended') {
      return putBack(platform, [...runs, ...holds.slice(place + 1)], hold)
    }
  }
  if (runs.length > 0) await formSet(platform, runs)
}

/** The draft of these rows is there, or may be. They go through its steps as one. */
async function runPart(holds: readonly [Hold, ...Hold[]], together: Together): Promise<void> {
  const [first, ...rest] = holds
  first.others = rest.map(({ row }) => row)
  await runDocument(ownerOf(first), async () => {
    const runs: Run[] = []
    for (const hold of holds) {
      const begun = await begin(hold, together)
      if (begun instanceof Ending) return { ended: { ending: begun } }
      runs.push(begun)
    }
    const [run] = runs as [Run, ...Run[]]
    if (runs.some(({ fiken }) => fiken.slug !== run.fiken.slug)) {
      const text = 'Et annet selskap er valgt; samlefakturaen settes sammen på nytt'
      const again = new Ending({ kind: 'released', attempts: run.row.attempts }, text)
      return { ended: { ending: again } }
    }
    if (isBeingUndone(run.row)) return endedBy(run, await deleteDraft(run))
    const { ending, shares } = await redoPart(runs)
    return endedBy(run, ending, shares)
  })
}
