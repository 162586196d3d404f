import type { ServiceM8Client } from '#clients/servicem8/client'
import type { JobPart, JobParts } from '#clients/servicem8/job-parts'
import { stampOf } from '#clients/servicem8/time'
import type { ClientContact, JobLine, JobPayment } from '#clients/servicem8/types'
import { portions } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ConfigurationRow } from '../configuration/queries.ts'
import { connectionOf } from '../connections/queries.ts'
import { findCursor } from './cursor-store.ts'
import { ofJobs } from './search-store.ts'
import { followAccount, NOTHING_READ, syncFromServiceM8 } from './servicem8-sync.ts'
import { mirrorStore } from './store.ts'
import type { SyncOptions, SyncResult } from './sync.ts'
import { PARTS_KEPT_DAYS, servicem8JobParts, type JobPartKind } from './tables.ts'

export type { JobPartKind }

/**
 * The mirror of the lines, contacts and payments of ServiceM8's jobs, so that many jobs need no
 * more requests than one job. Rows edited long ago are kept without their contents; a job with such
 * a row is fetched separately.
 */
const parts = mirrorStore({
  table: servicem8JobParts,
  scope: ['companyId', 'kind'],
  id: 'uuid',
  columns: ({ uuid, jobUuid }) => ({ uuid, jobUuid }),
  orderBy: ['uuid'],
})

const DAY_MS = 86_400_000

const LISTS = {
  job_lines: 'lines',
  job_contacts: 'contacts',
  job_payments: 'payments',
} as const satisfies Record<JobPartKind, keyof JobParts>

interface Values {
  job_lines: JobLine
  job_contacts: ClientContact
  job_payments: JobPayment
}

/**
 * Returns the kinds of job parts that the user's settings need. Payments are needed only when
 * approved jobs are transferred (rule 2).
 */
export function jobPartsNeeded({
  jobFetchType,
}: Pick<ConfigurationRow, 'jobFetchType'>): JobPartKind[] {
  const always = ['job_lines', 'job_contacts'] as const
  return jobFetchType === 'awaiting_payment' ? [...always, 'job_payments'] : [...always]
}

/**
 * Returns true if these parts have been read completely, so that a row missing here does not exist.
 */
export async function jobPartsWereRead(
  db: Db,
  companyId: string,
  kinds: readonly JobPartKind[],
): Promise<boolean> {
  const connection = await connectionOf(db, companyId, 'servicem8')
  const account = connection?.account
  if (!account) return false
  const cursors = await Promise.all(kinds.map((kind) => findCursor(db, companyId, kind, account)))
  return cursors.every(({ completedAt }) => completedAt !== null)
}

/**
 * Fetches changes to the account's job lines, contacts or payments into our copy.
 *
 * @throws ExternalError, LimiterClosed; the pages read before the error have been stored
 */
export async function refreshJobParts(
  platform: Platform,
  companyId: string,
  client: ServiceM8Client,
  kind: JobPartKind,
  options: SyncOptions = {},
): Promise<SyncResult> {
  const { db } = platform
  const ofKind = { dropAll: (tx: Db) => parts.dropAll(tx, { companyId, kind }) }
  const account = await followAccount(db, companyId, [kind], ofKind)
  if (!account) return NOTHING_READ
  const keptFrom = stampOf(platform.clock.now() - PARTS_KEPT_DAYS * DAY_MS, account.timeZone)
  return syncFromServiceM8<JobPart<Values[JobPartKind]>>(
    platform,
    kind,
    account,
    options,
    (from) => client.jobParts[LISTS[kind]](from),
    (rows, askedAt) =>
      parts.upsertSeen(
        db,
        { companyId, kind },
        rows.map((row) => (row.editDate < keptFrom ? { ...row, value: null } : row)),
        askedAt,
      ),
  )
}

/**
 * Returns the parts of each job, by the job's uuid in lower case; null for a job with a row whose
 * contents are no longer kept.
 */
export async function jobPartsOf<Kind extends JobPartKind>(
  db: Db,
  companyId: string,
  kind: Kind,
  jobUuids: readonly string[],
): Promise<Map<string, Values[Kind][] | null>> {
  const asked = jobUuids.map((uuid) => uuid.toLowerCase())
  const byJob = new Map<string, Values[Kind][] | null>(asked.map((uuid) => [uuid, []]))
  for (const some of portions(asked, (uuid) => uuid)) {
    const condition = ofJobs(some)
    for (const { jobUuid, value } of await parts.find(db, { companyId, kind }, { condition })) {
      const known = byJob.get(jobUuid)
      if (value === null) byJob.set(jobUuid, null)
      else known?.push(value as Values[Kind])
    }
  }
  return byJob
}
