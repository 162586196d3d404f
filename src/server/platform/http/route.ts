import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint } from '#shared/contract'
import { HttpError } from '../http-error.ts'
import { type Caller, requireFreshPassword } from './caller.ts'
import { type FileBody, fileOf } from './file-body.ts'

/** The parts of a request, validated and typed by the contract; undeclared parts are undefined. */
export interface Call<Who, Params, Query, Body> {
  user: Who
  params: Params
  query: Query
  body: Body
  file: FileBody | null
  request: FastifyRequest
  reply: FastifyReply
}

/** Returns the declared response, or the reply itself after it has been sent or hijacked. */
export type Handler<Who, Params, Query, Body, Answer> = (
  call: Call<Who, Params, Query, Body>,
) => Promise<Answer | FastifyReply> | Answer | FastifyReply

export interface RouteOptions {
  perAddress?: { max: number; timeWindow: string }
  ownPages?: 'unless-foreign'
}

const errorAnswer = z.looseObject({ message: z.string(), code: z.string() })

/**
 * Registers an endpoint with access `user` or `admin`. The handler runs only with a session
 * (otherwise 401 `unauthenticated`); for `admin`, only for an administrator (otherwise 403
 * `admin_required`, or `second_factor_needed` if the operator requires a second factor); only with
 * valid input (otherwise 400 `invalid`); and for `freshPassword`, only if the password was entered
 * recently (otherwise 409 `password_required`).
 */
export function route<
  P extends z.ZodMiniType,
  Q extends z.ZodMiniType,
  B extends z.ZodMiniType,
  A extends z.ZodMiniType,
>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, A>,
  handler: Handler<Caller, z.output<P>, z.output<Q>, z.output<B>, z.output<A>>,
  options: RouteOptions = {},
): void {
  if (endpoint.access === 'public')
    throw new Error(`${endpoint.path} is public: bind it with publicRoute()`)
  const who = async (request: FastifyRequest) => {
    const caller = await app.identify(request)
    if (caller && endpoint.access === 'admin' && !caller.isAdmin)
      await app.adminRefused(request, caller)
    return admitted(caller, endpoint.access, app.adminsNeedFactor)
  }
  bind(app, endpoint, {
    admit: async (request) => {
      await who(request)
    },
    who,
    handler: endpoint.freshPassword
      ? (call) => {
          requireFreshPassword(call.user)
          return handler(call)
        }
      : handler,
    options,
  })
}

/** Registers an endpoint with access `public`; `user` is null without a session. */
export function publicRoute<
  P extends z.ZodMiniType,
  Q extends z.ZodMiniType,
  B extends z.ZodMiniType,
  A extends z.ZodMiniType,
>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, A>,
  handler: Handler<Caller | null, z.output<P>, z.output<Q>, z.output<B>, z.output<A>>,
  options: RouteOptions = {},
): void {
  if (endpoint.access !== 'public')
    throw new Error(`${endpoint.path} is not public: bind it with route()`)
  if (endpoint.freshPassword)
    throw new Error(
      `${endpoint.path} is public: there is no session in which a password was entered`,
    )
  bind(app, endpoint, { admit: () => Promise.resolve(), who: app.identify, handler, options })
}

function admitted(
  caller: Caller | null,
  access: Endpoint['access'],
  adminsNeedFactor: boolean,
): Caller {
  if (!caller) throw new HttpError(401, 'unauthenticated', 'Du er ikke logget inn')
  if (access === 'admin' && !caller.isAdmin)
    throw new HttpError(403, 'admin_required', 'Admin-tilgang påkrevd')
  if (access === 'admin' && adminsNeedFactor && !caller.hasSecondFactor)
    throw new HttpError(
      403,
      'second_factor_needed',
      'Administratorer må ha totrinns innlogging. Slå den på under Min profil.',
    )
  return caller
}

interface Binding<Who, Params, Query, Body, Answer> {
  admit: (request: FastifyRequest) => Promise<void>
  who: (request: FastifyRequest) => Promise<Who>
  handler: Handler<Who, Params, Query, Body, Answer>
  options: RouteOptions
}

function bind<
  Who,
  P extends z.ZodMiniType,
  Q extends z.ZodMiniType,
  B extends z.ZodMiniType,
  A extends z.ZodMiniType,
>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, A>,
  {
    admit,
    who,
    handler,
    options,
  }: Binding<Who, z.output<P>, z.output<Q>, z.output<B>, z.output<A>>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
    config: {
      access: endpoint.access,
      ...('changes' in endpoint ? { changes: endpoint.changes } : {}),
      ...(options.perAddress ? { rateLimit: options.perAddress } : {}),
      ...(options.ownPages ? { ownPages: options.ownPages } : {}),
      ...(endpoint.file ? { file: endpoint.file } : {}),
    },
    schema: {
      summary: endpoint.summary,
      ...(endpoint.access === 'public' ? {} : { security: [{ session: [] }] }),
      tags: [endpoint.path.split('/')[2] ?? 'api'],
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(endpoint.body ? { body: endpoint.body } : {}),
      response: { 200: endpoint.answer, '4xx': errorAnswer, '5xx': errorAnswer },
    },
    // The check runs before the body is read, so that only permitted users can upload anything.
    onRequest: admit,
    handler: async (request, reply) => {
      const answer = await handler({
        user: await who(request),
        // Fastify's validator has replaced the raw values with parsed values, so they have the
        // declared types.
        params: (endpoint.params ? request.params : undefined) as z.output<P>,
        query: (endpoint.query ? request.query : undefined) as z.output<Q>,
        body: (endpoint.body ? request.body : undefined) as z.output<B>,
        file: fileOf(request, reply, endpoint.file),
        request,
        reply,
      })
      if (answer !== reply && reply.statusCode !== 200)
        throw new Error(`${endpoint.path} answers ${reply.statusCode}, which is not declared`)
      return answer
    },
  })
}
