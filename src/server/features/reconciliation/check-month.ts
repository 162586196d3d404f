import { isExternalError } from '#clients/http/external-error'
import type { ReconciliationProgress } from '#shared/contracts/reconciliation'
import { addMonths, osloInstant } from '#shared/dates'
import { instant } from '../../platform/clock.ts'
import { HttpError } from '../../platform/http-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { configurationOf } from '../configuration/queries.ts'
import { openFiken, openServicem8 } from '../connections/tokens/open-clients.ts'
import { laneIsBusy } from '../transfers/actions/resume.ts'
import {
  jobsOfDrafts,
  lastMoveOf,
  type LedgerTransfer,
  transfersForLedger,
} from '../transfers/ledger-queries.ts'
import { compare, type ListedJob } from './compare.ts'
import { unknownDrafts } from './find-documents.ts'
import { fingerprintOf } from './fingerprint.ts'
import { indexLedgers, type Ledger, mergeLedgers } from './ledger.ts'
import { listCompleted, listedJob, listSince, paymentsFor, turnsOnPayments } from './read-jobs.ts'
import { readLedger } from './read-ledger.ts'
import { type MonthResult, storeProgress } from './store.ts'
import { summarize } from './sums.ts'

/**
 * The pause in milliseconds after each page, during which waiting transfers can use the lane: three
 * requests for each request of the check.
 */
const ROOM_MS = 750

/**
 * Checks a month with list requests only, so that the cost depends on the number of pages, not of
 * jobs. Our transfers are read before Fiken's lists, so that the drafts recorded on them must be in
 * the lists. The transfers are read again afterwards, so that transfers changed in between are
 * recognised and left out.
 * @throws HttpError (not connected, no company), ExternalError, LimiterClosed
 */
export async function checkMonth(
  platform: Platform,
  companyId: string,
  month: string,
  signal: AbortSignal,
): Promise<MonthResult> {
  const { db } = platform
  const configuration = await configurationOf(db, companyId)
  const slug = configuration.fikenCompanySlug
  if (!slug || configuration.requiresCompanySelection)
    throw new HttpError(409, 'no_company', 'Velg selskap i Fiken først.')
  const range = { from: osloInstant(`${month}-01`), to: osloInstant(`${addMonths(month, 1)}-01`) }
  const servicem8 = await openServicem8(platform, companyId, { signal })
  const { client: fiken, lane } = await openFiken(platform, companyId, { signal })

  const report = async (progress: ReconciliationProgress) => {
    await storeProgress(db, companyId, month, progress)
    platform.live.publish(companyId, 'reconciliation')
  }

  await report({ step: 'jobs', done: 0, total: null })
  const listed = await listCompleted(servicem8, range, signal)
  const jobUuids = listed.map((job) => job.uuid)
  const before = await transfersForLedger(db, companyId, { ...range, jobUuids })
  const seen = new Set(jobUuids)
  const rest = await listSince(
    servicem8,
    before.filter((transfer) => !seen.has(transfer.jobUuid)),
    signal,
  )
  const known = new Set(before.map((transfer) => transfer.jobUuid))
  const doubtful = listed.filter(
    (job) => !known.has(job.uuid) && turnsOnPayments(job, configuration),
  )
  const payments = await paymentsFor(servicem8, doubtful, range.from, signal)
  const jobs = [...listed, ...rest].map((job) =>
    listedJob(job, payments.get(job.uuid) ?? [], configuration),
  )

  const unread = new Set<string>()
  const readAll = async (): Promise<Ledger[]> => {
    const all: Ledger[] = []
    for (const place of placesOf(slug, before)) {
      const ledger = await readLedger(fiken.company(place), earliest(range.from, before), {
        signal,
        pause: async (step, done, total) => {
          await report({ step, done, total })
          if (await laneIsBusy(platform, lane))
            await platform.clock.sleep(ROOM_MS * platform.ladderScale, signal)
        },
      }).catch((error: unknown) => withoutAccess(error, place, slug))
      if (ledger) all.push(ledger)
      else unread.add(place)
    }
    return all
  }
  const judge = async (all: readonly Ledger[]) => {
    const transfers = await transfersForLedger(db, companyId, { ...range, jobUuids })
    const ledger = indexLedgers(all)
    const slugs = all.map((one) => one.slug)
    return compare({
      from: range.from.toISOString(),
      to: range.to.toISOString(),
      now: instant(platform.clock),
      accountUuid: servicem8.accountUuid,
      slug,
      jobs,
      transfers,
      touched: touchedBetween(before, transfers),
      lastMove: await lastMoveOf(db, companyId),
      ledger,
      unread,
      owners: await jobsOfDrafts(db, companyId, unknownDrafts({ jobs, transfers, ledger, slugs })),
    })
  }

  const all = await readAll()
  await report({ step: 'compare', done: jobs.length, total: jobs.length })
  let rows = await judge(all)
  // A row can be missed even though the number of rows is right, if one row is removed and another
  // added during the reading. A draft is therefore reported as deleted only after a second reading.
  if (rows.some((row) => row.kind === 'draft_deleted'))
    rows = await judge(mergeLedgers(all, await readAll()))
  return {
    checkedAt: instant(platform.clock),
    fikenCompanySlug: slug,
    summary: summarize(rows),
    rows: inOrder(rows, jobs),
    fingerprint: fingerprintOf(rows),
  }
}

function placesOf(slug: string, transfers: readonly LedgerTransfer[]): string[] {
  return [
    ...new Set([
      slug,
      ...transfers.flatMap((transfer) =>
        transfer.slug && transfer.draftUuid ? [transfer.slug] : [],
      ),
    ]),
  ]
}

/**
 * Returns null if a former company is no longer accessible, so that its documents are unknown;
 * rethrows all other errors.
 */
function withoutAccess(error: unknown, place: string, chosen: string): null {
  if (place !== chosen && isExternalError(error, 'forbidden', 'not_found', 'payment_required'))
    return null
  throw error
}

/**
 * Returns the earliest time to read documents from: `from`, or the creation of the oldest transfer,
 * because a job can have been transferred before it was completed again.
 */
function earliest(from: Date, transfers: readonly LedgerTransfer[]): Date {
  return new Date(
    Math.min(from.getTime(), ...transfers.map((transfer) => transfer.createdAt.getTime())),
  )
}

function touchedBetween(
  before: readonly LedgerTransfer[],
  after: readonly LedgerTransfer[],
): Set<string> {
  const then = new Map(before.map((transfer) => [transfer.id, transfer.updatedAt.getTime()]))
  return new Set(
    after.flatMap(({ id, updatedAt }) => (then.get(id) === updatedAt.getTime() ? [] : [id])),
  )
}

function inOrder(rows: MonthResult['rows'], jobs: readonly ListedJob[]): MonthResult['rows'] {
  const place = new Map(jobs.map((job, index) => [job.uuid, index]))
  const orderOf = (row: MonthResult['rows'][number]) => row.completedAt ?? ''
  return rows.toSorted(
    (a, b) =>
      orderOf(a).localeCompare(orderOf(b)) ||
      (place.get(a.jobUuid) ?? 0) - (place.get(b.jobUuid) ?? 0),
  )
}
