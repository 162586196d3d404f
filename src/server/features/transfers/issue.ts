import type { Invoice } from '#clients/fiken/types'
import { ExternalError, isExternalError } from '#clients/http/external-error'
import { enter, type Run } from './run.ts'
import type { Sent } from './send.ts'
import { failWith } from './stop.ts'
import { irrevocably } from './take-leave.ts'

/**
 * Gate 7, invoice mode only: the draft becomes a numbered invoice. Booked for good, so a lost answer is asked about. The invoice is found
 * by its draft's uuid, because what createInvoice's Location points at is told differently by those who have used it.
 *
 * Null when the user wants drafts.
 */
export async function issue(run: Run, sent: Sent, uuid: string): Promise<Invoice | null> {
  if (sent.kind === 'invoice') return sent.invoice
  if (run.configuration.invoiceCreationMode !== 'invoice') return null
  enter(run, 'issue', 'Lager faktura av utkastet')
  try {
    await irrevocably(run, {}, () => run.fiken.drafts.createInvoice(sent.draftId))
  } catch (error) {
    if (isExternalError(error, 'invalid') && (await hasNoNumberSeries(run))) throw failWith('missing_number_series')
    if (!isExternalError(error, 'unknown_outcome', 'not_found')) throw error
    const made = await run.fiken.invoices.findByDraftUuid(uuid, run.signal)
    if (made) return made
    throw error
  }
  const made = await run.fiken.invoices.findByDraftUuid(uuid, run.signal)
  if (made) return made
  // Fiken has said yes, so the invoice is there; without its number the transfer is not done. Looked for again in a while.
  throw new ExternalError({ vendor: 'fiken', kind: 'unknown_outcome', doing: 'finding the invoice that was made' })
}

/** Fiken's 400 tells its many causes apart by text only; this one can be asked about. */
async function hasNoNumberSeries(run: Run): Promise<boolean> {
  return (await run.fiken.invoices.counter(run.signal)) === null
}
