import type { DraftContent, InvoiceDraft } from '#clients/fiken/types'
import { isExternalError } from '#clients/http/external-error'
import { formatKroner } from '#shared/money'
import { checkReadBack } from './check.ts'
import type { Run } from './run.ts'
import { draftIsGone, lookUp, type Sent } from './send.ts'
import { failWith } from './stop.ts'

export interface Amounts {
  /** Øre. */
  net: number
  gross: number
}

export interface Verified {
  sent: Sent
  amounts: Amounts
  /** The draft as it is there; undefined when it is an invoice already. */
  seen: DraftContent | undefined
}

/**
 * Gate 6: what Fiken made of it is read back, and must be what we computed, to the øre. If it is not, the ids are kept, nothing is issued,
 * and a person looks: "Åpne utkast" or "Godta". What a person has invoiced already, or accepted, is no longer ours to judge.
 *
 * Answers what is there now: a draft may have become an invoice since it was sent.
 */
export async function verify(run: Run, sent: Sent, uuid: string, expected: Amounts): Promise<Verified> {
  const there = sent.kind === 'draft' && !sent.adopted ? await readBack(run, sent.draftId, uuid) : sent
  const actual = there.kind === 'invoice' ? there.invoice : there.adopted
  if (!actual) throw draftIsGone(run)
  const judged = checkReadBack(expected, actual)
  if (!judged.ok && there.kind === 'draft' && !run.row.fikenData?.acceptedByPerson) {
    run.journal.step('verify', judged.problem.message, false)
    throw failWith(judged.problem.code, judged.problem.message, { netAmount: actual.net })
  }
  run.journal.step('verify', `Kontrollert i Fiken: netto ${formatKroner(actual.net)}, totalt ${formatKroner(actual.gross)}`)
  const made = sent.kind === 'draft' && !sent.adopted && there.kind === 'draft'
  return {
    sent: made ? sent : there,
    amounts: { net: actual.net, gross: actual.gross },
    seen: there.kind === 'draft' ? there.adopted?.content : undefined,
  }
}

/** The draft that was just made. Gone already means that a person has deleted it, or invoiced it: Fiken answers 404 to both. */
async function readBack(run: Run, draftId: number, uuid: string): Promise<Sent> {
  try {
    const adopted: InvoiceDraft = await run.fiken.drafts.get(draftId, run.signal)
    return { kind: 'draft', draftId, adopted }
  } catch (error) {
    if (!isExternalError(error, 'not_found')) throw error
    const found = await lookUp(run, uuid)
    if (!found) throw draftIsGone(run)
    return found
  }
}
