import { LONGEST_LAG_MS } from '#clients/fiken/list-lag'
import { ExternalError } from '#clients/http/external-error'
import { causeOf } from '#shared/causes/index'
import { failuresSpanning } from '../../../platform/backoff.ts'
import type { Found } from '../../documents/find-draft.ts'
import { ineligible, stillOverruled, type Ineligible } from '../../service-jobs/eligibility.ts'
import type { JobSnapshot } from '../../service-jobs/snapshot.ts'
import { causeOfIneligible, refusedFor } from '../refused.ts'
import { patch, type Run } from './context.ts'
import { lookUp } from './look-up.ts'
import { Ending, failed } from './ending.ts'

/**
 * Everything the user wants is in Fiken already: no draft is made any more, and no invoice of it.
 */
export function isAllThere({ configuration }: Run, found: Found | null): boolean {
  return (
    found?.kind === 'invoice' ||
    (found?.kind === 'draft' && configuration.invoiceCreationMode !== 'invoice')
  )
}

/**
 * The last word on whether the job may become a draft (rule 2), by the facts as they are now,
 * whatever started the transfer. What a person has overruled counts as long as it is so.
 *
 * A row that was ever on its way to Fiken is looked up there before it is refused. A draft that is
 * there already is adopted, but no invoice is made of it.
 *
 * @param found what is in Fiken, as far as it has been looked up
 * @throws ExternalError while it is not certain that nothing of it is in Fiken
 */
export async function judge(
  run: Run,
  snapshot: JobSnapshot,
  found: Found | null,
): Promise<Ending | null> {
  const { row, configuration, timeline } = run
  const overruled = stillOverruled(snapshot, row.overruled)
  if (overruled.length !== row.overruled.length) patch(run, { overruled })
  const refusal = ineligible(snapshot, configuration.jobFetchType, overruled)
  if (!refusal) return null
  const there =
    found ?? (row.fikenDraftUuid === null ? null : await lookUp(run, row.fikenDraftUuid))
  if (there instanceof Ending) return there
  if (refusal.overrule === null || !isAllThere(run, there)) return refused(run, refusal, there)
  timeline.step('fetch', `${refusal.why} Utkastet ble laget før det, og blir stående.`, null)
  return null
}

/** Look-ups that find nothing are proof once they span the longest lag of Fiken's lists. */
const CERTAIN_AFTER = failuresSpanning(LONGEST_LAG_MS)

function refused({ row }: Run, against: Ineligible, found: Found | null): Ending {
  const { code, overrule } = against
  if (row.outcomeUnknown && !found && row.attempts <= CERTAIN_AFTER) {
    const doing = 'looking for the draft of a refused job'
    throw new ExternalError({ vendor: 'fiken', kind: 'unknown_outcome', doing })
  }
  const cause = causeOfIneligible(code)
  const known = { outcomeUnknown: false }
  if (overrule === null) return failed(cause, undefined, known)
  return new Ending(refusedFor(against), causeOf(cause).title, known, 'text')
}
