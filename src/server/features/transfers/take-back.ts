import type { Invoice, InvoiceDraft } from '#clients/fiken/types'
import { ExternalError, isExternalError } from '#clients/http/external-error'
import { jobTitle } from '#shared/transfer-display'
import { instant } from '../../platform/clock.ts'
import { openFiken } from '../connections/open-clients.ts'
import { changesByOthers } from './draft-changes.ts'
import { findInFiken } from './find-in-fiken.ts'
import { FORGOTTEN_DRAFT } from './forgotten-draft.ts'
import { columnsOfTransfer } from './left-out.ts'
import { emptyLook, lookAgain } from './nothing-there.ts'
import { enter, mayLeave, write, type Run } from './run.ts'
import { Stop } from './stop.ts'

/**
 * "Angre", in the lane: the draft that we made is deleted in Fiken, and the row waits for a person again, under a new revision.
 *
 * Each run begins by asking what is there, so it does not matter how the former one ended: killed, timed out, or its answer lost. The row
 * is let go only when Fiken has said yes to our deletion, or when nothing is found for so long that no lag explains it: a draft that is
 * gone without our doing may have become an invoice.
 */
export async function takeBack(run: Run): Promise<void> {
  const { row, journal, signal } = run
  enter(run, 'send', 'Angrer: ser etter utkastet i Fiken')
  const { fikenDraftUuid: uuid, fikenCompanySlug: slug, fikenInvoiceDraftId: draftId, fikenData: outcome } = row
  if (!uuid || !slug || !outcome) throw keep('Det er ikke noe utkast å slette.')
  const company = await companyOf(run, slug)
  const known = { uuid, draftId: draftId === null ? null : Number(draftId) }
  let found = await findInFiken(company, known, signal)
  if (found.kind === 'draft') {
    const changes = changesByOthers(outcome, found.draft)
    if (changes.length > 0) throw keep(`Noen har endret ${listed(changes)} på utkastet i Fiken, så det ble ikke slettet.`)
    if (await remove(run, company, found.draft)) return settle(run)
    found = await findInFiken(company, known, signal)
    // Still there although our request was lost: tried again like any other trouble of Fiken's.
    if (found.kind === 'draft') throw new ExternalError({ vendor: 'fiken', kind: 'unavailable', doing: 'deleting a draft' })
  }
  if (found.kind === 'invoice') throw keepInvoice(found.invoice)
  const { absence, verdict } = emptyLook(run)
  journal.step('undo', 'Fant verken utkastet eller en faktura av det i Fiken', null)
  if (!verdict.gone) throw lookAgain(absence, verdict.lookAgainAt)
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
async function remove(run: Run, company: Run['fiken'], { draftId }: InvoiceDraft): Promise<boolean> {
  try {
    await company.drafts.remove(draftId)
  } catch (error) {
    if (isExternalError(error, 'not_found')) return false
    if (isExternalError(error, 'invalid', 'conflict', 'forbidden', 'payment_required')) {
      throw keep('Fiken ville ikke slette utkastet. Slett det i Fiken.')
    }
    if (!isExternalError(error, 'unknown_outcome')) throw error
    run.journal.step('undo', 'Fiken svarte ikke tydelig; slår opp om utkastet ble slettet', false)
    return false
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
  absence: null,
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
      ...FORGOTTEN_DRAFT,
      revision: row.revision + 1,
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
