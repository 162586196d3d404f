import type { Platform } from '../../platform/platform.ts'
import { openFiken } from '../connections/open-clients.ts'
import { findInFiken, type InFiken } from './find-in-fiken.ts'
import type { TransferRow } from './store.ts'

/** What is in Fiken of a transfer that was, or may have been, sent: asked for somebody who waits at a screen. */
export async function askFiken(
  platform: Platform,
  row: Pick<TransferRow, 'userId' | 'fikenDraftUuid' | 'fikenInvoiceDraftId' | 'fikenCompanySlug'>,
): Promise<InFiken> {
  const { fikenDraftUuid: uuid, fikenInvoiceDraftId: draftId, fikenCompanySlug: slug } = row
  if (!uuid || !slug) return { kind: 'nothing', goneId: null }
  const { client } = await openFiken(platform, row.userId, { interactive: true })
  return findInFiken(client.company(slug), { uuid, draftId: draftId === null ? null : Number(draftId) })
}
