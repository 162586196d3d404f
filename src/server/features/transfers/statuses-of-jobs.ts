import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '../../platform/database/database.ts'

export interface JobStatus {
  transferId: string
  status: string
  skipped: boolean
  updatedAt: Date
}

/** How the transfers of these jobs stand now. */
export async function statusesOfJobs(db: Db, userId: string, jobUuids: readonly string[]): Promise<Map<string, JobStatus>> {
  if (jobUuids.length === 0) return new Map()
  const rows = await rowsOf<{ job: string; id: string; status: string; skipped: boolean; at: Date | string }>(
    db,
    sql`select servicem8_job_id as job, id, status, skip_transfer as skipped, updated_at as at from transfers
        where user_id = ${userId} and servicem8_job_id in (select jsonb_array_elements_text(${JSON.stringify(jobUuids)}::jsonb))`,
  )
  return new Map(
    rows.map(({ job, id, status, skipped, at }) => [job, { transferId: id, status, skipped, updatedAt: new Date(at) }]),
  )
}
