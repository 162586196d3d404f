import { isExternalError } from '#clients/http/external-error'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { connectionsOf } from '../connections/read-connections.ts'
import { sweepJobs } from '../webhooks/sweep.ts'
import { startFetched } from './resume.ts'

/**
 * "Synkroniser nå": looks for jobs that no webhook told of, and starts what waits for nothing but a nod (decision 4).
 *
 * @throws Refusal 409 with `action` when a system is not connected or its grant is dead; 503 when ServiceM8 does not answer
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
  return { message, jobsFound: toLookAt.length, started }
}

/** A person's fetch: 90 days back, and nothing starts by it. */
export async function fetchJobs(platform: Platform, userId: string): Promise<{ found: number; shown: number }> {
  await requireConnections(platform, userId)
  const { found, shown } = await sweepOrRefuse(platform, userId, 'manual')
  return { found, shown }
}

async function sweepOrRefuse(platform: Platform, userId: string, origin: 'sync' | 'manual') {
  try {
    return await sweepJobs(platform, userId, { origin, interactive: true })
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) throw needs(error.message, error.code)
    if (!isExternalError(error)) throw error
    const message =
      error.kind === 'rate_limited'
        ? 'ServiceM8 har fått for mange forespørsler. Prøv igjen om et minutt.'
        : 'ServiceM8 svarer ikke akkurat nå. Prøv igjen om litt.'
    throw new Refusal(503, 'servicem8_down', message, { error: message, details: error.details })
  }
}

async function requireConnections(platform: Platform, userId: string): Promise<void> {
  const { servicem8, fiken } = await connectionsOf(platform.db, userId)
  if (servicem8?.status === 'reauth_required') throw needs('Autorisasjonen for ServiceM8 er utløpt.', 'reauthorize_servicem8')
  if (servicem8?.status !== 'connected') throw needs('ServiceM8 er ikke autorisert.', 'authorize_servicem8')
  if (fiken?.status === 'reauth_required') throw needs('Autorisasjonen for Fiken er utløpt.', 'reauthorize_fiken')
  if (fiken?.status !== 'connected') throw needs('Fiken er ikke autorisert.', 'authorize_fiken')
}

/** Decision 14: a state of the connections, not of the session, so 409; the screens act on `action`. */
function needs(message: string, action: string): Refusal {
  return new Refusal(409, action, message, { error: message, action })
}

function count(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`
}
