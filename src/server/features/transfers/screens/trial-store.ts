import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '../../../platform/database/database.ts'
import type { JobSnapshot } from '../../service-jobs/snapshot.ts'
import { transfers } from '../tables.ts'

export async function newestJobs(
  db: Db,
  companyId: string,
  most: number,
): Promise<{ id: string; snapshot: JobSnapshot }[]> {
  const rows = await db
    .select({ id: transfers.id, snapshot: transfers.snapshot })
    .from(transfers)
    .where(and(eq(transfers.companyId, companyId), isNotNull(transfers.snapshot)))
    .orderBy(desc(transfers.createdAt), desc(transfers.id))
    .limit(most)
  return rows.flatMap(({ id, snapshot }) => (snapshot ? [{ id, snapshot }] : []))
}
