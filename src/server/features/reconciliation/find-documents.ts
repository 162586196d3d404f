import { plainReference } from '../drafts/collective/named-jobs.ts'
import { shareOf } from '../drafts/collective/shares.ts'
import { draftUuid } from '../drafts/draft-uuid.ts'
import { jobReference } from '../drafts/texts.ts'
import type { LedgerTransfer } from '../transfers/ledger-queries.ts'
import type { LedgerDocument, LedgerIndex } from './ledger.ts'

export interface NumberedJob {
  uuid: string
  number: string
  /** The total in øre; null when it cannot be parsed. */
  total: number | null
}

export interface Known {
  accountUuid: string
  slug: string
  ledger: LedgerIndex
  /** The known jobs of each draft, of any month, by the draft's uuid in lower case. */
  owners: ReadonlyMap<string, readonly string[]>
  byReference: ReadonlyMap<string, NumberedJob>
}

/** The number of revisions above the stored one that might exist after a backup was restored. */
const FURTHER_REVISIONS = 2

/** Returns the uuids that a job's draft might have in a company, including unstored revisions. */
export function uuidsOf(
  accountUuid: string,
  slug: string,
  jobUuid: string,
  revision: number,
): string[] {
  return Array.from({ length: revision + FURTHER_REVISIONS + 1 }, (_, index) =>
    draftUuid({ accountUuid, fikenCompanySlug: slug, jobUuid, revision: index }),
  )
}

export function referenceOf(job: Pick<NumberedJob, 'uuid' | 'number'>): string {
  return `Jobb ${jobReference(job)}`
}

/** Returns the jobs by the reference on their drafts, normalised because users can retype it. */
export const byReferenceOf = (jobs: readonly NumberedJob[]): ReadonlyMap<string, NumberedJob> =>
  new Map(jobs.map((job) => [plainReference(referenceOf(job)), job]))

export interface Found {
  own: LedgerDocument | undefined
  /** The documents that are ours by their uuid, but not recorded on the transfer. */
  ours: LedgerDocument[]
  /** The documents that match the job only by its number. */
  byHand: LedgerDocument[]
}

export function find(known: Known, job: NumberedJob, transfer: LedgerTransfer | null): Found {
  const { ledger, slug, accountUuid } = known
  const home = transfer?.slug ?? slug
  const made = transfer
    ? (ledger.byUuid(home, transfer.draftUuid) ?? ledger.byDraftId(home, transfer.draftId ?? null))
    : undefined
  // If the draft contains several jobs, only this job's share counts.
  const own = made && { ...made, gross: shareOf(made.gross, transfer?.share ?? null) }
  // An invoice that was replaced by a new draft counts as credited, even if it had been paid before
  // it was credited.
  const seen = (document: LedgerDocument): LedgerDocument =>
    document.uuid !== '' && document.uuid.toLowerCase() === transfer?.replacedUuid
      ? { ...document, credited: true }
      : document
  const ours = new Set<LedgerDocument>()
  const byHand = new Set<LedgerDocument>()
  for (const place of new Set([slug, home])) {
    for (const uuid of uuidsOf(
      transfer?.accountUuid ?? accountUuid,
      place,
      job.uuid,
      transfer?.revision ?? 0,
    )) {
      const document = ledger.byUuid(place, uuid)
      if (document && document !== made) ours.add(document)
    }
    for (const document of ledger.byReference(place, referenceOf(job))) {
      if (document !== made && !ours.has(document) && !isOfOthers(known, document, job))
        byHand.add({ ...seen(document), gross: partOf(known, document, job) })
    }
  }
  return { own, ours: [...ours].map(seen), byHand: [...byHand] }
}

/**
 * Returns true if the document belongs to at least as many other jobs as it names. The given job
 * then merely has the same number as one of them, because two ServiceM8 accounts can use the same
 * job numbers.
 */
function isOfOthers({ owners }: Known, { uuid, jobs }: LedgerDocument, job: NumberedJob) {
  const theirs = owners.get(uuid.toLowerCase())
  if (!theirs || theirs.includes(job.uuid)) return false
  return theirs.length >= Math.max(1, jobs.length)
}

/**
 * Returns the job's part, in øre, of a document that is known only by its reference: its share
 * according to the totals of the named jobs. If some named jobs are unknown, the part is the job's
 * own total, as long as the known totals do not exceed the document's total.
 */
function partOf(
  { byReference }: Known,
  { jobs, namesMore, gross }: LedgerDocument,
  job: NumberedJob,
): number {
  if (jobs.length === 0) return gross
  const named = jobs.map((reference) => byReference.get(reference))
  const parts = named.map((one) => Math.max(0, one?.total ?? 0))
  const place = named.findIndex((one) => one?.uuid === job.uuid)
  const isKnown = !namesMore && named.every((one) => one && one.total !== null)
  const sum = parts.reduce((total, part) => total + part, 0)
  if (place !== -1 && (isKnown || sum > gross)) return shareOf(gross, { parts, place })
  return Math.min(Math.max(0, job.total ?? 0), gross)
}

/**
 * Returns the uuids of documents that contain the number of one of the month's jobs, but are not
 * recorded on the month's transfers. Two ServiceM8 accounts can use the same job numbers, so these
 * documents might belong to other jobs, from before the user connected another account.
 */
export function unknownDrafts({
  jobs,
  transfers,
  ledger,
  slugs,
}: {
  jobs: readonly Pick<NumberedJob, 'uuid' | 'number'>[]
  transfers: readonly LedgerTransfer[]
  ledger: LedgerIndex
  slugs: readonly string[]
}): string[] {
  const known = new Set(
    transfers.flatMap(({ draftUuid }) => (draftUuid ? [draftUuid.toLowerCase()] : [])),
  )
  const found = new Set<string>()
  for (const job of jobs) {
    for (const slug of slugs) {
      for (const { uuid } of ledger.byReference(slug, referenceOf(job))) {
        if (uuid && !known.has(uuid.toLowerCase())) found.add(uuid.toLowerCase())
      }
    }
  }
  return [...found]
}
