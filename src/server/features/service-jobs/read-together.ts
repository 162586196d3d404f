import type { VendorCall } from '#clients/http/transport'
import { inTheirOrder } from '#clients/servicem8/job-parts'
import { stampOf } from '#clients/servicem8/time'
import type { Job } from '#clients/servicem8/types'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { configurationOf } from '../configuration/queries.ts'
import { openServicem8 } from '../connections/tokens/open-clients.ts'
import { clientContactsReadAt, clientsByUuid, refreshClients } from '../mirrors/clients.ts'
import { ensureLinesMirrored } from '../mirrors/ensure-lines.ts'
import {
  type JobPartKind,
  jobPartsNeeded,
  jobPartsOf,
  jobPartsWereRead,
  refreshJobParts,
} from '../mirrors/job-parts.ts'
import { taxRatesOf } from '../mirrors/tax-rates.ts'
import { allEnded, bare, type FetchedJob } from './fetch-job.ts'
import { listOver } from './find-not-over.ts'
import { linesAgree } from './lines-agree.ts'
import type { JobSnapshot } from './snapshot.ts'

export interface JobByLists extends FetchedJob {
  calls: readonly VendorCall[]
}

export type JobsByLists = ReadonlyMap<string, JobByLists>

/** The fewest jobs to fetch together; a single job costs fewer calls when it is fetched alone. */
const WORTH_IT = 2

/**
 * Fetches many jobs with the same result as fetchJob(), using five calls in all, or six with
 * payments: one list of completed jobs, and then the changes to our mirrors of lines, contacts and
 * other parts. Returns only jobs whose data is proved to be complete; the caller fetches the others
 * individually.
 *
 * The proof: each mirror had been read to its end before, and its changes were read after the job,
 * so the mirror contains everything ServiceM8 had about the job at that time; every row of the job
 * can be read; and the lines add up to the job's total.
 *
 * @param editedAfter no relevant job was edited before this time; the list is read from an hour
 * earlier
 * @throws ExternalError, HttpError (not connected), LimiterClosed
 */
export async function readJobsTogether(
  platform: Platform,
  companyId: string,
  { jobUuids, editedAfter }: { jobUuids: readonly string[]; editedAfter: Date },
  signal?: AbortSignal,
): Promise<JobsByLists> {
  const { db, clock } = platform
  const kinds = jobPartsNeeded(await configurationOf(db, companyId))
  if (!(await wereRead(db, companyId, kinds))) return new Map()
  const calls: VendorCall[] = []
  const { client, accountUuid, currency, timeZone } = await openServicem8(platform, companyId, {
    signal,
    observe: (call) => calls.push(call),
  })
  const fetchedAt = new Date(clock.now()).toISOString()
  const since = stampOf(editedAfter, timeZone)
  const jobs = [...(await listOver(client, new Set(jobUuids), since, signal)).values()]
  if (jobs.length < WORTH_IT) return new Map()
  await allEnded([
    refreshClients(platform, companyId, client, { signal }),
    ...kinds.map((kind) => refreshJobParts(platform, companyId, client, kind, { signal })),
  ])
  const snapshots = await snapshotsFromMirrors(db, companyId, jobs, {
    withPayments: kinds.includes('job_payments'),
  })
  const lines = snapshots.flatMap((snapshot) => snapshot.lines)
  await ensureLinesMirrored(platform, companyId, client, lines, signal)
  const rates = await taxRatesOf(db, companyId)
  return new Map(
    snapshots
      .filter(({ job, lines }) => linesAgree(job, lines, rates))
      .map((snapshot) => [
        snapshot.job.uuid,
        { accountUuid, currency, snapshot: { ...snapshot, fetchedAt }, calls },
      ]),
  )
}

async function wereRead(
  db: Db,
  companyId: string,
  kinds: readonly JobPartKind[],
): Promise<boolean> {
  const contactsReadAt = await clientContactsReadAt(db, companyId)
  return contactsReadAt !== null && (await jobPartsWereRead(db, companyId, kinds))
}

async function snapshotsFromMirrors(
  db: Db,
  companyId: string,
  jobs: readonly Job[],
  { withPayments }: { withPayments: boolean },
): Promise<JobSnapshot[]> {
  const uuids = jobs.map(({ uuid }) => uuid)
  const lines = await jobPartsOf(db, companyId, 'job_lines', uuids)
  const contacts = await jobPartsOf(db, companyId, 'job_contacts', uuids)
  const payments = withPayments ? await jobPartsOf(db, companyId, 'job_payments', uuids) : null
  const partiesOf = await partiesFromMirror(db, companyId, jobs)
  return jobs.flatMap((job) => {
    const key = job.uuid.toLowerCase()
    const own = {
      lines: lines.get(key),
      jobContacts: contacts.get(key),
      payments: payments === null || job.paymentReceived ? [] : payments.get(key),
    }
    const parties = partiesOf(job)
    if (!own.lines || !own.jobContacts || !own.payments || !parties) return []
    const { jobContacts, payments: paid } = own
    const inOrder = inTheirOrder(own.lines)
    const read = { lines: inOrder, jobContacts, payments: paid, paymentsRead: withPayments }
    return [{ ...bare(job), ...read, ...parties }]
  })
}

type Parties = Pick<JobSnapshot, 'client' | 'headOffice' | 'clientContacts'>

/**
 * Returns a function that finds a job's client, head office and the contacts of the one that is
 * billed; null when the mirror lacks any of them.
 */
async function partiesFromMirror(
  db: Db,
  companyId: string,
  jobs: readonly Job[],
): Promise<(job: Job) => Parties | null> {
  const owners = await clientsByUuid(
    db,
    companyId,
    jobs.flatMap(({ companyUuid }) => companyUuid ?? []),
  )
  const parents = [...owners.values()].flatMap(({ client }) => client.parentUuid ?? [])
  const headOffices = await clientsByUuid(db, companyId, parents)
  return ({ companyUuid }) => {
    if (companyUuid === null) return { client: null, headOffice: null, clientContacts: [] }
    const owner = owners.get(companyUuid)
    const parentUuid = owner?.client.parentUuid ?? null
    const headOffice = parentUuid === null ? null : headOffices.get(parentUuid)
    const billed = headOffice ?? owner
    if (!owner || headOffice === undefined || !billed?.contacts) return null
    return {
      client: owner.client,
      headOffice: headOffice?.client ?? null,
      clientContacts: billed.contacts,
    }
  }
}
