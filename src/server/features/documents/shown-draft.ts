import type { SentDraft, ShownDraft } from '../drafts/sent-draft.ts'
import type { Found } from './look-up.ts'

export function shownOf(uuid: string, found: Found): ShownDraft {
  if (found.kind === 'invoice') {
    const { customerId, net, gross } = found.invoice
    return { uuid, kind: 'invoice', customerId, lines: [], net, gross }
  }
  const { customerId, net, gross, content } = found.draft
  return { uuid, kind: 'draft', customerId, lines: content.lines, net, gross }
}

/** Returns true when the user pressed "Godta" for exactly this content. */
export function isAccepted(record: Pick<SentDraft, 'accepted'> | null, shown: ShownDraft): boolean {
  const accepted = record?.accepted
  return accepted !== undefined && fingerprint(accepted) === fingerprint(shown)
}

/**
 * Returns the fields as text in a fixed order, because stored JSON does not keep the order of its
 * keys.
 */
const fingerprint = ({ uuid, kind, customerId, lines, net, gross }: ShownDraft) =>
  JSON.stringify([uuid, kind, customerId, lines, net, gross])
