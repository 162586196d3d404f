import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { COMPANY_HEADER } from '#shared/access/company-name'
import type { NeededAct } from '#shared/access/roles'
import type { Endpoint } from '#shared/contract'
import { HttpError } from '../http-error.ts'
import { type Caller, companyOf, type CompanyOfRequest, requireFreshPassword } from './caller.ts'
import { type FileBody, fileOf } from './file-body.ts'
import { requireNeeded } from './role.ts'

/** The parts of a request, validated and typed by the contract; undeclared parts are undefined. */
export interface Parts<Params, Query, Body> {
  params: Params
  query: Query
  body: Body
  file: FileBody | null
  request: FastifyRequest
  reply: FastifyReply
}

/** Who makes a request for a company: the person, and the company after the membership check. */
export interface InCompany {
  actor: Caller
  company: CompanyOfRequest
}

/** Who makes a request that concerns no company: the person. */
export interface AsPerson<Who = Caller> {
  user: Who
}

/** Returns the declared response, or the reply itself after it has been sent or hijacked. */
export type Handler<Who, Params, Query, Body, Answer> = (
  call: Who & Parts<Params, Query, Body>,
) => Promise<Answer | FastifyReply> | Answer | FastifyReply

export interface RouteOptions {
  perAddress?: { max: number; timeWindow: string }
  ownPages?: 'unless-foreign'
}

/** Binds a handler to an endpoint, whose declaration gives the call and the answer their types. */
type Register<Who> = <
  P extends z.ZodMiniType,
  Q extends z.ZodMiniType,
  B extends z.ZodMiniType,
  A extends z.ZodMiniType,
>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, A>,
  handler: Handler<Who, z.output<P>, z.output<Q>, z.output<B>, z.output<A>>,
  options?: RouteOptions,
) => void

const errorAnswer = z.looseObject({ message: z.string(), code: z.string() })

/**
 * Registers an endpoint with access `user` that acts for a company. The handler runs only with a
 * session (otherwise 401 `unauthenticated`); only for a member of the company (otherwise as
 * {@link companyOf}); only if their role allows the declared act (otherwise 403 `role_refused`);
 * only with valid input (otherwise 400 `invalid`); and for `freshPassword`, only if the password was
 * entered recently (otherwise 409 `password_required`).
 */
export const route: Register<InCompany> = (app, endpoint, handler, options = {}) => {
  refuseAccess(endpoint, 'user')
  const { act } = endpoint
  if (act === undefined || act === 'self')
    throw new Error(`${endpoint.path} is about the person alone: bind it with personRoute()`)
  bindSignedIn(app, endpoint, {
    who: (request) => inCompany(app, request, act),
    person: ({ actor }) => actor,
    handler: (call) => {
      // The browser compares it with the company that its screen shows.
      void call.reply.header(COMPANY_HEADER, call.company.id)
      return handler(call)
    },
    options,
  })
}

/**
 * Returns who makes a request and for which company. For downloads, which are no declared endpoints.
 * @throws HttpError as for {@link route}
 */
export async function inCompany(
  app: FastifyInstance,
  request: FastifyRequest,
  act: NeededAct,
): Promise<InCompany> {
  const actor = await signedIn(app, request)
  const company = companyOf(request, actor)
  requireNeeded(company, act)
  return { actor, company }
}

/** Registers an endpoint with access `user` that concerns the person alone, like {@link route}. */
export const personRoute: Register<AsPerson> = (app, endpoint, handler, options = {}) => {
  refuseAccess(endpoint, 'user')
  if (endpoint.act !== 'self')
    throw new Error(`${endpoint.path} acts for a company: bind it with route()`)
  const who = async (request: FastifyRequest) => ({ user: await signedIn(app, request) })
  bindSignedIn(app, endpoint, { who, person: ({ user }) => user, handler, options })
}

/**
 * Registers an endpoint with access `admin`, like {@link personRoute}. Everybody but administrators
 * gets 403 `admin_required`, or `second_factor_needed` if the operator requires a second factor.
 */
export const adminRoute: Register<AsPerson> = (app, endpoint, handler, options = {}) => {
  refuseAccess(endpoint, 'admin')
  const who = async (request: FastifyRequest) => {
    const user = await signedIn(app, request)
    if (!user.isAdmin) await app.adminRefused(request, user)
    return { user: administrator(user, app.adminsNeedFactor) }
  }
  bindSignedIn(app, endpoint, { who, person: ({ user }) => user, handler, options })
}

function bindSignedIn<
  Who extends object,
  P extends z.ZodMiniType,
  Q extends z.ZodMiniType,
  B extends z.ZodMiniType,
  A extends z.ZodMiniType,
>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, A>,
  {
    who,
    person,
    handler,
    options,
  }: {
    who: (request: FastifyRequest) => Promise<Who>
    person: (who: Who) => Caller
    handler: Handler<Who, z.output<P>, z.output<Q>, z.output<B>, z.output<A>>
    options: RouteOptions
  },
): void {
  bind(app, endpoint, {
    admit: async (request) => {
      await who(request)
    },
    who,
    handler: endpoint.freshPassword
      ? (call) => {
          requireFreshPassword(person(call))
          return handler(call)
        }
      : handler,
    options,
  })
}

function refuseAccess({ path, access }: Pick<Endpoint, 'path' | 'access'>, expected: string): void {
  if (access !== expected)
    throw new Error(`${path} has access ${access}: bind it with another function of route.ts`)
}

/** Registers an endpoint with access `public`; `user` is null without a session. */
export const publicRoute: Register<AsPerson<Caller | null>> = (
  app,
  endpoint,
  handler,
  options = {},
) => {
  refuseAccess(endpoint, 'public')
  if (endpoint.freshPassword)
    throw new Error(
      `${endpoint.path} is public: there is no session in which a password was entered`,
    )
  const who = async (request: FastifyRequest) => ({ user: await app.identify(request) })
  bind(app, endpoint, { admit: () => Promise.resolve(), who, handler, options })
}

/** @throws HttpError 401 `unauthenticated` */
export async function signedIn(app: FastifyInstance, request: FastifyRequest): Promise<Caller> {
  const caller = await app.identify(request)
  if (!caller) throw new HttpError(401, 'unauthenticated', 'Du er ikke logget inn')
  return caller
}

function administrator(caller: Caller, adminsNeedFactor: boolean): Caller {
  if (!caller.isAdmin) throw new HttpError(403, 'admin_required', 'Admin-tilgang påkrevd')
  if (adminsNeedFactor && !caller.hasSecondFactor)
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
  Who extends object,
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
        ...(await who(request)),
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
