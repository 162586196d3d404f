import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Figure } from '../metrics.ts'
import type { Platform } from '../platform.ts'
import type { Room } from '../database/room.ts'
import { sameSecret } from '../vault.ts'

const READY_WITHIN_MS = 2_000

export interface ProbeOptions {
  isReady: () => boolean
  figures: readonly (() => Promise<readonly Figure[]>)[]
}

const open = { config: { access: 'open', rateLimit: false }, schema: { hide: true } } as const

/**
 * Serves the probes. GET /healthz: 200 when the server is usable (the server listens only after
 * migrations and the queue's start). GET /readyz: 200 when the database responds within two
 * seconds, the queue has started and the disk has free space; otherwise 503. GET /proxyz: the
 * client address and protocol as the server sees them; the operator's `doctor` uses this to check
 * what a proxy passes on. GET /metrics: requires METRICS_TOKEN as bearer token; does not exist if
 * the variable is not set.
 */
export function serveProbes(
  app: FastifyInstance,
  { config, db, metrics, room }: Platform,
  { isReady, figures }: ProbeOptions,
): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.get('/healthz', open, (_request, reply) =>
    reply.code(closing ? 503 : 200).send({ status: closing ? 'closing' : 'ok' }),
  )

  app.get('/proxyz', open, (request, reply) =>
    reply.header('cache-control', 'no-store').send({
      address: request.ip,
      protocol: request.protocol,
      forwardedFor: request.headers['x-forwarded-for'] ?? null,
      forwardedProto: request.headers['x-forwarded-proto'] ?? null,
    }),
  )

  app.get('/readyz', open, async (_request, reply) => {
    const queue = isReady() && !closing
    const database = await answersInTime(db.execute(sql`select 1`))
    const disk = !room.isFull()
    const ready = queue && database && disk
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : 'not ready', queue, database, disk })
  })

  if (!config.metricsToken) return
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    const { method } = request
    metrics.requestAnswered({ method, route, status: reply.statusCode }, reply.elapsedTime / 1_000)
  })
  app.get('/metrics', open, async (request, reply) => {
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!sameSecret(given, config.metricsToken))
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .send({ message: 'Ingen tilgang', code: 'unauthenticated' })
    const watched = await Promise.all(figures.map((read) => read()))
    const { contentType, text } = await metrics.exposition([...watched.flat(), ...diskOf(room)])
    return reply.header('content-type', contentType).send(text)
  })
}

const diskOf = (room: Room): Figure[] => [
  {
    name: 'fakturabro_disk_free_bytes',
    help: 'Free space where DATA_DIR is, of this process',
    labels: [],
    samples: [{ value: room.free() }],
  },
  {
    name: 'fakturabro_disk_full',
    help: '1 = there is no room, or the database has refused a write for want of it within a minute',
    labels: [],
    samples: [{ value: room.isFull() ? 1 : 0 }],
  },
]

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
