import type { Platform } from '../../../platform/platform.ts'
import { openFiken } from '../../connections/tokens/open-clients.ts'
import { findDraft, type InFiken } from '../../documents/look-up.ts'
import { withRequest, type Absence } from '../../reservations/absence.ts'
import { checking } from '../delivery/ending.ts'
import { standing } from '../outcome.ts'
import type { TransferRow } from '../tables.ts'

export interface Waiting {
  /**
   * True when a user waits at a screen, which is the default; the requests then go before those of
   * the transfers.
   */
  interactive?: boolean
  signal?: AbortSignal
}

export async function askFiken(
  platform: Platform,
  row: Pick<
    TransferRow,
    'companyId' | 'fikenDraftUuid' | 'fikenInvoiceDraftId' | 'fikenCompanySlug'
  >,
  { interactive = true, signal }: Waiting = {},
): Promise<InFiken> {
  const { fikenDraftUuid: uuid, fikenInvoiceDraftId: draftId, fikenCompanySlug: slug } = row
  if (!uuid || !slug) return { kind: 'nothing', goneId: null }
  const { client } = await openFiken(platform, row.companyId, { interactive, signal })
  return findDraft(client.company(slug), { uuid, draftId }, signal)
}

export function lookingFor(absence: Absence | null, request: Parameters<typeof withRequest>[1]) {
  return {
    ...standing(checking(null)),
    pendingReason: null,
    absence: withRequest(absence, request),
  }
}

export const WILL_SEND_AGAIN =
  'Vi ser etter utkastet i Fiken i ti minutter, og sender så jobben på nytt.'
