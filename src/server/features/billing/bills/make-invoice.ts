import type { NewDraft } from '#clients/fiken/types'
import { isExternalError } from '#clients/http/external-error'
import { today } from '#shared/dates'
import { formatKroner } from '#shared/money'
import { failuresSpanning } from '../../../platform/backoff.ts'
import { instant } from '../../../platform/clock.ts'
import { createOnce, withAttempt } from '../../drafts/create-once.ts'
import { isAsSent } from '../../drafts/draft-diff.ts'
import type { Found } from '../../drafts/find-draft.ts'
import { checkReadBack, type Expectation } from '../../drafts/totals-check.ts'
import type { BillRecipient } from '../tables.ts'
import { billDraft, expectedOf, type Seller } from './bill-draft.ts'
import { lookUp, nothingThere, soon } from './look-up.ts'
import {
  enter,
  isEnding,
  NotSent,
  sendIrreversible,
  write,
  type BillEnding,
  type BillRun,
} from './run.ts'

/** From contact to invoice: the draft is made once, read back, and issued. */
export async function makeInvoice(
  run: BillRun,
  {
    recipient,
    seller,
    customerId,
  }: { recipient: BillRecipient; seller: Seller; customerId: number },
): Promise<BillEnding> {
  const { bill, platform } = run
  const issueDate = today(instant(platform.clock))
  const draft = billDraft(bill, recipient, seller, { customerId, issueDate })
  const expected = expectedOf(bill.price, seller)
  const found = await send(run, draft, expected)
  if (isEnding(found)) return found
  if (found.kind === 'invoice') return { kind: 'done', invoice: found.invoice }
  await enter(run, 'verify')
  const judged = checkReadBack(expected, found.draft, {
    asSent: isAsSent(draft, found.draft.content),
    currency: found.draft.content.currency,
  })
  if (!judged.ok) return differs(found, expected)
  return issue(run, found.draft.draftId)
}

/** The draft in Fiken, just made or found there. */
async function send(
  run: BillRun,
  draft: NewDraft,
  expected: Expectation,
): Promise<Found | BillEnding> {
  await enter(run, 'send')
  const { bill, fiken, signal } = run
  const { net, gross } = expected
  const created = await createOnce<BillEnding>({
    company: fiken,
    draft,
    expected,
    lookUp: () => lookUp(run),
    // Somebody in the seller's company has invoiced the draft: that is the bill.
    isAccepted: ({ kind }) => kind === 'invoice',
    attempts: bill.attempts,
    mayCreate: () => Promise.resolve(null),
    send: (what, request) => sendRecorded(run, what, { sent: draft, net, gross }, request),
    note: (text, ok) => {
      if (!ok) run.platform.log.info({ bill: bill.id, text }, 'a bill is being settled with Fiken')
    },
  })
  switch (created.kind) {
    case 'stopped':
      return created.by
    case 'gone':
      return nothingThere(run)
    case 'unknown':
      if (created.error.status === 500 && bill.failures > OUTAGE_UNTIL)
        return { kind: 'failed', cause: 'bill_deleted' }
      throw created.error
    case 'differs':
      return differs(created.found, expected)
    case 'written':
      break
    default:
      return created
  }
  await write(run, { outcomeUnknown: false, fikenDraftId: String(created.draftId) })
  try {
    return { kind: 'draft', draft: await fiken.drafts.get(created.draftId, signal) }
  } catch (error) {
    if (!isExternalError(error, 'not_found')) throw error
    return (await lookUp(run)) ?? nothingThere(run)
  }
}

/**
 * Fiken answers 500 to a uuid that it has had, also when that draft is gone (Fiken reference §12
 * P2). An outage looks the same, and is believed in for half an hour.
 */
const OUTAGE_UNTIL = failuresSpanning(30 * 60_000)

/** As it is for transfers: what is asked for is on the row before the request leaves. */
async function sendRecorded<T>(
  run: BillRun,
  what: 'create' | 'update',
  attempt: { sent: NewDraft; net: number; gross: number },
  request: () => Promise<T>,
): Promise<T> {
  const { outcomeUnknown, attempts, fikenCompanySlug } = run.bill
  const recorded = {
    attempts: withAttempt(attempts, attempt),
    fikenCompanySlug: run.fiken.slug,
    ...(what === 'create' ? { outcomeUnknown: true } : {}),
  }
  try {
    return await sendIrreversible(run, recorded, request)
  } catch (error) {
    const isLost = isExternalError(error, 'unknown_outcome', 'bad_answer')
    if (!isLost && (isExternalError(error) || error instanceof NotSent))
      await write(run, { outcomeUnknown, attempts, fikenCompanySlug })
    throw error
  }
}

function differs(found: Found, { gross }: Expectation): BillEnding {
  const actual = found.kind === 'draft' ? found.draft : found.invoice
  const message = `Utkastet i Fiken er endret, eller er på ${formatKroner(actual.gross)} og skulle vært ${formatKroner(gross)}. Fakturer det i Fiken, eller slett det der, og prøv igjen.`
  const change = found.kind === 'draft' ? { fikenDraftId: String(found.draft.draftId) } : {}
  return { kind: 'failed', cause: 'bill_differs', message, change }
}

/**
 * The draft becomes a numbered invoice, which is not sent: that is done in Fiken. Booked for good, so
 * that it is asked for is on the row before the request leaves, and it is looked for until it is
 * found or known not to be there.
 */
async function issue(run: BillRun, draftId: number): Promise<BillEnding> {
  await enter(run, 'issue')
  const { fiken, bill, platform, signal } = run
  const requested = { invoiceRequestedAt: instant(platform.clock), invoiceAccepted: false }
  try {
    await sendIrreversible(run, requested, () => fiken.drafts.createInvoice(draftId))
    await write(run, { invoiceAccepted: true })
  } catch (error) {
    if (!isExternalError(error, 'unknown_outcome', 'bad_answer')) {
      // A clean refusal, or nothing was sent: no invoice comes of this request.
      if (isExternalError(error)) await write(run, { invoiceRequestedAt: null })
      if (isExternalError(error, 'invalid') && (await fiken.invoices.counter(signal)) === null)
        return { kind: 'failed', cause: 'missing_number_series' }
      if (!isExternalError(error, 'not_found')) throw error
    }
  }
  const invoice = await fiken.invoices.findByDraftUuid(bill.draftUuid, signal)
  if (invoice) return { kind: 'done', invoice }
  return bill.invoiceRequestedAt === null ? nothingThere(run) : soon(run)
}
