import type { Invoice } from '#clients/fiken/types'
import { isExternalError } from '#clients/http/external-error'
import { instant } from '../../platform/clock.ts'
import type { Found } from './find-in-fiken.ts'
import { lookAgainSoon, nothingThere } from './nothing-there.ts'
import { enter, write, type Run } from './run.ts'
import { failWith } from './stop.ts'
import { irrevocably } from './take-leave.ts'

/**
 * Step 7, invoice mode only: the draft becomes a numbered invoice. Booked for good, so that it is requested stands on the row before the
 * request leaves, and an invoice that may exist is looked for until it is found or known not to be there. It is found by its draft's uuid,
 * because what createInvoice's Location points at is told differently by those who have used it.
 *
 * Null when the user wants drafts.
 */
export async function issue(run: Run, found: Found, uuid: string): Promise<Invoice | null> {
  if (found.kind === 'invoice') return found.invoice
  if (run.configuration.invoiceCreationMode !== 'invoice') return null
  enter(run, 'issue', 'Lager faktura av utkastet')
  const requested = (accepted: boolean) => ({ invoiceRequest: { at: instant(run.platform.clock).toISOString(), accepted } })
  try {
    await irrevocably(
      run,
      () => requested(false),
      () => run.fiken.drafts.createInvoice(found.draft.draftId),
    )
    await write(run, requested(true))
  } catch (error) {
    if (isExternalError(error, 'unknown_outcome', 'bad_answer')) {
      run.journal.step('issue', 'Fiken svarte ikke tydelig; slår opp om fakturaen ble laget', false)
    } else {
      // A clean refusal, or nothing was sent: no invoice comes of this.
      await write(run, { invoiceRequest: null })
      if (isExternalError(error, 'invalid') && (await hasNoNumberSeries(run))) throw failWith('missing_number_series')
      if (!isExternalError(error, 'not_found')) throw error
    }
  }
  const made = await run.fiken.invoices.findByDraftUuid(uuid, run.signal)
  if (made) return made
  throw run.row.invoiceRequest ? lookAgainSoon(run) : nothingThere(run)
}

/** Fiken's 400 tells its many causes apart by text only; this one can be asked about. */
async function hasNoNumberSeries(run: Run): Promise<boolean> {
  return (await run.fiken.invoices.counter(run.signal)) === null
}
