import { randomUUID } from 'node:crypto'
import path from 'node:path'
import cookie from '@fastify/cookie'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { USUAL_BODY } from '#shared/contract'
import { speakNorwegian } from '#shared/zod-norwegian'
import { BODY_PACE, limitSlowBodies, onlyJson, type BodyPace } from './platform/http/bodies.ts'
import type { Identify, Refused } from './platform/http/caller.ts'
import { refuseUnguardedRoutes } from './platform/http/closed-by-default.ts'
import { compressAnswers } from './platform/http/compression.ts'
import { answerErrors, errorReply } from './platform/http/errors.ts'
import { letFilesThrough } from './platform/http/file-body.ts'
import {
  connectionsFor,
  limitCalls,
  LIMITS,
  openFilesAllowed,
  type Limits,
} from './platform/http/limits.ts'
import { byDeclaration, readDeclarations, serveDocument } from './platform/http/openapi.ts'
import { refuseForeignOrigins } from './platform/http/origin.ts'
import { servePages } from './platform/http/pages.ts'
import { serveProbes } from './platform/http/probes.ts'
import { logRequests } from './platform/http/request-log.ts'
import { secureHeaders } from './platform/http/security-headers.ts'
import { stopGently } from './platform/http/stop-gently.ts'
import { refuseUnstorableText } from './platform/http/storable-text.ts'
import type { TaskKind } from './features/tasks/kind.ts'
import type { Reactions } from './platform/hooks.ts'
import { ROOT } from './platform/installed.ts'
import type { Figure } from './platform/metrics.ts'
import type { Platform } from './platform/platform.ts'
import { refuseWithoutRoom } from './platform/database/room.ts'

/** One slice of the product, as compose.ts lists them. */
export interface Feature {
  name: string
  /** Binds the slice's endpoints, with `route()`, `publicRoute()` or `webhookRoutes()`. */
  routes?: (app: FastifyInstance, platform: Platform) => void
  /** What it does at moments of the features below it. */
  on?: Reactions
  /** Its acts on many items, for features/tasks to run. */
  tasks?: readonly TaskKind[]
  /** Figures of the installation for /metrics. */
  figures?: (platform: Platform) => Promise<readonly Figure[]>
}

export interface AppOptions {
  /** Who is calling (features/auth/sessions/sessions.ts). */
  identify: Identify
  /** Told of those who asked for what is an administrator's. */
  adminRefused?: Refused
  /** Has the queue started? For /readyz. */
  isReady?: () => boolean
  /** The built browser part; dist/web unless told otherwise. */
  webFolder?: string
  limits?: Limits
  bodyPace?: BodyPace
}

const WEB_FOLDER = path.join(ROOT, 'dist/web')

/**
 * The HTTP server, not yet listening. Guards come first and apply to everything after them;
 * closing waits for running requests. Throws when a route does not say who may call it.
 */
export async function buildApp(
  platform: Platform,
  features: readonly Feature[],
  options: AppOptions,
): Promise<FastifyInstance> {
  const { config } = platform
  const log: FastifyBaseLogger = platform.log
  speakNorwegian()
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    schemaController: byDeclaration,
    // One proxy of ours: the last address it added is the caller's; those before it may be made up.
    trustProxy: config.trustProxy ? (_address, hop) => hop === 0 : false,
    bodyLimit: USUAL_BODY,
    // Also of a request whose head does not come; a body has a pace of its own.
    requestTimeout: BODY_PACE.mostMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false },
    // An address that cannot be decoded: no route, hook or error handler is ever reached.
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
  answerErrors(app, platform)
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
  await servePages(app, options.webFolder ?? WEB_FOLDER, platform.clock)
  return app
}
