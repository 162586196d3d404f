import { plainReference } from '../drafts/collective/named-jobs.ts'
import { shareOf } from '../drafts/collective/shares.ts'
import { draftUuid } from '../drafts/draft-uuid.ts'
import { jobReference } from '../drafts/texts.ts'
import type { LedgerTransfer } from '../transfers/ledger-queries.ts'
import type { LedgerDocument, LedgerIndex } from './ledger.ts'

/** A job as far as documents are of it. */
export interface NumberedJob {
  uuid: string
  number: string
  /** Øre; null when it cannot be read. */
  total: number | null
}

/** What documents of a month's jobs are found by. */
export interface Known {
  accountUuid: string
  /** The company that is chosen now. */
  slug: string
  ledger: LedgerIndex
  /** By a draft's uuid, lower-cased: the jobs whose draft it is known to be, whatever their month. */
  owners: ReadonlyMap<string, readonly string[]>
  /** From byReferenceOf(), of the month's jobs. */
  byReference: ReadonlyMap<string, NumberedJob>
}

/** Revisions that a row may not know: a backup was restored. */
const FURTHER_REVISIONS = 2

/** The uuids that a job's draft may carry in a company, whatever we know of it. */
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

/** As it is written on drafts (drafts/draft.ts). */
export function referenceOf(job: Pick<NumberedJob, 'uuid' | 'number'>): string {
  return `Jobb ${jobReference(job)}`
}

/** The jobs by the reference that stands on their drafts, as people may retype it. */
export const byReferenceOf = (jobs: readonly NumberedJob[]): ReadonlyMap<string, NumberedJob> =>
  new Map(jobs.map((job) => [plainReference(referenceOf(job)), job]))

/** What is in Fiken for a job. */
export interface Found {
  /** What the transfer says that it made. */
  own: LedgerDocument | undefined
  /** Ours by its uuid, but the transfer does not know it. */
  ours: LedgerDocument[]
  /** Neither: it only carries the job's number. */
  byHand: LedgerDocument[]
}

/** Looks a job up by its transfer, by the uuids of its draft, and by its reference. */
export function find(known: Known, job: NumberedJob, transfer: LedgerTransfer | null): Found {
  const { ledger, slug, accountUuid } = known
  const home = transfer?.slug ?? slug
  const made = transfer
    ? (ledger.byUuid(home, transfer.draftUuid) ?? ledger.byDraftId(home, transfer.draftId ?? null))
    : undefined
  // Of a draft of several jobs, each stands for its part.
  const own = made && { ...made, gross: shareOf(made.gross, transfer?.share ?? null) }
  // What a new draft stands for asks for nothing, also where it had been paid before it was credited.
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
 * Is the document of as many other jobs as it names? Then this job only has the number of one of them:
 * two ServiceM8 accounts number their jobs alike.
 */
function isOfOthers({ owners }: Known, { uuid, jobs }: LedgerDocument, job: NumberedJob) {
  const theirs = owners.get(uuid.toLowerCase())
  if (!theirs || theirs.includes(job.uuid)) return false
  return theirs.length >= Math.max(1, jobs.length)
}

/**
 * What of a document is the job's, øre, where it is known by its reference alone: its share by what the
 * named jobs come to. Where not all of them are known here, it is what the job itself comes to, as long as
 * they come to no more than the document.
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
