import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { OAuthState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { deviateAnswer, deviateRequest } from './deviations.ts'
import type { FaultRule } from './faults.ts'
import type { LedgerEntry, Vendor } from './ledger.ts'
import {
  bearerOf,
  expireAccess,
  grantOfAccessToken,
  grantOfRefreshToken,
  revokeSubject,
} from './oauth-store.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's ServiceM8 account uuid or Fiken e-mail; "" when unknown. */
    who: string
    entry: LedgerEntry | null
    fault: FaultRule | null
    bodyText: string
  }
}

export interface OriginOptions {
  vendor: Vendor
  /** The vendor's grants and token endpoint; absent for a vendor without sign-in. */
  oauth?: { state: OAuthState; tokenPath: string }
  errorBody: (status: number, message: string) => unknown
  /** Runs before latency and faults, and can respond, as Fiken does to concurrent requests. */
  enter?: (request: FastifyRequest, reply: FastifyReply) => Promise<void> | void
  /** Runs once, when the response is about to be written or the connection has closed. */
  leave?: (request: FastifyRequest) => void
}

export function createOrigin(world: World, options: OriginOptions): FastifyInstance {
  const app = Fastify({
    logger: false,
    forceCloseConnections: true,
    bodyLimit: 30 * 1024 * 1024,
    exposeHeadRoutes: false,
  })
  app.decorateRequest('who', '')
  app.decorateRequest('entry', null)
  app.decorateRequest('fault', null)
  app.decorateRequest('bodyText', '')
  acceptBodies(app)

  app.addHook('onRequest', async (request, reply) => {
    const [path = '', query = ''] = request.url.split('?', 2)
    request.who = whoCalls(options, request)
    request.entry = world.ledger.begin({
      vendor: options.vendor,
      who: request.who,
      method: request.method,
      path,
      query,
      route: request.routeOptions.url ?? '',
      requestId: String(request.headers['x-request-id'] ?? ''),
    })
    watchEnd(request, reply, options)
  })

  // A token call's caller is only known from its body, which has been parsed at this point.
  app.addHook('preHandler', async (request, reply) => {
    const entry = request.entry
    if (!entry) return
    if (!request.who) request.who = entry.who = whoRefreshes(options, request)
    await options.enter?.(request, reply)
    if (reply.sent) return
    if (world.settings.latencyMs > 0) await sleep(world.settings.latencyMs)
    const fault = world.faults.strike({
      vendor: options.vendor,
      method: entry.method,
      path: entry.path,
      who: request.who,
    })
    if (!fault) {
      deviateRequest(world.deviations, options.vendor, request)
      return
    }
    request.fault = fault
    entry.fault = fault.kind
    await strikeBefore(request, reply, fault, options)
  })

  app.addHook('onSend', async (request, reply, sent) => {
    const payload = deviateAnswer(world.deviations, options.vendor, request, reply, sent)
    // The date header follows the sandbox's clock.
    void reply.header('date', new Date(world.now()).toUTCString())
    const entry = request.entry
    if (entry) {
      if (world.ledger.capture) {
        entry.requestBody = request.bodyText
        entry.responseBody = typeof payload === 'string' ? payload : ''
        entry.requestType = request.headers['content-type'] ?? ''
        entry.responseType = String(reply.getHeader('content-type') ?? '')
        entry.responseHeaders = Object.fromEntries(
          Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]),
        )
      }
      entry.ms = Date.now() - entry.at
    }
    endOnce(request, options)
    const changed = await strikeAfter(request, reply, payload)
    if (entry) entry.status = reply.statusCode
    return changed
  })

  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send(options.errorBody(404, 'Not found')),
  )
  app.setErrorHandler((error, _request, reply) => {
    const status = statusOf(error)
    if (status >= 500 && !(error instanceof Error && 'answer' in error))
      world.log(`${options.vendor}: ${String(error)}`)
    const body =
      error instanceof Error && 'answer' in error
        ? error.answer
        : options.errorBody(status, messageOf(error))
    return reply.code(status).send(body)
  })
  return app
}

/** Returns the subject of the request's token, even if the token has expired; "" when unknown. */
function whoCalls({ oauth }: OriginOptions, request: FastifyRequest): string {
  const token = bearerOf(request.headers.authorization)
  return (oauth && token && grantOfAccessToken(oauth.state, token)?.grant.subject) || ''
}

/** Returns the subject of a token call's refresh token, so that the call counts as theirs. */
function whoRefreshes({ oauth }: OriginOptions, request: FastifyRequest): string {
  if (!oauth || request.routeOptions.url !== oauth.tokenPath) return ''
  const { refresh_token: token = '' } = (request.body ?? {}) as Record<string, string | undefined>
  return grantOfRefreshToken(oauth.state, token)?.subject ?? ''
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Error'
}

function statusOf(error: unknown): number {
  return typeof error === 'object' &&
    error !== null &&
    'statusCode' in error &&
    typeof error.statusCode === 'number'
    ? error.statusCode
    : 500
}

/** Accepts JSON, forms and empty bodies, since some POST requests have no body. */
function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    request.bodyText = String(body)
    if (request.bodyText === '') return done(null, undefined)
    try {
      done(null, JSON.parse(request.bodyText))
    } catch {
      done(Object.assign(new Error('Invalid JSON'), { statusCode: 400 }))
    }
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, body, done) => {
      request.bodyText = String(body)
      done(null, Object.fromEntries(new URLSearchParams(request.bodyText)))
    },
  )
  app.addContentTypeParser(/^multipart\/form-data/, { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
}

const ended = new WeakSet<FastifyRequest>()

function endOnce(request: FastifyRequest, options: OriginOptions): void {
  if (ended.has(request)) return
  ended.add(request)
  options.leave?.(request)
}

function watchEnd(request: FastifyRequest, reply: FastifyReply, options: OriginOptions): void {
  reply.raw.once('close', () => {
    if (request.entry && request.entry.ms === 0) request.entry.ms = Date.now() - request.entry.at
    // A slow request counts as in progress until it is done, even if the client has left.
    if (request.fault?.kind !== 'slow') endOnce(request, options)
  })
}

/** Makes the request lose its response: it is handled, and then the connection is cut. */
export function loseAnswer(world: World, request: FastifyRequest): void {
  const rule = world.faults.add({ kind: 'lost', count: 0 })
  world.faults.remove(rule.id)
  request.fault = rule
  if (request.entry) request.entry.fault = 'lost'
}

const EDGE_PAGE =
  '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1><hr>nginx</body></html>'

async function strikeBefore(
  request: FastifyRequest,
  reply: FastifyReply,
  fault: FaultRule,
  options: OriginOptions,
): Promise<void> {
  switch (fault.kind) {
    case 'status':
      if (fault.retryAfter !== null) void reply.header('retry-after', String(fault.retryAfter))
      void reply.code(fault.status)
      if (fault.body === 'html') void reply.type('text/html').send(EDGE_PAGE)
      else if (fault.body === 'text') void reply.type('text/plain').send(fault.message)
      else void reply.send(options.errorBody(fault.status, fault.message))
      return
    case 'hang':
      reply.hijack()
      return
    case 'reset':
      reply.hijack()
      request.raw.socket.resetAndDestroy()
      return
    case 'slow':
      await sleep(fault.ms)
      return
    case 'expire':
      if (options.oauth) expireAccess(options.oauth.state, request.who)
      return
    case 'revoke':
      if (options.oauth) revokeSubject(options.oauth.state, request.who)
      return
    default:
  }
}

async function strikeAfter(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const socket = request.raw.socket
  switch (request.fault?.kind) {
    case 'lost':
      socket.destroy()
      return await neverAnswers()
    case 'truncate': {
      const body = Buffer.isBuffer(payload)
        ? payload
        : Buffer.from(typeof payload === 'string' && payload !== '' ? payload : '{"message":"…"}')
      reply.raw.writeHead(reply.statusCode, {
        'content-type': Buffer.isBuffer(payload) ? 'application/octet-stream' : 'application/json',
        'content-length': body.length,
      })
      reply.raw.write(body.subarray(0, Math.floor(body.length / 2)), () => socket.destroy())
      return await neverAnswers()
    }
    case 'html':
      void reply.type('text/html')
      return EDGE_PAGE
    case 'garbage':
      void reply.type('application/json')
      return '{"\u0000\u0001 not json'
    default:
      return payload
  }
}

/** Returns a promise that never resolves, so that the framework leaves the socket to the fault. */
function neverAnswers(): Promise<never> {
  return new Promise<never>(() => {})
}
