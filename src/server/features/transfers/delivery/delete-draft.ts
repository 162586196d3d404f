import type { Invoice, InvoiceDraft } from '#clients/fiken/types'
import { ExternalError, isExternalError } from '#clients/http/external-error'
import { enumerate } from '#shared/norwegian'
import { openFiken } from '../../connections/tokens/open-clients.ts'
import { changesByOthers } from '../../drafts/draft-diff.ts'
import { findDraft } from '../../documents/look-up.ts'
import { forgotten } from '../forgotten-draft.ts'
import { columnsOfTransfer } from '../columns.ts'
import { emptyLook } from '../../documents/gone.ts'
import { enter, guardRequest, type Run } from './context.ts'
import { Ending, lookAgain } from './ending.ts'

/**
 * Runs "Angre" in the lane: deletes the draft that we created in Fiken. The row then waits for the
 * user again, with a new revision.
 *
 * Each run begins with a lookup of the draft, so it does not matter whether the previous run was
 * killed, timed out, or lost the response. The row is released only when Fiken has confirmed the
 * deletion, or when the draft has been missing for longer than any lag of Fiken's lists: a draft
 * that disappeared without our request may have become an invoice.
 */
export async function deleteDraft(run: Run): Promise<Ending> {
  const { row, timeline, signal } = run
  enter(run, 'send', 'Angrer: ser etter utkastet i Fiken')
  const {
    fikenDraftUuid: uuid,
    fikenCompanySlug: slug,
    fikenInvoiceDraftId: draftId,
    fikenData: record,
  } = row
  if (!uuid || !slug || !record) return keep('Det er ikke noe utkast å slette.')
  const company = await companyOf(run, slug)
  const known = { uuid, draftId }
  let found = await findDraft(company, known, signal)
  if (found.kind === 'draft') {
    const changes = changesByOthers(record, found.draft)
    if (changes.length > 0)
      return keep(
        `Noen har endret ${enumerate(changes)} på utkastet i Fiken, så det ble ikke slettet.`,
      )
    const removed = await remove(run, company, found.draft)
    if (removed instanceof Ending) return removed
    if (removed) return undone(run)
    found = await findDraft(company, known, signal)
    // The draft still exists because our request was lost; the run is retried, as after other Fiken
    // errors.
    if (found.kind === 'draft')
      throw new ExternalError({ vendor: 'fiken', kind: 'unavailable', doing: 'deleting a draft' })
  }
  if (found.kind === 'invoice') return keepInvoice(found.invoice)
  const { absence, verdict } = emptyLook(run.platform, row)
  timeline.step('undo', 'Fant verken utkastet eller en faktura av det i Fiken', null)
  if (!verdict.gone) return lookAgain(absence, verdict.lookAgainAt)
  return undone(run)
}

async function companyOf(run: Run, slug: string): Promise<Run['fiken']> {
  if (run.fiken.slug === slug) return run.fiken
  const { platform, row, timeline, signal } = run
  const guard = (request: { safe: boolean }) => guardRequest(run, request)
  const { client } = await openFiken(platform, row.companyId, {
    signal,
    observe: timeline.observe,
    guard,
  })
  return client.company(slug)
}

/**
 * Deletes the draft in Fiken. Returns false when the draft must be looked up again. If Fiken
 * refuses, draft and transfer stay unchanged, and the ending is returned.
 */
async function remove(
  run: Run,
  company: Run['fiken'],
  { draftId }: InvoiceDraft,
): Promise<boolean | Ending> {
  try {
    await company.drafts.remove(draftId)
  } catch (error) {
    if (isExternalError(error, 'not_found')) return false
    if (isExternalError(error, 'invalid', 'conflict', 'forbidden', 'payment_required')) {
      return keep('Fiken ville ikke slette utkastet. Slett det i Fiken.')
    }
    if (!isExternalError(error, 'unknown_outcome')) throw error
    run.timeline.step('undo', 'Fiken svarte ikke tydelig; slår opp om utkastet ble slettet', false)
    return false
  }
  run.timeline.step('undo', `Utkastet er slettet i Fiken (id ${draftId})`)
  return true
}

const AS_BEFORE = { kind: 'completed' } as const

const keep = (why: string) => new Ending(AS_BEFORE, why, { absence: null })

function keepInvoice({ invoiceId, invoiceNumber }: Invoice): Ending {
  return new Ending(
    AS_BEFORE,
    `Utkastet er fakturert i Fiken (faktura ${invoiceNumber}), så det kan ikke angres.`,
    { absence: null, fikenInvoiceId: String(invoiceId), fikenInvoiceNumber: invoiceNumber },
  )
}

async function undone({ platform, row }: Run): Promise<Ending> {
  return new Ending(
    { kind: 'waiting', reason: 'undone' },
    'Angret: jobben venter på deg',
    {
      ...(row.snapshot ? await columnsOfTransfer(platform.db, row.companyId, row.snapshot) : {}),
      ...forgotten('undone'),
      revision: row.revision + 1,
      completedAt: null,
      // The row must not look like one known only from a list, because intake would start it.
      needsFetch: false,
      askedWhileOff: false,
    },
    (title) => ({
      action: 'transfer_undone',
      description: `${title} er angret, og utkastet er slettet i Fiken`,
      success: true,
    }),
  )
}
