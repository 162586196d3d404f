import type { FikenCompany } from '#clients/fiken/client'
import type { InvoiceDraft } from '#clients/fiken/types'
import type { Stage } from '#shared/transfer-status'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { LimiterClosed } from '../../../platform/limiter/vendor-limiter.ts'
import { configurationOf, type ConfigurationRow } from '../../configuration/queries.ts'
import { companyProfile, type CompanyProfile } from '../../connections/company/company-profile.ts'
import { openFiken } from '../../connections/tokens/open-clients.ts'
import { ClaimLost } from '../../documents/document-run.ts'
import type { Proof } from '../../documents/many-at-once.ts'
import type { FikenLists } from './earlier/same-job.ts'
import { wasSent } from '../queries.ts'
import { blockerAtStart } from '../settings-store.ts'
import type { TransferChange, TransferRow } from '../tables.ts'
import { createTimeline, type Timeline } from '../timeline.ts'
import { claimedRows, holdsClaim, writeClaimed } from './claim-store.ts'
import { readKnownSince, type KnownSince } from './earlier/earlier-store.ts'
import { blockedBy, failed, type Ending } from './ending.ts'

/** A transfer that is being worked on, by a run in the lane or for a user who waits at a screen. */
export interface Work {
  platform: Platform
  /** The row as it was read, with every patch since applied. */
  row: TransferRow
  timeline: Timeline
  signal: AbortSignal
  configuration: ConfigurationRow
  company: CompanyProfile
  /** Fiken, within the chosen company. */
  fiken: FikenCompany
}

/**
 * The lists that a run in a batch shares (drain.ts): one reading of Fiken's lists answers all runs.
 * The two questions wait until the others have come as far.
 */
export interface Lists {
  /**
   * @throws NotSent when an earlier run of the batch did not get through to Fiken: this one goes
   *   back into the queue
   */
  mayGoOn(row: TransferRow): void
  /** Asks before the create whether it is proved that nothing is there. Throws as mayGoOn(). */
  ofNew(run: Run): Promise<Proof>
  /** The draft that the run has just made, as it is listed; null when no list tells. Throws as mayGoOn(). */
  ofMade(run: Run): Promise<InvoiceDraft | null>
  /**
   * Returns the lists as read for all, as far as they may hold documents of this job from an earlier
   * account.
   */
  known(run: Run): Partial<FikenLists>
}

/** A company as `read` returns it, which is called once for all. */
export type CompanyNow = (
  slug: string,
  read: () => Promise<CompanyProfile>,
) => Promise<CompanyProfile>

export function readingOnce(): CompanyNow {
  const known = new Map<string, CompanyProfile>()
  return async (slug, read) => {
    const company = known.get(slug) ?? (await read())
    known.set(slug, company)
    return company
  }
}

/** A row that a run has claimed, and what is not written to it yet. */
export interface Hold extends Pick<Work, 'platform' | 'row' | 'timeline' | 'signal'> {
  claim: string
  /**
   * The other rows of the draft: a run for several jobs works for its first row, and what it writes
   * is written to all of them (decision 0054).
   */
  others: readonly TransferRow[]
  /** Goes with the next write, at the latest when the next request's turn has come. */
  pendingPatch: TransferChange
  /** The stage of the run, for the error's cause and the progress shown. */
  stage: Stage | 'issue'
}

export function holdOf(
  platform: Platform,
  claimed: { row: TransferRow; claim: string; signal: AbortSignal },
): Hold {
  const timeline = createTimeline(platform.clock)
  const { row, claim, signal } = claimed
  const own = { row: { ...row }, others: [], pendingPatch: {}, stage: 'fetch' } as const
  return { platform, claim, signal, timeline, ...own }
}

/** A run of one transfer in the lane: what its steps share. */
export interface Run extends Work, Hold {
  /** Since when we know everything that was done in Fiken for the user; null: nothing is missing. */
  knownSince: KnownSince | null
  /** Null for a run that goes alone and asks Fiken itself. */
  lists: Lists | null
  /** Shared by runs that go together. */
  companyNow: CompanyNow
}

/** The parts that runs going together share. */
export interface Together {
  /** Null for runs that ask Fiken themselves. */
  lists: Lists | null
  companyNow: CompanyNow
}

/** Makes a run of a held row, if the user's settings allow one. */
export async function begin(hold: Hold, { lists, companyNow }: Together): Promise<Run | Ending> {
  const { platform, row, signal, timeline } = hold
  lists?.mayGoOn(row)
  // What may be in Fiken already is settled whether the integration is on or off.
  const asked = { userId: row.userId, askedWhileOff: row.askedWhileOff || wasSent(row) }
  const blocker = await blockerAtStart(platform.db, asked)
  if (blocker !== null) return blockedBy(blocker, row)
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

/** Changes the run's copy of the row; the row itself is changed by the next write. */
export function patch(run: Hold, change: TransferChange): void {
  Object.assign(run.pendingPatch, change)
  Object.assign(run.row, change)
}

/**
 * Writes the pending patch and `change` to the row, together with the timeline since the last
 * write, so that a process killed a moment later loses nothing of it.
 *
 * @throws ClaimLost
 */
export async function write(run: Hold, change: TransferChange = {}): Promise<void> {
  if (!(await tryWrite(run, change))) throw new ClaimLost()
}

/**
 * Writes as write() does, but returns false and writes nothing when the claim is lost or the
 * settings no longer allow a transfer into `company`.
 */
export async function tryWrite(
  run: Hold,
  change: TransferChange,
  onlyIf: { company?: string } = {},
): Promise<boolean> {
  const full = { ...run.pendingPatch, ...change, updatedAt: instant(run.platform.clock) }
  const entries = run.timeline.take()
  let written = false
  try {
    const { db } = run.platform
    const rows = claimedRows(run.row, run.others)
    written = await writeClaimed(db, rows, run.claim, { change: full, entries, ...onlyIf })
  } finally {
    if (!written) run.timeline.putBack(entries)
  }
  if (!written) return false
  run.pendingPatch = {}
  Object.assign(run.row, full)
  run.platform.live.publish(run.row.userId, 'transfers')
  return true
}

/**
 * Begins a stage. The user sees it where something in it takes time: it is written before the
 * stage's first request leaves.
 */
export function enter(run: Hold, stage: Hold['stage'], text: string): void {
  if (run.signal.aborted) throw new LimiterClosed('the process is stopping')
  run.stage = stage
  run.timeline.step(stage, text, null)
  const shown = stage === 'issue' ? 'verify' : stage
  if (run.row.stage !== shown) patch(run, { stage: shown })
}

/**
 * Checks a request whose turn at Fiken has come. A run that has lost its row may still read there,
 * but changes nothing. A request that cannot be undone is checked once more, with the user's
 * settings (document.ts).
 *
 * @throws ClaimLost
 */
export async function guardRequest(run: Hold, request: { safe: boolean }): Promise<void> {
  if (Object.keys(run.pendingPatch).length > 0) return write(run)
  const rows = claimedRows(run.row, run.others)
  if (request.safe || (await holdsClaim(run.platform.db, rows, run.claim))) return
  throw new ClaimLost()
}
