import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '../http-error.ts'

export interface Limits {
  /**
   * Calls a minute from one address, except webhooks and probes. High: an office shares one
   * address.
   */
  callsPerMinute: number
  /** Milliseconds the event loop may lag before calls are turned away. */
  maxLagMs: number
}

export const LIMITS: Limits = { callsPerMinute: 6_000, maxLagMs: 2_000 }

/**
 * The time in which lag is ignored: opening a database and a queue blocks the event loop, which
 * says nothing about later calls.
 */
const STARTING_MS = 3_000

/** The connections that the pages of five thousand customers keep open. */
const MOST_CONNECTIONS = 5_000
/** Enough for one user; with fewer files than that needs, the product may die of it. */
const FEWEST_CONNECTIONS = 16
/**
 * The files of an embedded database, some four hundred, and those the process has open otherwise.
 */
const EMBEDDED_FILES = 512

/**
 * Returns the most connections accepted at a time; more are closed immediately, and clients retry.
 * At most half of the files that the system lets this process open, because vendors, database and
 * logs need the rest: without a free one it cannot even read its memory usage, and dies of that.
 * The embedded database keeps open every file that it has touched.
 * @param openFiles the system's limit as in process.report: a number, or "unlimited"
 */
export function connectionsFor(openFiles: unknown, database: 'embedded' | 'postgres'): number {
  if (typeof openFiles !== 'number') return MOST_CONNECTIONS
  const spare = database === 'embedded' ? openFiles - EMBEDDED_FILES : openFiles
  return Math.max(FEWEST_CONNECTIONS, Math.min(MOST_CONNECTIONS, openFiles >> 1, spare))
}

/**
 * Returns the system's limit of open files for this process; undefined where it is unknown
 * (Windows).
 */
export function openFilesAllowed(): unknown {
  // Otherwise the report looks up the name of every address the process talks to. (Missing in
  // Node's types.)
  Object.assign(process.report, { excludeNetwork: true })
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  return report.userLimits?.open_files?.soft
}

/**
 * Returns the address a request comes from. An IPv6 customer has a whole /64, which counts as one
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
 * Limits calls per address, and sheds load. Counters are per process: they stop a flood, while the
 * limits that guard passwords are rows (features/auth/attempts.ts).
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
      // Returning without an answer lets the request through: a lost ping is a late invoice, and a
      // probe should see the truth.
      const { access } = request.routeOptions.config
      const starting = performance.now() - startedAt < STARTING_MS
      // Infinity means that no sample was taken in the last second: a single long block, which is
      // over when this runs.
      if (access !== 'webhook' && access !== 'open' && !starting && lag !== Infinity) {
        throw new HttpError(503, 'overloaded', 'Tjenesten er overbelastet. Prøv igjen om litt.', {
          retryAfter: 5,
        })
      }
    },
  })
}

/** Says how long to wait, rounded up: "1 sekund", "40 sekunder", "2 minutter". */
export function waitText(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000))
  if (seconds < 60) return seconds === 1 ? '1 sekund' : `${seconds} sekunder`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minutt' : `${minutes} minutter`
}
