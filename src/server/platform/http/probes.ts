import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../platform.ts'
import { sameSecret } from '../vault.ts'
import { createRequestCounter, exposition, processMetrics, type Metric } from './metrics.ts'

/** How long the database may take to answer before this instance is not ready. */
const READY_WITHIN_MS = 2_000

export interface ProbeOptions {
  /** Has the queue started? Asked on every /readyz. */
  isReady: () => boolean
  /** What the features want to have watched; asked when somebody reads /metrics. */
  gauges: readonly (() => Promise<readonly Metric[]>)[]
}

const open = { config: { access: 'open', rateLimit: false }, schema: { hide: true } } as const

/**
 * GET /healthz: 200 when usable (it listens only after migrations and queue). GET /readyz: 200
 * when the database answers within two seconds and the queue has started, else 503. GET /metrics:
 * only with METRICS_TOKEN as bearer; without the variable it does not exist.
 */
export function serveProbes(
  app: FastifyInstance,
  { config, db }: Platform,
  { isReady, gauges }: ProbeOptions,
): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.get('/healthz', open, (_request, reply) =>
    reply.code(closing ? 503 : 200).send({ status: closing ? 'closing' : 'ok' }),
  )

  app.get('/readyz', open, async (_request, reply) => {
    const queue = isReady() && !closing
    const database = await answersInTime(db.execute(sql`select 1`))
    return reply
      .code(queue && database ? 200 : 503)
      .send({ status: queue && database ? 'ready' : 'not ready', queue, database })
  })

  if (!config.metricsToken) return
  const requests = createRequestCounter()
  app.addHook('onResponse', async (request, reply) => {
    requests.count(
      request.method,
      request.routeOptions.url ?? 'unknown',
      reply.statusCode,
      reply.elapsedTime,
    )
  })
  app.get('/metrics', open, async (request, reply) => {
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!sameSecret(given, config.metricsToken))
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .send({ message: 'Ingen tilgang', code: 'unauthenticated' })
    const watched = await Promise.all(gauges.map((gauge) => gauge()))
    return reply
      .type('text/plain; version=0.0.4')
      .send(exposition([...requests.metrics(), ...processMetrics(), ...watched.flat()]))
  })
}

async function answersInTime(question: PromiseLike<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<boolean>(
    (resolve) => (timer = setTimeout(resolve, READY_WITHIN_MS, false)),
  )
  const answered = Promise.resolve(question).then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([answered, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
