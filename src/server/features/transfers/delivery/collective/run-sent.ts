import { jobTitle } from '#shared/transfer-display'
import { isBeingUndone, SEND_AGAIN } from '#shared/transfer-status'
import type { Platform } from '../../../../platform/platform.ts'
import type { Found } from '../../../documents/look-up.ts'
import { runDocument } from '../../../documents/runner.ts'
import { isAccepted, shownOf } from '../../../documents/shown-draft.ts'
import { withRequest } from '../../../reservations/absence.ts'
import { divideSet, planPart, setUuid, whyDivided, type Part } from '../../plan/plan-set.ts'
import { wasSent } from '../../queries.ts'
import type { TransferRow } from '../../tables.ts'
import { begin, holdOf, readingOnce, write, type Hold, type Run } from '../context.ts'
import { deleteDraft } from '../delete-draft.ts'
import { Ending, failed } from '../ending.ts'
import { lookUpSent, settleFormerCompany } from '../look-up.ts'
import { endedBy, ownerOf, type Ended } from '../owner.ts'
import { prepare } from '../prepare.ts'
import { makePart, planOf, readyJob, settingOf, type ReadyJob } from './form-set.ts'
import { sharesOfAccepted } from './shares.ts'

type Some<T> = readonly [T, ...T[]]

/**
 * Runs the jobs of a collective draft that was or might have been sent (decision 0054). Never
 * throws; every result is written on the rows.
 * @param rows all rows of the draft
 */
export async function runSent(
  platform: Platform,
  rows: Some<TransferRow>,
  claim: string,
  signal: AbortSignal,
): Promise<void> {
  const holds = rows.map((row) => holdOf(platform, { row, claim, signal })) as [Hold, ...Hold[]]
  const together = { lists: null, companyNow: readingOnce() }
  const [first, ...rest] = holds
  first.others = rest.map(({ row }) => row)
  await runDocument(ownerOf(first), async () => {
    const runs: Run[] = []
    for (const hold of holds) {
      const begun = await begin(hold, together)
      if (begun instanceof Ending) return { ended: { ending: begun } }
      runs.push(begun)
    }
    const [run] = runs as [Run, ...Run[]]
    if (runs.some(({ fiken }) => fiken.slug !== run.fiken.slug)) {
      const text = 'Et annet selskap er valgt; samlefakturaen settes sammen på nytt'
      const again = new Ending({ kind: 'released', attempts: run.row.attempts }, text)
      return { ended: { ending: again } }
    }
    if (isBeingUndone(run.row)) return endedBy(run, await deleteDraft(run))
    const { ending, shares } = await makeAgain(runs as [Run, ...Run[]])
    return endedBy(run, ending, shares)
  })
}

/**
 * Runs the jobs of a draft that was or might have been sent. The draft keeps its jobs until the
 * outcome is known; a problem with one job stops all of them.
 */
async function makeAgain(runs: Some<Run>): Promise<Ended> {
  const [run, ...rest] = runs
  const others = rest.map(({ row }) => row)
  refuseIncomplete(runs)
  const former = await settleFormerCompany(run)
  if (former) return withAcceptedShares(runs, former)
  // The draft is gone from the former company, so the set is formed again for the company chosen
  // now.
  if (!wasSent(run.row)) {
    const text = 'Samlefakturaen settes sammen på nytt'
    return { ending: new Ending({ kind: 'released', attempts: run.row.attempts }, text) }
  }
  const there = await lookUpSent(run)
  if (there instanceof Ending) return { ending: there }
  // The look-up's result is written to all rows; each job's own data are written to its own row.
  if (Object.keys(run.pendingPatch).length > 0) await write(run)
  const ready: ReadyJob[] = []
  for (const own of runs) {
    own.others = []
    const prepared = await prepare(own, there)
    if (Object.keys(own.pendingPatch).length > 0) await write(own)
    if (prepared instanceof Ending) {
      run.others = others
      return { ending: ofAll(own, prepared) }
    }
    ready.push(readyJob(own, prepared))
  }
  run.others = others
  const setting = await settingOf(run)
  // A draft with several order numbers was created before the customer's jobs were split by order
  // number, and is not divided.
  const hadOneOrder = Boolean(run.row.fikenData?.sent.orderReference)
  const how = { byPurchaseOrder: hadOneOrder && setting.byPurchaseOrder }
  const parts = divideSet(ready, how)
  const isTaken = there !== null && isTakenAsItIs(run, there)
  if (parts.length > 1 && !isTaken) return { ending: apart(run, whyApart(parts, how)) }
  const part = planPart(parts.flat() as [ReadyJob, ...ReadyJob[]], setting)
  return makePart(part.jobs, planOf(part), there)
}

const isTakenAsItIs = ({ row }: Run, there: Found) =>
  there.kind === 'invoice' || isAccepted(row.fikenData, shownOf(row.fikenDraftUuid ?? '', there))

/**
 * Returns the ending for jobs that no longer belong on one draft: after the user has deleted the
 * draft in Fiken, its jobs form a set again and are divided anew.
 */
function apart({ row }: Run, why: string): Ending {
  const message = `Jobbene på samlefakturaen ${why}. Slett utkastet i Fiken og trykk «Prøv igjen», så deles de på nytt.`
  return failed('draft_apart', message, { absence: withRequest(row.absence, { then: SEND_AGAIN }) })
}

function whyApart(parts: readonly Part<ReadyJob>[], how: { byPurchaseOrder: boolean }): string {
  const reasons = new Set(whyDivided(parts, how).flat())
  if (reasons.has('recipient')) return 'har ikke lenger samme mottaker'
  if (reasons.has('purchase_order')) return 'har ikke lenger samme bestillingsnummer'
  return 'har nå flere linjer enn ett utkast kan ha'
}

function withAcceptedShares(runs: readonly Run[], ending: Ending): Ended {
  const { fikenData } = ending.patch
  if (ending.outcome.kind !== 'completed' || !fikenData) return { ending }
  const rows = runs.map(({ row }) => row)
  return { ending, shares: sharesOfAccepted(rows, fikenData) }
}

/**
 * Throws if a job of the draft is missing, because fewer jobs would make another draft with another
 * uuid.
 * @throws Error for a bug of ours
 */
function refuseIncomplete([{ row }, ...others]: Some<Run>): void {
  const uuid = setUuid([row, ...others.map((run) => run.row)], row.fikenCompanySlug ?? '')
  if (uuid !== row.fikenDraftUuid) throw new Error('A job is missing from its collective draft')
}

function ofAll({ row }: Run, { outcome, text, patch }: Ending): Ending {
  const title = jobTitle(row.servicem8Data, row.servicem8JobId)
  const said = `${title}: ${text}`
  return outcome.kind === 'failed'
    ? failed(outcome.cause, said, patch)
    : new Ending(outcome, said, patch)
}
