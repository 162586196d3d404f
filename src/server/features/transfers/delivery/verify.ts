import type { DraftContent, InvoiceDraft } from '#clients/fiken/types'
import { formatKroner } from '#shared/money'
import { checkReadBack, type Amounts } from '../../drafts/totals-check.ts'
import { differencesFrom, isAsSent } from '../../drafts/draft-diff.ts'
import type { Found } from '../../documents/find-draft.ts'
import type { Sent } from '../../documents/send.ts'
import { isAccepted, shownOf } from '../../documents/shown-draft.ts'
import type { Planned } from './build.ts'
import type { Run } from './context.ts'
import { Ending } from './ending.ts'
import { differs } from './differs.ts'
import { readWritten } from './send.ts'

export interface Verified {
  found: Found
  amounts: Amounts
  /** That Fiken rounds otherwise than we do; null when it does not. */
  note: string | null
  /** The draft as it is there; undefined when it is an invoice already. */
  seen: DraftContent | undefined
}

/**
 * The verify step: what Fiken made of it is read back, and must be what we computed, but for rounding. If
 * it is not, the ids are kept, nothing is issued, and a person looks: "Åpne utkast" or "Godta".
 *
 * Returns what is there now: a draft may have become an invoice since it was sent.
 */
export async function verify(run: Run, plan: Planned, sent: Sent): Promise<Verified | Ending> {
  const found = sent.kind === 'written' ? await written(run, plan, sent) : sent
  if (found instanceof Ending) return found
  const actual = found.kind === 'invoice' ? found.invoice : found.draft
  const shown = shownOf(plan.draft.uuid, found)
  // An invoice was compared when it was found (create-once.ts); its lines are not in
  // Fiken's list.
  const asSent = found.kind === 'invoice' || isAsSent(plan.draft, found.draft.content)
  const currency = found.kind === 'invoice' ? '' : found.draft.content.currency
  const judged = checkReadBack(plan.expected, actual, { asSent, currency })
  if (!judged.ok && !isAccepted(run.row.fikenData, shown)) {
    run.timeline.step('verify', judged.problem.message, false)
    return differs(run, shown, judged.problem.message, { netAmount: actual.net })
  }
  run.timeline.step(
    'verify',
    `Kontrollert i Fiken: netto ${formatKroner(actual.net)}, totalt ${formatKroner(actual.gross)}`,
  )
  if (found.kind === 'draft' && found.draft.customerInactive)
    run.timeline.step('verify', 'Kunden på utkastet er satt inaktiv i Fiken.', false)
  const note = judged.ok ? judged.note : null
  if (note !== null) run.timeline.step('verify', note, null)
  return {
    found,
    amounts: { net: actual.net, gross: actual.gross },
    note,
    seen: found.kind === 'draft' ? found.draft.content : undefined,
  }
}

/**
 * The draft that was just written. Of a run that goes in step, a list may show it exactly as it was
 * sent. Whatever else a list shows is judged by what is at the draft's own address; so is a draft
 * that was updated, which a list may show as it was before, and one that becomes an invoice now.
 */
async function written(
  run: Run,
  plan: Planned,
  { draftId, isNew }: Sent & { kind: 'written' },
): Promise<Found | Ending> {
  if (run.lists && isNew && run.configuration.invoiceCreationMode !== 'invoice') {
    const listed = await run.lists.ofMade(run)
    if (listed && isExactly(plan, listed)) return { kind: 'draft', draft: listed }
  }
  return readWritten(run, plan, draftId)
}

const isExactly = ({ draft, expected }: Planned, { uuid, content, net, gross }: InvoiceDraft) =>
  uuid === draft.uuid &&
  net === expected.net &&
  gross === expected.gross &&
  differencesFrom(draft, content, { anyDate: false }).length === 0
