import type { Platform } from '../../../platform/platform.ts'
import { notFound } from '../../../platform/http-error.ts'
import type { JobSnapshot } from '../../service-jobs/snapshot.ts'
import { columnsOfTransfer } from '../columns.ts'
import { underLock, refuseUnless, change, changedSince } from '../act.ts'

/** Restores a line that was left out. */
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
 * Leaves out a line. The index refers to the stored lines, which keep their positions, so a double
 * click leaves out one line. The row is locked, so two lines clicked at the same time are both left
 * out.
 *
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
    // The job may have been edited in ServiceM8 since the screen was loaded, so its lines may have
    // moved.
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

/** Clears Fiken's totals for the former lines, because they do not apply to the current lines. */
const edited = async (inside: Platform, userId: string, snapshot: JobSnapshot) => ({
  ...(await columnsOfTransfer(inside.db, userId, snapshot)),
  netAmount: null,
})
