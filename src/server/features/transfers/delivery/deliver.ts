import { isBeingUndone } from '#shared/transfer-status'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { configurationOf } from '../../configuration/queries.ts'
import { companyProfile } from '../../connections/company/company-profile.ts'
import { openFiken } from '../../connections/tokens/open-clients.ts'
import { ClaimLost } from '../../documents/document-run.ts'
import { wasSent } from '../queries.ts'
import type { TransferRow } from '../tables.ts'
import { createTimeline, type Timeline } from '../timeline.ts'
import { endingOf } from './before-send.ts'
import { clearBackoffAfterOutage } from './claim-store.ts'
import { waitForSet } from './gather.ts'
import {
  enter,
  guardRequest,
  patch,
  readingOnce,
  type CompanyNow,
  type Lists,
  type Run,
} from './context.ts'
import { deleteDraft } from './delete-draft.ts'
import { readKnownSince } from './earlier/earlier-store.ts'
import { waitForLists } from './look-for-earlier.ts'
import { endRun } from './end-run.ts'
import { Ending, failed, NotSent } from './ending.ts'
import { failRun } from './fail.ts'
import { lookUpSent, settleFormerCompany } from './look-up.ts'
import { makeDraft, reserved } from './make-draft.ts'
import { prepare } from './prepare.ts'
import { blockerAtStart } from '../settings-store.ts'
import { watchContact, watchJob } from './still-as-fetched.ts'

/**
 * Stage B of the pipeline: one transfer, from a claimed row to a checked draft. The steps in
 * their order, one file each; a step returns what the next one needs, or the run's ending.
 *
 *   look up  what is in Fiken of it, if it was ever sent    fetch    the job, when it must be fetched again
 *   judge    may it be invoiced, by all facts               match    who receives it
 *   build    the draft, or every problem                    check    our total against ServiceM8's
 *   reserve  the draft's uuid on the row                    send     look it up twice, adopt or create
 *   verify   what Fiken made of it                          issue    invoice mode only
 */
async function deliver(run: Run): Promise<Ending> {
  const former = await settleFormerCompany(run)
  if (former) return former
  const there = await lookUpSent(run)
  if (there instanceof Ending) return there
  const wait = there ? null : waitForLists(run)
  if (wait) return wait
  const prepared = await prepare(run, there)
  if (prepared instanceof Ending) return prepared
  const { snapshot, plan, recipient } = prepared
  // What may be in Fiken is settled first.
  const gathered = there || wasSent(run.row) ? null : await waitForSet(run, prepared)
  if (gathered) return gathered

  // Both are asked what has changed at the last moment, at the same time.
  const watch = there ? null : watchJob(run, snapshot)
  const outdated = there ? null : await watchContact(run, recipient.contact.contactId)
  if (outdated) return outdated

  enter(run, 'send', 'Ser etter utkastet i Fiken')
  patch(run, { ...reserved(run, plan, recipient), collectiveId: null })
  return makeDraft(run, plan, { watch, there })
}

/** A row that the lane has claimed, to be run. */
export interface Claimed {
  row: TransferRow
  claim: string
  signal: AbortSignal
  /** Where several runs go in step; null for one alone. */
  lists: Lists | null
  companyNow?: CompanyNow
}

/**
 * Runs a claimed row to its end: transferred, or its draft deleted ("Angre", delete-draft.ts).
 * Never throws: whatever happens is written on the row.
 *
 * @returns false when Fiken did not let us through, so that no other row would fare better now
 */
export async function runTransfer(platform: Platform, job: Claimed): Promise<boolean> {
  const { row: claimed, claim } = job
  const timeline = createTimeline(platform.clock)
  let run: Run | null = null
  const end = (ending: Ending, step: string = run?.stage ?? 'fetch') => {
    const row = run?.row ?? claimed
    const held = { row, claim, timeline, pendingPatch: run?.pendingPatch ?? {} }
    return endRun(platform, held, ending, { step })
  }
  try {
    const begun = await begin(platform, job, timeline)
    if (begun instanceof Ending) {
      await end(begun)
      return true
    }
    run = begun
    const isUndo = isBeingUndone(run.row)
    const ending = isUndo ? await deleteDraft(run) : await deliver(run)
    const isDone = ending.outcome.kind === 'completed'
    await end(ending, isUndo ? 'undo' : isDone ? 'settle' : run.stage)
    if (isDone && claimed.errorCode === 'fiken_down')
      await clearBackoffAfterOutage(platform.db, claimed.userId, instant(platform.clock))
  } catch (error) {
    const fail = (err: unknown) =>
      failRun(platform, { row: claimed, claim, timeline }, run?.stage ?? 'fetch', err)
    if (error instanceof ClaimLost) return true
    if (!(error instanceof NotSent)) return fail(error)
    await end(error.ending).catch(fail)
  }
  return true
}

export async function begin(
  platform: Platform,
  { row, claim, signal, lists, companyNow = readingOnce() }: Claimed,
  timeline: Timeline,
): Promise<Run | Ending> {
  lists?.mayGoOn(row)
  // What may be in Fiken already is settled whether the integration is on or off.
  const asked = { userId: row.userId, askedWhileOff: row.askedWhileOff || wasSent(row) }
  const blocker = await blockerAtStart(platform.db, asked)
  if (blocker !== null) return endingOf(blocker, row)
  const configuration = await configurationOf(platform.db, row.userId)
  const slug = configuration.fikenCompanySlug
  if (!slug) return failed('no_company')
  const begun: { run: Run | null } = { run: null }
  const guard = async (request: { safe: boolean }) => {
    if (begun.run) await guardRequest(begun.run, request)
  }
  const options = { signal, observe: timeline.observe, guard }
  const { client } = await openFiken(platform, row.userId, options)
  const company = await companyProfile(platform, row.userId, slug, { client, asksOn: true })
  if (!company) return failed('no_company')
  begun.run = {
    platform,
    row: { ...row },
    claim,
    others: [],
    knownSince: await readKnownSince(platform.db, row.userId),
    lists,
    companyNow,
    timeline,
    signal,
    configuration,
    company,
    fiken: client.company(slug),
    beforeSend: null,
    pendingPatch: {},
    stage: 'fetch',
  }
  return begun.run
}
