import { readDraftUuid } from '#shared/contracts/transfers/preview'
import type { Transfer } from '#shared/contracts/transfers/row'
import { call } from '../../lib/api.ts'
import { draftUrl, isNumericId, type Places } from './transfer-state.ts'

async function externalId(draftId: string): Promise<string> {
  if (!isNumericId(draftId)) return draftId
  const found = await call(readDraftUuid, {
    params: { draftId },
    query: { t: Date.now() },
    noCache: true,
  }).catch(() => null)
  return (found?.success && found.uuid) || draftId
}

/**
 * Opens the draft in Fiken. The tab is opened in the click handler, before the URL is known,
 * because browsers block windows opened later.
 */
export async function openDraft(transfer: Transfer, places: Places): Promise<void> {
  const draftId = transfer.fikenInvoiceDraftId
  if (draftId === null) return
  const tab = window.open('about:blank', '_blank')
  if (tab) tab.opener = null
  const url = draftUrl(transfer, places, await externalId(draftId))
  if (tab) tab.location.replace(url)
  else window.location.assign(url)
}
