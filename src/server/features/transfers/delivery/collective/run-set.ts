import { isBeingUndone } from '#shared/transfer-status'
import type { Platform } from '../../../../platform/platform.ts'
import { wasSent } from '../../queries.ts'
import type { TransferRow } from '../../tables.ts'
import { createTimeline } from '../../timeline.ts'
import { readingOnce } from '../context.ts'
import { begin } from '../deliver.ts'
import { deleteDraft } from '../delete-draft.ts'
import { endRun } from '../end-run.ts'
import { Ending } from '../ending.ts'
import { failRun } from '../fail.ts'
import { asOne, heldBy, putBack, type Member } from './as-one.ts'
import { formSet } from './form-set.ts'
import { redoPart } from './redo-part.ts'

interface Claimed {
  claim: string
  signal: AbortSignal
}

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
  const [first] = rows
  if (!first) return
  if (wasSent(first)) await runPart(platform, rows, { claim, signal })
  else await runUnsent(platform, rows, { claim, signal })
}

/** Nothing of it is in Fiken: each begins, and perhaps ends, by itself. */
async function runUnsent(
  platform: Platform,
  rows: readonly TransferRow[],
  { claim, signal }: Claimed,
): Promise<void> {
  const members: Member[] = []
  const companyNow = readingOnce()
  for (const [place, row] of rows.entries()) {
    const timeline = createTimeline(platform.clock)
    try {
      const begun = await begin(platform, { row, claim, signal, lists: null, companyNow }, timeline)
      if (begun instanceof Ending)
        await endRun(platform, { row, claim, timeline }, begun, { step: 'fetch' })
      else members.push({ row, run: begun })
    } catch (error) {
      await failRun(platform, { row, claim, timeline }, 'fetch', error)
      const rest = rows.slice(place + 1).map((one) => ({ row: one, claim }))
      return putBack(platform, [...members.map(heldBy), ...rest], row)
    }
  }
  if (members.length > 0) await formSet(platform, members)
}

/** The draft of these rows is there, or may be. They go through its steps as one. */
async function runPart(
  platform: Platform,
  rows: readonly TransferRow[],
  { claim, signal }: Claimed,
): Promise<void> {
  const [row, ...others] = rows as [TransferRow, ...TransferRow[]]
  const timeline = createTimeline(platform.clock)
  const held = { row, claim, timeline, others }
  const members: Member[] = []
  const companyNow = readingOnce()
  try {
    for (const one of rows) {
      const own = one === row ? timeline : createTimeline(platform.clock)
      const begun = await begin(platform, { row: one, claim, signal, lists: null, companyNow }, own)
      if (begun instanceof Ending) return await endRun(platform, held, begun, { step: 'fetch' })
      members.push({ row: one, run: begun })
    }
  } catch (error) {
    await failRun(platform, held, 'fetch', error)
    return
  }
  const [{ run }] = members as [Member, ...Member[]]
  if (members.some((one) => one.run.fiken.slug !== run.fiken.slug)) {
    const text = 'Et annet selskap er valgt; samlefakturaen settes sammen på nytt'
    const again = new Ending({ kind: 'released', attempts: row.attempts }, text)
    return endRun(platform, held, again, { step: 'fetch' })
  }
  await asOne(platform, members, async () => {
    return isBeingUndone(run.row) ? { ending: await deleteDraft(run) } : redoPart(members)
  })
}
