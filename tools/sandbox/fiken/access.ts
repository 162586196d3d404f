import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { bearerOf, liveGrant } from '../http/oauth-store.ts'
import { localDate } from '../world/local-time.ts'
import type { FikenCompany, FikenUser, Grant } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { fikenError } from './errors.ts'

/** A request that has passed the token, company and module checks. */
export interface Call {
  request: FastifyRequest
  reply: FastifyReply
  user: FikenUser
  grant: Grant
  company: FikenCompany
  /** Returns the company as lists show it, which is an older state during a `stale` fault. */
  listed: () => FikenCompany
  params: Record<string, string>
  query: Record<string, string | undefined>
  body: Record<string, unknown>
  today: string
  /** Responds without a body, with the path of the created or changed record. */
  located: (status: number, path: string) => FastifyReply
}

export function signedIn(world: World, request: FastifyRequest): { user: FikenUser; grant: Grant } {
  const grant = liveGrant(
    world.state.fiken.oauth,
    world.now(),
    bearerOf(request.headers.authorization),
  )
  const user = grant ? world.state.fiken.users[grant.subject] : undefined
  if (!grant || !user) throw fikenError(401, 'Unauthorized')
  return { user, grant }
}

export function companiesOf(world: World, user: FikenUser, grant: Grant): FikenCompany[] {
  return user.companies
    .filter((slug) => grant.companies.includes(slug))
    .flatMap((slug) => world.state.fiken.companies[slug] ?? [])
}

export const API = '/api/v2'

export function companyRoute(
  app: FastifyInstance,
  world: World,
  method: HTTPMethods,
  path: string,
  handler: (call: Call) => unknown,
): void {
  app.route({
    method,
    url: `${API}/companies/:slug${path}`,
    handler: async (request, reply) => {
      const { user, grant } = signedIn(world, request)
      const params = request.params as Record<string, string>
      const company = companiesOf(world, user, grant).find((one) => one.slug === params['slug'])
      if (!company)
        throw world.state.fiken.companies[params['slug'] ?? '']
          ? fikenError(403, 'Forbidden')
          : fikenError(404, 'Company not found')
      if (!company.info.hasApiAccess && path !== '')
        throw fikenError(403, 'API module not activated')
      const answer = await handler({
        request,
        reply,
        user,
        grant,
        company,
        listed: () => companyInLists(world, request, company),
        params,
        query: request.query as Record<string, string | undefined>,
        body: bodyOf(request),
        today: localDate(world.now()),
        located: (status, where) =>
          reply
            .code(status)
            .header('location', `${world.origins.fiken}${API}/companies/${company.slug}${where}`)
            .send(),
      })
      return answer === undefined ? reply.code(204).send() : answer
    },
  })
}

function companyInLists(
  world: World,
  request: FastifyRequest,
  company: FikenCompany,
): FikenCompany {
  const [path = ''] = request.url.split('?', 1)
  const rules = world.faults.strikeList({
    vendor: 'fiken',
    method: request.method,
    path,
    who: request.who,
  })
  if (rules.length === 0) return company
  if (request.entry) request.entry.fault ||= 'stale'
  return world.past.companyAt(company, rules)
}

function bodyOf(request: FastifyRequest): Record<string, unknown> {
  if (['POST', 'PUT', 'PATCH'].includes(request.method) && request.body !== undefined) {
    if (!(request.headers['content-type'] ?? '').startsWith('application/json')) {
      if (!Buffer.isBuffer(request.body)) throw fikenError(415, 'Unsupported Media Type')
      return {}
    }
    if (typeof request.body === 'object' && request.body !== null && !Array.isArray(request.body)) {
      return request.body as Record<string, unknown>
    }
    throw fikenError(400, 'Invalid JSON')
  }
  return {}
}
