import type { Actor } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { standing } from '../outcome.ts'
import { wakeLaneOf } from '../lane.ts'
import { underLock, changedSince, change } from '../act.ts'

/**
 * Accepts the document in Fiken as shown ("Godta"). The pipeline runs once more and adopts the
 * document if it has not changed.
 * @param seenAt the row's updatedAt when the screen loaded it; ISO 8601
 * @throws HttpError 404, 409
 */
export async function accept(
  platform: Platform,
  companyId: string,
  actor: Actor | null,
  id: string,
  seenAt?: string,
): Promise<string> {
  await underLock(platform, companyId, id, async (inside, row) => {
    const shown = row.fikenData?.shown
    if (row.errorCode !== 'draft_differs' || !row.fikenData || !shown) {
      throw new HttpError(409, 'nothing_to_accept', 'Det er ikke noe utkast med avvik å godta her.')
    }
    // A run may have found another document since the screen was loaded.
    if (seenAt !== undefined && Date.parse(seenAt) !== row.updatedAt.getTime()) throw changedSince()
    const accepted = {
      ...standing({ kind: 'queued' }),
      fikenData: { ...row.fikenData, accepted: shown },
    }
    await change(inside, row, 'accept', accepted, {
      text: 'Utkastet i Fiken er godtatt slik det er',
      actor,
    })
  })
  wakeLaneOf(platform, companyId)
  return 'Utkastet er godtatt.'
}
