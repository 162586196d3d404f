import { isExternalError } from '#clients/http/external-error'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { configurationOf } from '../../configuration/queries.ts'
import { openFiken } from '../../connections/open-clients.ts'
import { readCandidates } from '../../customers/in-fiken/candidates-now.ts'
import { recipientChoice } from '../../customers/choose-recipient.ts'
import type { TransferRow } from '../tables.ts'

/**
 * "Prøv igjen" on a row that waits for a choice of customer: a person may have deleted, archived or
 * corrected one of the candidates in Fiken a moment ago. Where Fiken cannot be asked, the run meets it.
 */
export async function lookAtCandidates(platform: Platform, row: TransferRow): Promise<void> {
  const { userId, snapshot, pendingReason } = row
  if (pendingReason !== 'ambiguous_customer' || !snapshot) return
  const configuration = await configurationOf(platform.db, userId)
  const slug = configuration.fikenCompanySlug
  if (!slug) return
  try {
    const { candidates } = await recipientChoice(platform, userId, slug, snapshot, configuration)
    const { client } = await openFiken(platform, userId, { interactive: true })
    const ids = candidates.map(({ contactId }) => contactId)
    await readCandidates(platform, userId, client.company(slug), ids)
  } catch (error) {
    if (!isExternalError(error) && !(error instanceof HttpError)) throw error
  }
}
