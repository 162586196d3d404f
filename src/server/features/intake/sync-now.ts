import { isExternalError } from '#clients/http/external-error'
import type { Platform } from '../../platform/platform.ts'
import { HttpError } from '../../platform/http-error.ts'
import { connectionsOf } from '../connections/queries.ts'
import { startFetched } from '../transfers/actions/resume.ts'
import { countForSet, stillWaiting } from '../transfers/waiting/queries.ts'
import { findFetchable, type Found } from './find-fetchable.ts'
import { sweepJobs } from './sweep.ts'

/**
 * "Synkroniser nå": looks for jobs that no webhook reported, and starts what only waits for a
 * person's go-ahead (rule 4).
 *
 * @throws HttpError 409 with `action` when a system is not connected or its grant is dead; 503 when
 *   ServiceM8 does not answer
 */
export async function syncNow(
  platform: Platform,
  userId: string,
): Promise<{ message: string; jobsFound: number; started: number }> {
  await requireConnections(platform, userId)
  const { toLookAt } = await sweepOrRefuse(platform, userId, 'sync')
  const started = await startFetched(platform, userId)
  const message =
    toLookAt.length + started === 0
      ? 'Alt er oppdatert. Ingen nye jobber.'
      : `${count(toLookAt.length, 'jobb', 'jobber')} funnet, ${count(started, 'ventende overføring', 'ventende overføringer')} startet.`
  const forSet = await countForSet(platform.db, userId)
  return { message: message + stillWaiting(forSet), jobsFound: toLookAt.length, started }
}

/** A person's fetch: the chosen jobs, or all of 90 days; nothing starts by it. */
export async function fetchJobs(
  platform: Platform,
  userId: string,
  jobUuids?: readonly string[],
): Promise<{ found: number; shown: number }> {
  await requireConnections(platform, userId)
  const only = jobUuids && new Set(jobUuids)
  const { found, shown } = await sweepOrRefuse(platform, userId, 'manual', only)
  return { found, shown }
}

/**
 * What a fetch of the days from this one on would find.
 *
 * @throws HttpError as fetchJobs
 */
export async function findJobs(platform: Platform, userId: string, from: string): Promise<Found> {
  await requireConnections(platform, userId)
  return orRefuse(() => findFetchable(platform, userId, from))
}

const sweepOrRefuse = (
  platform: Platform,
  userId: string,
  origin: 'sync' | 'manual',
  only?: ReadonlySet<string>,
) =>
  orRefuse(() =>
    sweepJobs(platform, userId, { origin, interactive: true, ...(only ? { only } : {}) }),
  )

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

async function requireConnections(platform: Platform, userId: string): Promise<void> {
  const { servicem8, fiken } = await connectionsOf(platform.db, userId)
  if (servicem8?.status === 'reauth_required')
    throw needs('Autorisasjonen for ServiceM8 er utløpt.', 'reauthorize_servicem8')
  if (servicem8?.status !== 'connected')
    throw needs('ServiceM8 er ikke autorisert.', 'authorize_servicem8')
  if (fiken?.status === 'reauth_required')
    throw needs('Autorisasjonen for Fiken er utløpt.', 'reauthorize_fiken')
  if (fiken?.status !== 'connected') throw needs('Fiken er ikke autorisert.', 'authorize_fiken')
}

/**
 * Rule 14: a state of the connections, not of the session, so 409; the screens act on `action`.
 */
function needs(message: string, action: string): HttpError {
  return new HttpError(409, action, message, { error: message, action })
}

function count(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`
}
