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
 * Reads the candidates of a row that waits for a choice of customer again before the user chooses or
 * says "Prøv igjen": one may just have been deleted, archived or corrected in Fiken. Where Fiken
 * cannot be asked, they stay as our copies have them.
 */

/** The time that a dialog waits for Fiken before it opens with our copies. */
const PATIENCE_MS = 5_000

/** "Prøv igjen" on one row. */
export async function lookAtCandidates(platform: Platform, row: TransferRow): Promise<void> {
  if (isUncertain(row)) await look(platform, row, { interactive: true })
}

/** What the items of a task have looked at, so that none looks twice. */
interface Looked {
  contactIds: Set<number>
  /** Fiken has not answered; the other items do not wait for it as well. */
  isAway: boolean
}

/** The looks by the signal that the items of a task share. */
const LOOKED = new WeakMap<AbortSignal, Looked>()

/** The same for one of many, each contact once for all of them. */
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
 * Reads the candidates before the choice is shown, and looks for a contact whose creation had no
 * answer. After PATIENCE_MS the dialog no longer waits for it.
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
 * @param except those that have been read already; what is read now is added
 * @returns false when Fiken does not answer
 */
async function look(
  platform: Platform,
  row: TransferRow,
  how: OpenClientOptions,
  { except = new Set<number>(), forUnanswered = false } = {},
): Promise<boolean> {
  const { userId, snapshot } = row
  const configuration = await configurationOf(platform.db, userId)
  const slug = configuration.fikenCompanySlug
  if (!snapshot || !slug) return true
  try {
    const { client } = await openFiken(platform, userId, how)
    const company = client.company(slug)
    if (forUnanswered && (await isUnanswered(platform, userId, slug, snapshot)))
      await refreshContacts(platform, userId, company, { changesOnly: true })
    if (!isUncertain(row)) return true
    const { candidates } = await recipientChoice(platform, userId, slug, snapshot, configuration)
    const ids = candidates.map(({ contactId }) => contactId).filter((id) => !except.has(id))
    for (const id of ids) except.add(id)
    return await readCandidates(platform, userId, company, ids)
  } catch (error) {
    // Not connected, or the job's recipient cannot be read: who has asked is told by what follows.
    if (error instanceof HttpError) return true
    const isAway =
      isExternalError(error) || error instanceof LimiterBusy || error instanceof LimiterClosed
    if (!isAway) throw error
    return false
  }
}
