import { isExternalError } from '#clients/http/external-error'
import type { ServiceM8Client } from '#clients/servicem8/client'
import { stampOf } from '#clients/servicem8/time'
import type { Job, JobPayment } from '#clients/servicem8/types'
import type { AnswerOf } from '#shared/contract'
import type { JobFetchType } from '#shared/contracts/configuration'
import { FETCH_DAYS, type findJobs as findContract } from '#shared/contracts/intake'
import { osloInstant } from '#shared/dates'
import { instant } from '../../platform/clock.ts'
import { HttpError } from '../../platform/http-error.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { configurationOf } from '../configuration/queries.ts'
import { connectionsOf } from '../connections/queries.ts'
import { openServicem8 } from '../connections/tokens/open-clients.ts'
import { decide, isPaid } from '../service-jobs/eligibility.ts'
import { knownStates } from '../transfers/queries.ts'
import { startFetched } from '../transfers/actions/resume.ts'
import { countForSet, stillWaiting } from '../transfers/waiting/queries.ts'
import { columnsOfListedJob } from './listed-jobs.ts'
import { sweepJobs } from './sweep.ts'

type Found = AnswerOf<typeof findContract>

const DAY_MS = 86_400_000
/** The time before a job's completion from which payments are read; a deposit is paid earlier. */
const PAID_BEFORE_MS = 90 * DAY_MS

/**
 * Performs "Synkroniser nå": looks for jobs that no webhook reported, and starts transfers that
 * only wait for the user to start them (rule 4).
 * @throws HttpError 409 with `action` when a system is not connected or its grant has ended; 503
 * when ServiceM8 does not respond
 */
export async function syncNow(
  platform: Platform,
  companyId: string,
): Promise<{ message: string; jobsFound: number; started: number }> {
  await requireConnections(platform, companyId)
  const { toLookAt } = await sweepOrRefuse(platform, companyId, 'sync')
  const started = await startFetched(platform, companyId)
  const said = [
    toLookAt.length > 0 && `${count(toLookAt.length, 'jobb', 'jobber')} funnet og behandles nå.`,
    started > 0 && `${count(started, 'ventende overføring', 'ventende overføringer')} startet.`,
  ].filter((part) => part !== false)
  const message = said.join(' ') || 'Alt er oppdatert. Ingen nye jobber.'
  const forSet = await countForSet(platform.db, companyId)
  return { message: message + stillWaiting(forSet), jobsFound: toLookAt.length, started }
}

/** Fetches the chosen jobs, or all jobs of the last 90 days, without starting a transfer. */
export async function fetchJobs(
  platform: Platform,
  companyId: string,
  actor: Actor,
  jobUuids?: readonly string[],
): Promise<{ found: number; shown: number; fetchType: JobFetchType }> {
  await requireConnections(platform, companyId)
  const only = jobUuids && new Set(jobUuids)
  const { found, shown } = await sweepOrRefuse(platform, companyId, 'manual', {
    actor,
    ...(only ? { only } : {}),
  })
  const { jobFetchType } = await configurationOf(platform.db, companyId)
  return { found, shown, fetchType: jobFetchType }
}

/**
 * Returns the completed jobs that the user can fetch.
 * @throws the same HttpErrors as fetchJobs
 */
export async function findJobs(
  platform: Platform,
  companyId: string,
  from: string,
): Promise<Found> {
  await requireConnections(platform, companyId)
  return orRefuse(() => findFetchable(platform, companyId, from))
}

/**
 * Lists the completed jobs in ServiceM8 that the user can fetch, without storing anything. Payments
 * are listed too, because most paid jobs can be recognised only by their payments.
 * @throws ExternalError, HttpError (not connected), LimiterBusy
 */
async function findFetchable(platform: Platform, companyId: string, from: string): Promise<Found> {
  const now = instant(platform.clock)
  const since = Math.max(osloInstant(from).getTime(), now.getTime() - FETCH_DAYS * DAY_MS)
  const configuration = await configurationOf(platform.db, companyId)
  const { client, timeZone } = await openServicem8(platform, companyId, { interactive: true })
  const found: Found = { jobs: [], paidLeftOut: 0, unapproved: 0, known: 0 }
  const payments = await paymentsSince(client, stampOf(since - PAID_BEFORE_MS, timeZone))
  for await (const { rows } of client.jobs.list({
    status: 'Completed',
    active: true,
    completedAfter: stampOf(since, timeZone),
  })) {
    const known = await knownStates(
      platform.db,
      companyId,
      rows.map(({ uuid }) => uuid),
    )
    for (const job of rows) {
      if (known.has(job.uuid)) {
        found.known += 1
        continue
      }
      const own = payments.get(job.uuid) ?? []
      const verdict = decide({ job, payments: own, configuration, origin: 'manual' })
      if (verdict.kind !== 'skip')
        found.jobs.push({
          ...(await shown(platform, companyId, job, now)),
          paid: isPaid(job, own),
        })
      else if (verdict.code === 'paid') found.paidLeftOut += 1
      else if (verdict.code === 'not_approved') found.unapproved += 1
    }
  }
  found.jobs.sort((a, b) => (b.completedAt ?? '').localeCompare(a.completedAt ?? ''))
  return found
}

async function shown(platform: Platform, companyId: string, job: Job, now: Date) {
  const columns = await columnsOfListedJob(platform.db, companyId, job, now)
  return {
    jobUuid: job.uuid,
    jobNumber: job.number,
    customer: columns.customerName,
    amount: columns.amount,
    completedAt: job.completedAt,
  }
}

async function paymentsSince(
  client: ServiceM8Client,
  editedAfter: string,
): Promise<Map<string, JobPayment[]>> {
  const byJob = new Map<string, JobPayment[]>()
  for await (const { rows } of client.payments.list({ editedAfter }))
    for (const payment of rows)
      byJob.set(payment.jobUuid, [...(byJob.get(payment.jobUuid) ?? []), payment])
  return byJob
}

const sweepOrRefuse = (
  platform: Platform,
  companyId: string,
  origin: 'sync' | 'manual',
  more: { actor?: Actor; only?: ReadonlySet<string> } = {},
) => orRefuse(() => sweepJobs(platform, companyId, { origin, interactive: true, ...more }))

async function orRefuse<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof HttpError && error.status === 401) throw needs(error.message, error.code)
    if (!isExternalError(error)) throw error
    const message =
      error.kind === 'rate_limited'
        ? 'ServiceM8 har fått for mange forespørsler. Prøv igjen om et minutt.'
        : 'ServiceM8 svarer ikke akkurat nå. Prøv igjen om litt.'
    throw new HttpError(503, 'servicem8_down', message, { error: message, details: error.details })
  }
}

async function requireConnections(platform: Platform, companyId: string): Promise<void> {
  const { servicem8, fiken } = await connectionsOf(platform.db, companyId)
  if (servicem8?.status === 'reauth_required')
    throw needs('Autorisasjonen for ServiceM8 er utløpt.', 'reauthorize_servicem8')
  if (servicem8?.status !== 'connected')
    throw needs('ServiceM8 er ikke autorisert.', 'authorize_servicem8')
  if (fiken?.status === 'reauth_required')
    throw needs('Autorisasjonen for Fiken er utløpt.', 'reauthorize_fiken')
  if (fiken?.status !== 'connected') throw needs('Fiken er ikke autorisert.', 'authorize_fiken')
}

/**
 * Returns the error for a missing connection: 409, because the connections, not the session, are
 * the problem (rule 14). Screens act on `action`.
 */
function needs(message: string, action: string): HttpError {
  return new HttpError(409, action, message, { error: message, action })
}

function count(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`
}
