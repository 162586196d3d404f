import { and, asc, eq, inArray, or } from 'drizzle-orm'
import type { CauseCode } from '#shared/causes/index'
import type { Db } from '../../../platform/database/database.ts'
import { transfers } from '../tables.ts'
import { ratesOfRow } from '../waiting/queries.ts'
import { causeColumn } from './list-store.ts'
import { keptOf, waitsFor } from '../queries.ts'

/**
 * The causes for which transfers wait for Fiken. After a new grant the company must be chosen
 * again, so transfers waiting for one of the two can then wait for the other.
 */
const WAITS_FOR_FIKEN: readonly CauseCode[] = ['fiken_grant_dead', 'no_company']

/**
 * Returns the jobs that failed because of the cause, and the number of transfers waiting for it to
 * be fixed.
 */
export async function stoppedBy(
  db: Db,
  companyId: string,
  cause: CauseCode,
  { limit, fikenIsDead }: { limit: number; fikenIsDead: boolean },
): Promise<{ jobs: { id: string; rates: string[] }[]; waiting: number }> {
  const own = keptOf(companyId)
  const jobs = await db
    .select({ id: transfers.id, rates: ratesOfRow })
    .from(transfers)
    .where(and(own, eq(transfers.status, 'failed'), eq(causeColumn(), cause)))
    .orderBy(asc(transfers.createdAt), asc(transfers.id))
    .limit(limit)
  const ofFiken = WAITS_FOR_FIKEN.some((code) => code === cause)
  const queued = eq(transfers.status, 'queued')
  const byCode = inArray(causeColumn(), ofFiken ? [...WAITS_FOR_FIKEN] : [cause])
  // When the grant is dead, the whole queue waits, whether or not a run has failed because of it.
  const queue = ofFiken && fikenIsDead ? queued : and(queued, byCode)
  const company = waitsFor('company')
  const waiting = await db.$count(transfers, and(own, ofFiken ? or(queue, company) : queue))
  return { jobs, waiting }
}
