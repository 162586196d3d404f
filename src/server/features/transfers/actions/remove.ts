import { instant } from '../../../platform/clock.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { notFound, HttpError } from '../../../platform/http-error.ts'
import type { Absence } from '../../reservations/absence.ts'
import { startsByItself } from '../waiting/waits.ts'
import { emptyLook } from '../../documents/gone.ts'
import { standing } from '../outcome.ts'
import { draftIsGone } from '../screens/present.ts'
import { skipAllPending } from '../store.ts'
import { transferById, wasSent } from '../queries.ts'
import type { TransferRow } from '../tables.ts'
import { askFiken, lookingFor } from './in-fiken.ts'
import { tryLaneNow } from '../lane.ts'
import { findTransfer, refuseUnless, underLock, changedSince, change } from '../act.ts'

/**
 * Hides the transfer from lists and statistics; only the user restores it. A draft that was, or
 * might have been, created is looked up in Fiken first, because an existing draft must not be
 * forgotten (rule 5). While the draft might still exist, the lane keeps looking and deletes the
 * transfer afterwards.
 * @throws HttpError 404, 409; the vendors' errors from the lookup
 */
export async function remove(
  platform: Platform,
  companyId: string,
  actor: Actor | null,
  id: string,
): Promise<{ message: string; checking: boolean }> {
  const asked = await findTransfer(platform, companyId, id)
  if (draftIsGone(asked)) return setAside(platform, asked, actor)
  refuseUnless(asked, 'delete', 'En overføring som kjører eller er fullført, kan ikke slettes.')
  const absence = wasSent(asked) ? await unlessInFiken(platform, asked) : null
  await underLock(platform, companyId, id, async (inside, row) => {
    // A run may have created a draft since the look-up.
    const same =
      row.fikenDraftUuid === asked.fikenDraftUuid &&
      row.updatedAt.getTime() === asked.updatedAt.getTime()
    if (wasSent(row) && !same) throw changedSince()
    if (absence)
      return change(inside, row, 'delete', lookingFor(absence, { then: 'delete' }), {
        text: 'Slettes når det er sikkert at utkastet er borte',
        actor,
      })
    await change(
      inside,
      row,
      'delete',
      { skipTransfer: true, outcomeUnknown: false, absence: null, collectiveRun: null },
      { text: 'Slettet', actor },
    )
  })
  if (!absence) return { message: 'Overføringen er slettet.', checking: false }
  await tryLaneNow(platform, companyId)
  return {
    message:
      'Utkastet svarer ikke i Fiken, men kan være fakturert. Vi ser etter det i ti minutter, og sletter så overføringen.',
    checking: true,
  }
}

/**
 * Hides a completed transfer whose draft is gone ("Hopp over"): Fiken's lists have been read
 * without the draft, and one more look-up is empty too.
 *
 * @throws HttpError 409 when the draft, or an invoice made from it, is in Fiken after all
 */
async function setAside(
  platform: Platform,
  asked: TransferRow,
  actor: Actor | null,
): Promise<{ message: string; checking: boolean }> {
  if ((await askFiken(platform, asked)).kind !== 'nothing') throw draftExists()
  await underLock(platform, asked.companyId, asked.id, async (inside, row) => {
    if (row.fikenDraftUuid !== asked.fikenDraftUuid || !draftIsGone(row)) throw changedSince()
    await change(inside, row, 'setAside', { skipTransfer: true }, { text: 'Hoppet over', actor })
  })
  return { message: 'Overføringen er hoppet over.', checking: false }
}

/**
 * Returns null when the draft is proved to be gone, otherwise the search that must continue.
 * @throws HttpError when the draft is in Fiken
 */
async function unlessInFiken(platform: Platform, row: TransferRow): Promise<Absence | null> {
  if ((await askFiken(platform, row)).kind === 'nothing') {
    const { absence, verdict } = emptyLook(platform, row)
    return verdict.gone ? null : absence
  }
  throw draftExists(
    ' Trykk «Prøv igjen», så tas det inn her; vil du ikke ha det, slett det i Fiken først.',
  )
}

const draftExists = (advice = ' Vil du ikke ha det, slett det i Fiken først.') =>
  new HttpError(409, 'draft_exists', `Utkastet ligger i Fiken.${advice}`)

export async function restore(
  platform: Platform,
  companyId: string,
  actor: Actor | null,
  id: string,
): Promise<string> {
  const said = { text: 'Gjenopprettet', actor }
  const row = await transferById(platform.db, companyId, id)
  if (!row) throw notFound('Overføringen finnes ikke.')
  if (!row.skipTransfer) return 'Overføringen er ikke slettet.'
  if (row.status === 'completed') {
    await change(platform, row, 'setAside', { skipTransfer: false }, said)
    return 'Overføringen er gjenopprettet.'
  }
  // A restored row waits for the user and is never queued directly.
  const waiting = startsByItself(row) ? standing({ kind: 'waiting', reason: 'restored' }) : {}
  const back = { ...waiting, skipTransfer: false, nextAttemptAt: null, overruled: [] }
  await change(platform, row, 'delete', back, said)
  return 'Overføringen er gjenopprettet.'
}

export async function removeAllPending(platform: Platform, companyId: string): Promise<number> {
  return skipAllPending(platform.db, companyId, instant(platform.clock))
}
