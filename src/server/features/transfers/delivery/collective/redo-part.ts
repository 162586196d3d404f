import { jobTitle } from '#shared/transfer-display'
import { SEND_AGAIN } from '#shared/transfer-status'
import { collectiveDraftUuid } from '../../../drafts/draft-uuid.ts'
import type { Found } from '../../../documents/find-draft.ts'
import { isAccepted, shownOf } from '../../../documents/shown-draft.ts'
import { withRequest } from '../../../reservations/absence.ts'
import { wasSent } from '../../queries.ts'
import { enter, write, type Run } from '../context.ts'
import { Ending, failed } from '../ending.ts'
import { lookUpSent, settleFormerCompany } from '../look-up.ts'
import { makeDraft } from '../make-draft.ts'
import type { Ended } from '../owner.ts'
import { prepare } from '../prepare.ts'
import { wantsOrderApart, watchAll, withShares } from './form-set.ts'
import { dividePart, planPart, whyApart, type Division, type Ready } from './plan-part.ts'
import { sharesOfAccepted } from './shares-of-accepted.ts'

/**
 * A part whose draft is there, or may be: it is looked up, its jobs are read and built again, and what
 * is there is adopted or updated. Its jobs stay the same until the outcome is known; what is wrong with
 * one of them holds all.
 */
export async function redoPart(runs: readonly Run[]): Promise<Ended> {
  const [run, ...rest] = runs as [Run, ...Run[]]
  const others = rest.map(({ row }) => row)
  refuseIncomplete(runs)
  const former = await settleFormerCompany(run)
  if (former) return withAcceptedShares(runs, former)
  // Gone from the former company: it is formed again, for the one that is chosen now.
  if (!wasSent(run.row)) {
    const text = 'Samlefakturaen settes sammen på nytt'
    return { ending: new Ending({ kind: 'released', attempts: run.row.attempts }, text) }
  }
  const there = await lookUpSent(run)
  if (there instanceof Ending) return { ending: there }
  // What was looked up belongs to all rows; what each job is, to its own.
  if (Object.keys(run.pendingPatch).length > 0) await write(run)
  const ready: Ready[] = []
  for (const own of runs) {
    own.others = []
    const prepared = await prepare(own, there)
    if (Object.keys(own.pendingPatch).length > 0) await write(own)
    if (prepared instanceof Ending) {
      run.others = others
      return { ending: ofAll(own, prepared) }
    }
    ready.push({ run: own, prepared })
  }
  run.others = others
  const how = await howItWasDivided(run, ready)
  const parts = dividePart(ready, how)
  const isTaken = there !== null && isTakenAsItIs(run, there)
  if (parts.length > 1 && !isTaken) return { ending: apart(run, whyApart(parts, how)) }
  const part = parts.flat()
  enter(run, 'send', 'Ser etter samlefakturaen i Fiken')
  const ending = await makeDraft(run, planPart(part), {
    watch: there ? null : watchAll(part),
    there,
  })
  return withShares(part, ending)
}

/**
 * A draft with several order numbers was made before the customer wanted them apart, and stays one.
 */
async function howItWasDivided({ platform, row }: Run, ready: readonly Ready[]): Promise<Division> {
  const hadOneOrder = Boolean(row.fikenData?.sent.orderReference)
  return { byPurchaseOrder: hadOneOrder && (await wantsOrderApart(platform, ready)) }
}

/** An invoice, or a draft that a person has accepted, is not divided any more. */
const isTakenAsItIs = ({ row }: Run, there: Found) =>
  there.kind === 'invoice' || isAccepted(row.fikenData, shownOf(row.fikenDraftUuid ?? '', there))

/** Once a person has deleted the draft, the jobs go together again, and are divided as they are then. */
function apart({ row }: Run, why: string): Ending {
  const message = `Jobbene på samlefakturaen ${why}. Slett utkastet i Fiken og trykk «Prøv igjen», så deles de på nytt.`
  return failed('draft_apart', message, { absence: withRequest(row.absence, { then: SEND_AGAIN }) })
}

/** Accepted in the company that was chosen before, where it is: each job has its share of it there too. */
function withAcceptedShares(runs: readonly Run[], ending: Ending): Ended {
  const { fikenData } = ending.patch
  if (ending.outcome.kind !== 'completed' || !fikenData) return { ending }
  const rows = runs.map(({ row }) => row)
  return { ending, shares: sharesOfAccepted(rows, fikenData) }
}

/**
 * A draft is only ever written with all of its jobs: with fewer it would be another one, under another
 * uuid.
 *
 * @throws Error: a fault of ours
 */
function refuseIncomplete(runs: readonly Run[]): void {
  const [{ row }] = runs as [Run, ...Run[]]
  const uuid = collectiveDraftUuid({
    accountUuid: row.servicem8AccountId,
    fikenCompanySlug: row.fikenCompanySlug ?? '',
    jobs: runs.map((run) => ({ jobUuid: run.row.servicem8JobId, revision: run.row.revision })),
  })
  if (uuid !== row.fikenDraftUuid) throw new Error('A job is missing from its collective draft')
}

/** What is wrong with one job holds all of them, and they say which. */
function ofAll({ row }: Run, { outcome, text, patch }: Ending): Ending {
  const title = jobTitle(row.servicem8Data, row.servicem8JobId)
  const said = `${title}: ${text}`
  return outcome.kind === 'failed'
    ? failed(outcome.cause, said, patch)
    : new Ending(outcome, said, patch)
}
