import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '../http-error.ts'

export interface Limits {
  /**
   * The maximum number of requests a minute from one IP address, except webhooks and probes. The
   * limit is high because a whole office can share one address.
   */
  callsPerMinute: number
  maxLagMs: number
}

export const LIMITS: Limits = { callsPerMinute: 6_000, maxLagMs: 2_000 }

/**
 * The period in milliseconds after startup in which event loop delay is ignored: opening the
 * database and the queue blocks the event loop, which does not predict later delays.
 */
const STARTING_MS = 3_000

/** The number of connections that browsers of five thousand customers keep open. */
const MOST_CONNECTIONS = 5_000
/**
 * The fewest connections to allow, enough for one user. With too few file descriptors for even
 * these, the process can crash.
 */
const FEWEST_CONNECTIONS = 16
/**
 * The number of file descriptors for an embedded database (about four hundred) and the process's
 * other open files.
 */
const EMBEDDED_FILES = 512

/**
 * Returns the maximum number of simultaneous connections; further connections are closed
 * immediately, and clients retry. Connections may use at most half of the file descriptors that the
 * operating system allows, because vendors, database and logs need the rest: without a free
 * descriptor the process cannot even read its memory usage, and crashes. The embedded database
 * keeps open every file that it has used.
 * @param openFiles the operating system's limit from process.report: a number, or "unlimited"
 */
export function connectionsFor(openFiles: unknown, database: 'embedded' | 'postgres'): number {
  if (typeof openFiles !== 'number') return MOST_CONNECTIONS
  const spare = database === 'embedded' ? openFiles - EMBEDDED_FILES : openFiles
  return Math.max(FEWEST_CONNECTIONS, Math.min(MOST_CONNECTIONS, openFiles >> 1, spare))
}

export function openFilesAllowed(): unknown {
  // Without this option, the report resolves the name of every connected address. Node's types do
  // not have the option.
  Object.assign(process.report, { excludeNetwork: true })
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  return report.userLimits?.open_files?.soft
}

/**
 * Returns the client's IP address. An IPv6 customer has a whole /64 network, which counts as one
 * address.
 */
export function addressOf(request: FastifyRequest): string {
  const { ip } = request
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip.replace('::ffff:', '')
  const [head = '', tail = ''] = ip.split('::')
  const front = head ? head.split(':') : []
  const back = tail ? tail.split(':') : []
  const groups = ip.includes('::')
    ? [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
    : front
  return `${groups.slice(0, 4).join(':')}::/64`
}

/**
 * Limits requests per IP address, and refuses requests under overload. Counters are per process,
 * which is enough against floods; the limits that protect passwords are database rows
 * (features/auth/attempts.ts).
 */
export async function limitCalls(app: FastifyInstance, limits: Limits): Promise<void> {
  await app.register(rateLimit, {
    max: limits.callsPerMinute,
    timeWindow: '1 minute',
    keyGenerator: addressOf,
    cache: 20_000,
    addHeaders: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
      'retry-after': true,
    },
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    errorResponseBuilder: (_request, { ttl }) =>
      new HttpError(429, 'rate_limited', `For mange forespørsler. Prøv igjen om ${waitText(ttl)}.`),
  })
  let startedAt = -Infinity
  app.addHook('onListen', async () => {
    startedAt = performance.now()
  })
  await app.register(underPressure, {
    maxEventLoopDelay: limits.maxLagMs,
    retryAfter: 5,
    pressureHandler: async (request, _reply, _type, lag) => {
      // Returning without a response lets the request through: a lost webhook means a late invoice,
      // and a probe should see the real state.
      const { access } = request.routeOptions.config
      const starting = performance.now() - startedAt < STARTING_MS
      // Infinity means that no sample was taken in the last second, because of a single long block
      // that has already ended.
      if (access !== 'webhook' && access !== 'open' && !starting && lag !== Infinity) {
        throw new HttpError(503, 'overloaded', 'Tjenesten er overbelastet. Prøv igjen om litt.', {
          retryAfter: 5,
        })
      }
    },
  })
}

/** Returns a waiting time in Norwegian, rounded up: "1 sekund", "40 sekunder", "2 minutter". */
export function waitText(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000))
  if (seconds < 60) return seconds === 1 ? '1 sekund' : `${seconds} sekunder`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minutt' : `${minutes} minutter`
}
