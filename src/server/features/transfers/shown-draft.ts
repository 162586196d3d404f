import type { Found } from './find-in-fiken.ts'
import type { Run } from './run.ts'
import type { FikenOutcome, ShownDraft } from './snapshot.ts'
import { failWith, type Stop } from './stop.ts'
import type { NewTransfer } from './store.ts'

/** What lies in Fiken, as far as a person decides about it. */
export function shownOf(uuid: string, found: Found): ShownDraft {
  if (found.kind === 'invoice') {
    const { customerId, net, gross } = found.invoice
    return { uuid, kind: 'invoice', customerId, lines: [], net, gross }
  }
  const { customerId, net, gross, content } = found.draft
  return { uuid, kind: 'draft', customerId, lines: content.lines, net, gross }
}

/** "Godta" holds for one uuid and the content that was shown, and for nothing else. */
export function isAccepted(outcome: Pick<FikenOutcome, 'accepted'> | null, shown: ShownDraft): boolean {
  const accepted = outcome?.accepted
  return accepted !== undefined && fingerprint(accepted) === fingerprint(shown)
}

/** Stored JSON keeps no order of keys. */
const fingerprint = ({ uuid, kind, customerId, lines, net, gross }: ShownDraft) =>
  JSON.stringify([uuid, kind, customerId, lines, net, gross])

/** Stops for a person to look: what was found is kept, and is what "Godta" will be about. */
export function differs({ row }: Pick<Run, 'row'>, shown: ShownDraft, message: string, more: Partial<NewTransfer> = {}): Stop {
  const { fikenData } = row
  const asked = fikenData ? { fikenData: { ...fikenData, shown } } : {}
  return failWith('draft_differs', message, { ...asked, ...more })
}
