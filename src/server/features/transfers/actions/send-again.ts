import { isExternalError } from '#clients/http/external-error'
import { SEND_AGAIN } from '#shared/transfer-status'
import type { Actor } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { configurationOf } from '../../configuration/queries.ts'
import { vendorFailure } from '../../connections/vendor-failure.ts'
import type { Absence } from '../../reservations/absence.ts'
import { emptyLook } from '../../documents/gone.ts'
import type { TransferRow } from '../tables.ts'
import { change, changedSince, underLock, findTransfer } from '../act.ts'
import { askFiken, lookingFor, WILL_SEND_AGAIN, type Waiting } from './in-fiken.ts'
import { tryLaneNow } from '../lane.ts'

/**
 * Creates a new draft ("Send på nytt") after the former one has disappeared from Fiken. The lane
 * searches until draft and invoice are proved to be gone; then the row's revision is raised, and
 * the uuid changes with it, so that a second draft can be created.
 * @param options.deletedByPerson the answer to "Slettet du utkastet i Fiken?": the lane searches
 * for half a minute after a yes, otherwise for ten minutes
 * @throws HttpError 404, 409; Fiken's errors
 */
export async function sendAgain(
  platform: Platform,
  companyId: string,
  actor: Actor | null,
  id: string,
  options: Waiting & { deletedByPerson: boolean },
): Promise<string> {
  const { deletedByPerson } = options
  const asked = await findTransfer(platform, companyId, id)
  refuseOther(asked)
  const absence = isGoneAlready(asked) ? asked.absence : await lookFor(platform, asked, options)
  await underLock(platform, companyId, id, async (inside, row) => {
    if (row.updatedAt.getTime() !== asked.updatedAt.getTime()) throw changedSince()
    const { isActive } = await configurationOf(inside.db, companyId)
    const text = deletedByPerson
      ? 'Send på nytt: utkastet er slettet i Fiken'
      : 'Send på nytt, når det er sikkert at utkastet er borte'
    const set = {
      ...lookingFor(absence, { then: SEND_AGAIN, deletedByPerson }),
      retryCount: row.status === 'failed' ? row.retryCount + 1 : row.retryCount,
      completedAt: null,
      needsFetch: true,
      askedWhileOff: !isActive,
    }
    await change(inside, row, 'sendAgain', set, { text, actor })
  })
  await tryLaneNow(platform, companyId)
  return deletedByPerson
    ? 'Vi ser etter utkastet i Fiken en gang til om et halvt minutt, og sender så jobben på nytt.'
    : WILL_SEND_AGAIN
}

const isGoneAlready = (row: TransferRow) =>
  row.status === 'failed' && row.errorCode === 'draft_deleted'

function refuseOther(row: TransferRow): void {
  if (isGoneAlready(row)) return
  if (row.status === 'completed' && row.fikenDraftUuid && row.fikenInvoiceNumber === null) return
  throw new HttpError(
    409,
    'wrong_status',
    'Bare en overføring med et slettet utkast kan sendes på nytt.',
    { status: row.status },
  )
}

/**
 * Looks up the draft in Fiken once, and returns the state of the search when nothing is found.
 * @throws HttpError when the draft, or an invoice made from it, is in Fiken
 */
async function lookFor(platform: Platform, row: TransferRow, options: Waiting): Promise<Absence> {
  try {
    const found = await askFiken(platform, row, options)
    if (found.kind === 'nothing') return emptyLook(platform, row).absence
  } catch (error) {
    if (isExternalError(error, 'forbidden', 'not_found')) {
      throw new HttpError(
        409,
        'not_checked',
        'Fiken lar oss ikke se om utkastet er slettet. Ingenting er sendt.',
      )
    }
    throw vendorFailure(error, 'Kunne ikke sjekke om utkastet er slettet.')
  }
  throw new HttpError(
    409,
    'still_there',
    'Utkastet, eller fakturaen av det, finnes fortsatt i Fiken. Ingenting er sendt. Sjekk måneden på nytt.',
  )
}
