import type { FikenCompany } from '#clients/fiken/client'
import type { InvoiceDraft } from '#clients/fiken/types'
import type { Stage } from '#shared/transfer-status'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { LimiterClosed } from '../../../platform/limiter/vendor-limiter.ts'
import { configurationOf, type ConfigurationRow } from '../../configuration/queries.ts'
import { companyProfile, type CompanyProfile } from '../../connections/company/company-profile.ts'
import { openFiken } from '../../connections/tokens/open-clients.ts'
import {
  ClaimLost,
  type DocumentChange,
  type DocumentRun,
  type DocumentState,
} from '../../documents/document-run.ts'
import type { Proof } from '../../documents/many-at-once.ts'
import type { FikenLists } from './earlier/same-job.ts'
import { wasSent } from '../queries.ts'
import { blockerAtStart, lockClaimed, readBlocker, type Blocker } from '../settings-store.ts'
import type { TransferChange, TransferRow } from '../tables.ts'
import { createTimeline, type Timeline } from '../timeline.ts'
import { claimedRows, holdsClaim, writeClaimed } from './claim-store.ts'
import { readKnownSince, type KnownSince } from './earlier/earlier-store.ts'
import {
  afterAbsence,
  blockedBy,
  failed,
  lookAgain,
  NotSent,
  stillUnlisted,
  uuidUsed,
  type Ending,
} from './ending.ts'

export interface Work {
  platform: Platform
  row: TransferRow
  timeline: Timeline
  signal: AbortSignal
  configuration: ConfigurationRow
  company: CompanyProfile
  fiken: FikenCompany
}

/**
 * Access to Fiken's lists, which are read once for all runs of a batch (batch.ts). `ofNew` and
 * `ofMade` wait until the batch's other runs have reached the same point.
 */
export interface Lists {
  /**
   * Lets the run continue.
   * @throws NotSent when an earlier run of the batch could not reach Fiken; this run is then
   * requeued
   */
  mayGoOn(row: TransferRow): void
  /**
   * Returns, before the create request, whether the lists prove that no draft exists. Throws like
   * mayGoOn().
   */
  ofNew(run: Run): Promise<Proof>
  /** Returns the draft just created; null when no list shows it. Throws like mayGoOn(). */
  ofMade(run: Run): Promise<InvoiceDraft | null>
  /** Returns the shared lists that can contain documents of this job from an earlier account. */
  known(run: Run): Partial<FikenLists>
}

/** Returns the company's data; `read` is called once for all runs that share the function. */
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

export interface Hold extends Pick<Work, 'platform' | 'row' | 'timeline' | 'signal'> {
  claim: string
  /**
   * The other rows of a run of several jobs. The run works on the first row, and its writes go to
   * all rows (decision 0054).
   */
  others: readonly TransferRow[]
  /** The changes stored with the next write, at the latest before the next request is sent. */
  pendingPatch: TransferChange
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

export interface Run extends Work, Hold {
  /** The time since which all actions in Fiken are known; null when none are missing. */
  knownSince: KnownSince | null
  lists: Lists | null
  companyNow: CompanyNow
}

export interface Together {
  lists: Lists | null
  companyNow: CompanyNow
}

export async function begin(hold: Hold, { lists, companyNow }: Together): Promise<Run | Ending> {
  const { platform, row, signal, timeline } = hold
  lists?.mayGoOn(row)
  // A draft that may be in Fiken is handled whether the integration is on or off.
  const asked = { companyId: row.companyId, askedWhileOff: row.askedWhileOff || wasSent(row) }
  const blocker = await blockerAtStart(platform.db, asked)
  if (blocker !== null) return blockedBy(blocker, row)
  const configuration = await configurationOf(platform.db, row.companyId)
  const slug = configuration.fikenCompanySlug
  if (!slug) return failed('no_company')
  const guard = (request: { safe: boolean }) => guardRequest(hold, request)
  const options = { signal, observe: timeline.observe, guard }
  const { client } = await openFiken(platform, row.companyId, options)
  const company = await companyProfile(platform, row.companyId, slug, { client, asksOn: true })
  if (!company) return failed('no_company')
  const knownSince = await readKnownSince(platform.db, row.companyId)
  const fiken = client.company(slug)
  // The same object is returned, because the guard checks the object that the steps write to.
  return Object.assign(hold, { configuration, company, fiken, knownSince, lists, companyNow })
}

/** Changes the run's copy of the row; the next write changes the row itself. */
export function patch(run: Hold, change: TransferChange): void {
  Object.assign(run.pendingPatch, change)
  Object.assign(run.row, change)
}

/**
 * Writes a change, together with the patch and the timeline so far, so that a process killed right
 * afterwards loses nothing.
 * @throws ClaimLost
 */
export async function write(run: Hold, change: TransferChange = {}): Promise<void> {
  if (!(await tryWrite(run, change))) throw new ClaimLost()
}

/**
 * Writes a change like write(), but writes nothing and returns false when the claim is lost or the
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
  run.platform.live.publish(run.row.companyId, 'transfers')
  return true
}

/**
 * Begins a stage, which is written before the stage's first request, so that the user sees stages
 * that take time.
 */
export function enter(run: Hold, stage: Hold['stage'], text: string): void {
  if (run.signal.aborted) throw new LimiterClosed('the process is stopping')
  run.stage = stage
  run.timeline.step(stage, text, null)
  const shown = stage === 'issue' ? 'verify' : stage
  if (run.row.stage !== shown) patch(run, { stage: shown })
}

/**
 * Checks the claim right before a request is sent. A run that has lost its claim may still read,
 * but not change anything. Requests that cannot be undone are also checked against the user's
 * settings by beforeSend().
 *
 * @throws ClaimLost
 */
export async function guardRequest(run: Hold, request: { safe: boolean }): Promise<void> {
  if (Object.keys(run.pendingPatch).length > 0) return write(run)
  const rows = claimedRows(run.row, run.others)
  if (request.safe || (await holdsClaim(run.platform.db, rows, run.claim))) return
  throw new ClaimLost()
}

/**
 * Returns the document that a run works on.
 * @param company where the draft may have been created earlier, if not the run's company
 */
export function documentOf(
  run: Run,
  uuid: string = run.row.fikenDraftUuid ?? '',
  company: FikenCompany = run.fiken,
): DocumentRun<Ending> {
  const { platform, signal, row } = run
  return {
    platform,
    fiken: company,
    signal,
    uuid,
    failures: row.attempts,
    keepsLooking: false,
    state: () => stateOf(run.row),
    note: (text, ok) => run.timeline.step(run.stage, text, ok),
    write: (change) => write(run, columnsOf(run.row, change)),
    beforeSend: (change) => beforeSend(run, columnsOf(run.row, change)),
    endings: {
      lookAgain,
      unlisted: stillUnlisted,
      gone: (absence, isKnown) => afterAbsence(run.row, absence, isKnown),
      uuidUsed,
      noNumberSeries: () => failed('missing_number_series'),
    },
  }
}

function stateOf(row: TransferRow): DocumentState {
  const { fikenInvoiceDraftId, outcomeUnknown, fikenData, invoiceRequest, absence } = row
  const attempts = fikenData?.attempts ?? []
  return { draftId: fikenInvoiceDraftId, outcomeUnknown, attempts, invoiceRequest, absence }
}

function columnsOf(
  { fikenData }: TransferRow,
  { draftId, attempts, ...same }: DocumentChange,
): TransferChange {
  return {
    ...same,
    ...(draftId === undefined ? {} : { fikenInvoiceDraftId: draftId }),
    ...(attempts && fikenData ? { fikenData: { ...fikenData, attempts: [...attempts] } } : {}),
  }
}

/**
 * The most attempts of the pre-send check; a second one is needed only when the user changes the
 * settings back during the check.
 */
const TRIES = 5

/**
 * Makes the pre-send check: a request that cannot be undone is sent only if the run still holds its
 * claim and the settings still allow the request once the rate limiter lets it through; during a
 * long wait, the user may have chosen another company. The rule itself is `blockerOf` in
 * settings-store.ts. The SQL statement that checks also writes the patch.
 * @throws ClaimLost, NotSent: the request is not sent
 */
async function beforeSend(run: Run, patch: TransferChange): Promise<void> {
  for (let tries = 1; !(await tryWrite(run, patch, { company: run.fiken.slug })); tries += 1) {
    const blocker = await whyNot(run)
    if (blocker !== null) throw new NotSent(blockedBy(blocker, run.row))
    if (tries === TRIES) throw new Error('The pre-send check and its reason do not agree')
  }
}

async function whyNot({ platform, row, others, claim, fiken }: Run): Promise<Blocker | null> {
  return platform.db.transaction(async (tx) => {
    // Settings are locked before the row, in the same order as in every other transaction.
    const read = ({ askedWhileOff }: { askedWhileOff: boolean }) =>
      readBlocker(tx, row.companyId, askedWhileOff, fiken.slug, { hold: true })
    const blocker = await read(row)
    // Every transaction locks rows in this order.
    const rows = [row, ...others].toSorted((one, other) => (one.id < other.id ? -1 : 1))
    const held = []
    for (const one of rows) held.push(await lockClaimed(tx, one, claim))
    if (held.some((one) => one === null)) throw new ClaimLost()
    const other = held.find((one) => one?.askedWhileOff !== row.askedWhileOff)
    return other ? ((await read(other)) ?? blocker) : blocker
  })
}
