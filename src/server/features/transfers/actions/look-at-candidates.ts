import { isExternalError } from '#clients/http/external-error'
import { inBackground } from '../../../platform/background.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { LimiterBusy, LimiterClosed } from '../../../platform/limiter/vendor-limiter.ts'
import type { Platform } from '../../../platform/platform.ts'
import { configurationOf } from '../../configuration/queries.ts'
import { openFiken, type OpenClientOptions } from '../../connections/tokens/open-clients.ts'
import { isUnanswered, recipientChoice } from '../../customers/deciding/recipient-choice.ts'
import { readCandidates } from '../../customers/in-fiken/read-contact.ts'
import { refreshContacts } from '../../mirrors/contacts.ts'
import type { TransferRow } from '../tables.ts'

/**
 * This file reads candidates again before a choice or "Prøv igjen", because a candidate can have
 * been deleted, archived or corrected in Fiken. When Fiken is unreachable, the stored copies are
 * used.
 */

const PATIENCE_MS = 5_000

export async function lookAtCandidates(platform: Platform, row: TransferRow): Promise<void> {
  if (isUncertain(row)) await look(platform, row, { interactive: true })
}

interface Looked {
  contactIds: Set<number>
  isAway: boolean
}

const LOOKED = new WeakMap<AbortSignal, Looked>()

/** Reads the candidates of one of a task's transfers again; each contact is read once per task. */
export async function lookAtCandidatesOfMany(
  platform: Platform,
  row: TransferRow,
  signal: AbortSignal,
): Promise<void> {
  if (!isUncertain(row)) return
  const looked = LOOKED.get(signal) ?? { contactIds: new Set(), isAway: false }
  LOOKED.set(signal, looked)
  if (looked.isAway) return
  looked.isAway = !(await look(platform, row, { signal }, { except: looked.contactIds }))
}

/**
 * Reads the candidates again before a choice, and searches for a contact whose creation got no
 * response. Waits at most PATIENCE_MS.
 */
export async function lookBeforeChoice(platform: Platform, row: TransferRow): Promise<void> {
  const looking = look(platform, row, { interactive: true }, { forUnanswered: true })
  inBackground(platform.log, 'Fiken was not asked about the candidates', looking)
  const enough = new AbortController()
  await Promise.race([looking, platform.clock.sleep(PATIENCE_MS, enough.signal)])
  enough.abort()
}

const isUncertain = ({ pendingReason }: TransferRow) => pendingReason === 'ambiguous_customer'

/**
 * Reads a transfer's candidates again from Fiken.
 * @param except ids of contacts that have been read already; the ids read now are added
 * @returns false when Fiken does not respond
 */
async function look(
  platform: Platform,
  row: TransferRow,
  how: OpenClientOptions,
  { except = new Set<number>(), forUnanswered = false } = {},
): Promise<boolean> {
  const { companyId, snapshot } = row
  const configuration = await configurationOf(platform.db, companyId)
  const slug = configuration.fikenCompanySlug
  if (!snapshot || !slug) return true
  try {
    const { client } = await openFiken(platform, companyId, how)
    const company = client.company(slug)
    if (forUnanswered && (await isUnanswered(platform, companyId, slug, snapshot)))
      await refreshContacts(platform, companyId, company, { changesOnly: true })
    if (!isUncertain(row)) return true
    const { candidates } = await recipientChoice(platform, companyId, slug, snapshot, configuration)
    const ids = candidates.map(({ contactId }) => contactId).filter((id) => !except.has(id))
    for (const id of ids) except.add(id)
    return await readCandidates(platform, companyId, company, ids)
  } catch (error) {
    // Fiken is not connected or the job's recipient cannot be read; the calling action reports this
    // to the user.
    if (error instanceof HttpError) return true
    const isAway =
      isExternalError(error) || error instanceof LimiterBusy || error instanceof LimiterClosed
    if (!isAway) throw error
    return false
  }
}
