import type { VendorCall } from '#clients/http/transport'
import type { ServiceM8Client } from '#clients/servicem8/client'
import type { Client, ClientContact, Job, JobLine } from '#clients/servicem8/types'
import type { Platform } from '../../platform/platform.ts'
import { openServicem8 } from '../connections/tokens/open-clients.ts'
import { clientFromMirror, writeThroughClient } from '../mirrors/clients.ts'
import { ensureLinesMirrored } from '../mirrors/ensure-lines.ts'
import type { JobSnapshot } from './snapshot.ts'

export interface FetchedJob {
  snapshot: JobSnapshot
  accountUuid: string
  currency: string
}

/**
 * Fetches everything that a draft is built from, with payments when `withPayments` is true. At most
 * five calls are made for a known client, the first alone and the others in parallel; the client's
 * own contacts come from our stored copy. A job that is not completed costs one call.
 * @throws ExternalError, HttpError (not connected), LimiterClosed
 */
export async function fetchJob(
  platform: Platform,
  companyId: string,
  jobUuid: string,
  options: {
    withPayments: boolean
    leftOut?: readonly string[]
    interactive?: boolean
    signal?: AbortSignal
    observe?: (call: VendorCall) => void
    /** True to read the head office again too, for a comparison with an existing draft. */
    freshHeadOffice?: boolean
    beforeFetch?: (() => Promise<void>) | undefined
  },
): Promise<FetchedJob> {
  const { client, accountUuid, currency } = await openServicem8(platform, companyId, {
    interactive: options.interactive,
    signal: options.signal,
    observe: options.observe,
  })
  await options.beforeFetch?.()
  const job = await client.jobs.get(jobUuid, options.signal)
  const snapshot = isOver(job)
    ? await fetchParts(platform, companyId, client, job, options)
    : bare(job)
  return {
    accountUuid,
    currency,
    snapshot: {
      ...snapshot,
      leftOut: [...(options.leftOut ?? [])],
      fetchedAt: new Date(platform.clock.now()).toISOString(),
    },
  }
}

/**
 * Returns true for a completed job. Other jobs do not become transfers, so no more is fetched about
 * them.
 */
export const isOver = (job: Job) => job.active && job.status === 'Completed'

export function bare(job: Job): JobSnapshot {
  return {
    job,
    lines: [],
    payments: [],
    jobContacts: [],
    client: null,
    headOffice: null,
    clientContacts: [],
    leftOut: [],
    fetchedAt: '',
  }
}

async function fetchParts(
  platform: Platform,
  companyId: string,
  client: ServiceM8Client,
  job: Job,
  options: { withPayments: boolean; freshHeadOffice?: boolean; signal?: AbortSignal },
): Promise<JobSnapshot> {
  const { signal } = options
  const [lines, jobContacts, payments, parties] = await allEnded([
    linesOf(platform, companyId, client, job, signal),
    client.jobs.contactsOf(job.uuid, signal),
    options.withPayments && !job.paymentReceived ? client.jobs.paymentsOf(job.uuid, signal) : [],
    partiesOf(platform, companyId, client, job, options),
  ])
  return {
    ...bare(job),
    lines,
    jobContacts,
    payments,
    paymentsRead: options.withPayments,
    ...parties,
  }
}

/**
 * Works like Promise.all, but rejects only when all calls have ended, because a call still running
 * would report to a run that has ended.
 */
export async function allEnded<T extends unknown[]>(work: {
  [K in keyof T]: T[K] | Promise<T[K]>
}): Promise<T> {
  await Promise.allSettled(work)
  return Promise.all(work)
}

async function linesOf(
  platform: Platform,
  companyId: string,
  client: ServiceM8Client,
  { uuid }: Job,
  signal?: AbortSignal,
): Promise<JobLine[]> {
  const lines = await client.jobs.linesOf(uuid, signal)
  await ensureLinesMirrored(platform, companyId, client, lines, signal)
  return lines
}

/** Returns the client and its head office, with the contacts of the one that is billed. */
async function partiesOf(
  platform: Platform,
  companyId: string,
  client: ServiceM8Client,
  { companyUuid }: Job,
  { freshHeadOffice = false, signal }: { freshHeadOffice?: boolean; signal?: AbortSignal },
): Promise<Pick<JobSnapshot, 'client' | 'headOffice' | 'clientContacts'>> {
  const owner = companyUuid
    ? await freshClient(platform, companyId, client, companyUuid, signal)
    : null
  const readOffice = freshHeadOffice ? freshClient : knownClient
  const headOffice = owner?.parentUuid
    ? await readOffice(platform, companyId, client, owner.parentUuid, signal)
    : null
  const billed = headOffice ?? owner
  const clientContacts = billed ? await contactsOf(platform, companyId, client, billed, signal) : []
  return { client: owner, headOffice, clientContacts }
}

/**
 * Fetches the client, which is always read again because its billing address decides who gets the
 * invoice.
 */
async function freshClient(
  platform: Platform,
  companyId: string,
  client: ServiceM8Client,
  uuid: string,
  signal?: AbortSignal,
): Promise<Client> {
  const found = await client.clients.get(uuid, signal)
  await writeThroughClient(platform.db, companyId, found)
  return found
}

async function knownClient(
  platform: Platform,
  companyId: string,
  client: ServiceM8Client,
  uuid: string,
  signal?: AbortSignal,
): Promise<Client> {
  const mirrored = await clientFromMirror(platform.db, companyId, uuid)
  return mirrored?.client ?? (await freshClient(platform, companyId, client, uuid, signal))
}

async function contactsOf(
  platform: Platform,
  companyId: string,
  client: ServiceM8Client,
  billed: Client,
  signal?: AbortSignal,
): Promise<ClientContact[]> {
  const mirrored = await clientFromMirror(platform.db, companyId, billed.uuid)
  if (mirrored?.contacts) return mirrored.contacts
  const contacts = await client.clients.contactsOf(billed.uuid, signal)
  await writeThroughClient(platform.db, companyId, billed, contacts)
  return contacts
}
