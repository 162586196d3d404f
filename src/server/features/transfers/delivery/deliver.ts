import { isBeingUndone } from '#shared/transfer-status'
import type { Platform } from '../../../platform/platform.ts'
import { configurationOf } from '../../configuration/queries.ts'
import { companyProfile } from '../../connections/company/company-profile.ts'
import { openFiken } from '../../connections/tokens/open-clients.ts'
import { runDocument } from '../../documents/runner.ts'
import { wasSent } from '../queries.ts'
import type { TransferRow } from '../tables.ts'
import { endingOf } from './before-send.ts'
import { waitForSet } from './gather.ts'
import {
  enter,
  guardRequest,
  holdOf,
  patch,
  readingOnce,
  type CompanyNow,
  type Hold,
  type Lists,
  type Run,
} from './context.ts'
import { deleteDraft } from './delete-draft.ts'
import { readKnownSince } from './earlier/earlier-store.ts'
import { waitForLists } from './look-for-earlier.ts'
import { Ending, failed } from './ending.ts'
import { lookUpSent, settleFormerCompany } from './look-up.ts'
import { makeDraft, reserved } from './make-draft.ts'
import { endedBy, ownerOf } from './owner.ts'
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
  patch(run, reserved(run, plan, recipient))
  return makeDraft(run, plan, { watch, there })
}

/** A row that the lane has claimed, to be run. */
export interface Claimed extends Partial<Together> {
  row: TransferRow
  claim: string
  signal: AbortSignal
}

/** What runs that go together share. */
export interface Together {
  /** Null for one that asks Fiken itself. */
  lists: Lists | null
  companyNow: CompanyNow
}

/**
 * Runs a claimed row to its end: transferred, or its draft deleted ("Angre", delete-draft.ts).
 * Never throws: whatever happens is written on the row.
 *
 * @returns false when Fiken did not let us through, so that no other row would fare better now
 */
export async function runTransfer(platform: Platform, claimed: Claimed): Promise<boolean> {
  const { lists = null, companyNow = readingOnce() } = claimed
  const hold = holdOf(platform, claimed)
  const ran = await runDocument(ownerOf(hold), async () => {
    const run = await begin(hold, { lists, companyNow })
    if (run instanceof Ending) return { ended: { ending: run } }
    return endedBy(run, isBeingUndone(run.row) ? await deleteDraft(run) : await deliver(run))
  })
  return ran.kind !== 'not_reached'
}

/** Makes a run of a held row, if the user's settings allow one. */
export async function begin(hold: Hold, { lists, companyNow }: Together): Promise<Run | Ending> {
  const { platform, row, signal, timeline } = hold
  lists?.mayGoOn(row)
  // What may be in Fiken already is settled whether the integration is on or off.
  const asked = { userId: row.userId, askedWhileOff: row.askedWhileOff || wasSent(row) }
  const blocker = await blockerAtStart(platform.db, asked)
  if (blocker !== null) return endingOf(blocker, row)
  const configuration = await configurationOf(platform.db, row.userId)
  const slug = configuration.fikenCompanySlug
  if (!slug) return failed('no_company')
  const guard = (request: { safe: boolean }) => guardRequest(hold, request)
  const options = { signal, observe: timeline.observe, guard }
  const { client } = await openFiken(platform, row.userId, options)
  const company = await companyProfile(platform, row.userId, slug, { client, asksOn: true })
  if (!company) return failed('no_company')
  const knownSince = await readKnownSince(platform.db, row.userId)
  const fiken = client.company(slug)
  // The same object: what is guarded is what the steps write to.
  return Object.assign(hold, { configuration, company, fiken, knownSince, lists, companyNow })
}
