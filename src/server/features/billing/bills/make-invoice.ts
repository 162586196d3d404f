import { today } from '#shared/dates'
import { formatKroner } from '#shared/money'
import { instant } from '../../../platform/clock.ts'
import { isAsSent } from '../../drafts/draft-diff.ts'
import { checkReadBack, type Expectation } from '../../drafts/totals-check.ts'
import { createOnce, readBack, type Content } from '../../documents/create-once.ts'
import { issueInvoice } from '../../documents/issue.ts'
import { isFound, lookUpSent, type Found } from '../../documents/look-up.ts'
import type { BillRecipient } from '../tables.ts'
import { billDraft, expectedOf, type Seller } from './bill-draft.ts'
import { documentOf } from './document.ts'
import { enter, type BillEnding, type BillRun } from './run.ts'

/**
 * Creates the bill's draft once, reads the draft back, and issues it as an invoice. The seller
 * sends the invoice to the customer from Fiken.
 */
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
  const document = documentOf(run)
  const content: Content = {
    draft,
    expected,
    built: { net: expected.net, gross: expected.gross },
    // If the draft was invoiced manually in Fiken, that invoice becomes the bill's invoice.
    isAccepted: ({ kind }) => kind === 'invoice',
  }
  await enter(run, 'send')
  const there = await lookUpSent(document)
  if (there !== null && !isFound(there)) return there
  const sent = await createOnce(document, { ...content, found: there, mayCreate: null })
  const found = sent.kind === 'written' ? await readBack(document, content, sent.draftId) : sent
  if (found.kind === 'stopped') return found.by
  if (found.kind === 'differs') return differs(found.found, expected)
  if (found.kind === 'invoice') return { kind: 'done', invoice: found.invoice }

  await enter(run, 'verify')
  const judged = checkReadBack(expected, found.draft, {
    asSent: isAsSent(draft, found.draft.content),
    currency: found.draft.content.currency,
  })
  if (!judged.ok) return differs(found, expected)
  await enter(run, 'issue')
  const issued = await issueInvoice(document, found.draft.draftId)
  return 'invoice' in issued ? { kind: 'done', invoice: issued.invoice } : issued.ending
}

function differs(found: Found, { gross }: Expectation): BillEnding {
  const actual = found.kind === 'draft' ? found.draft : found.invoice
  const message = `Utkastet i Fiken er endret, eller er på ${formatKroner(actual.gross)} og skulle vært ${formatKroner(gross)}. Fakturer det i Fiken, eller slett det der, og prøv igjen.`
  const change = found.kind === 'draft' ? { draftId: String(found.draft.draftId) } : {}
  return { kind: 'failed', cause: 'bill_differs', message, change }
}
