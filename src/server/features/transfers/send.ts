import { FIKEN_TIMEOUT_MS } from '#clients/fiken/client'
import { isExternalError } from '#clients/http/external-error'
import { instant } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import { GateBusy, GateClosed } from '../../platform/vendor-gate.ts'
import { openFiken } from '../connections/open-clients.ts'
import { stillAtWorkUntil } from './absence.ts'
import { adopt, withAttempt } from './adopt.ts'
import type { Planned } from './build.ts'
import { findInFiken, type Found } from './find-in-fiken.ts'
import { FORGOTTEN_DRAFT } from './forgotten-draft.ts'
import { withoutWhatIsGone } from './gone-references.ts'
import { emptyLook, lookAgain, nothingThere, stillUnlisted } from './nothing-there.ts'
import { enter, lay, write, type Run } from './run.ts'
import { differs, isAccepted, shownOf } from './shown-draft.ts'
import type { JobSnapshot } from './snapshot.ts'
import { checkStillAsFetched } from './still-as-fetched.ts'
import { failWith, Stop } from './stop.ts'
import { irrevocably } from './take-leave.ts'

/** What is in Fiken now: found there, or just written and not read back yet. */
export type Sent = Found | { kind: 'written'; draftId: number }

/**
 * Before anything else of a transfer that was, or may have been, sent: what is in Fiken of it? Null when nothing is known to have been sent,
 * or when a create without an answer has not shown up; then the same uuid is sent, which Fiken takes only once.
 *
 * @throws Stop when what was there is there no more; ExternalError
 */
export async function lookUpSent(run: Run): Promise<Found | null> {
  const { fikenDraftUuid: uuid, fikenInvoiceDraftId: draftId, outcomeUnknown, absence } = run.row
  if (!uuid || !(outcomeUnknown || draftId)) return null
  enter(run, 'fetch', 'Ser etter utkastet i Fiken')
  const found = await lookUp(run, uuid)
  if (found || (draftId === null && absence === null)) return found
  throw nothingThere(run)
}

/**
 * Step 5 of the pipeline. The uuid is looked up among drafts and among invoices before every create, never skipped; what is found is
 * compared with what we would send. A create whose answer is lost is asked about, never repeated blindly: Fiken answers 500 to a uuid it
 * already has.
 *
 * @param found what lookUpSent() found
 */
export async function send(run: Run, plan: Planned, snapshot: JobSnapshot, found: Found | null): Promise<Sent> {
  const { draft } = plan
  const there = found ?? (await lookUp(run, draft.uuid))
  if (there) return adopt(run, plan, there)
  await checkStillAsFetched(run, snapshot)
  const made = await create(run, plan)
  if (typeof made !== 'number') return adopt(run, plan, made)
  // In a write of its own, at once: nothing that fails later may forget that the draft exists.
  run.journal.step('send', `Utkastet er opprettet i Fiken (id ${made})`)
  await write(run, { outcomeUnknown: false, fikenInvoiceDraftId: String(made), stage: 'verify' })
  return { kind: 'written', draftId: made }
}

async function create(run: Run, { draft, built }: Planned): Promise<number | Found> {
  const { outcomeUnknown, fikenData } = run.row
  try {
    return await irrevocably(
      run,
      () => ({ outcomeUnknown: true, ...withAttempt(run, draft, built) }),
      () => run.fiken.drafts.create(draft),
    )
  } catch (error) {
    if (isExternalError(error, 'unknown_outcome', 'bad_answer')) {
      run.journal.step('send', 'Fiken svarte ikke tydelig; slår opp om utkastet kom fram', false)
      const found = await lookUp(run, draft.uuid)
      if (found) return found
      if (error.status === 500 && run.row.attempts >= TRIES_OF_A_USED_UUID) throw uuidIsUsed(run)
      throw error
    }
    // A clean refusal, or nothing was sent: this request made nothing. What an earlier one did is as unknown as before.
    if (isExternalError(error) || neverSent(error)) await write(run, { outcomeUnknown, fikenData })
    throw (isExternalError(error, 'invalid', 'not_found') && (await withoutWhatIsGone(run, draft))) || error
  }
}

/**
 * Fiken answers 500 to a uuid that it has had, also when that draft is gone (Fiken reference §12 P2): after a restored backup we may not
 * know that a person has deleted it there, or had it sent anew. An outage looks the same, so it is tried for three quarters of an hour first.
 */
const TRIES_OF_A_USED_UUID = 6

function uuidIsUsed(run: Run): Stop {
  return failWith(
    'draft_deleted',
    'Fiken har hatt et utkast av denne jobben, men det finnes ikke lenger, verken som utkast eller faktura. Send på nytt lager et nytt.',
    { absence: emptyLook(run).absence },
  )
}

/** A dead grant (after a 401, which performs nothing), no place at the vendor's gate, or not wanted any more when its place came. */
function neverSent(error: unknown): boolean {
  return error instanceof Refusal || error instanceof GateBusy || error instanceof GateClosed || error instanceof Stop
}

/**
 * Looks the draft up by its address and by its uuid, and writes what was found on the row.
 *
 * @throws Stop when a draft was listed, and does not answer at its address
 */
export async function lookUp(run: Run, uuid: string): Promise<Found | null> {
  const { fikenInvoiceDraftId: known, invoiceRequest } = run.row
  const found = await findInFiken(run.fiken, { uuid, draftId: known === null ? null : Number(known) }, run.signal)
  if (found.kind === 'nothing') {
    if (known !== null || found.goneId === null) return null
    lay(run, { fikenInvoiceDraftId: String(found.goneId) })
    throw nothingThere(run)
  }
  if (found.kind === 'invoice') {
    run.journal.step('send', `Utkastet er fakturert i Fiken (faktura ${found.invoice.invoiceNumber})`)
    await write(run, { absence: null })
    return found
  }
  if (invoiceRequest) {
    const invoice = await run.fiken.invoices.findByDraftUuid(uuid, run.signal)
    if (invoice) return { kind: 'invoice', invoice }
    const timeoutMs = run.platform.vendorTimeoutMs ?? FIKEN_TIMEOUT_MS
    const until = stillAtWorkUntil(new Date(invoiceRequest.at), timeoutMs)
    if (until > instant(run.platform.clock)) throw lookAgain(null, until)
    run.journal.step('send', 'Fiken har ikke laget noen faktura av utkastet', null)
  }
  const { draftId } = found.draft
  run.journal.step('send', `Utkastet ligger i Fiken (id ${draftId})`)
  await write(run, { outcomeUnknown: false, fikenInvoiceDraftId: String(draftId), invoiceRequest: null, absence: null })
  return found
}

/**
 * Before anything is written about the new company: after a change of company, a draft may lie in the former one (made, or perhaps made).
 * If it does, a second one in the new company would invoice the job twice, so a person looks at it.
 */
export async function settleFormerCompany(run: Run): Promise<void> {
  const { fikenDraftUuid: uuid, fikenCompanySlug: slug, outcomeUnknown, fikenInvoiceDraftId } = run.row
  if (!uuid || !slug || slug === run.fiken.slug || !(outcomeUnknown || fikenInvoiceDraftId)) return
  const { client } = await openFiken(run.platform, run.row.userId, { signal: run.signal, observe: run.journal.observe })
  const found = await lookUp({ ...run, fiken: client.company(slug) }, uuid)
  if (found) throw inFormerCompany(run, slug, uuid, found)
  const { absence, verdict } = emptyLook(run)
  if (!verdict.gone) throw lookAgain(absence, verdict.lookAgainAt)
  if (run.row.invoiceRequest?.accepted) throw stillUnlisted(absence)
  await write(run, FORGOTTEN_DRAFT)
}

function inFormerCompany(run: Run, slug: string, uuid: string, found: Found): Stop {
  const shown = shownOf(uuid, found)
  if (isAccepted(run.row.fikenData, shown)) {
    const settled = {
      status: 'completed',
      errorCode: null,
      errorMessage: null,
      amount: shown.gross,
      netAmount: shown.net,
    } as const
    return new Stop(`Utkastet i selskapet som var valgt før (${slug}), er godtatt`, settled)
  }
  const what = found.kind === 'invoice' ? `Jobben er fakturert (faktura ${found.invoice.invoiceNumber})` : 'Utkastet ble laget'
  return differs(run, shown, `${what} i selskapet som var valgt før (${slug}). Kontroller det der, og godta det eller slett det.`)
}
