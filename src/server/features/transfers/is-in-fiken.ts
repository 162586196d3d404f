import type { Platform } from '../../platform/platform.ts'
import { openFiken } from '../connections/open-clients.ts'
import type { TransferRow } from './store.ts'

/** Is there a draft or an invoice under the transfer's uuid? Asked for somebody who waits at a screen. */
export async function isInFiken(
  platform: Platform,
  row: Pick<TransferRow, 'userId' | 'fikenDraftUuid' | 'fikenCompanySlug'>,
): Promise<boolean> {
  if (!row.fikenDraftUuid || !row.fikenCompanySlug) return false
  const { client } = await openFiken(platform, row.userId, { interactive: true })
  const company = client.company(row.fikenCompanySlug)
  if (await company.drafts.findByUuid(row.fikenDraftUuid)) return true
  return (await company.invoices.findByDraftUuid(row.fikenDraftUuid)) !== null
}
