import { isExternalError } from '#clients/http/external-error'
import type { Invoice, InvoiceDraft, NewDraft } from '#clients/fiken/types'
import { Refusal } from '../../platform/refusal.ts'
import { GateBusy, GateClosed } from '../../platform/vendor-gate.ts'
import { openFiken } from '../connections/open-clients.ts'
import { withoutWhatIsGone } from './gone-references.ts'
import { write, type Run } from './run.ts'
import type { JobSnapshot } from './snapshot.ts'
import { checkStillAsFetched } from './still-as-fetched.ts'
import { failWith, Stop } from './stop.ts'
import { irrevocably } from './take-leave.ts'

/** What is in Fiken under the draft's uuid. */
export type Sent =
  | { kind: 'draft'; draftId: number; adopted: InvoiceDraft | null }
  /** A person has already turned the draft into an invoice. */
  | { kind: 'invoice'; invoice: Invoice }

/**
 * Gate 5 of the road. The uuid is looked up among drafts and among invoices before every create, never skipped; what is found is adopted.
 * A create whose answer is lost is asked about, never repeated blindly: Fiken answers 500 to a uuid it already has.
 */
export async function send(run: Run, draft: NewDraft, snapshot: JobSnapshot): Promise<Sent> {
  const found = await lookUp(run, draft.uuid)
  if (found) return found
  if (run.row.fikenInvoiceDraftId !== null) throw draftIsGone(run)
  await checkStillAsFetched(run, snapshot)
  const draftId = await create(run, draft)
  if (typeof draftId !== 'number') return draftId
  // In a write of its own, at once: nothing that fails later may forget that the draft exists.
  run.journal.step('send', `Utkastet er opprettet i Fiken (id ${draftId})`)
  await write(run, { outcomeUnknown: false, fikenInvoiceDraftId: String(draftId), stage: 'verify' })
  return { kind: 'draft', draftId, adopted: null }
}

async function create(run: Run, draft: NewDraft): Promise<number | Sent> {
  try {
    return await irrevocably(run, { outcomeUnknown: true }, () => run.fiken.drafts.create(draft))
  } catch (error) {
    if (isExternalError(error, 'unknown_outcome', 'bad_answer')) {
      run.journal.step('send', 'Fiken svarte ikke tydelig; slår opp om utkastet kom fram', false)
      const found = await lookUp(run, draft.uuid)
      if (found) return found
      if (error.status === 500 && run.row.attempts >= TRIES_OF_A_USED_UUID) throw uuidIsUsed()
      throw error
    }
    // A clean refusal, or nothing was sent at all: nothing was made, so there is nothing to ask about.
    if (isExternalError(error) || neverSent(error)) await write(run, { outcomeUnknown: false })
    throw (isExternalError(error, 'invalid', 'not_found') && (await withoutWhatIsGone(run, draft))) || error
  }
}

/**
 * Fiken answers 500 to a uuid that it has had, also when that draft is gone (Fiken reference §12 P2): after a restored backup we may not
 * know that a person has deleted it there, or had it sent anew. An outage looks the same, so it is tried for three quarters of an hour first.
 */
const TRIES_OF_A_USED_UUID = 6

function uuidIsUsed(): Stop {
  return failWith(
    'draft_deleted',
    'Fiken har hatt et utkast av denne jobben, men det finnes ikke lenger, verken som utkast eller faktura. Send på nytt lager ett nytt.',
    { outcomeUnknown: false },
  )
}

/** A dead grant (after a 401, which performs nothing), no place at the vendor's gate, or not wanted any more when its place came. */
function neverSent(error: unknown): boolean {
  return error instanceof Refusal || error instanceof GateBusy || error instanceof GateClosed || error instanceof Stop
}

/** Both look-ups of the uuid; what is found is written on the row. */
export async function lookUp(run: Run, uuid: string): Promise<Sent | null> {
  const draft = await run.fiken.drafts.findByUuid(uuid, run.signal)
  if (draft) {
    run.journal.step('send', `Fant utkastet i Fiken fra før (id ${draft.draftId}); det brukes`)
    await write(run, { outcomeUnknown: false, fikenInvoiceDraftId: String(draft.draftId) })
    return { kind: 'draft', draftId: draft.draftId, adopted: draft }
  }
  const invoice = await run.fiken.invoices.findByDraftUuid(uuid, run.signal)
  if (!invoice) return null
  run.journal.step('send', `Utkastet er allerede fakturert i Fiken (faktura ${invoice.invoiceNumber})`)
  await write(run, { outcomeUnknown: false })
  return { kind: 'invoice', invoice }
}

/**
 * Before anything is written about the new company: after a change of company, a draft may lie in the former one (made, or perhaps made).
 * If it does, a second one in the new company would invoice the job twice, so a person looks at it.
 */
export async function settleFormerCompany(run: Run): Promise<void> {
  const { fikenDraftUuid: uuid, fikenCompanySlug: slug, outcomeUnknown, fikenInvoiceDraftId } = run.row
  if (!uuid || !slug || slug === run.fiken.slug || !(outcomeUnknown || fikenInvoiceDraftId)) return
  const { client } = await openFiken(run.platform, run.row.userId, { signal: run.signal, observe: run.journal.observe })
  if (await lookUp({ ...run, fiken: client.company(slug) }, uuid)) {
    if (run.row.fikenData?.acceptedByPerson) {
      throw new Stop(`Utkastet i selskapet som var valgt før (${slug}), er godtatt`, {
        status: 'completed',
        errorCode: null,
        errorMessage: null,
      })
    }
    throw failWith(
      'draft_differs',
      `Utkastet ble laget i selskapet som var valgt før (${slug}). Kontroller det der, og godta det eller slett det.`,
    )
  }
  await write(run, { outcomeUnknown: false, fikenInvoiceDraftId: null, fikenDraftUuid: null })
}

/** A row that has had a draft, and has none now: only a person may send it anew (the revision rises). */
export function draftIsGone(run: Run): Stop {
  run.journal.step('send', 'Utkastet finnes ikke lenger i Fiken', false)
  return failWith('draft_deleted', undefined, { fikenInvoiceDraftId: run.row.fikenInvoiceDraftId })
}
