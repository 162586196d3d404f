import { randomUUID } from 'node:crypto'
import path from 'node:path'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { USUAL_BODY } from '#shared/contract'
import { speakNorwegian } from '#shared/zod-norwegian'
import type { TaskKind } from './features/tasks/kind.ts'
import { refuseWithoutRoom } from './platform/database/room.ts'
import type { Reactions } from './platform/hooks.ts'
import { BODY_PACE, type BodyPace, limitSlowBodies, onlyJson } from './platform/http/bodies.ts'
import { type Identify, type Refused, refuseUnguardedRoutes } from './platform/http/caller.ts'
import { compressAnswers } from './platform/http/compression.ts'
import { answerErrors, errorReply, pathOf } from './platform/http/errors.ts'
import { letFilesThrough } from './platform/http/file-body.ts'
import {
  connectionsFor,
  limitCalls,
  LIMITS,
  type Limits,
  openFilesAllowed,
} from './platform/http/limits.ts'
import { byDeclaration, readDeclarations, serveDocument } from './platform/http/openapi.ts'
import { refuseForeignOrigins } from './platform/http/origin.ts'
import { busyPage, servePages } from './platform/http/pages.ts'
import { serveProbes } from './platform/http/probes.ts'
import { secureHeaders } from './platform/http/security-headers.ts'
import { refuseUnstorableText } from './platform/http/storable-text.ts'
import { ROOT } from './platform/installed.ts'
import type { Figure } from './platform/metrics.ts'
import type { Platform } from './platform/platform.ts'

export interface Feature {
  name: string
  routes?: (app: FastifyInstance, platform: Platform) => void
  on?: Reactions
  tasks?: readonly TaskKind[]
  figures?: (platform: Platform) => Promise<readonly Figure[]>
}

export interface AppOptions {
  identify: Identify
  adminRefused?: Refused
  isReady?: () => boolean
  webFolder?: string
  limits?: Limits
  bodyPace?: BodyPace
}

const WEB_FOLDER = path.join(ROOT, 'dist/web')

/**
 * Builds the HTTP server without listening. Guards are registered first and apply to everything
 * registered later; closing waits for running requests.
 * @throws Error if a route does not declare who may call it
 */
export async function buildApp(
  platform: Platform,
  features: readonly Feature[],
  options: AppOptions,
): Promise<FastifyInstance> {
  const { config } = platform
  const webFolder = options.webFolder ?? WEB_FOLDER
  const log: FastifyBaseLogger = platform.log
  speakNorwegian()
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    schemaController: byDeclaration,
    // There is one trusted proxy: the last address is the one it added; earlier addresses can be
    // forged.
    trustProxy: config.trustProxy ? (_address, hop) => hop === 0 : false,
    bodyLimit: USUAL_BODY,
    // This timeout is for requests whose headers never arrive; bodies have their own minimum speed.
    requestTimeout: BODY_PACE.mostMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false },
    // An address that cannot be decoded reaches no route, hook or error handler.
    frameworkErrors: (error, request, reply) => {
      const { status, body } = errorReply(error, request.id)
      reply.raw.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    },
  })
  app.server.maxConnections = connectionsFor(openFilesAllowed(), platform.database.kind)
  app.decorate('identify', options.identify)
  app.decorate('adminsNeedFactor', config.adminSecondFactor)
  app.decorate('adminRefused', options.adminRefused ?? (() => Promise.resolve()))
  stopGently(app)

  refuseUnguardedRoutes(app)
  answerErrors(app, platform, busyPage(webFolder))
  logRequests(app)
  await secureHeaders(app, { https: config.publicUrl.startsWith('https:') })
  compressAnswers(app)
  await limitCalls(app, options.limits ?? LIMITS)
  refuseForeignOrigins(app, config)
  refuseWithoutRoom(app, platform)
  limitSlowBodies(app, options.bodyPace ?? BODY_PACE)
  onlyJson(app)
  letFilesThrough(app)
  refuseUnstorableText(app)
  await app.register(cookie)
  await readDeclarations(app, config)

  serveProbes(app, platform, {
    isReady: options.isReady ?? (() => true),
    figures: features.flatMap(({ figures }) => (figures ? [() => figures(platform)] : [])),
  })
  for (const feature of features) feature.routes?.(app, platform)
  serveDocument(app)
  await servePages(app, webFolder, platform.clock)
  return app
}

/** Logs each request by its `reqId`, with its path masked; never bodies or headers. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    if (request.url.startsWith('/api/')) request.log.info(line, 'request')
    else request.log.debug(line, 'request')
  })
}

const ON_ITS_WAY_MS = 300

/**
 * Makes the server respond to requests that are on their way when it is told to stop. On closing,
 * Node ends each connection on which no request has been read yet, even if a request arrives at
 * that moment. A proxy then responds with 502 and does not send a webhook to another process,
 * because the webhook may have been handled.
 */
function stopGently(app: FastifyInstance): void {
  const { server } = app
  const closeIdle = server.closeIdleConnections.bind(server)
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) void reply.header('connection', 'close')
  })
  server.closeIdleConnections = () => void setTimeout(closeIdle, ON_ITS_WAY_MS)
}
