import type { Invoice } from '#clients/fiken/types'
import { isExternalError } from '#clients/http/external-error'
import { instant } from '../../../platform/clock.ts'
import type { Found } from '../../drafts/find-draft.ts'
import { lookAgainSoon, nothingThere } from './draft-gone.ts'
import { enter, write, type Run } from './context.ts'
import { failed, type Ending } from './ending.ts'
import { sendIrreversible } from './before-send.ts'

/**
 * The issue step, in invoice mode only: the draft becomes a numbered invoice. Booked for good, so that it is
 * requested is stored on the row before the request leaves, and an invoice that may exist is looked
 * for until it is found or known not to be there. It is found by its draft's uuid, because reports
 * differ on what createInvoice's Location points at.
 *
 * Null when the user wants drafts.
 */
export async function issue(
  run: Run,
  found: Found,
  uuid: string,
): Promise<Invoice | Ending | null> {
  if (found.kind === 'invoice') return found.invoice
  if (run.configuration.invoiceCreationMode !== 'invoice') return null
  if (found.draft.customerInactive) return failed('contact_inactive')
  enter(run, 'issue', 'Lager faktura av utkastet')
  const requested = (accepted: boolean) => ({
    invoiceRequest: { at: instant(run.platform.clock).toISOString(), accepted },
  })
  try {
    await sendIrreversible(
      run,
      () => requested(false),
      () => run.fiken.drafts.createInvoice(found.draft.draftId),
    )
    await write(run, requested(true))
  } catch (error) {
    if (isExternalError(error, 'unknown_outcome', 'bad_answer')) {
      run.timeline.step(
        'issue',
        'Fiken svarte ikke tydelig; slår opp om fakturaen ble laget',
        false,
      )
    } else {
      // A clean refusal, or nothing was sent: no invoice comes of this.
      await write(run, { invoiceRequest: null })
      if (isExternalError(error, 'invalid') && (await hasNoNumberSeries(run)))
        return failed('missing_number_series')
      if (!isExternalError(error, 'not_found')) throw error
    }
  }
  const made = await run.fiken.invoices.findByDraftUuid(uuid, run.signal)
  if (made) return made
  return run.row.invoiceRequest ? lookAgainSoon(run) : nothingThere(run)
}

/** Fiken's 400 tells its many causes apart by text only; this one can be asked about. */
async function hasNoNumberSeries(run: Run): Promise<boolean> {
  return (await run.fiken.invoices.counter(run.signal)) === null
}
