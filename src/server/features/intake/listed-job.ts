import type { Job } from '#clients/servicem8/types'
import type { Db } from '../../platform/database/database.ts'
import { clientFromMirror } from '../mirrors/clients.ts'
import { columnsOfJob } from '../service-jobs/job-columns.ts'

/** What a list says of a job, with its client from the mirror; its lines follow at a look. */
export async function columnsOfListedJob(db: Db, userId: string, job: Job, now: Date) {
  const client = job.companyUuid ? await clientFromMirror(db, userId, job.companyUuid) : null
  return columnsOfJob({
    job,
    lines: [],
    payments: [],
    jobContacts: [],
    client: client?.client ?? null,
    headOffice: null,
    clientContacts: [],
    leftOut: [],
    fetchedAt: now.toISOString(),
  })
}
