import type { Platform } from '../../../platform/platform.ts'
import { openFiken } from '../../connections/tokens/open-clients.ts'
import { findDraft, type InFiken } from '../../documents/find-draft.ts'
import { withRequest, type Absence } from '../../reservations/absence.ts'
import { checking } from '../delivery/ending.ts'
import { standing } from '../outcome.ts'
import type { TransferRow } from '../tables.ts'

/** The kind of wait for an act that asks a vendor. */
export interface Waiting {
  /** Somebody at a screen, who goes before the transfers: the default. */
  interactive?: boolean
  /** A task that may be stopped: ends what the act reads and waits for. */
  signal?: AbortSignal
}

/** Asks Fiken about a transfer that was, or may have been, sent. */
export async function askFiken(
  platform: Platform,
  row: Pick<TransferRow, 'userId' | 'fikenDraftUuid' | 'fikenInvoiceDraftId' | 'fikenCompanySlug'>,
  { interactive = true, signal }: Waiting = {},
): Promise<InFiken> {
  const { fikenDraftUuid: uuid, fikenInvoiceDraftId: draftId, fikenCompanySlug: slug } = row
  if (!uuid || !slug) return { kind: 'nothing', goneId: null }
  const { client } = await openFiken(platform, row.userId, { interactive, signal })
  return findDraft(client.company(slug), { uuid, draftId }, signal)
}

/**
 * Returns the row's change while the lane looks for its draft, in order to do afterwards what the
 * user wants.
 */
export function lookingFor(absence: Absence | null, request: Parameters<typeof withRequest>[1]) {
  return {
    ...standing(checking(null)),
    pendingReason: null,
    absence: withRequest(absence, request),
  }
}

export const WILL_SEND_AGAIN =
  'Vi ser etter utkastet i Fiken i ti minutter, og sender så jobben på nytt.'
