import { isExternalError } from '#clients/http/external-error'
import type { Platform } from '../../../platform/platform.ts'
import { configurationOf } from '../../configuration/queries.ts'
import { openFiken } from '../../connections/tokens/open-clients.ts'
import { transferOfDraft } from '../queries.ts'

/**
 * Finds the uuid of a draft, by which Fiken's own pages identify it, whereas its API uses the
 * number. Unless we created the draft, its uuid is read from Fiken; without a uuid, the screen uses
 * the number.
 * @throws HttpError when Fiken is not connected; LimiterBusy
 */
export async function findDraftUuid(
  platform: Platform,
  companyId: string,
  draftId: string,
): Promise<{ success: boolean; uuid: string | null; url: string | null }> {
  const row = await transferOfDraft(platform.db, companyId, draftId)
  const slug =
    row?.fikenCompanySlug ?? (await configurationOf(platform.db, companyId)).fikenCompanySlug
  if (!slug) return { success: false, uuid: null, url: null }
  const uuid = row?.fikenDraftUuid ?? (await askFiken(platform, companyId, slug, Number(draftId)))
  const url = `${platform.config.fiken.webUrl}/foretak/${encodeURIComponent(slug)}/fakturautkast/${uuid ?? draftId}`
  return { success: uuid !== null, uuid, url }
}

async function askFiken(
  platform: Platform,
  companyId: string,
  slug: string,
  draftId: number,
): Promise<string | null> {
  if (!Number.isSafeInteger(draftId)) return null
  const { client } = await openFiken(platform, companyId, { interactive: true })
  try {
    return (await client.company(slug).drafts.get(draftId)).uuid || null
  } catch (error) {
    if (isExternalError(error)) return null
    throw error
  }
}
