import { and, eq, inArray, not } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { transfers } from './tables.ts'

/** The transfers that these jobs of ServiceM8 have, by the job's uuid; deleted ones are no place to go to. */
export async function transfersOfJobs(db: Db, userId: string, jobUuids: readonly string[]): Promise<Map<string, string>> {
  if (jobUuids.length === 0) return new Map()
  const rows = await db
    .select({ job: transfers.servicem8JobId, id: transfers.id })
    .from(transfers)
    .where(and(eq(transfers.userId, userId), inArray(transfers.servicem8JobId, [...jobUuids]), not(transfers.skipTransfer)))
  return new Map(rows.map((row) => [row.job, row.id]))
}
