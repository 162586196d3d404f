import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '../http-error.ts'
import { waitText } from './wait-text.ts'

export interface Limits {
  /**
   * Calls a minute from one address, over everything but webhooks and probes. High: an office
   * shares one address.
   */
  callsPerMinute: number
  /** Milliseconds the event loop may lag before calls are turned away. */
  maxLagMs: number
}

export const LIMITS: Limits = { callsPerMinute: 6_000, maxLagMs: 2_000 }

/**
 * Opening a database and a queue holds the event loop up; that lag says nothing about the calls
 * that come afterwards.
 */
const STARTING_MS = 3_000

/** As many as the pages of five thousand customers keep open. */
const MOST_CONNECTIONS = 5_000
/** Enough for a person at a screen; with fewer files than that needs, the product may die of it. */
const FEWEST_CONNECTIONS = 16
/** A database of ours has some four hundred files; with what else the process has open. */
const EMBEDDED_FILES = 512

/**
 * How many connections are taken at a time; more are closed immediately, and who has something to
 * say comes again. At most half of the files that the system lets this process open, because
 * vendors, database and logs need the rest: without one left it cannot even ask how much memory
 * it has, and dies of that. The embedded database keeps every file open that it has touched.
 *
 * @param openFiles what the system allows, as process.report says it: a number, or "unlimited"
 */
export function connectionsFor(openFiles: unknown, database: 'embedded' | 'postgres'): number {
  if (typeof openFiles !== 'number') return MOST_CONNECTIONS
  const spare = database === 'embedded' ? openFiles - EMBEDDED_FILES : openFiles
  return Math.max(FEWEST_CONNECTIONS, Math.min(MOST_CONNECTIONS, openFiles >> 1, spare))
}

/** What the system allows this process; undefined where it does not say (Windows). */
export function openFilesAllowed(): unknown {
  // Otherwise the report looks up the name of every address the process talks to. (Node's types do
  // not know it yet.)
  Object.assign(process.report, { excludeNetwork: true })
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  return report.userLimits?.open_files?.soft
}

/** Where a request comes from. An IPv6 customer has a whole /64, so that is one address. */
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
 * Counters are kept per process: they stop a flood, while the limits that guard passwords are rows
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
      // Answering nothing lets the request through: a lost ping is a late invoice, and a probe
      // should see the truth.
      const { access } = request.routeOptions.config
      const starting = performance.now() - startedAt < STARTING_MS
      // Infinite = no sample was taken in the last second: one long stop, which is over when this
      // runs, is no lasting lag.
      if (access !== 'webhook' && access !== 'open' && !starting && lag !== Infinity) {
        throw new HttpError(503, 'overloaded', 'Tjenesten er overbelastet. Prøv igjen om litt.', {
          retryAfter: 5,
        })
      }
    },
  })
}
