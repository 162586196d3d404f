import { may } from '#shared/transfer-status'
import { isExternalError } from '#clients/http/external-error'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { configurationOf } from '../configuration/read-configuration.ts'
import { vendorFailure } from '../connections/vendor-failure.ts'
import { change, changedMeanwhile, retry, underLock, wanted } from './acts.ts'
import { isInFiken } from './is-in-fiken.ts'
import { wakeLaneOf } from './resume.ts'
import type { TransferRow } from './store.ts'

/**
 * "Send på nytt": a person has deleted the draft in Fiken, and wants it after all. Fiken is asked once more whether it is really gone, both
 * as draft and as invoice; then the revision rises, and with it the uuid, which is what lets a second draft of the job come about.
 *
 * @throws Refusal 404, 409; what Fiken answers
 */
export async function sendAnew(platform: Platform, userId: string, id: string): Promise<string> {
  const asked = await wanted(platform, userId, id)
  if (asked.status === 'failed' && asked.errorCode === 'draft_deleted') return retry(platform, userId, id)
  refuseOther(asked)
  if (await isThere(platform, asked)) {
    throw new Refusal(
      409,
      'still_there',
      'Utkastet, eller fakturaen av det, finnes fortsatt i Fiken. Ingenting er sendt. Sjekk måneden på nytt.',
    )
  }
  await underLock(platform, userId, id, async (inside, row) => {
    if (row.updatedAt.getTime() !== asked.updatedAt.getTime()) throw changedMeanwhile()
    const { isActive } = await configurationOf(inside.db, userId)
    const anew = {
      status: 'queued',
      revision: row.revision + 1,
      fikenInvoiceDraftId: null,
      fikenDraftUuid: null,
      fikenData: null,
      netAmount: null,
      completedAt: null,
      needsFetch: true,
      attempts: 0,
      nextAttemptAt: null,
      askedWhileOff: !isActive,
    }
    await change(inside, row, 'sendAnew', anew, 'Send på nytt: utkastet er slettet i Fiken')
  })
  await wakeLaneOf(platform, userId)
  return 'Jobben sendes på nytt.'
}

function refuseOther(row: TransferRow): void {
  if (may('sendAnew', row.status) && row.fikenDraftUuid && row.fikenInvoiceNumber === null) return
  throw new Refusal(409, 'wrong_status', 'Bare en overføring med et slettet utkast kan sendes på nytt.', { status: row.status })
}

async function isThere(platform: Platform, row: TransferRow): Promise<boolean> {
  try {
    return await isInFiken(platform, row)
  } catch (error) {
    if (isExternalError(error, 'forbidden', 'not_found')) {
      throw new Refusal(409, 'not_checked', 'Fiken lar oss ikke se om utkastet er slettet. Ingenting er sendt.')
    }
    throw vendorFailure(error, 'Kunne ikke sjekke om utkastet er slettet.')
  }
}
