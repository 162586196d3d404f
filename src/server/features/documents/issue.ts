import type { Invoice } from '#clients/fiken/types'
import { isExternalError } from '#clients/http/external-error'
import { instant } from '../../platform/clock.ts'
import { neverLeft, type DocumentRun } from './document-run.ts'
import { lookAgainSoon, nothingThere } from './gone.ts'

/**
 * Makes a numbered invoice from the draft. An invoice cannot be undone, so the request is stored
 * before it is sent, and an invoice that may exist is searched for until it is found or proved not
 * to exist. The search uses the draft's uuid, because reports differ on the object to which
 * createInvoice's Location header points.
 * @throws ClaimLost, NothingSent, ExternalError when Fiken refuses
 */
export async function issueInvoice<Ending extends object>(
  document: DocumentRun<Ending>,
  draftId: number,
): Promise<{ invoice: Invoice } | { ending: Ending }> {
  const { fiken, platform, signal, state, uuid, write } = document
  const requested = (accepted: boolean) => ({
    invoiceRequest: { at: instant(platform.clock).toISOString(), accepted },
  })
  try {
    await fiken.drafts.createInvoice(draftId, {
      beforeSend: () => document.beforeSend(requested(false)),
    })
  } catch (error) {
    if (isExternalError(error, 'unknown_outcome', 'bad_answer')) {
      document.note('Fiken svarte ikke tydelig; slår opp om fakturaen ble laget', false)
    } else {
      // Fiken has clearly refused, or nothing was sent: no invoice was made.
      if (isExternalError(error) || neverLeft(error)) await write({ invoiceRequest: null })
      if (isExternalError(error, 'invalid') && (await hasNoNumberSeries(document)))
        return { ending: document.endings.noNumberSeries() }
      if (!isExternalError(error, 'not_found')) throw error
    }
    return lookForInvoice()
  }
  await write(requested(true))
  return lookForInvoice()

  async function lookForInvoice() {
    const invoice = await fiken.invoices.findByDraftUuid(uuid, signal)
    if (invoice) return { invoice }
    return { ending: state().invoiceRequest ? lookAgainSoon(document) : nothingThere(document) }
  }
}

/**
 * Returns true if the company has no invoice number series. Fiken's 400 responses differ only in
 * their texts, so the number series is looked up.
 */
const hasNoNumberSeries = async ({ fiken, signal }: DocumentRun<object>) =>
  (await fiken.invoices.counter(signal)) === null
