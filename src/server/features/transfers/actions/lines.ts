import type { Platform } from '../../../platform/platform.ts'
import { notFound } from '../../../platform/http-error.ts'
import type { JobSnapshot } from '../../service-jobs/snapshot.ts'
import { columnsOfTransfer } from '../columns.ts'
import { underLock, refuseUnless, change, changedSince } from '../act.ts'

export async function putLineBack(
  platform: Platform,
  userId: string,
  id: string,
  lineIndex: number,
): Promise<string> {
  return underLock(platform, userId, id, async (inside, row) => {
    refuseUnless(
      row,
      'editLines',
      'Linjene kan ikke endres når overføringen kjører eller er fullført.',
    )
    const line = row.servicem8Data?.line_items?.[lineIndex]
    if (!line?.uuid || !row.snapshot) throw notFound('Varelinjen finnes ikke.')
    if (!line.removed) return 'Varelinjen er med.'
    const snapshot = {
      ...row.snapshot,
      leftOut: row.snapshot.leftOut.filter((uuid) => uuid !== line.uuid),
    }
    await change(
      inside,
      row,
      'editLines',
      await edited(inside, userId, snapshot),
      `${named(line)} er tatt med igjen`,
    )
    return 'Varelinjen er tatt med igjen'
  })
}

/**
 * Leaves out a line of the job. Stored lines keep their positions and the row is locked, so a
 * double click leaves out one line, and clicks on two lines leave out both.
 * @param expected the line's uuid when the screen loaded it
 */
export async function leaveOutLine(
  platform: Platform,
  userId: string,
  id: string,
  lineIndex: number,
  expected?: string,
): Promise<string> {
  return underLock(platform, userId, id, async (inside, row) => {
    refuseUnless(
      row,
      'editLines',
      'Linjene kan ikke endres når overføringen kjører eller er fullført.',
    )
    const line = row.servicem8Data?.line_items?.[lineIndex]
    if (!line || !row.snapshot) throw notFound('Varelinjen finnes ikke.')
    // An edit in ServiceM8 since the screen was loaded can have moved the lines.
    if (expected !== undefined && line.uuid !== expected) throw changedSince()
    if (line.removed || !line.uuid) return 'Varelinjen var allerede slettet.'
    const snapshot = { ...row.snapshot, leftOut: [...row.snapshot.leftOut, line.uuid] }
    await change(
      inside,
      row,
      'editLines',
      await edited(inside, userId, snapshot),
      `${named(line)} er utelatt`,
    )
    return 'Varelinje slettet'
  })
}

const named = ({ description }: { description: string }) =>
  `Varelinjen «${description.slice(0, 80)}»`

/**
 * Returns the columns of a transfer with changed lines. The net amount is null, because Fiken's
 * totals for the former lines do not apply to the current ones.
 */
const edited = async (inside: Platform, userId: string, snapshot: JobSnapshot) => ({
  ...(await columnsOfTransfer(inside.db, userId, snapshot)),
  netAmount: null,
})
