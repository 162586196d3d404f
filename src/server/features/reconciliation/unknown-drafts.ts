import type { LedgerTransfer } from '../transfers/ledger-queries.ts'
import type { LedgerIndex } from './ledger.ts'
import { referenceOf, type NumberedJob } from './find-documents.ts'

/**
 * Uuids of documents that carry the number of a job of this month, but that none of its transfers
 * knows. Two ServiceM8 accounts number their jobs alike, so they may be of another job of ours,
 * from before the user changed accounts.
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
