import { ExternalError } from '#clients/http/external-error'
import { causeOf } from '#shared/causes'
import type { Found } from './find-in-fiken.ts'
import { ineligible, stillOverruled, type Ineligible } from './eligibility.ts'
import { causeOfIneligible, refusedAs } from './refused.ts'
import { lay, type Run } from './run.ts'
import { lookUp } from './send.ts'
import type { JobSnapshot } from './snapshot.ts'
import { failWith, Stop } from './stop.ts'

/** What is in Fiken is all that the user wants there: no draft is made any more, and no invoice of it. */
export function isAllThere({ configuration }: Run, found: Found | null): boolean {
  return found?.kind === 'invoice' || (found?.kind === 'draft' && configuration.invoiceCreationMode !== 'invoice')
}

/**
 * The last word on whether the job may become a draft (decision 2), by the facts as they are now, whatever started the transfer. What a person
 * has overruled counts as long as it is so.
 *
 * A row that was ever on its way to Fiken is looked up there before it is refused. A draft that is there already is taken in; but no
 * invoice is made of it.
 *
 * @param found what lies in Fiken, as far as it has been looked up
 * @throws Stop; ExternalError while it is not certain that nothing of it is in Fiken
 */
export async function judge(run: Run, snapshot: JobSnapshot, found: Found | null): Promise<void> {
  const { row, configuration, journal } = run
  const overruled = stillOverruled(snapshot, row.overruled)
  if (overruled.length !== row.overruled.length) lay(run, { overruled })
  const refusal = ineligible(snapshot, configuration.jobFetchType, overruled)
  if (!refusal) return
  const there = found ?? (row.fikenDraftUuid === null ? null : await lookUp(run, row.fikenDraftUuid))
  if (refusal.overrule === null || !isAllThere(run, there)) throw refused(run, refusal, there)
  journal.step('fetch', `${refusal.why} Utkastet ble laget før det, og blir stående.`, null)
}

/** Look-ups that find nothing are proof once they span ten minutes, which this many attempts on the ladder do (backoff.ts). */
const CERTAIN_AFTER = 4

function refused({ row }: Run, refusal: Ineligible, found: Found | null): Error {
  if (row.outcomeUnknown && !found && row.attempts <= CERTAIN_AFTER) {
    return new ExternalError({ vendor: 'fiken', kind: 'unknown_outcome', doing: 'looking for the draft of a refused job' })
  }
  const known = { outcomeUnknown: false }
  if (refusal.overrule === null) return failWith(causeOfIneligible(refusal.code), undefined, known)
  const patch = refusedAs(refusal.code)
  return new Stop(causeOf(patch.errorCode).title, { ...patch, ...known })
}
