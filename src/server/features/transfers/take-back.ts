import type { Invoice, InvoiceDraft } from '#clients/fiken/types'
import { ExternalError, isExternalError } from '#clients/http/external-error'
import { jobTitle } from '#shared/transfer-display'
import { instant } from '../../platform/clock.ts'
import { openFiken } from '../connections/open-clients.ts'
import { changesByOthers } from './draft-changes.ts'
import { columnsOfTransfer } from './left-out.ts'
import { enter, mayLeave, write, type Run } from './run.ts'
import { Stop } from './stop.ts'

/**
 * "Angre", in the lane: the draft that we made is deleted in Fiken, and the row waits for a person again, under a new revision.
 *
 * Each run begins by asking what is there, so it does not matter how the former one ended: killed, timed out, or its answer lost. The row
 * is let go only when neither a draft nor an invoice is there under its uuid, so no second draft can come to lie beside the first.
 */
export async function takeBack(run: Run): Promise<void> {
  const { row, journal, signal } = run
  enter(run, 'send', 'Angrer: ser etter utkastet i Fiken')
  const { fikenDraftUuid: uuid, fikenCompanySlug: slug, fikenData: outcome } = row
  if (!uuid || !slug || !outcome) throw keep('Det er ikke noe utkast å slette.')
  const company = await companyOf(run, slug)
  const draft = await company.drafts.findByUuid(uuid, signal)
  if (draft) {
    const changes = changesByOthers(outcome, draft)
    if (changes.length > 0) throw keep(`Noen har endret ${listed(changes)} på utkastet i Fiken, så det ble ikke slettet.`)
    if (await remove(run, company, draft)) return settle(run)
  }
  const invoice = await company.invoices.findByDraftUuid(uuid, signal)
  if (invoice) throw keepInvoice(invoice)
  journal.step('undo', 'Utkastet finnes ikke lenger i Fiken')
  await settle(run)
}

export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} og ${words.at(-1)}`
}

/** Within the company that the draft was made in, which may have been changed since. */
async function companyOf(run: Run, slug: string): Promise<Run['fiken']> {
  if (run.fiken.slug === slug) return run.fiken
  const { platform, row, journal, signal } = run
  const guard = (request: { safe: boolean }) => mayLeave(run, request)
  const { client } = await openFiken(platform, row.userId, { signal, observe: journal.observe, guard })
  return client.company(slug)
}

/** True when Fiken has said yes. Else what is there now must be asked; what Fiken refuses leaves the draft, and the transfer, as they were. */
async function remove(run: Run, company: Run['fiken'], { draftId, uuid }: InvoiceDraft): Promise<boolean> {
  try {
    await company.drafts.remove(draftId)
  } catch (error) {
    if (isExternalError(error, 'not_found')) return false
    if (isExternalError(error, 'invalid', 'conflict', 'forbidden', 'payment_required')) {
      throw keep('Fiken ville ikke slette utkastet. Slett det i Fiken.')
    }
    if (!isExternalError(error, 'unknown_outcome')) throw error
    run.journal.step('undo', 'Fiken svarte ikke tydelig; slår opp om utkastet ble slettet', false)
    if ((await company.drafts.findByUuid(uuid, run.signal)) === null) return false
    // It is still there, so nothing was done: tried again by itself, like any other trouble of Fiken's.
    const { status, details } = error
    throw new ExternalError({ vendor: 'fiken', kind: 'unavailable', doing: 'deleting a draft', status, details })
  }
  run.journal.step('undo', `Utkastet er slettet i Fiken (id ${draftId})`)
  return true
}

const AS_BEFORE = {
  status: 'completed',
  stage: 'done',
  pendingReason: null,
  errorCode: null,
  errorMessage: null,
  attempts: 0,
  nextAttemptAt: null,
} as const

const keep = (why: string) => new Stop(why, AS_BEFORE, false)

function keepInvoice({ invoiceId, invoiceNumber }: Invoice): Stop {
  const change = { ...AS_BEFORE, fikenInvoiceId: String(invoiceId), fikenInvoiceNumber: invoiceNumber }
  return new Stop(`Utkastet er fakturert i Fiken (faktura ${invoiceNumber}), så det kan ikke angres.`, change, false)
}

async function settle(run: Run): Promise<void> {
  const { platform, row, journal } = run
  journal.step('undo', 'Angret: jobben venter på deg')
  await write(
    run,
    {
      ...AS_BEFORE,
      ...(row.snapshot ? await columnsOfTransfer(platform.db, row.userId, row.snapshot) : {}),
      status: 'pending',
      pendingReason: 'undone',
      stage: null,
      claim: null,
      claimedAt: null,
      outcomeUnknown: false,
      revision: row.revision + 1,
      fikenInvoiceDraftId: null,
      fikenDraftUuid: null,
      fikenCustomerId: null,
      fikenData: null,
      netAmount: null,
      completedAt: null,
      // Not one that is only known from a list: intake may not start it by itself.
      needsFetch: false,
      askedWhileOff: false,
    },
    {
      userId: row.userId,
      type: 'transfer',
      action: 'transfer_undone',
      description: `${jobTitle(row.servicem8Data, row.servicem8JobId)} er angret, og utkastet er slettet i Fiken`,
      success: true,
      metadata: { jobUuid: row.servicem8JobId, transferId: row.id },
      at: instant(platform.clock),
    },
  )
}
