import type { SentDraft, ShownDraft } from '../drafts/sent-draft.ts'
import type { Found } from '../documents/find-draft.ts'

/** What is in Fiken, as far as a person decides about it. */
export function shownOf(uuid: string, found: Found): ShownDraft {
  if (found.kind === 'invoice') {
    const { customerId, net, gross } = found.invoice
    return { uuid, kind: 'invoice', customerId, lines: [], net, gross }
  }
  const { customerId, net, gross, content } = found.draft
  return { uuid, kind: 'draft', customerId, lines: content.lines, net, gross }
}

/** "Godta" holds for one uuid and the content that was shown, and for nothing else. */
export function isAccepted(record: Pick<SentDraft, 'accepted'> | null, shown: ShownDraft): boolean {
  const accepted = record?.accepted
  return accepted !== undefined && fingerprint(accepted) === fingerprint(shown)
}

/** Stored JSON keeps no order of keys. */
const fingerprint = ({ uuid, kind, customerId, lines, net, gross }: ShownDraft) =>
  JSON.stringify([uuid, kind, customerId, lines, net, gross])
