import { FIKEN_TIMEOUT_MS } from '#clients/fiken/client'
import { instant } from '../../../platform/clock.ts'
import { findDraft, type Found } from '../../drafts/find-draft.ts'
import {
  afterEmptyLook,
  judgeAbsence,
  SOON_MS,
  stillAtWorkUntil,
} from '../../reservations/absence.ts'
import { write, type BillEnding, type BillRun } from './run.ts'

/**
 * What Fiken has under the bill's uuid. Null when nothing is known to have been made: then the same
 * uuid is sent, which Fiken takes only once.
 */
export async function lookUp(run: BillRun): Promise<Found | BillEnding | null> {
  const { bill, fiken, signal, platform } = run
  const draftId = bill.fikenDraftId === null ? null : Number(bill.fikenDraftId)
  const found = await findDraft(fiken, { uuid: bill.draftUuid, draftId }, signal)
  if (found.kind === 'nothing') {
    if (found.goneId === null && bill.invoiceRequestedAt === null) return null
    return nothingThere(run)
  }
  if (found.kind === 'invoice') return found
  if (bill.invoiceRequestedAt !== null) {
    const timeoutMs = platform.vendorTimeoutMs ?? FIKEN_TIMEOUT_MS
    const until = stillAtWorkUntil(bill.invoiceRequestedAt, timeoutMs)
    if (until > instant(platform.clock))
      return { kind: 'again', at: until, cause: 'outcome_unknown' }
  }
  await write(run, {
    outcomeUnknown: false,
    fikenDraftId: String(found.draft.draftId),
    invoiceRequestedAt: null,
    invoiceAccepted: false,
    absence: null,
  })
  return found
}

/**
 * A draft of ours was there and is not, and no invoice of it is listed: it was deleted, or Fiken's
 * lists lag behind. Looked for again until it is known to be gone (decision 0021).
 */
export function nothingThere({ bill, platform }: BillRun): BillEnding {
  const now = instant(platform.clock)
  const absence = afterEmptyLook(bill.absence, now)
  const verdict = judgeAbsence(absence, {
    now,
    invoiceRequested: bill.invoiceRequestedAt !== null,
    scale: platform.ladderScale,
  })
  const change = { absence }
  if (!verdict.gone)
    return { kind: 'again', at: verdict.lookAgainAt, cause: 'outcome_unknown', change }
  if (bill.invoiceAccepted) {
    const message =
      'Fiken har bekreftet at fakturaen er laget, men den er ikke i Fikens lister ennå. Se i Fiken, og prøv igjen her.'
    return { kind: 'failed', cause: 'outcome_unknown', message, change }
  }
  return { kind: 'failed', cause: 'bill_deleted', change }
}

/** Most lags are short. */
export const soon = ({ platform }: BillRun): BillEnding => ({
  kind: 'again',
  at: new Date(platform.clock.now() + SOON_MS * platform.ladderScale),
  cause: 'outcome_unknown',
})
