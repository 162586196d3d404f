import type { StoredJob } from '#shared/transfer-display'
import type { Actor } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { notFound } from '../../../platform/http-error.ts'
import { columnsOfTransfer } from '../columns.ts'
import { underLock, refuseUnless, change, changedSince } from '../act.ts'

export async function putLineBack(
  platform: Platform,
  companyId: string,
  actor: Actor | null,
  id: string,
  lineIndex: number,
): Promise<string> {
  return onLine(platform, companyId, actor, id, lineIndex, async ({ uuid, removed }, edit) => {
    if (!uuid) throw noSuchLine()
    if (!removed) return 'Varelinjen er med.'
    await edit((leftOut) => leftOut.filter((one) => one !== uuid), 'er tatt med igjen')
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
  companyId: string,
  actor: Actor | null,
  id: string,
  lineIndex: number,
  expected?: string,
): Promise<string> {
  return onLine(platform, companyId, actor, id, lineIndex, async ({ uuid, removed }, edit) => {
    // An edit in ServiceM8 since the screen was loaded can have moved the lines.
    if (expected !== undefined && uuid !== expected) throw changedSince()
    if (removed || !uuid) return 'Varelinjen var allerede slettet.'
    await edit((leftOut) => [...leftOut, uuid], 'er utelatt')
    return 'Varelinje slettet'
  })
}

const noSuchLine = () => notFound('Varelinjen finnes ikke.')

type Line = NonNullable<StoredJob['line_items']>[number]
type Edit = (change: (leftOut: readonly string[]) => string[], what: string) => Promise<void>

/** Acts on a line of a job whose lines may be changed, while the job's transfer is locked. */
function onLine(
  platform: Platform,
  companyId: string,
  actor: Actor | null,
  id: string,
  lineIndex: number,
  act: (line: Line, edit: Edit) => Promise<string>,
): Promise<string> {
  return underLock(platform, companyId, id, async (inside, row) => {
    const refusal = 'Linjene kan ikke endres når overføringen kjører eller er fullført.'
    refuseUnless(row, 'editLines', refusal)
    const { snapshot } = row
    const line = row.servicem8Data?.line_items?.[lineIndex]
    if (!line || !snapshot) throw noSuchLine()
    return act(line, async (changed, what) => {
      const after = { ...snapshot, leftOut: changed(snapshot.leftOut) }
      const columns = await columnsOfTransfer(inside.db, companyId, after)
      // Fiken's totals for the former lines do not apply to the current ones.
      const set = { ...columns, netAmount: null }
      const said = `Varelinjen «${line.description.slice(0, 80)}» ${what}`
      await change(inside, row, 'editLines', set, { text: said, actor })
    })
  })
}
